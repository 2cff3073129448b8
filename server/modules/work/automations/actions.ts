import { isActionKind, type ActionKind } from '#contract/automation/actions.ts'
import { assignTicket } from './actions/assignTicket.ts'
import { changeStatus } from './actions/changeStatus.ts'
import { changeTicketState } from './actions/changeTicketState.ts'
import { closeTickets } from './actions/closeTickets.ts'
import { invokeHook } from './actions/invokeHook.ts'
import type { ServerAction } from './actions/kind.ts'
import { openTicket } from './actions/openTicket.ts'
import { removeScheduled } from './actions/removeScheduled.ts'
import { scheduleProcedure } from './actions/scheduleProcedure.ts'
import { sendAlert } from './actions/sendAlert.ts'
import { setAvailability } from './actions/setAvailability.ts'
import { updateMetadata } from './actions/updateMetadata.ts'

const registry: { [K in ActionKind]: ServerAction<K> } = {
  openTicket,
  assignTicket,
  changeTicketState,
  closeTickets,
  setAvailability,
  sendAlert,
  changeStatus,
  scheduleProcedure,
  removeScheduled,
  updateMetadata,
  invokeHook,
}

/**
 * The registry entry of an action, undefined for a stored action of a newer server. The cast is safe
 * because `kind` pairs action and entry.
 */
export const serverActionOf = ({
  kind,
}: {
  kind: ActionKind
}): ServerAction<ActionKind> | undefined =>
  isActionKind(kind) ? (registry[kind] as unknown as ServerAction<ActionKind>) : undefined
