import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router-dom'
import { pathTo } from '#lib/paths.ts'
import { procedureLogCalls } from '#entities/procedureLogs/calls.ts'
import { Page } from '#ui/page/Page.tsx'
import { ErrorState, LoadingState } from '#ui/feedback/states.tsx'
import { LogDetail, LogTitleLine } from './LogDetail.tsx'
import { answerToShow } from '#ui/list/listQuery.ts'

export function ProcedureLogPage() {
  const { t } = useTranslation('procedureLogs')
  const id = Number(useParams()['procedureLogId'])
  const query = procedureLogCalls.useGetProcedureLogQuery({ params: { id } })
  const { error, refetch } = query
  const log = answerToShow(query)
  const back = { to: pathTo('procedureLogs'), label: t('title') }
  if (log === undefined) {
    return (
      <Page title={t('one')} kind="read" back={back}>
        {error === undefined ? (
          <LoadingState />
        ) : (
          <ErrorState failure={error} onRetry={() => void refetch()} />
        )}
      </Page>
    )
  }
  return (
    <Page
      title={log.procedure.name}
      hint={<LogTitleLine log={log} />}
      kind="read"
      back={back}
      actions={
        log.isSigned && (
          <Link to={pathTo('signedLog', { procedureLogId: log.id })}>{t('signedLog')}</Link>
        )
      }
    >
      <LogDetail log={log} />
    </Page>
  )
}
