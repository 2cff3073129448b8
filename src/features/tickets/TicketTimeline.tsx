import { CommentOutlined, MobileOutlined, PhoneOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { Fragment, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TicketDetail, TimelineEntry } from '#contract/tickets.ts'
import { CallEndText } from '#entities/duties/CallEndText.tsx'
import { CalledText } from '#entities/duties/CalledText.tsx'
import { Entry } from '#entities/journal/Journal.tsx'
import { ticketCalls } from '#entities/tickets/calls.ts'
import { timelineOf } from '#entities/tickets/myTickets.ts'
import { RefusedWork } from '#entities/tickets/RefusedWork.tsx'
import { TicketPhotos } from '#entities/tickets/TicketPhotos.tsx'
import { DeviceImage } from '#entities/unsent/DeviceImage.tsx'
import type { UnsentTicketWork } from '#entities/unsent/device.ts'
import { useFormat } from '#lib/format.tsx'
import { answerToShow } from '#ui/list/listQuery.ts'
import { PersonName, Remaining, When } from '#ui/page/marks.tsx'
import { EmptyState, ErrorState, LoadingState } from '#ui/feedback/states.tsx'
import { Finding, MergedNumber } from './Finding.tsx'
import { CommentField } from './CommentField.tsx'
import journalStyles from '#entities/journal/Journal.module.css'
import styles from './TicketPanel.module.css'

const STEP = 50
/** Maximum entries that the server returns. */
const MAX_ENTRIES = 500

export function TicketTimeline({
  ticket,
  waiting,
}: {
  ticket: TicketDetail
  waiting: readonly UnsentTicketWork[]
}) {
  const { t } = useTranslation(['tickets', 'common'])
  const format = useFormat()
  const [shown, setShown] = useState(STEP)
  const query = ticketCalls.useListTicketTimelineQuery(timelineOf(ticket.id, shown))
  const { error, refetch } = query
  const data = answerToShow(query)
  return (
    <>
      <CommentField ticket={ticket} />
      <Unsaid waiting={waiting} />
      {data === undefined ? (
        error === undefined ? (
          <LoadingState rows={3} />
        ) : (
          <ErrorState failure={error} onRetry={() => void refetch()} />
        )
      ) : data.rows.length === 0 ? (
        <EmptyState title={t('timelineEmpty')} />
      ) : (
        <ol className={journalStyles.journal} aria-label={t('part.timeline')}>
          {data.rows.map((row, index) => {
            const above = data.rows[index - 1]
            const day = format.day(row.at)
            return (
              <Fragment key={`${row.kind} ${row.id}`}>
                {(above === undefined || format.day(above.at) !== day) && (
                  <li className={journalStyles.journalDay}>{day}</li>
                )}
                {row.kind === 'comment' ? (
                  <Said comment={row} ticketId={ticket.id} />
                ) : row.kind === 'finding' ? (
                  <Finding finding={row} ticketId={ticket.id} />
                ) : row.kind === 'call' ? (
                  <Called call={row} />
                ) : row.kind === 'callEnd' ? (
                  <CallEnded end={row} />
                ) : (
                  <Entry entry={row.entry} showsName={false} />
                )}
              </Fragment>
            )
          })}
        </ol>
      )}
      {data !== undefined && data.count > data.rows.length && (
        <p>
          <Remaining count={data.count - data.rows.length} />{' '}
          {shown < MAX_ENTRIES && (
            <Button type="link" onClick={() => setShown(Math.min(MAX_ENTRIES, shown + STEP))}>
              {t('common:loadMore')}
            </Button>
          )}
        </p>
      )}
    </>
  )
}

function Called({ call }: { call: Extract<TimelineEntry, { kind: 'call' }> }) {
  return (
    <li className={styles.said}>
      <span className={styles.commentHead}>
        <PhoneOutlined aria-hidden />
        <span className="quiet">
          <When at={call.at} as="time" />
        </span>
      </span>
      <CalledText call={call} />
    </li>
  )
}

function CallEnded({ end }: { end: Extract<TimelineEntry, { kind: 'callEnd' }> }) {
  const { t } = useTranslation('alerts')
  return (
    <li className={styles.said}>
      <span className={styles.commentHead}>
        <PhoneOutlined aria-hidden />
        <span className="quiet">
          <When at={end.at} as="time" />
        </span>
      </span>
      <span>
        {t('called.ended', { duty: end.duty })} <CallEndText end={end} />
      </span>
    </li>
  )
}

function Said({
  comment,
  ticketId,
}: {
  comment: Extract<TimelineEntry, { kind: 'comment' }>
  ticketId: number
}) {
  const { t } = useTranslation('tickets')
  return (
    <li className={styles.said}>
      <span className={styles.commentHead}>
        <CommentOutlined aria-hidden /> <PersonName person={comment.author} />
        <MergedNumber of={comment.ticketId} in={ticketId} />
        <span className="quiet">
          <When at={comment.at} as="time" />
        </span>
      </span>
      <p dir="auto">{comment.text}</p>
      {comment.isPublic && <p className="quiet">{t('comment.wasPublic')}</p>}
      <TicketPhotos photos={comment.photos} />
    </li>
  )
}

function Unsaid({ waiting }: { waiting: readonly UnsentTicketWork[] }) {
  const { t } = useTranslation('tickets')
  const [decided, setDecided] = useState<UnsentTicketWork | null>(null)
  const said = waiting.flatMap((item) =>
    item.work.kind === 'comment' ? [{ item, text: item.work.text }] : [],
  )
  return (
    <>
      {said.length > 0 && (
        <ul className={styles.unsaid} aria-label={t('waits.title')}>
          {said.map(({ item, text }) => (
            <li key={item.clientKey} className={styles.said}>
              <span className={styles.commentHead}>
                <MobileOutlined aria-hidden />
                {item.refused === null ? (
                  t('waits.title')
                ) : (
                  <span className={styles.waitingRefused}>
                    {t('waits.refused')}{' '}
                    <Button size="small" type="link" onClick={() => setDecided(item)}>
                      {t('waits.look')}
                    </Button>
                  </span>
                )}
                <span className="quiet">
                  <When at={item.at} as="time" />
                </span>
              </span>
              <p dir="auto">{text}</p>
              {item.files.map(({ key, name }) => (
                <DeviceImage key={key} fileKey={key} name={name} className={styles.unsaidPhoto} />
              ))}
            </li>
          ))}
        </ul>
      )}
      {decided !== null && <RefusedWork item={decided} onClose={() => setDecided(null)} />}
    </>
  )
}
