import { CommentOutlined } from '@ant-design/icons'
import { Button, Input } from 'antd'
import { Fragment, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TicketDetail, TimelineEntry } from '#contract/tickets'
import { Entry } from '../../entities/journal/Journal.tsx'
import { ticketCalls } from '../../entities/tickets/calls.ts'
import { useFormat } from '../../lib/format.tsx'
import { answerToShow } from '../../ui/listQuery.ts'
import { PersonName, Remaining, When } from '../../ui/marks.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../ui/states.tsx'
import journalStyles from '../../entities/journal/Journal.module.css'
import styles from './TicketPanel.module.css'

const STEP = 50
/** The server answers no more at once. */
const MOST = 500

/** What was said and what was changed, newest first, with a field to say something. */
export function TicketTimeline({ ticket }: { ticket: TicketDetail }) {
  const { t } = useTranslation(['tickets', 'common'])
  const format = useFormat()
  const [shown, setShown] = useState(STEP)
  const query = ticketCalls.useListTicketTimelineQuery({
    params: { id: ticket.id },
    body: { limit: shown, offset: 0 },
  })
  const { error, refetch } = query
  const data = answerToShow(query)
  return (
    <>
      <CommentField ticketId={ticket.id} />
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
                  <Said comment={row} />
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
          {shown < MOST && (
            <Button type="link" onClick={() => setShown(Math.min(MOST, shown + STEP))}>
              {t('common:loadMore')}
            </Button>
          )}
        </p>
      )}
    </>
  )
}

function Said({ comment }: { comment: Extract<TimelineEntry, { kind: 'comment' }> }) {
  return (
    <li className={styles.said}>
      <span className={styles.commentHead}>
        <CommentOutlined aria-hidden /> <PersonName person={comment.author} />
        <span className="quiet">
          <When at={comment.at} as="time" />
        </span>
      </span>
      <p dir="auto">{comment.text}</p>
    </li>
  )
}

function CommentField({ ticketId }: { ticketId: TicketDetail['id'] }) {
  const { t } = useTranslation('tickets')
  const [text, setText] = useState('')
  const [send, { isLoading }] = ticketCalls.useCommentTicketMutation()
  const field = useId()
  const handleSend = async () => {
    const { error } = await send({ params: { id: ticketId }, body: { text: text.trim() } })
    if (error === undefined) setText('') // what could not be sent stays in the field
  }
  return (
    <form
      className={styles.commentForm}
      onSubmit={(event) => {
        event.preventDefault()
        void handleSend()
      }}
    >
      <label htmlFor={field} className="visually-hidden">
        {t('comment.field')}
      </label>
      <Input.TextArea
        id={field}
        dir="auto"
        autoSize={{ minRows: 2, maxRows: 8 }}
        maxLength={10_000}
        placeholder={t('comment.field')}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="primary" htmlType="submit" loading={isLoading} disabled={text.trim() === ''}>
        {t('comment.send')}
      </Button>
    </form>
  )
}
