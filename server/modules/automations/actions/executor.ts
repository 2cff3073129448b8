import type { ActionByKind, ActionKind } from '#contract/automation/actions.ts'
import type { EffectDetail, SkipCode } from '#contract/automation/automation.ts'
import type { Id } from '#contract/ids.ts'
import type { Scope } from '#kernel/access/scope.ts'
import type { PerformedLog } from '../facts.ts'

export interface Acting {
  scope: Scope
  performedLog: PerformedLog
  run: { id: Id<'automationRun'>; automationId: Id<'automation'>; name: string | null }
  /** Tickets that earlier actions of this run opened or changed. Later actions refer to them. */
  ticketIds: Id<'ticket'>[]
}

export interface Effect {
  outcome: 'done' | 'skipped'
  code?: SkipCode
  ticketIds?: Id<'ticket'>[]
  madeTicketId?: Id<'ticket'>
  alertId?: Id<'alert'>
  deliveryId?: Id<'hookDelivery'>
  rruleId?: Id<'rrule'>
  details?: { [K in EffectDetail]?: string | number | null }
}

export type Executor<K extends ActionKind> = (
  acting: Acting,
  action: ActionByKind<K>,
) => Promise<Effect>

/**
 * Runs the same action of several runs of one set of events. Returns an effect for each, in order.
 */
export type SetExecutor<K extends ActionKind> = (
  steps: readonly { acting: Acting; action: ActionByKind<K> }[],
) => Promise<Effect[]>

/** Adapts a SetExecutor to a single run. */
export const alone =
  <K extends ActionKind>(execute: SetExecutor<K>): Executor<K> =>
  async (acting, action) => {
    const [effect] = await execute([{ acting, action }])
    if (!effect) throw new Error('An action came to nothing')
    return effect
  }

export const placeOf = ({ log }: PerformedLog) => ({
  equipmentId: log.equipmentId,
  locationId: log.locationId,
})
