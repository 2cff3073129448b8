import type { ActionByKind, ActionKind, AutomationAction } from '#contract/automation/actions.ts'
import type { EffectDetail, SkipCode } from '#contract/automation/automation.ts'
import type { Id } from '#contract/ids.ts'
import type { Scope } from '#kernel/access/scope.ts'
import type { CheckContext } from '../checkContext.ts'
import type { Occasion } from '../facts.ts'

export interface Acting {
  scope: Scope
  performedLog: Occasion
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

export interface StepOf<K extends ActionKind> {
  acting: Acting
  action: ActionByKind<K>
}

type Executor<K extends ActionKind> = (acting: Acting, action: ActionByKind<K>) => Promise<Effect>

type SetExecutor<K extends ActionKind> = (steps: readonly StepOf<K>[]) => Promise<Effect[]>

/**
 * The effect of an action on later logs at the same equipment or location. `adds`: creates what no
 * other filter or action there reads. `changes`: changes what they read there. `changesAll`: changes
 * what rules anywhere may read, such as a person.
 */
export type EffectOnOthers = 'adds' | 'changes' | 'changesAll'

/** `executeSet` alone suffices if a set needs no more statements than a single action. */
type Execution<K extends ActionKind> =
  | { execute: Executor<K>; executeSet?: undefined }
  | { execute?: undefined; executeSet: SetExecutor<K> }

export type ServerAction<K extends ActionKind> = Execution<K> & {
  /** References and blanks are checked for every kind. This checks the rest of a draft. */
  check?(action: ActionByKind<K>, context: CheckContext): Promise<void> | void
  /** `earlier`: the preceding actions of the same run. */
  effect:
    | EffectOnOthers
    | ((action: ActionByKind<K>, earlier: readonly AutomationAction[]) => EffectOnOthers)
  /** `any`: actions of this kind that follow each other in a run can be executed together. */
  order: 'any' | 'given'
  /** For each log, the names of what the action would have affected; empty if nothing. */
  backTest(
    logs: readonly Occasion[],
    action: ActionByKind<K>,
    scope: Scope,
  ): readonly (readonly string[])[] | Promise<readonly (readonly string[])[]>
}

export const placeOf = ({ equipmentId, locationId }: Occasion) => ({ equipmentId, locationId })

export const equipmentOrLocation = (logs: readonly Occasion[]): string[][] =>
  logs.map(({ thingName }) => [thingName ?? ''])
