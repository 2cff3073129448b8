/**
 * Search and filters above a list; all of it lives in the address. On a phone the filters lie on a
 * sheet behind one chip.
 */
import { FilterOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsPhone } from '#lib/useMedia.ts'
import { SearchField } from './SearchField.tsx'
import styles from './FilterBar.module.css'
import { Sheet } from '#ui/panel/Sheet.tsx'
import { useMovable } from '#ui/panel/useMovable.tsx'

export interface FilterBarProps {
  search: string
  onSearch(search: string): void
  searchLabel: string
  /** Pickers and toggles. */
  children?: ReactNode
  /** Offered when something narrows the list. */
  onClear?: (() => void) | undefined
  /** At the far end: export, view. */
  end?: ReactNode
}

function Filters({
  children,
  onClear,
  end,
  onAct,
}: Pick<FilterBarProps, 'children' | 'onClear' | 'end'> & {
  /** A button at the far end was pressed: what it opens stands on the page. */
  onAct(): void
}) {
  const { t } = useTranslation()
  return (
    <>
      {children}
      {onClear !== undefined && (
        <Button type="link" size="small" onClick={onClear}>
          {t('clearAll')}
        </Button>
      )}
      {end !== undefined && (
        // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- hears of the buttons inside, by keys too; it is none itself
        <div
          className={styles.filterEnd}
          onClick={({ target }) => {
            if (target instanceof Element && target.closest('button, a') !== null) onAct()
          }}
        >
          {end}
        </div>
      )}
    </>
  )
}

/**
 * What is chosen takes hold at once; the list stands behind the sheet. When a phone is turned the
 * filters move, with what they have opened, and the sheet is open again when it is turned back.
 */
export function FilterBar(props: FilterBarProps) {
  const { search, onSearch, searchLabel, children, end, onClear } = props
  const { t } = useTranslation()
  const isPhone = useIsPhone()
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  // On a phone they ask for nothing before they are wanted.
  const isShown = !isPhone || isOpen
  const [isDrawn, setIsDrawn] = useState(isShown)
  if (isShown && !isDrawn) setIsDrawn(true)
  const movable = useMovable(isDrawn && <Filters {...props} onAct={close} />)
  const isNarrowed = onClear !== undefined
  const hasMore = (children ?? end ?? false) !== false
  return (
    <div className={styles.filterBar} role="search">
      <SearchField
        className={styles.filterSearch}
        value={search}
        onChange={onSearch}
        label={searchLabel}
      />
      {!isPhone && movable.place}
      {isPhone && hasMore && (
        <>
          <Button
            className={isNarrowed ? styles.narrowed : undefined}
            icon={<FilterOutlined aria-hidden />}
            aria-expanded={isOpen}
            onClick={() => setIsOpen(true)}
          >
            {t(isNarrowed ? 'filtered' : 'filter')}
          </Button>
          <Sheet
            open={isOpen}
            title={t('filterAndView')}
            placement="bottom"
            size="auto"
            onClose={close}
            footer={
              <Button type="primary" block onClick={close}>
                {t('done')}
              </Button>
            }
          >
            <div className={styles.sheet}>{movable.place}</div>
          </Sheet>
        </>
      )}
      {movable.held}
    </div>
  )
}
