import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { FilterObject } from '#contract/filter'
import { pathTo } from '../../app/paths.ts'
import { ColourTag, PersonName, Remaining, When } from '../../ui/marks.tsx'
import { ErrorState, LoadingState } from '../../ui/states.tsx'
import { ticketCalls } from './calls.ts'
import { answerToShow } from '../../ui/listQuery.ts'
import styles from '../procedureLogs/logs.module.css'

const shown = 20

interface Props {
  filter?: { [K in keyof FilterObject]?: number[] }
  /** Those that one procedure log set off. */
  procedureLogId?: number
}

/** The latest tickets of an equipment, a location or a log. */
export function TicketList({ filter, procedureLogId }: Props) {
  const { t } = useTranslation('tickets')
  const query = ticketCalls.useListTicketsQuery({
    body: {
      limit: shown,
      sort: '-openedAt',
      ...(filter === undefined ? {} : { filter }),
      ...(procedureLogId === undefined ? {} : { procedureLogId }),
    },
  })
  const { error, refetch } = query
  const data = answerToShow(query)
  if (data === undefined)
    return error === undefined ? (
      <LoadingState rows={3} />
    ) : (
      <ErrorState failure={error} onRetry={() => void refetch()} />
    )
  if (data.rows.length === 0) return <p className="quiet">{t('noneHere')}</p>
  return (
    <>
      <ul className={styles.logList}>
        {data.rows.map((ticket) => (
          <li key={ticket.id}>
            <Link to={pathTo('ticket', { ticketId: ticket.id })} className={styles.logLine}>
              <ColourTag soft colour={ticket.state.colour}>
                {ticket.state.name}
              </ColourTag>
              <span className={styles.logWords}>
                <bdi>{ticket.title}</bdi>
                <span className="quiet">
                  <PersonName person={ticket.assignee} none={t('nobody')} /> ·{' '}
                  <When at={ticket.openedAt} />
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <Remaining count={data.count - data.rows.length} />
    </>
  )
}
