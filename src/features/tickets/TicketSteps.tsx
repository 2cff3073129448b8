import { UserAddOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDispatch } from 'react-redux'
import type { TicketDetail } from '#contract/tickets'
import { toFailure } from '../../api/http.ts'
import { isStale } from '../../api/notices.ts'
import { UserPicker } from '../../entities/pickers/pickers.tsx'
import { useClaims, useMay } from '../../entities/session/useSession.ts'
import { ticketCalls } from '../../entities/tickets/calls.ts'
import { ColourTag, PersonName } from '../../ui/marks.tsx'
import { toastAdded } from '../../ui/toaster/toasterSlice.ts'
import { stepOfTaking, stepOnwards } from './nextSteps.ts'
import styles from './TicketPanel.module.css'

/** What was just done here, so that it can be taken back. */
type Step =
  | { kind: 'state'; before: number; name: string }
  | { kind: 'assignee'; before: number | null; name: string }
  | { kind: 'taken'; before: number; assignee: number | null; name: string }

/** The next states, the assignee, and a way back from the last change. */
export function TicketSteps({ ticket }: { ticket: TicketDetail }) {
  const { t } = useTranslation('tickets')
  const dispatch = useDispatch()
  const mayEdit = useMay('editor|tickets')
  const userId = useClaims()?.userId ?? null
  const [last, setLast] = useState<Step | null>(null)
  const [changeState, moving] = ticketCalls.useChangeTicketStateMutation()
  const [assign, assigning] = ticketCalls.useAssignTicketMutation()
  const [reread] = ticketCalls.useLazyGetTicketQuery()
  const isBusy = moving.isLoading || assigning.isLoading

  const settle = (error: unknown, step: Step | null) => {
    if (error === undefined) return setLast(step)
    if (!isStale(toFailure(error))) return
    // Somebody was faster: show how it stands now, and leave the decision to the person.
    void reread({ params: { id: ticket.id } })
    dispatch(toastAdded({ level: 'warning', message: t('changedMeanwhile') }))
  }
  /** Without an assignee it stays with who has it. */
  const handleState = async (stateId: number, step: Step | null, assigneeId?: number | null) => {
    const { error } = await changeState({
      params: { id: ticket.id },
      body: {
        stateId,
        ...(assigneeId === undefined ? {} : { assigneeId }),
        version: ticket.version,
      },
    })
    settle(error, step)
  }
  const handleAssign = async (assigneeId: number | null, step: Step | null) => {
    const { error } = await assign({
      params: { id: ticket.id },
      body: { assigneeId, version: ticket.version },
    })
    settle(error, step)
  }
  const stateStep: Step = { kind: 'state', before: ticket.state.id, name: ticket.state.name }
  const assigneeStep: Step = {
    kind: 'assignee',
    before: ticket.assignee?.id ?? null,
    name: ticket.assignee?.name ?? t('nobody'),
  }
  const taking = stepOfTaking(ticket, userId)
  const onwards = stepOnwards(ticket)
  // of a ticket that nobody has, going there and taking it are the same
  const others = ticket.nextStates.filter(({ id }) => ticket.assignee !== null || id !== taking?.id)
  const takenStep: Step = {
    kind: 'taken',
    before: ticket.state.id,
    assignee: ticket.assignee?.id ?? null,
    name: ticket.state.name,
  }
  const canUndo =
    last !== null &&
    (last.kind === 'assignee' || ticket.nextStates.some(({ id }) => id === last.before))
  const handleUndo = () => {
    if (last?.kind === 'state') void handleState(last.before, null)
    if (last?.kind === 'taken') void handleState(last.before, null, last.assignee)
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
            type="primary"
            className={styles.nextState}
            disabled={isBusy}
            onClick={() => void handleState(taking.id, takenStep, userId)}
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
              onClick={() => void handleState(state.id, stateStep)}
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
      <div className={styles.ticketStep}>
        <span className="quiet">{t('column.assignee')}</span>
        <UserPicker
          size="small"
          label={t('nobody')}
          disabled={isBusy}
          value={ticket.assignee?.id ?? null}
          onChange={(assigneeId: number | null) => void handleAssign(assigneeId, assigneeStep)}
        />
        {userId !== null && ticket.assignee?.id !== userId && (
          <Button
            size="small"
            type="link"
            icon={<UserAddOutlined aria-hidden />}
            disabled={isBusy}
            onClick={() => void handleAssign(userId, assigneeStep)}
          >
            {t('assignToMe')}
          </Button>
        )}
      </div>
      {canUndo && last !== null && (
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
