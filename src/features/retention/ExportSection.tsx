import { DeleteOutlined, DownloadOutlined, ExportOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { dataExports, type DataExport } from '#contract/dataExports.ts'
import { fetchBlob } from '#api/files.ts'
import { isApiFailure } from '#api/http.ts'
import { useFormat } from '#lib/format.tsx'
import { When } from '#ui/page/marks.tsx'
import { Section } from '#ui/page/Page.tsx'
import { ProgressJob } from '#ui/feedback/ProgressJob.tsx'
import { ErrorState, LoadingState } from '#ui/feedback/states.tsx'
import { useConfirm } from '#ui/dialog/useConfirm.ts'
import { useDownload } from '#ui/list/useDownload.ts'
import {
  useCancelDataExportMutation,
  useListDataExportsQuery,
  useRemoveDataExportMutation,
  useStartDataExportMutation,
} from './calls.ts'
import styles from './retention.module.css'

export function ExportSection() {
  const { t } = useTranslation('retention')
  const { data, error, refetch } = useListDataExportsQuery()
  const [start, { isLoading }] = useStartDataExportMutation()
  const isRunning = data?.some(({ state }) => state === 'running') === true
  return (
    <Section title={t('exportTitle')}>
      <p className="quiet">{t('exportHint')}</p>
      <Button
        icon={<ExportOutlined aria-hidden />}
        loading={isLoading}
        disabled={data === undefined || isRunning}
        onClick={() => void start()}
      >
        {t('exportStart')}
      </Button>
      {isApiFailure(error) ? (
        <ErrorState failure={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <LoadingState rows={2} />
      ) : (
        <ul className={styles.exports}>
          {data.map((each) => (
            <li key={each.id}>
              <Archive archive={each} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

function Archive({ archive }: { archive: DataExport }) {
  const { t } = useTranslation(['retention', 'common'])
  const format = useFormat()
  const { isBusy, save } = useDownload()
  const [cancel] = useCancelDataExportMutation()
  const [remove] = useRemoveDataExportMutation()
  const confirm = useConfirm()
  const params = { id: archive.id }
  async function handleRemove(): Promise<void> {
    const name = format.dateTime(archive.createdAt)
    if (
      await confirm({
        title: t('common:confirmDelete', { name }),
        okText: t('exportRemove'),
        danger: true,
      })
    )
      await remove({ params })
  }
  if (archive.state === 'running')
    return (
      <ProgressJob
        label={t('exportRunning')}
        done={archive.progress}
        total={archive.total}
        onCancel={() => void cancel({ params })}
      />
    )
  const holds = t('exportHolds', {
    files: format.number(archive.files),
    rows: format.number(archive.rows),
  })
  return (
    <div className={styles.archive}>
      <span>
        <When at={archive.createdAt} as="dateTime" />{' '}
        <span className="quiet">{t('exportBy', { name: archive.startedBy })}</span>
        <br />
        {archive.state === 'done' ? (
          <span className="quiet">
            <bdi>{format.bytes(archive.bytes)}</bdi> · <bdi>{holds}</bdi>
          </span>
        ) : (
          <span>{archive.state === 'failed' ? t('exportFailed') : t('exportCancelled')}</span>
        )}
      </span>
      <span className={styles.foot}>
        {archive.state === 'done' && (
          <Button
            icon={<DownloadOutlined aria-hidden />}
            loading={isBusy}
            onClick={() =>
              void save(`everything-${archive.createdAt.slice(0, 10)}.zip`, () =>
                fetchBlob(dataExports.downloadDataExport, { params }),
              )
            }
          >
            {t('exportSave')}
          </Button>
        )}
        <Button
          type="text"
          icon={<DeleteOutlined aria-hidden />}
          onClick={() => void handleRemove()}
        >
          {t('exportRemove')}
        </Button>
      </span>
    </div>
  )
}
