import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import {
  ticketLinkKinds,
  type BriefTicket,
  type TicketLinkKind,
  type TicketLinks as Links,
} from '#contract/ticketLinks.ts'
import type { TicketDetail } from '#contract/tickets.ts'
import { useMay } from '#entities/session/useSession.ts'
import { linkCalls } from '#entities/tickets/linkCalls.ts'
import { TicketPicker } from '#entities/tickets/TicketPicker.tsx'
import { useFormat } from '#lib/format.tsx'
import { pathTo } from '#lib/paths.ts'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { Select } from '#ui/form/Select.tsx'
import { Section } from '#ui/page/Page.tsx'
import { Remaining, StatusTag } from '#ui/page/marks.tsx'
import styles from './TicketPanel.module.css'

/** Links of the ticket, tickets merged into it, and the ticket that it was merged into. */
export function TicketLinks({ ticket }: { ticket: TicketDetail }) {
  const { t } = useTranslation('tickets')
  const mayEdit = useMay('editor|tickets')
  const [asked, setAsked] = useState<'link' | 'merge' | null>(null)
  const { data } = linkCalls.useGetTicketLinksQuery({ params: { id: ticket.id } })
  const [unlink] = linkCalls.useUnlinkTicketMutation()
  if (data === undefined) return null
  const isMerged = data.mergedInto !== null
  const isOpen = ticket.state.category !== 'closed'
  const isEmpty = data.links.length + data.merged.length + data.hidden === 0 && !isMerged
  if (isEmpty && !mayEdit) return null
  return (
    <Section title={t('links.title')}>
      {data.mergedInto !== null && <MergedInto ticketId={ticket.id} merged={data.mergedInto} />}
      <ul className={styles.links}>
        {data.links.map((link) => (
          <LinkedTicket key={link.id} label={t(`links.${link.kind}`)} ticket={link.ticket}>
            {mayEdit && (
              <Button
                size="small"
                type="link"
                onClick={() => void unlink({ params: { id: ticket.id, linkId: link.id } })}
              >
                {t('links.remove')}
              </Button>
            )}
          </LinkedTicket>
        ))}
        {data.merged.map((merged) => (
          <LinkedTicket key={merged.id} label={t('links.merged')} ticket={merged} isMerged />
        ))}
      </ul>
      {data.hidden > 0 && <Remaining count={data.hidden} />}
      {mayEdit && (
        <p className={styles.linkActions}>
          <Button size="small" onClick={() => setAsked('link')}>
            {t('links.add')}
          </Button>
          {isOpen && data.merged.length === 0 && (
            <Button size="small" data-testid="ticket-merge" onClick={() => setAsked('merge')}>
              {t('links.merge')}
            </Button>
          )}
        </p>
      )}
      {asked === 'link' && <LinkDialog ticket={ticket} onClose={() => setAsked(null)} />}
      {asked === 'merge' && <MergeDialog ticket={ticket} onClose={() => setAsked(null)} />}
    </Section>
  )
}

function LinkedTicket({
  label,
  ticket,
  isMerged = false,
  children,
}: {
  label: string
  ticket: BriefTicket
  /** Its state only closes it, so it is not shown. */
  isMerged?: boolean
  children?: React.ReactNode
}) {
  return (
    <li>
      <span className="quiet">{label}</span>{' '}
      <Link to={pathTo('ticket', { ticketId: ticket.id })}>
        <bdi>{`#${ticket.id} ${ticket.title}`}</bdi>
      </Link>{' '}
      {!isMerged && <StatusTag status={ticket.state} />} {children}
    </li>
  )
}

function MergedInto({
  ticketId,
  merged: { ticket, undoUntil },
}: {
  ticketId: number
  merged: NonNullable<Links['mergedInto']>
}) {
  const { t } = useTranslation('tickets')
  const format = useFormat()
  const mayEdit = useMay('editor|tickets')
  const [undo, { isLoading }] = linkCalls.useUndoMergeMutation()
  const [now] = useState(() => Date.now())
  return (
    <p className={styles.ticketUndo}>
      {ticket === null ? (
        t('links.mergedHidden')
      ) : (
        <>
          {t('links.mergedInto')}{' '}
          <Link to={pathTo('ticket', { ticketId: ticket.id })}>
            <bdi>{`#${ticket.id} ${ticket.title}`}</bdi>
          </Link>
        </>
      )}{' '}
      {mayEdit && Date.parse(undoUntil) > now && (
        <Button
          size="small"
          type="link"
          loading={isLoading}
          title={t('links.undoUntil', { when: format.dateTime(undoUntil) })}
          onClick={() => void undo({ params: { id: ticketId } })}
        >
          {t('links.undo')}
        </Button>
      )}
    </p>
  )
}

interface DialogProps {
  ticket: TicketDetail
  onClose: () => void
}

function LinkDialog({ ticket, onClose }: DialogProps) {
  const { t } = useTranslation(['tickets', 'common'])
  const [kind, setKind] = useState<TicketLinkKind>('relates')
  const [otherId, setOtherId] = useState<number | null>(null)
  const [link, { isLoading }] = linkCalls.useLinkTicketMutation()
  const handleOk = async () => {
    if (otherId === null) return
    const answer = await link({ params: { id: ticket.id }, body: { otherId, kind } })
    if (answer.error === undefined) onClose()
  }
  return (
    <Dialog
      open
      title={t('links.add')}
      okText={t('links.add')}
      cancelText={t('common:cancel')}
      okButtonProps={{ disabled: otherId === null, loading: isLoading }}
      onOk={() => void handleOk()}
      onCancel={onClose}
    >
      <div className={styles.linkForm}>
        <Select<TicketLinkKind>
          aria-label={t('links.kind')}
          value={kind}
          onChange={setKind}
          options={ticketLinkKinds.map((one) => ({ value: one, label: t(`links.${one}`) }))}
        />
        <TicketPicker
          value={otherId}
          onChange={setOtherId}
          equipmentId={ticket.equipment?.id ?? null}
          isOpenOnly={false}
          except={ticket.id}
        />
      </div>
    </Dialog>
  )
}

function MergeDialog({ ticket, onClose }: DialogProps) {
  const { t } = useTranslation(['tickets', 'common'])
  const [keptId, setKeptId] = useState<number | null>(null)
  const [merge, { isLoading }] = linkCalls.useMergeTicketsMutation()
  const handleOk = async () => {
    if (keptId === null) return
    const answer = await merge({ params: { id: keptId }, body: { ticketIds: [ticket.id] } })
    if (answer.error === undefined) onClose()
  }
  return (
    <Dialog
      open
      title={t('links.merge')}
      okText={t('links.mergeNow')}
      cancelText={t('common:cancel')}
      okButtonProps={{ disabled: keptId === null, loading: isLoading }}
      onOk={() => void handleOk()}
      onCancel={onClose}
    >
      <p>{t('links.mergeHint')}</p>
      <div className={styles.linkForm}>
        <TicketPicker
          value={keptId}
          onChange={setKeptId}
          equipmentId={ticket.equipment?.id ?? null}
          isOpenOnly
          except={ticket.id}
        />
      </div>
    </Dialog>
  )
}
