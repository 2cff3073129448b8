import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { pathTo } from '../../lib/paths.ts'
import { Remaining, StatusTag, When } from '../../ui/marks.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../ui/states.tsx'
import { useListTicketsQuery } from './calls.ts'
import { answerToShow } from '../../ui/listQuery.ts'
import styles from './bulk.module.css'

export function EquipmentTickets({ id }: { id: number }) {
  const { t } = useTranslation('equipment')
  const query = useListTicketsQuery({
    body: { filter: { equipmentIds: [id] }, sort: '-openedAt', limit: 50 },
  })
  const { error, refetch } = query
  const data = answerToShow(query)
  if (data === undefined)
    return error === undefined ? (
      <LoadingState rows={3} />
    ) : (
      <ErrorState failure={error} onRetry={() => void refetch()} />
    )
  if (data.rows.length === 0) return <EmptyState title={t('noTickets')} />
  return (
    <ul className={styles.littleList}>
      {data.rows.map((ticket) => (
        <li key={ticket.id}>
          <Link to={pathTo('tickets', undefined, { id: ticket.id })}>
            <bdi>{ticket.title}</bdi>
          </Link>
          <StatusTag status={ticket.state} />
          <span className="quiet">
            <When at={ticket.openedAt} />
          </span>
        </li>
      ))}
      <Remaining count={data.count - data.rows.length} />
    </ul>
  )
}
