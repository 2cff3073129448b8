/**
 * The detail of one row beside its list. On a narrow window it is a sheet over the list. The
 * address decides in both cases.
 */
import { Button, Drawer, Tabs } from 'antd'
import { useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '#lib/i18n/i18n.ts'
import { directionOf } from '#lib/i18n/languages.ts'
import { useNextPanel } from '#lib/nextPath.ts'
import { useIsNarrow, useIsPhone } from '#lib/useMedia.ts'
import { useFocusBack } from '#ui/dialog/useFocusBack.ts'
import { FocusKept } from '#ui/dialog/FocusKept.tsx'
import { useKeepFocus } from '#ui/dialog/useKeepFocus.ts'
import { useMovableContent } from './useMovableContent.tsx'
import styles from './DetailPanel.module.css'

interface PanelTab {
  key: string
  label: ReactNode
  content: ReactNode
}

export interface DetailPanelProps {
  title: ReactNode
  over?: ReactNode
  under?: ReactNode
  /** The daily actions. On a phone they stand at the bottom, under the thumb. */
  verbs?: ReactNode
  actions?: ReactNode
  onClose(): void
  tabs?: readonly PanelTab[]
  tab?: string
  onTab?(key: string): void
  children?: ReactNode
}

export function DetailPanel(props: DetailPanelProps) {
  const { t } = useTranslation()
  // The width at opening: switching the component would remount it and lose input. A panel whose
  // window narrows lies over the list by CSS.
  const [isNarrow] = useState(useIsNarrow())
  const isPhone = useIsPhone()
  useFocusBack(true)
  const beside = useRef<HTMLElement>(null)
  useKeepFocus(() => beside.current, 'area')
  const inside = <PanelContent {...props} />
  if (!isNarrow)
    return (
      <aside
        ref={beside}
        tabIndex={-1}
        className={styles.panel}
        data-print="alone"
        aria-label={t('details')}
      >
        {inside}
      </aside>
    )
  // antd's drawer knows sides, not ends.
  const side = directionOf(currentLanguage()) === 'rtl' ? 'left' : 'right'
  return (
    <Drawer
      open
      onClose={props.onClose}
      closable={false}
      placement={isPhone ? 'bottom' : side}
      size={isPhone ? '100%' : 520}
      aria-label={t('details')}
      styles={{ body: { padding: 0 } }}
      rootClassName={styles.panelSheet}
      motion={still}
    >
      {inside}
      <LeavesAhead />
      <FocusKept />
    </Drawer>
  )
}

const still = { motionAppear: false, motionEnter: false, motionLeave: false }

/** Hides the surrounding sheet as soon as the closing press comes; the list renders after it. */
function LeavesAhead() {
  return useNextPanel() === 'leaves' ? <span hidden data-leaves /> : null
}

export function PanelContent({
  title,
  over,
  under,
  verbs,
  actions,
  onClose,
  tabs,
  tab,
  onTab,
  children,
}: DetailPanelProps) {
  const { t } = useTranslation()
  const isPhone = useIsPhone()
  const movable = useMovableContent(verbs)
  const verbsAbove = isPhone || verbs === undefined ? undefined : movable.place
  return (
    <div className={styles.panelInside}>
      <div className={styles.panelHead}>
        <div className={styles.panelTitles}>
          {over !== undefined && <div className={styles.panelOver}>{over}</div>}
          <h2>{title}</h2>
          {under !== undefined && <div className={styles.panelUnder}>{under}</div>}
        </div>
        <Button
          type="text"
          className="screen-only"
          aria-label={t('close')}
          onClick={onClose}
          icon={<CloseMark />}
        />
      </div>
      {(actions !== undefined || verbsAbove !== undefined) && (
        <div className={`${styles.panelActions} screen-only`}>
          {verbsAbove}
          {actions}
        </div>
      )}
      {tabs === undefined ? (
        <div className={styles.panelBody}>{children}</div>
      ) : (
        <Tabs
          className={styles.panelTabs}
          {...(tab === undefined ? {} : { activeKey: tab })}
          {...(onTab === undefined ? {} : { onChange: onTab })}
          destroyOnHidden
          items={tabs.map((one) => ({
            key: one.key,
            label: one.label,
            children: <div className={styles.panelBody}>{one.content}</div>,
          }))}
        />
      )}
      {isPhone && verbs !== undefined && <div className={styles.panelVerbs}>{movable.place}</div>}
      {movable.held}
    </div>
  )
}

function CloseMark() {
  return (
    <svg viewBox="0 0 14 14" width="14" height="14" aria-hidden="true">
      <path
        d="M2 2l10 10M12 2 2 12"
        stroke="currentColor"
        strokeWidth="1.7"
        strokeLinecap="round"
      />
    </svg>
  )
}

export function Facts({ rows }: { rows: readonly { label: string; value: ReactNode }[] }) {
  return (
    <dl className={styles.facts}>
      {rows.map((row, place) => (
        <div key={place}>
          <dt>{row.label}</dt>
          <dd>{row.value}</dd>
        </div>
      ))}
    </dl>
  )
}
