/** Labels with the address of each object, on standard sheets. The preview equals the print. */
import { PrinterOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useMemo } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { labelSheets, labelsOnSheet, layLabels, MAX_LABELS } from '#contract/rules/labels.ts'
import { useMay } from '#entities/session/useSession.ts'
import { labelCalls } from '#entities/labels/calls.ts'
import { labelsAddress } from '#entities/labels/labelsAddress.ts'
import { useAddressState } from '#lib/addressState.ts'
import { pathTo } from '#lib/paths.ts'
import { useIsNarrow, useIsPhone } from '#lib/useMedia.ts'
import { useConfirm } from '#ui/dialog/useConfirm.ts'
import { LinkButton } from '#ui/page/LinkButton.tsx'
import { Page } from '#ui/page/Page.tsx'
import { EmptyState, ErrorState, LoadingState } from '#ui/feedback/states.tsx'
import { codeLabel } from './labelCode.ts'
import { LabelChoices } from './LabelChoices.tsx'
import { PrintAgain } from './PrintAgain.tsx'
import { LabelFile } from './LabelFile.tsx'
import { LabelSheet } from './LabelSheet.tsx'
import styles from './labels.module.css'
import { useEncoders } from './useEncoders.ts'
import { useLabelItems } from './useLabelItems.ts'

export function LabelsPage() {
  const { t } = useTranslation(['labels', 'titles', 'common'])
  const [state, change] = useAddressState(labelsAddress)
  const { size, code, from } = state
  const { labels: plain, count, error, retry } = useLabelItems(state)
  const [setPrinted] = labelCalls.useSetLabelsPrintedMutation()
  const { encoders, hasFailed, retry: loadAgain } = useEncoders(code)
  const labels = useMemo(
    () => plain?.map((label) => codeLabel(label, { code, size, encoders })),
    [plain, code, size, encoders],
  )
  const sheets = useMemo(
    () => (labels === undefined ? undefined : layLabels(size, labels, from)),
    [labels, size, from],
  )
  const mayRecord = useMay(state.of === 'equipment' ? 'editor|equipment' : 'editor|locations')
  const confirm = useConfirm()
  const handlePrinted = async () => {
    // Code 128 contains the number, so such a label is not one with a code.
    const ids = (plain ?? []).filter(({ id }) => id > 0 && code !== 'code128').map(({ id }) => id)
    if (ids.length === 0 || !mayRecord) return
    const isSure = await confirm({
      title: t('wasPrinted'),
      hint: t('wasPrintedHint'),
      okText: t('yesPrinted'),
      cancelText: t('notPrintedYet'),
    })
    if (!isSure) return
    await setPrinted({
      body: state.of === 'equipment' ? { equipmentIds: ids } : { locationIds: ids },
    })
  }
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
  const isSingle = labelsOnSheet(size) === 1
  const isLoading = code !== 'qr' && encoders === undefined
  const left = count - (state.part - 1) * MAX_LABELS - labels.length
  const turn = (step: 1 | -1) => change({ part: state.part + step, from: 1 }, { push: true })
  return (
    <Page
      title={t('titles:labels')}
      kind="wide"
      back={back}
      hint={[
        t('howMany', { count: labels.length }),
        isSingle ? '' : t('onSheets', { count: sheets.length }),
      ].join(' ')}
      actions={
        first !== undefined && (
          <Button
            type="primary"
            icon={<PrinterOutlined aria-hidden />}
            disabled={isLoading}
            onClick={() => {
              window.print()
              void handlePrinted()
            }}
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
          <LabelChoices state={state} change={change} labels={labels}>
            {left > 0 && (
              <p role="status">
                {t('left', { count: left, most: MAX_LABELS })}{' '}
                <Button onClick={() => turn(1)}>{t('next')}</Button>
              </p>
            )}
            {state.part > 1 && <Button onClick={() => turn(-1)}>{t('before')}</Button>}
            {isSingle && !isLoading && (
              <LabelFile
                state={state}
                change={change}
                labels={labels}
                onSaved={() => void handlePrinted()}
              />
            )}
            <PrintAgain of={state.of} />
            <p className="quiet">{t('printHint')}</p>
          </LabelChoices>
          {hasFailed ? (
            <p role="alert">
              {t('noEncoder')} <Button onClick={loadAgain}>{t('common:tryAgain')}</Button>
            </p>
          ) : isLoading ? (
            <LoadingState rows={4} />
          ) : (
            <Preview size={size} labels={first} />
          )}
        </div>
      )}
      {!isLoading &&
        createPortal(
          <div className={styles.onPaper} data-paper>
            <PaperSize size={size} />
            {sheets.map((sheet, index) => (
              <LabelSheet key={index} size={size} labels={sheet} />
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

/** Prints the sheet alone, edge to edge, without the page around it. */
function PaperSize({ size }: { size: keyof typeof labelSheets }) {
  const { width, height } = labelSheets[size].page
  return (
    <style>
      {`@page { size: ${width}mm ${height}mm; margin: 0 }
        @media print { body > :not([data-paper]) { display: none !important } }`}
    </style>
  )
}
