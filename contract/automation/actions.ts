/**
 * Registry of action kinds. A new kind needs one file and one entry here; an incomplete kind does
 * not compile.
 */
import { z } from 'zod'
import { assignTicket, assignTicketKind } from './actions/assignTicket.ts'
import { changeStatus, changeStatusKind } from './actions/changeStatus.ts'
import { changeTicketState, changeTicketStateKind } from './actions/changeTicketState.ts'
import { closeTickets, closeTicketsKind } from './actions/closeTickets.ts'
import { invokeHook, invokeHookKind } from './actions/invokeHook.ts'
import type { ActionOf } from './actions/kind.ts'
import { openTicket, openTicketKind } from './actions/openTicket.ts'
import { removeScheduled, removeScheduledKind } from './actions/removeScheduled.ts'
import { scheduleProcedure, scheduleProcedureKind } from './actions/scheduleProcedure.ts'
import { sendAlert, sendAlertKind } from './actions/sendAlert.ts'
import { setAvailability, setAvailabilityKind } from './actions/setAvailability.ts'
import { updateMetadata, updateMetadataKind } from './actions/updateMetadata.ts'
import type { Blank } from './blank.ts'
import type { AutomationKind } from './sideList.ts'

export const automationAction = z.discriminatedUnion('kind', [
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
])
export type AutomationAction = z.infer<typeof automationAction>
export type ActionKind = AutomationAction['kind']
export type ActionByKind<K extends ActionKind> = Extract<AutomationAction, { kind: K }>
export type BlankAction<K extends ActionKind = ActionKind> = {
  [One in K]: Blank<ActionByKind<One>>
}[K]

const registry = {
  openTicket: openTicketKind,
  assignTicket: assignTicketKind,
  changeTicketState: changeTicketStateKind,
  closeTickets: closeTicketsKind,
  setAvailability: setAvailabilityKind,
  sendAlert: sendAlertKind,
  changeStatus: changeStatusKind,
  scheduleProcedure: scheduleProcedureKind,
  removeScheduled: removeScheduledKind,
  updateMetadata: updateMetadataKind,
  invokeHook: invokeHookKind,
} satisfies { [K in ActionKind]: ActionOf<ActionByKind<K>> }
export const actionKinds = Object.keys(registry) as ActionKind[]
export const entryOfAction = (kind: ActionKind): AutomationKind | undefined =>
  isActionKind(kind) ? registry[kind].listedUnder : undefined

/**
 * Checks data that was read: a stored action may be older than the server, and a page may be older
 * than both.
 */
export const isActionKind = (kind: string): kind is ActionKind =>
  actionKinds.some((one) => one === kind)

type Any = ActionOf<{ kind: string }>
type Entry = Omit<Any, 'fresh' | 'listedUnder'>
const unknownKind: Entry = { names: {}, faults: () => ['unknownKind'] }
/** The registry entry of an action. The cast is safe because `kind` is the discriminator. */
export const kindOfAction = ({ kind }: { kind: ActionKind }): Entry =>
  isActionKind(kind) ? (registry[kind] as unknown as Any) : unknownKind

export const freshAction = <K extends ActionKind>(kind: K): BlankAction<K> =>
  registry[kind].fresh() as BlankAction<K>
