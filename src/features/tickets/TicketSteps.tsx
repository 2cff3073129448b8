import { UserAddOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDispatch } from 'react-redux'
import type { TicketDetail } from '#contract/tickets.ts'
import { isStale } from '#api/notices.ts'
import { useClaims, useMay } from '#entities/session/useSession.ts'
import { withWaitingWork } from '#entities/tickets/waitingWork.ts'
import { AssigneePicker } from '#entities/tickets/AssigneePicker.tsx'
import { ticketCalls } from '#entities/tickets/calls.ts'
import { useSubmitTicketWork } from '#entities/tickets/useSubmitTicketWork.ts'
import type { GivenFailures, TicketChange, UnsentTicketWork } from '#entities/unsent/device.ts'
import { asId } from '#lib/ids.ts'
import { ColourTag, PersonName } from '#ui/page/marks.tsx'
import { toastAdded } from '#ui/feedback/toaster/toasterSlice.ts'
import { useClosing } from './useClosing.tsx'
import { mayGoBack, stateAfterTaking, forwardSteps, type Step } from './nextSteps.ts'
import { TicketWaiting } from './TicketWaiting.tsx'
import styles from './TicketPanel.module.css'

type State = TicketDetail['state']

interface Props {
  ticket: TicketDetail
  waiting: readonly UnsentTicketWork[]
  /** *I have it* is offered above. */
  isCalled: boolean
}

export function TicketSteps({ ticket: now, waiting, isCalled }: Props) {
  const { t } = useTranslation('tickets')
  const mayEdit = useMay('editor|tickets')
  const userId = useClaims()?.userId ?? null
  const { last, isBusy, change } = useChanges(now)
  const ticket = withWaitingWork(now, waiting)
  const isWaiting = ticket !== now
  const { id: ticketId, version } = now
  const personOf = (id: number | null) =>
    id === null ? null : (someone(id, now.assignee) ?? { id: asId('user', id), name: '' })

  const closing = useClosing(now)
  /** Omit `assigneeId` to keep the assignee. Closing may ask first. */
  const handleState = (state: State, step: Step | null, assigneeId?: number | null) =>
    closing.before(ticket.state, state, (failure) => sendState(state, step, assigneeId, failure))
  const sendState = (
    state: State,
    step: Step | null,
    assigneeId: number | null | undefined,
    failure: GivenFailures | undefined,
  ) =>
    change(
      {
        kind: 'state',
        ticketId,
        version,
        state,
        ...(assigneeId === undefined ? {} : { assignee: personOf(assigneeId) }),
        ...(failure === undefined ? {} : { failure }),
      },
      step,
    )
  const handleAssign = (assigneeId: number | null, step: Step | null) =>
    change({ kind: 'assignee', ticketId, version, assignee: personOf(assigneeId) }, step)
  const stateStepTo = (after: State): Step => ({
    kind: 'state',
    before: ticket.state,
    after: after.id,
    name: ticket.state.name,
  })
  const assigneeStepTo = (after: number | null): Step => ({
    kind: 'assignee',
    before: ticket.assignee?.id ?? null,
    after,
    name: ticket.assignee?.name ?? t('nobody'),
  })
  const taking = stateAfterTaking(ticket, userId)
  const onwards = forwardSteps(ticket)
  // for an unassigned ticket, taking it and moving it to that state are one step
  const others = ticket.nextStates.filter(({ id }) => ticket.assignee !== null || id !== taking?.id)
  const takenStepTo = (after: State): Step => ({
    kind: 'taken',
    before: ticket.state,
    after: after.id,
    assigneeBefore: ticket.assignee?.id ?? null,
    assigneeAfter: userId,
    name: ticket.state.name,
  })
  const handleUndo = () => {
    if (last?.kind === 'state') void handleState(last.before, null)
    if (last?.kind === 'taken') void handleState(last.before, null, last.assigneeBefore)
    if (last?.kind === 'assignee') void handleAssign(last.before, null)
  }
  if (!mayEdit)
    return (
      <div className={styles.ticketSteps}>
        <span className="quiet">{t('column.assignee')}</span>{' '}
        <PersonName person={ticket.assignee} none={t('nobody')} />
      </div>
    )
  return (
    <div className={styles.ticketSteps}>
      <div className={styles.ticketStep} role="group" aria-label={t('moveTo')}>
        <span className="quiet">{t('moveTo')}</span>
        {taking !== null && (
          <Button
            type={isCalled ? 'default' : 'primary'}
            className={styles.nextState}
            disabled={isBusy}
            onClick={() => void handleState(taking, takenStepTo(taking), userId)}
          >
            {t('take', { state: taking.name })}
          </Button>
        )}
        {others.map((state) => {
          const isOnwards = taking === null && state.id === onwards?.id
          return (
            <Button
              key={state.id}
              className={styles.nextState}
              type={isOnwards ? 'primary' : 'default'}
              disabled={isBusy}
              onClick={() => void handleState(state, stateStepTo(state))}
            >
              {isOnwards ? (
                <bdi>{state.name}</bdi>
              ) : (
                <ColourTag colour={state.colour}>{state.name}</ColourTag>
              )}
            </Button>
          )
        })}
        {ticket.nextStates.length === 0 && <span className="quiet">{t('noNextState')}</span>}
      </div>
      <div className={styles.ticketStep} data-testid="ticket-assignee">
        <span className="quiet">{t('column.assignee')}</span>
        {isWaiting ? (
          <Assignee of={ticket} userId={userId} />
        ) : (
          <AssigneePicker
            equipmentId={ticket.equipment?.id ?? null}
            locationId={ticket.location?.id ?? null}
            size="small"
            label={t('nobody')}
            disabled={isBusy}
            known={ticket.assignee === null ? [] : [ticket.assignee]}
            value={ticket.assignee?.id ?? null}
            onChange={(assigneeId: number | null) =>
              void handleAssign(assigneeId, assigneeStepTo(assigneeId))
            }
          />
        )}
        {userId !== null && ticket.assignee?.id !== userId && (
          <Button
            size="small"
            type="link"
            icon={<UserAddOutlined aria-hidden />}
            disabled={isBusy}
            onClick={() => void handleAssign(userId, assigneeStepTo(userId))}
          >
            {t('assignToMe')}
          </Button>
        )}
      </div>
      {closing.notice}
      {closing.dialog}
      <TicketWaiting waiting={waiting} />
      {last !== null && !isWaiting && mayGoBack(last, ticket) && (
        <p className={styles.ticketUndo} role="status">
          {t(`undo.${last.kind}`, { before: last.name })}{' '}
          <Button size="small" type="link" disabled={isBusy} onClick={handleUndo}>
            {t('undo.undo')}
          </Button>
        </p>
      )}
    </div>
  )
}

/** Falls back to a text without a name: user names are not stored on the device. */
function Assignee({ of: { assignee }, userId }: { of: TicketDetail; userId: number | null }) {
  const { t } = useTranslation('tickets')
  if (assignee !== null && assignee.id === userId) return <span>{t('decide.you')}</span>
  if (assignee?.name === '') return <span>{t('waits.toOther')}</span>
  return <PersonName person={assignee} none={t('nobody')} />
}

const someone = (id: number, person: TicketDetail['assignee']) =>
  person?.id === id ? person : null

/** Sends changes, and notifies the user if another user changed the ticket first. */
function useChanges({ id, title }: TicketDetail) {
  const { t } = useTranslation(['tickets', 'notices'])
  const dispatch = useDispatch()
  const sendOff = useSubmitTicketWork()
  const [reread] = ticketCalls.useLazyGetTicketQuery()
  const [last, setLast] = useState<Step | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const change = async (work: TicketChange, step: Step | null) => {
    setIsBusy(true)
    const sent = await sendOff({ title, work })
    setIsBusy(false)
    if (sent.kind === 'recorded') {
      setLast(step)
      dispatch(toastAdded({ level: 'success', message: t('notices:changesSaved') }))
    }
    if (sent.kind !== 'refused' || !isStale(sent.failure)) return
    // Shows the current state and leaves the decision to the user.
    void reread({ params: { id } })
    dispatch(toastAdded({ level: 'warning', message: t('changedMeanwhile') }))
  }
  return { last, isBusy, change }
}
