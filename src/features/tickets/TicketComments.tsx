import { Button, Input } from 'antd'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TicketDetail } from '#contract/tickets'
import { ticketCalls } from '../../entities/tickets/calls.ts'
import { PersonName, When } from '../../ui/marks.tsx'
import styles from './TicketPanel.module.css'

/** What was said, oldest first, and a field to say something. */
export function TicketComments({ ticket }: { ticket: TicketDetail }) {
  const { t } = useTranslation('tickets')
  const [text, setText] = useState('')
  const [send, { isLoading }] = ticketCalls.useCommentTicketMutation()
  const field = useId()
  const handleSend = async () => {
    const { error } = await send({ params: { id: ticket.id }, body: { text: text.trim() } })
    if (error === undefined) setText('') // what could not be sent stays in the field
  }
  return (
    <div className={styles.comments}>
      {ticket.comments.length === 0 && <p className="quiet">{t('comment.none')}</p>}
      <ul>
        {ticket.comments.map((comment) => (
          <li key={comment.id}>
            <span className={styles.commentHead}>
              <PersonName person={comment.author} />{' '}
              <span className="quiet">
                <When at={comment.at} />
              </span>
            </span>
            <p dir="auto">{comment.text}</p>
          </li>
        ))}
      </ul>
      <form
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
    </div>
  )
}
