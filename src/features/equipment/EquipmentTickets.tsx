import { useTranslation } from 'react-i18next'
import { TicketLines } from '#entities/tickets/TicketLines.tsx'
import { Remaining } from '#ui/page/marks.tsx'
import { EmptyState, ErrorState, LoadingState } from '#ui/feedback/states.tsx'
import { useListTicketsQuery } from './calls.ts'
import { answerToShow } from '#ui/list/listQuery.ts'

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
    <>
      <TicketLines rows={data.rows} />
      <Remaining count={data.count - data.rows.length} />
    </>
  )
}
