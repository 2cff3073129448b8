import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { pathTo } from '#lib/paths.ts'
import { procedureLogCalls } from '#entities/procedureLogs/calls.ts'
import { DetailPanel } from '#ui/panel/DetailPanel.tsx'
import { ErrorState, LoadingState } from '#ui/feedback/states.tsx'
import { LogDetail, LogTitleLine } from './LogDetail.tsx'
import { answerToShow } from '#ui/list/listQuery.ts'

export function LogPanel({ logId, onClose }: { logId: number; onClose: () => void }) {
  const { t } = useTranslation('procedureLogs')
  const query = procedureLogCalls.useGetProcedureLogQuery({ params: { id: logId } })
  const { error, refetch } = query
  const log = answerToShow(query)
  if (log === undefined) {
    return (
      <DetailPanel title={t('one')} onClose={onClose}>
        {error === undefined ? (
          <LoadingState />
        ) : (
          <ErrorState failure={error} onRetry={() => void refetch()} />
        )}
      </DetailPanel>
    )
  }
  return (
    <DetailPanel
      over={t('one')}
      title={<bdi>{log.procedure.name}</bdi>}
      under={<LogTitleLine log={log} />}
      onClose={onClose}
      actions={
        <>
          {log.isSigned && (
            <Link to={pathTo('signedLog', { procedureLogId: log.id })}>{t('signedLog')}</Link>
          )}
          <Link to={pathTo('procedureLog', { procedureLogId: log.id })}>{t('openPage')}</Link>
        </>
      }
    >
      <LogDetail log={log} />
    </DetailPanel>
  )
}
