/**
 * Carries out the actions of a run, each once and each for itself: one that fails takes nothing of
 * the others with it.
 */
import { and, eq } from 'drizzle-orm'
import type { ActionKind, AutomationAction } from '#contract/automation/actions'
import type { RunEffect } from '#contract/automation'
import { automationEffect } from '../../db/schema/index.ts'
import { Refusal } from '../../kernel/errors.ts'
import { attempted } from '../../kernel/transaction.ts'
import { changeStatus, updateMetadata } from './actions/equipment.ts'
import type { Acting, Effect, Executor } from './actions/executor.ts'
import { invokeHook } from './actions/hooks.ts'
import { sendAlert, setAvailability } from './actions/people.ts'
import { removeScheduled, scheduleProcedure } from './actions/procedures.ts'
import { assignTicket, changeTicketState, closeTickets, openTicket } from './actions/tickets.ts'

/** One executor a kind of action: a new kind does not compile until it has one. */
const executors: { [K in ActionKind]: Executor<K> } = {
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

type Kept = typeof automationEffect.$inferSelect
type Outcome = Effect | { outcome: 'failed'; code: string; message: string }

/**
 * What an earlier try did stays done: only what failed, or was never reached, is carried out. True
 * when nothing failed.
 */
export async function actAll(
  acting: Acting,
  eventId: number,
  actions: readonly AutomationAction[],
): Promise<boolean> {
  const {
    db,
    actor: { companyId },
  } = acting.scope
  const earlier = await db
    .select()
    .from(automationEffect)
    .where(
      and(eq(automationEffect.companyId, companyId), eq(automationEffect.runId, acting.run.id)),
    )
  acting.ticketIds.push(...earlier.flatMap(({ ticketIds }) => ticketIds))
  let isWhole = true
  for (const [index, action] of actions.entries()) {
    const place = placeIn(earlier, index, action.kind)
    if (place.isSettled) continue
    const outcome = await attempted<Outcome>(db, () => execute(acting, action), failure)
    isWhole &&= outcome.outcome !== 'failed'
    await keep(acting, { eventId, actionIndex: place.index, kind: action.kind }, outcome)
  }
  return isWhole
}

/**
 * The rule may have been changed since: another kind of action at the same place gets a place of
 * its own.
 */
function placeIn(
  earlier: readonly Kept[],
  index: number,
  kind: ActionKind,
): { index: number; isSettled: boolean } {
  const there = earlier.find((effect) => effect.actionIndex === index)
  if (there === undefined) return { index, isSettled: false }
  if (there.kind === kind) return { index, isSettled: there.outcome !== 'failed' }
  const later = earlier.find(
    (effect) => effect.actionIndex === index + 1_000 && effect.kind === kind,
  )
  return { index: index + 1_000, isSettled: later !== undefined && later.outcome !== 'failed' }
}

/** The discriminator pairs the action with its own executor, which the compiler cannot see. */
const execute = (acting: Acting, action: AutomationAction) =>
  (executors[action.kind] as Executor<ActionKind>)(acting, action as never)

function failure(error: unknown): Outcome {
  if (error instanceof Refusal)
    return {
      outcome: 'failed',
      code: error.errors[0]?.code ?? String(error.status),
      message: error.message.slice(0, 500),
    }
  return {
    outcome: 'failed',
    code: 'fault',
    message: (error instanceof Error ? error.message : String(error)).slice(0, 500),
  }
}

async function keep(
  { scope, run }: Acting,
  key: { eventId: number; actionIndex: number; kind: ActionKind },
  outcome: Outcome,
): Promise<void> {
  const effect: Partial<Effect> = outcome.outcome === 'failed' ? {} : outcome
  const facts = {
    kind: key.kind,
    outcome: outcome.outcome as RunEffect['outcome'],
    code: outcome.code ?? null,
    message: outcome.outcome === 'failed' ? outcome.message : null,
    ticketId: effect.madeTicketId ?? null,
    ticketIds: effect.ticketIds ?? [],
    alertId: effect.alertId ?? null,
    deliveryId: effect.deliveryId ?? null,
    rruleId: effect.rruleId ?? null,
    details: effect.details ?? {},
    updatedAt: scope.clock.now(),
  }
  await scope.db
    .insert(automationEffect)
    .values({
      companyId: scope.actor.companyId,
      runId: run.id,
      automationId: run.automationId,
      eventId: key.eventId,
      actionIndex: key.actionIndex,
      ...facts,
    })
    .onConflictDoUpdate({
      target: [
        automationEffect.companyId,
        automationEffect.eventId,
        automationEffect.automationId,
        automationEffect.actionIndex,
      ],
      set: facts,
      setWhere: eq(automationEffect.outcome, 'failed'),
    })
}
