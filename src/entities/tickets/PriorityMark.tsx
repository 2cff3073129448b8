import { useTranslation } from 'react-i18next'
import { ticketPriorities, type TicketPriority } from '#contract/rules/ticketDue.ts'
import styles from './tickets.module.css'

export function PriorityMark({ priority }: { priority: TicketPriority }) {
  const { t } = useTranslation('tickets')
  const filled = ticketPriorities.length - ticketPriorities.indexOf(priority)
  return (
    <span className={styles.priority} data-priority={priority}>
      <svg viewBox="0 0 16 14" width="16" height="14" aria-hidden="true">
        {ticketPriorities.map((_, bar) => (
          <rect
            key={bar}
            x={bar * 4}
            y={9 - bar * 3}
            width="3"
            height={5 + bar * 3}
            rx="1"
            opacity={bar < filled ? 1 : 0.25}
          />
        ))}
      </svg>
      {t(`priority.${priority}`)}
    </span>
  )
}
