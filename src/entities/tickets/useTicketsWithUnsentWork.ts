import type { TicketRow } from '#contract/tickets.ts'
import { useClaims } from '#entities/session/useSession.ts'
import { useTicketWork } from '#entities/unsent/useTicketWork.ts'
import { applyWaitingWork } from './waitingWork.ts'

interface Answer {
  rows: readonly TicketRow[]
  count: number
}

export function useTicketsWithUnsentWork(answer: Answer | undefined): Answer | undefined {
  const { unsent } = useTicketWork()
  const userId = useClaims()?.userId ?? null
  if (answer === undefined) return undefined
  const rows = applyWaitingWork(answer.rows, unsent, userId)
  return { rows, count: answer.count - (answer.rows.length - rows.length) }
}
