import { Button } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TicketRow } from '#contract/tickets.ts'
import { ticketCalls } from '#entities/tickets/calls.ts'
import { useFormat } from '#lib/format.tsx'
import { ErrorState, LoadingState } from '#ui/feedback/states.tsx'
import { ColourTag } from '#ui/page/marks.tsx'
import type { TicketsState } from '../ticketsAddress.ts'
import { columnQuestion, type BoardColumn } from './boardColumns.ts'
import { TicketCard } from './TicketCard.tsx'
import type { useBoardDrag } from './useBoardDrag.ts'
import styles from './board.module.css'

/** Cards that a column shows at first, and adds by “more”. */
const STEP = 25
/** Beyond it, the list has the rest. */
const MAX_CARDS = 100

interface Props {
  column: BoardColumn
  name: string
  state: TicketsState
  /** Null if the user may not move tickets. */
  drag: ReturnType<typeof useBoardDrag> | null
  moving: { row: TicketRow; to: string } | null
  /** The card that was moved last keeps the focus. */
  movedId: number | null
  onRows(rows: readonly TicketRow[]): void
  linkTo(row: { id: number }): string
  onList(): void
}

export function TicketColumn({ column, name, state, drag, moving, movedId, ...props }: Props) {
  const { t } = useTranslation('tickets')
  const format = useFormat()
  const [limit, setLimit] = useState(STEP)
  const element = useRef<HTMLElement>(null)
  const query = ticketCalls.useListTicketsQuery({
    body: { ...columnQuestion(state, column), limit, offset: 0 },
  })
  const { data } = query
  const { onRows } = props
  useEffect(() => {
    if (data !== undefined) onRows(data.rows)
  })
  const isOver = drag?.held?.over === column.key
  useEffect(() => {
    if (isOver) element.current?.scrollIntoView({ inline: 'nearest', block: 'nearest' })
  }, [isOver])
  const stays = (data?.rows ?? []).filter(
    ({ id }) => moving === null || id !== moving.row.id || moving.to === column.key,
  )
  const arrives =
    moving !== null && moving.to === column.key && !stays.some(({ id }) => id === moving.row.id)
  const shown = arrives ? [moving.row, ...stays] : stays
  const title = `column-${column.key}`
  return (
    <section
      ref={element}
      className={`${styles.column} ${isOver ? styles.over : ''}`}
      aria-labelledby={title}
      aria-busy={query.isFetching}
      data-column={column.key}
    >
      <h2 id={title} className={styles.head}>
        {column.state === null ? (
          <span>{name}</span>
        ) : (
          <ColourTag colour={column.state.colour}>{name}</ColourTag>
        )}{' '}
        <span className="numbers quiet">{data === undefined ? '' : format.number(data.count)}</span>
      </h2>
      {data === undefined ? (
        query.error === undefined ? (
          <LoadingState rows={3} />
        ) : (
          <ErrorState failure={query.error} onRetry={() => void query.refetch()} />
        )
      ) : shown.length === 0 ? (
        <p className={`quiet ${styles.none}`}>{t('board.empty')}</p>
      ) : (
        <ul className={styles.cards}>
          {shown.map((row) => (
            <TicketCard
              key={row.id}
              row={row}
              columnKey={column.key}
              showsState={column.state === null}
              href={props.linkTo(row)}
              drag={drag}
              isMoving={moving?.row.id === row.id}
              isFocused={movedId === row.id}
              isCurrent={state.id === row.id}
            />
          ))}
        </ul>
      )}
      {data !== undefined &&
        data.count > data.rows.length &&
        (limit < MAX_CARDS ? (
          <Button type="text" block onClick={() => setLimit(Math.min(MAX_CARDS, limit + STEP))}>
            {t('board.more')}
          </Button>
        ) : (
          <Button type="link" block onClick={props.onList}>
            {t('board.rest')}
          </Button>
        ))}
    </section>
  )
}
