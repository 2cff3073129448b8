import { HolderOutlined } from '@ant-design/icons'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { TicketRow } from '#contract/tickets.ts'
import { PriorityMark } from '#entities/tickets/PriorityMark.tsx'
import { RepeatMark } from '#entities/tickets/RepeatMark.tsx'
import { TicketDue } from '#entities/tickets/TicketDue.tsx'
import { titleWithoutTarget } from '#entities/tickets/ticketFace.ts'
import { PersonName, StatusTag } from '#ui/page/marks.tsx'
import type { useBoardDrag } from './useBoardDrag.ts'
import styles from './board.module.css'

interface Props {
  row: TicketRow
  columnKey: string
  /** The column is a category, so the card says the state. */
  showsState: boolean
  href: string
  drag: ReturnType<typeof useBoardDrag> | null
  isMoving: boolean
  isFocused: boolean
  isCurrent: boolean
}

export function TicketCard({ row, columnKey, showsState, href, drag, ...is }: Props) {
  const { t } = useTranslation('tickets')
  const grip = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (is.isFocused) grip.current?.focus()
  }, [is.isFocused])
  const place = row.equipment?.name ?? row.location?.name
  const of = { ticketId: row.id, title: row.title, from: columnKey }
  const isHeld = drag?.held?.ticketId === row.id
  return (
    <li
      className={[
        styles.card,
        isHeld ? styles.held : '',
        is.isMoving ? styles.moving : '',
        is.isCurrent ? styles.current : '',
      ].join(' ')}
      {...(isHeld && { 'data-dragged': true })}
      {...drag?.card(of)}
    >
      <div className={styles.cardTop}>
        <Link className={styles.title} to={href} draggable={false}>
          <bdi>{titleWithoutTarget(row)}</bdi>
        </Link>
        {drag !== null && (
          <button
            ref={grip}
            type="button"
            className={styles.grip}
            aria-label={t('board.grab', { title: row.title })}
            aria-describedby="board-help"
            data-grip
            {...drag.grip(of)}
          >
            <HolderOutlined aria-hidden />
          </button>
        )}
      </div>
      {place !== undefined && (
        <span className="quiet">
          <bdi>{place}</bdi>
        </span>
      )}
      <div className={styles.marks}>
        {showsState && <StatusTag status={row.state} />}
        <PriorityMark priority={row.priority} />
        <RepeatMark ticket={row} />
        <TicketDue ticket={row} isBrief />
      </div>
      {row.assignee !== null && <PersonName person={row.assignee} />}
    </li>
  )
}
