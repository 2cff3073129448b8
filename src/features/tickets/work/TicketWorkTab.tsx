/** Working time, parts and costs of a ticket. */
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TicketDetail } from '#contract/tickets.ts'
import type { TicketWorkAnswer, WorkEntry } from '#contract/ticketWork/ticketWork.ts'
import { useMay } from '#entities/session/useSession.ts'
import { ticketWorkApi } from '#entities/tickets/ticketWorkApi.ts'
import { useFormatDuration } from '#lib/useFormatDuration.ts'
import { PendingState } from '#ui/feedback/states.tsx'
import { Section } from '#ui/page/Page.tsx'
import { When } from '#ui/page/marks.tsx'
import { AddWork, CorrectWork } from './CorrectWork.tsx'
import { TicketCosts } from './TicketCosts.tsx'
import { TicketParts } from './TicketParts.tsx'
import styles from './work.module.css'

export function TicketWorkTab({ ticket }: { ticket: TicketDetail }) {
  const query = ticketWorkApi.useGetTicketWorkQuery({ params: { id: ticket.id } })
  const maySeeCosts = useMay('viewer|costs')
  const { data } = query
  if (data === undefined)
    return <PendingState failure={query.error} onRetry={() => void query.refetch()} />
  return (
    <>
      {(data.isRecorded || data.entries.length > 0) && <Times work={data} ticket={ticket} />}
      <TicketParts work={data} ticket={ticket} />
      {maySeeCosts && <TicketCosts ticket={ticket} parts={data.parts} />}
    </>
  )
}

function Times({ work, ticket }: { work: TicketWorkAnswer; ticket: TicketDetail }) {
  const { t } = useTranslation('ticketWork')
  const duration = useFormatDuration()
  const mayWork = useMay('editor|tickets')
  const [asked, setAsked] = useState<WorkEntry | 'new' | null>(null)
  const isMerged = ticket.mergedIntoId !== null
  const handleClose = () => setAsked(null)
  const sumOf = () => {
    const runs = work.entries.some(({ endedAt }) => endedAt === null)
    if (work.minutes === 0) return t(runs ? 'runningOnly' : 'underAMinute')
    return t(runs ? 'sumRunning' : 'sum', { time: duration(work.minutes * 60) })
  }
  return (
    <Section title={t('time')}>
      {work.entries.length === 0 ? (
        <p className="quiet">{t('noTime')}</p>
      ) : (
        <>
          <p>
            <strong>{sumOf()}</strong>
          </p>
          <ul className={styles.lines}>
            {work.entries.map((entry) => (
              <li key={entry.id}>
                <Entry entry={entry} />
                {entry.isOwn && mayWork && entry.endedAt !== null && (
                  <Button size="small" type="link" onClick={() => setAsked(entry)}>
                    {t('correct')}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
      {!work.seesOthers && <p className="quiet">{t('ownOnly')}</p>}
      {mayWork && work.isRecorded && !isMerged && (
        <p className={styles.actions}>
          <Button size="small" onClick={() => setAsked('new')}>
            {t('add')}
          </Button>
        </p>
      )}
      {asked === 'new' && <AddWork ticketId={ticket.id} onClose={handleClose} />}
      {asked !== null && asked !== 'new' && <CorrectWork entry={asked} onClose={handleClose} />}
    </Section>
  )
}

function Entry({ entry }: { entry: WorkEntry }) {
  const { t } = useTranslation('ticketWork')
  const duration = useFormatDuration()
  const lengthOf = () => {
    if (entry.endedAt === null) return t('isRunning')
    return entry.minutes === 0 ? t('underAMinute') : duration(entry.minutes * 60)
  }
  return (
    <span className={styles.words}>
      <span>
        <strong>{lengthOf()}</strong>
        {' · '}
        {entry.person === null ? t('forgotten') : <bdi>{entry.person.name}</bdi>}
      </span>
      <span className="quiet">
        <When at={entry.startedAt} as={entry.isFixed ? 'date' : 'dateTime'} />
        {entry.isFixed && <> · {t('byHand')}</>}
      </span>
      {entry.note !== null && (
        <span className="quiet" dir="auto">
          {entry.note}
        </span>
      )}
    </span>
  )
}
