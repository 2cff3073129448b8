import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { pathTo } from '#lib/paths.ts'
import { ScoreMark } from '#entities/score/ScoreMark.tsx'
import { Remaining, When } from '#ui/page/marks.tsx'
import { EmptyState, ErrorState, LoadingState } from '#ui/feedback/states.tsx'
import { useListProcedureLogsQuery } from './calls.ts'
import { answerToShow } from '#ui/list/listQuery.ts'
import styles from './bulk.module.css'

export function EquipmentLogs({ id }: { id: number }) {
  const { t } = useTranslation('equipment')
  const query = useListProcedureLogsQuery({
    body: { filter: { equipmentIds: [id] }, sort: '-doneAt', limit: 50 },
  })
  const { error, refetch } = query
  const data = answerToShow(query)
  if (data === undefined)
    return error === undefined ? (
      <LoadingState rows={3} />
    ) : (
      <ErrorState failure={error} onRetry={() => void refetch()} />
    )
  if (data.rows.length === 0) return <EmptyState title={t('noLogs')} />
  return (
    <ul className={styles.littleList}>
      {data.rows.map((log) => (
        <li key={log.id}>
          <Link to={pathTo('procedureLog', { procedureLogId: log.id })}>
            <bdi>{log.procedure.name}</bdi>
          </Link>
          <ScoreMark score={log.score} />
          <span className="quiet">
            <When at={log.doneAt} />
          </span>
        </li>
      ))}
      <Remaining count={data.count - data.rows.length} />
    </ul>
  )
}
