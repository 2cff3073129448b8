/** Labels with the address of each thing, on the sheets that are sold; what is seen is printed. */
import { PrinterOutlined } from '@ant-design/icons'
import { Button, Checkbox, Select } from 'antd'
import { useMemo } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import {
  labelSheets,
  labelSizes,
  labelsOnSheet,
  layLabels,
  MAX_LABELS,
  type LabelSize,
} from '#contract/rules/labels.ts'
import { labelsAddress } from '#entities/labels/labelsAddress.ts'
import { useAddressState } from '#lib/addressState.ts'
import { pathTo } from '#lib/paths.ts'
import { useIsNarrow, useIsPhone } from '#lib/useMedia.ts'
import { LinkButton } from '#ui/page/LinkButton.tsx'
import { Page } from '#ui/page/Page.tsx'
import { EmptyState, ErrorState, LoadingState } from '#ui/feedback/states.tsx'
import { NeededNumber } from '#ui/form/NeededNumber.tsx'
import { LabelSheet } from './LabelSheet.tsx'
import styles from './labels.module.css'
import { useLabelled } from './useLabelled.ts'

export function LabelsPage() {
  const { t } = useTranslation(['labels', 'titles'])
  const [state, change] = useAddressState(labelsAddress)
  const { labels, count, error, retry } = useLabelled(state)
  const sheets = useMemo(
    () => (labels === undefined ? undefined : layLabels(state.size, labels, state.from)),
    [labels, state.size, state.from],
  )
  const back =
    state.of === 'equipment'
      ? { to: pathTo('equipment'), label: t('titles:equipment') }
      : { to: pathTo('locations'), label: t('titles:locations') }
  if (labels === undefined || sheets === undefined)
    return (
      <Page title={t('titles:labels')} kind="wide" back={back}>
        {error === undefined ? (
          <LoadingState rows={8} />
        ) : (
          <ErrorState failure={error} onRetry={retry} />
        )}
      </Page>
    )
  const [first] = sheets
  const onSheet = labelsOnSheet(state.size)
  const left = count - (state.part - 1) * MAX_LABELS - labels.length
  const turn = (step: 1 | -1) => change({ part: state.part + step, from: 1 }, { push: true })
  return (
    <Page
      title={t('titles:labels')}
      kind="wide"
      back={back}
      hint={[
        t('howMany', { count: labels.length }),
        onSheet === 1 ? '' : t('onSheets', { count: sheets.length }),
      ].join(' ')}
      actions={
        first !== undefined && (
          <Button
            type="primary"
            icon={<PrinterOutlined aria-hidden />}
            onClick={() => window.print()}
          >
            {t('printNow')}
          </Button>
        )
      }
    >
      {first === undefined ? (
        <EmptyState
          title={t('emptyTitle')}
          hint={t('emptyHint')}
          action={<LinkButton to={back.to}>{back.label}</LinkButton>}
        />
      ) : (
        <div className={styles.page}>
          <div className={styles.choices}>
            <label>
              <span>{t('size')}</span>
              <Select<LabelSize>
                value={state.size}
                onChange={(size) => change({ size, from: 1 })}
                options={labelSizes.map((value) => ({ value, label: t(`sizeOf.${value}`) }))}
                popupMatchSelectWidth={false}
              />
            </label>
            {onSheet > 1 && (
              <label>
                <span>{t('from')}</span>
                <NeededNumber
                  min={1}
                  max={onSheet}
                  precision={0}
                  value={Math.min(state.from, onSheet)}
                  onChange={(from) => change({ from })}
                />
                <span className="quiet">{t('fromHint', { n: onSheet })}</span>
              </label>
            )}
            {state.of === 'locations' && state.place.length === 1 && (
              <Checkbox
                checked={state.alone}
                onChange={({ target }) => change({ alone: target.checked, part: 1 })}
              >
                {t('alone')}
              </Checkbox>
            )}
            {left > 0 && (
              <p role="status">
                {t('left', { count: left, most: MAX_LABELS })}{' '}
                <Button onClick={() => turn(1)}>{t('next')}</Button>
              </p>
            )}
            {state.part > 1 && <Button onClick={() => turn(-1)}>{t('before')}</Button>}
            <p className="quiet">{t('printHint')}</p>
          </div>
          <Preview size={state.size} labels={first} />
        </div>
      )}
      {createPortal(
        <div className={styles.onPaper}>
          <PaperSize size={state.size} />
          {sheets.map((sheet, index) => (
            <LabelSheet key={index} size={state.size} labels={sheet} />
          ))}
        </div>,
        document.body,
      )}
    </Page>
  )
}

function Preview({ size, labels }: Parameters<typeof LabelSheet>[0]) {
  const { t } = useTranslation('labels')
  const isPhone = useIsPhone()
  const isNarrow = useIsNarrow()
  const isRoll = labelsOnSheet(size) === 1
  const shown = isPhone ? 0.44 : isNarrow ? 0.75 : 0.9
  return (
    <section className={styles.preview} aria-label={t('preview')}>
      <h2>{t('preview')}</h2>
      <div className={styles.paper} style={{ '--shown': isRoll ? shown * 2 : shown }}>
        <LabelSheet size={size} labels={labels} />
      </div>
    </section>
  )
}

/** The sheet alone, edge to edge: what stands around it on screen is not of the paper. */
function PaperSize({ size }: { size: LabelSize }) {
  const { width, height } = labelSheets[size].page
  return (
    <style>
      {`@page { size: ${width}mm ${height}mm; margin: 0 }
        @media print { #root { display: none !important } }`}
    </style>
  )
}
