import { Button, Checkbox, Input } from 'antd'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TicketDetail } from '#contract/tickets.ts'
import { useClaims } from '#entities/session/useSession.ts'
import { labelCalls } from '#entities/labels/calls.ts'
import { PhotoField } from '#entities/tickets/PhotoField.tsx'
import { commentDraft, emptyComment, saveComment } from '#entities/tickets/ticketDrafts.ts'
import { useKeptDraft } from '#entities/tickets/useKeptDraft.ts'
import { useSubmitTicketWork } from '#entities/tickets/useSubmitTicketWork.ts'
import { useClientKey } from '#lib/clientKey.ts'
import styles from './TicketPanel.module.css'

/** The text stays on the device until it is sent. */
export function CommentField({ ticket }: { ticket: TicketDetail }) {
  const { t } = useTranslation('tickets')
  const claims = useClaims()
  const owner = { companyId: claims?.companyId ?? 0, userId: claims?.userId ?? 0 }
  const [draft, change] = useKeptDraft(
    () => commentDraft(owner, ticket.id),
    (next) => saveComment(owner, ticket.id, next),
  )
  const [isSending, setIsSending] = useState(false)
  const sendOff = useSubmitTicketWork()
  const { data: reports = [] } = labelCalls.useListTicketReportsQuery({ params: { id: ticket.id } })
  const isPublic = draft.isPublic === true
  const key = useClientKey()
  const field = useId()
  const handleSend = async () => {
    setIsSending(true)
    const text = draft.text.trim()
    const sent = await sendOff({
      title: ticket.title,
      work: { kind: 'comment', ticketId: ticket.id, text, ...(isPublic && { isPublic }) },
      photos: draft.photos,
      clientKey: key.keyOf({ text, isPublic, photos: draft.photos }),
    })
    setIsSending(false)
    if (sent.kind === 'refused') return
    key.done()
    change(() => emptyComment)
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
        readOnly={isSending}
        value={draft.text}
        onChange={({ target }) => change((before) => ({ ...before, text: target.value }))}
      />
      {reports.some(({ isErased }) => !isErased) && (
        <Checkbox
          checked={isPublic}
          disabled={isSending}
          onChange={({ target }) => change((before) => ({ ...before, isPublic: target.checked }))}
        >
          {t('comment.isPublic')}
        </Checkbox>
      )}
      <div className={styles.commentActions}>
        <PhotoField
          photos={draft.photos}
          isDisabled={isSending}
          onChange={(step) => change((before) => ({ ...before, photos: step(before.photos) }))}
        />
        <Button
          type="primary"
          htmlType="submit"
          loading={isSending}
          disabled={draft.text.trim() === ''}
        >
          {t('comment.send')}
        </Button>
      </div>
    </form>
  )
}
