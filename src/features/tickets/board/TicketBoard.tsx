import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ticketCalls } from '#entities/tickets/calls.ts'
import { useMay } from '#entities/session/useSession.ts'
import { asId } from '#lib/ids.ts'
import type { TicketRow } from '#contract/tickets.ts'
import { ErrorState, LoadingState } from '#ui/feedback/states.tsx'
import { useTicketBatch } from '../batch/useTicketBatch.tsx'
import type { TicketsState } from '../ticketsAddress.ts'
import { boardColumns, type BoardColumn } from './boardColumns.ts'
import { TicketColumn } from './TicketColumn.tsx'
import { useBoardDrag, type Held } from './useBoardDrag.ts'
import styles from './board.module.css'

interface Props {
  state: TicketsState
  linkTo(row: { id: number }): string
  /** Shows a column as a list. */
  onList(column: BoardColumn): void
}

/** Tickets in columns of their states. Moving a card asks what closing asks. */
export function TicketBoard({ state, linkTo, onList }: Props) {
  const { t } = useTranslation('tickets')
  const mayMove = useMay('editor|tickets')
  const types = ticketCalls.useGetTicketTypesQuery()
  const batch = useTicketBatch()
  const [moving, setMoving] = useState<{ row: TicketRow; to: string } | null>(null)
  const [movedId, setMovedId] = useState<number | null>(null)
  const [said, setSaid] = useState('')
  const [rows] = useState(() => new Map<number, TicketRow>())
  const columns = boardColumns(types.data?.rows ?? [], state)
  const nameOf = (key: string): string => {
    const column = columns.find((one) => one.key === key)
    return column === undefined ? '' : (column.state?.name ?? t(`category.${column.category}`))
  }
  const handleDrop = async ({ ticketId, title, over }: Held) => {
    const row = rows.get(ticketId)
    const to = columns.find(({ key }) => key === over)?.to
    if (row === undefined || to === undefined) return
    setSaid(t('board.dropped', { title, column: nameOf(over) }))
    setMoving({ row, to: over })
    await batch.run({
      which: { tickets: [{ id: asId('ticket', row.id), version: row.version }] },
      change: { kind: 'state', to },
    })
    setMoving(null)
    setMovedId(ticketId)
  }
  const drag = useBoardDrag({
    columns: columns.map(({ key }) => key),
    onPick: ({ title, over }) => setSaid(t('board.held', { title, column: nameOf(over) })),
    onDrop: (held) => void handleDrop(held),
    onCancel: () => setSaid(t('board.cancelled')),
  })
  if (types.data === undefined)
    return types.error === undefined ? (
      <LoadingState />
    ) : (
      <ErrorState failure={types.error} onRetry={() => void types.refetch()} />
    )
  return (
    <>
      {mayMove && (
        <p id="board-help" className="visually-hidden">
          {t('board.help')}
        </p>
      )}
      <div className={styles.board} role="group" aria-label={t('board.label')} data-board>
        {columns.map((column) => (
          <TicketColumn
            key={column.key}
            column={column}
            name={nameOf(column.key)}
            state={state}
            drag={mayMove ? drag : null}
            moving={moving}
            movedId={movedId}
            onRows={(shown) => {
              for (const row of shown) rows.set(row.id, row)
            }}
            linkTo={linkTo}
            onList={() => onList(column)}
          />
        ))}
      </div>
      <p className="visually-hidden" aria-live="assertive">
        {said}
      </p>
      {batch.dialog}
    </>
  )
}
