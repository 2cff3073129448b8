/** Chooses the form of the file, shows the progress of a long one, and saves it when it is ready. */
import { Alert, Button, Checkbox, Radio } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  exportFormats,
  listExports,
  type ExportedInput,
  type ExportFormat,
  type ListExport,
} from '#contract/listExports.ts'
import { fetchBlob } from '#api/files.ts'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { ProgressJob } from '#ui/feedback/ProgressJob.tsx'
import { useDownload } from '#ui/list/useDownload.ts'
import {
  useCancelListExportMutation,
  useGetListExportQuery,
  useStartListExportMutation,
} from './calls.ts'
import styles from './ExportDialog.module.css'

const LOOK_AGAIN = 2_000

interface Props {
  lists: readonly [ExportedInput, ...ExportedInput[]]
  onClose(): void
}

/** What one row of the file is, for screens with several layouts. */
const rowOf = (list: ExportedInput['list']) =>
  list === 'procedureAnswers' || list === 'equipment' || list === 'meterReadings'
    ? list
    : 'procedureLogs'

export function ExportDialog({ lists, onClose }: Props) {
  const { t } = useTranslation(['exports', 'common'])
  const [format, setFormat] = useState<ExportFormat>('xlsx')
  const [layout, setLayout] = useState(0)
  const [hasKeys, setHasKeys] = useState(false)
  const [begun, setBegun] = useState<ListExport | null>(null)
  const [start, { isLoading }] = useStartListExportMutation()
  const [cancel] = useCancelListExportMutation()
  const isRunning = begun?.state === 'running'
  async function handleStart(): Promise<void> {
    const answer = await start({
      body: { what: lists[layout] ?? lists[0], format, headings: hasKeys ? 'keys' : 'words' },
    })
    if (answer.data !== undefined) setBegun(answer.data)
  }
  function handleClose(): void {
    if (isRunning) void cancel({ params: { id: begun.id } })
    onClose()
  }
  return (
    <Dialog
      open
      title={t('title')}
      onCancel={handleClose}
      footer={
        isRunning ? null : (
          <>
            <Button onClick={handleClose}>{t('common:cancel')}</Button>
            <Button type="primary" loading={isLoading} onClick={() => void handleStart()}>
              {t('common:export')}
            </Button>
          </>
        )
      }
    >
      {begun !== null && begun.state !== 'cancelled' && (
        <Outcome key={begun.id} begun={begun} onChange={setBegun} onSaved={onClose} />
      )}
      {isRunning ? null : (
        <div className={styles.choices}>
          {lists.length > 1 && (
            <Radio.Group
              aria-label={t('layout')}
              className={styles.group}
              value={layout}
              onChange={({ target }) => setLayout(Number(target.value))}
              options={lists.map(({ list }, value) => ({
                value,
                label: t(`row_${rowOf(list)}`),
              }))}
            />
          )}
          <Radio.Group
            aria-label={t('format')}
            className={styles.group}
            value={format}
            onChange={({ target }) => setFormat(target.value as ExportFormat)}
            options={exportFormats.map((value) => ({ value, label: t(`format_${value}`) }))}
          />
          <Checkbox checked={hasKeys} onChange={({ target }) => setHasKeys(target.checked)}>
            {t('keys')}
          </Checkbox>
          <p className="quiet">{t(hasKeys ? 'keysHint' : 'wordsHint')}</p>
        </div>
      )}
    </Dialog>
  )
}

function Outcome({
  begun,
  onChange,
  onSaved,
}: {
  begun: ListExport
  onChange(now: ListExport): void
  onSaved(): void
}) {
  const { t } = useTranslation('exports')
  const params = { id: begun.id }
  const isRunning = begun.state === 'running'
  const { data } = useGetListExportQuery(
    { params },
    { skip: !isRunning, pollingInterval: LOOK_AGAIN },
  )
  const [cancel] = useCancelListExportMutation()
  const { save } = useDownload()
  const isSaved = useRef(false)
  const now = data ?? begun
  useEffect(() => {
    if (now.state !== begun.state) onChange(now)
  }, [now, begun.state, onChange])
  useEffect(() => {
    if (begun.state !== 'done' || isSaved.current) return
    isSaved.current = true
    void save(begun.fileName, () =>
      fetchBlob(listExports.downloadListExport, { params: { id: begun.id } }),
    ).then(onSaved)
  }, [begun, save, onSaved])
  if (begun.state === 'failed')
    return (
      <Alert
        type="error"
        showIcon
        title={t(begun.fault === 'exportTooLong' ? 'failedTooLong' : 'failed')}
      />
    )
  return (
    <ProgressJob
      label={t(isRunning ? 'running' : 'saving')}
      done={now.progress}
      total={now.total}
      onCancel={isRunning ? () => void cancel({ params }) : undefined}
    >
      {isRunning && <span className="quiet">{t('runningHint')}</span>}
    </ProgressJob>
  )
}
