import { Alert, Button } from 'antd'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { tickets, type TicketDetail } from '#contract/tickets.ts'
import { toFailure, type ApiFailure } from '#api/http.ts'
import { useFetchNow } from '#api/fetchNow.ts'
import { ConflictDialog } from '#ui/dialog/ConflictDialog.tsx'
import { PersonName, StatusTag } from '#ui/page/marks.tsx'
import { ErrorState, LoadingState } from '#ui/feedback/states.tsx'
import { useClaims } from '#entities/session/useSession.ts'
import { DeviceImage } from '#entities/unsent/DeviceImage.tsx'
import type { MoreOfTicket, TicketChange, UnsentTicketWork } from '#entities/unsent/device.ts'
import { sendNow } from '#entities/unsent/sendLoop.ts'
import { discardTicketWork, moveTicketWork, retryTicketWork } from '#entities/unsent/ticketWork.ts'
import { useWhyRefused, refusalReason } from '#entities/unsent/useWhyRefused.ts'
import { useConfirmDiscard } from '#ui/dialog/useConfirm.ts'
import { ReportDialog } from './ReportDialog.tsx'
import { dropReport, hasReport, saveReport } from './ticketDrafts.ts'
import { useTicketWorkText } from './useTicketWorkText.ts'
import styles from './tickets.module.css'
import { Dialog } from '#ui/dialog/Dialog.tsx'

interface Props {
  item: UnsentTicketWork
  onClose(): void
}

/**
 * Work that the server refused, with its reason. The person decides; nothing is resent
 * automatically.
 */
export function RefusedWork({ item, onClose }: Props) {
  const { work } = item
  if (work.kind === 'report') return <RefusedReport item={item} onClose={onClose} />
  // The screen of the meter shows its refused readings.
  if (work.kind === 'reading') return null
  return work.kind === 'comment' || work.kind === 'time' ? (
    <Refused
      item={item}
      onClose={onClose}
      isGone={work.kind === 'comment' ? item.refused !== 400 : item.refused !== 409}
    />
  ) : (
    <RefusedChange item={item} change={work} onClose={onClose} />
  )
}

/**
 * Opens the report in its form again, because its equipment, location or type may be gone. The
 * refused work stays until the new report is sent.
 */
function RefusedReport({ item, onClose }: Props) {
  const { t } = useTranslation('tickets')
  const [isEdited, setIsEdited] = useState(false)
  const { work, files, clientKey } = item
  if (work.kind !== 'report') return null
  const about = { refused: clientKey }
  if (isEdited)
    return <ReportDialog about={about} onSent={() => void moveTicketWork(item)} onClose={onClose} />
  const handleEdit = () => {
    const { title, ticketTypeId, equipmentId, locationId, more } = work
    const photos = files.map(({ key, name, mime }) => ({ key, name, mime }))
    if (!hasReport(item, about))
      saveReport(item, about, {
        words: title,
        ticketTypeId,
        equipmentId,
        locationId,
        photos,
        ...(more && { more: withoutWhatIsGone(more, item) }),
      })
    setIsEdited(true)
  }
  return (
    <Refused item={item} onClose={onClose} isGone={false}>
      <Button type="primary" onClick={handleEdit}>
        {t('decide.edit')}
      </Button>
    </Refused>
  )
}

/** Drops references that are gone. The short form has no field to correct them. */
function withoutWhatIsGone(more: MoreOfTicket, { errors = [] }: UnsentTicketWork): MoreOfTicket {
  const isRefused = (field: string) => errors.some(({ path }) => path === `body.${field}`)
  const { metadata, ...others } = more
  const hasGoneField = errors.some(({ path }) => path.startsWith('body.metadata'))
  return {
    ...others,
    ...(metadata === undefined || hasGoneField ? {} : { metadata }),
    assigneeId: isRefused('assigneeId') ? null : more.assigneeId,
    orgEntityId: isRefused('orgEntityId') ? null : more.orgEntityId,
  }
}

function Refused({
  item,
  isGone,
  onClose,
  children,
}: Props & { isGone: boolean; children?: React.ReactNode }) {
  const { t } = useTranslation('tickets')
  const words = useTicketWorkText()
  const why = useWhyRefused()
  const confirmDiscard = useConfirmDiscard()
  const { work, files, title } = item
  const handleAgain = async () => {
    await retryTicketWork(item)
    sendNow()
    onClose()
  }
  const handleDiscard = async () => {
    if (!(await confirmDiscard())) return
    await discardTicketWork(item)
    dropReport(item, { refused: item.clientKey })
    onClose()
  }
  return (
    <Dialog
      open
      title={t('decide.title')}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={() => void handleDiscard()}>{t('decide.discard')}</Button>
          {children ?? (
            <Button type="primary" onClick={() => void handleAgain()}>
              {t('decide.again')}
            </Button>
          )}
        </>
      }
    >
      <Alert
        type="warning"
        title={t(isGone ? 'decide.gone' : 'decide.refused')}
        {...(isGone ? {} : { description: why(refusalReason(item)) })}
      />
      <p className={styles.refusedHead}>
        <strong>{words(work)}</strong> · <bdi>{title}</bdi>
      </p>
      {work.kind === 'comment' && (
        <>
          <p className={styles.refusedWords} dir="auto">
            {work.text}
          </p>
          <CopyWords text={work.text} />
        </>
      )}
      {files.map(({ key, name }) => (
        <DeviceImage key={key} fileKey={key} name={name} className={styles.photo} />
      ))}
    </Dialog>
  )
}

/** A copy button, because the user may need the text elsewhere if the ticket is gone. */
function CopyWords({ text }: { text: string }) {
  const { t } = useTranslation()
  const [isCopied, setIsCopied] = useState(false)
  // Without https there is no clipboard; the text can be selected.
  if (!('clipboard' in navigator)) return null
  const handleCopy = () =>
    navigator.clipboard.writeText(text).then(
      () => setIsCopied(true),
      () => setIsCopied(false),
    )
  return (
    <Button size="small" onClick={() => void handleCopy()}>
      {t(isCopied ? 'copied' : 'copy')}
    </Button>
  )
}

/** Another user changed the ticket meanwhile: shows both versions and lets the user choose. */
function RefusedChange({ item, change, onClose }: Props & { change: TicketChange }) {
  const { t } = useTranslation('tickets')
  const userId = useClaims()?.userId ?? null
  const { now, failure, again } = useTicketNow(change.ticketId)
  if ([item.refused, failure?.status].some((status) => status === 403 || status === 404))
    return <Refused item={item} onClose={onClose} isGone />
  if (now === null)
    return (
      <Dialog open title={t('decide.title')} footer={null} onCancel={onClose}>
        {failure === null ? (
          <LoadingState rows={3} />
        ) : (
          <ErrorState failure={failure} onRetry={again} />
        )}
      </Dialog>
    )
  const handleMine = async () => {
    await retryTicketWork(item, now.version)
    sendNow()
    onClose()
  }
  const handleTheirs = async () => {
    await discardTicketWork(item)
    dropReport(item, { refused: item.clientKey })
    onClose()
  }
  const mine = change.assignee === undefined ? now.assignee : change.assignee
  const person = (one: TicketDetail['assignee']) => {
    if (one !== null && one.id === userId) return t('decide.you')
    return one?.name === '' ? t('waits.toOther') : <PersonName person={one} none={t('nobody')} />
  }
  const rows = [
    ...(change.kind === 'state'
      ? [
          {
            label: t('column.state'),
            mine: <StatusTag status={change.state} />,
            theirs: <StatusTag status={now.state} />,
          },
        ]
      : []),
    { label: t('column.assignee'), mine: person(mine), theirs: person(now.assignee) },
  ]
  const isThere = change.kind === 'assignee' || now.state.id === change.state.id
  const canGo = isThere || now.nextStates.some(({ id }) => id === change.state.id)
  return (
    <ConflictDialog
      rows={rows}
      {...(canGo
        ? isThere && mine?.id === now.assignee?.id
          ? { hint: t('decide.isSo'), isMineImpossible: true }
          : {}
        : { hint: t('decide.cannotGo', { state: now.state.name }), isMineImpossible: true })}
      onKeepMine={() => void handleMine()}
      onTakeTheirs={() => void handleTheirs()}
      onCancel={onClose}
    />
  )
}

/** Fetches the ticket after the refusal, because the cached one may be older. */
function useTicketNow(id: TicketChange['ticketId']) {
  const readNow = useFetchNow()
  const [found, setFound] = useState<{ now: TicketDetail | null; failure: ApiFailure | null }>({
    now: null,
    failure: null,
  })
  const [tries, setTries] = useState(0)
  useEffect(() => {
    let isHere = true
    readNow(tickets.getTicket, { params: { id } }).then(
      (now) => isHere && setFound({ now, failure: null }),
      (error: unknown) => isHere && setFound({ now: null, failure: toFailure(error) }),
    )
    return () => {
      isHere = false
    }
  }, [id, readNow, tries])
  const again = () => {
    setFound({ now: null, failure: null })
    setTries(tries + 1)
  }
  return { ...found, again }
}
