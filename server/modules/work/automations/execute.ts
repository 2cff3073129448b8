/** Executes the actions of runs, each once and independently: a failing one rolls back no other. */
import { eq, sql } from 'drizzle-orm'
import type { ActionKind, AutomationAction } from '#contract/automation/actions.ts'
import type { RunEffect } from '#contract/automation/automation.ts'
import { groupBy } from '#contract/rules/groupBy.ts'
import { truncate } from '#contract/rules/truncate.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { Refusal } from '#kernel/http/errors.ts'
import { reasonOf } from '#kernel/http/errorAnswers.ts'
import { insertRows } from '#kernel/data/insertRows.ts'
import { serverActionOf } from './actions.ts'
import type { Acting, Effect } from './actions/kind.ts'

export interface Step {
  acting: Acting
  eventId: number
  action: AutomationAction
  index: number
}

type Kept = typeof tables.automationEffect.$inferSelect
type Outcome = Effect | { outcome: 'failed'; code: string; message: string }

export const stepsOf = (
  acting: Acting,
  eventId: number,
  actions: readonly AutomationAction[],
): Step[] => actions.map((action, index) => ({ acting, eventId, action, index }))

/**
 * The steps of a retried run: skips what an earlier try did, and executes only what failed or was
 * never reached.
 */
export async function stepsToRetry(steps: readonly Step[]): Promise<Step[]> {
  const [first] = steps
  if (!first) return []
  const { scope, run, ticketIds } = first.acting
  const earlier = await scope.db
    .select()
    .from(tables.automationEffect)
    .where(
      ofCompany(
        tables.automationEffect,
        scope.actor.companyId,
        eq(tables.automationEffect.runId, run.id),
      ),
    )
  ticketIds.push(...earlier.flatMap((effect) => effect.ticketIds))
  return steps.flatMap((step) => {
    const { index, isSettled } = placeIn(earlier, step.index, step.action.kind)
    return isSettled ? [] : [{ ...step, index }]
  })
}

/** The rule may have changed since: another kind of action at the same index gets a new index. */
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

const TOGETHER = 500

/**
 * Executes each sequence in order and all in step: all first actions, then all second ones. Actions
 * of one kind are executed together. Returns the runs in which an action failed.
 */
export async function executeInStep(sequences: readonly (readonly Step[])[]): Promise<Set<number>> {
  const failed = new Set<number>()
  const done: { step: Step; outcome: Outcome }[] = []
  const reached = sequences.map(() => 0)
  for (;;) {
    const heads = sequences.map((sequence, place) => headOf(sequence, reached[place] ?? 0))
    if (heads.every(({ length }) => length === 0)) break
    for (const [place, { length }] of heads.entries())
      reached[place] = (reached[place] ?? 0) + length
    for (const steps of groupBy(heads.flat(), ({ action }) => action.kind).values())
      for (const some of inParts(steps))
        for (const [place, outcome] of (await executeAll(some)).entries()) {
          const step = some[place]
          if (!step) continue
          if (outcome.outcome === 'failed') failed.add(step.acting.run.id)
          else step.acting.ticketIds.push(...(outcome.ticketIds ?? []))
          done.push({ step, outcome })
        }
  }
  await keep(done)
  return failed
}

function headOf(sequence: readonly Step[], from: number): readonly Step[] {
  const action = sequence[from]?.action
  if (action === undefined) return []
  let end = from + 1
  if (serverActionOf(action)?.order === 'any')
    while (sequence[end]?.action.kind === action.kind) end += 1
  return sequence.slice(from, end)
}

const inParts = <T>(all: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / TOGETHER) }, (_part, index) =>
    all.slice(index * TOGETHER, (index + 1) * TOGETHER),
  )

/** Executes all at once if the kind supports it. Otherwise, or if one fails, one by one. */
async function executeAll(steps: readonly Step[]): Promise<Outcome[]> {
  const [first] = steps
  if (!first) return []
  const { executeSet } = serverActionOf(first.action) ?? {}
  if (executeSet && steps.length > 1) {
    const outcomes = await first.acting.scope.attempt<Outcome[] | null>(
      () => executeSet(steps),
      () => null,
    )
    if (outcomes !== null) return outcomes
  }
  const outcomes: Outcome[] = []
  for (const step of steps)
    outcomes.push(await step.acting.scope.attempt<Outcome>(() => executeOne(step), failure))
  return outcomes
}

async function executeOne({ acting, action }: Step): Promise<Effect> {
  const { execute, executeSet } = serverActionOf(action) ?? {}
  const effect = execute
    ? await execute(acting, action)
    : (await executeSet?.([{ acting, action }]))?.[0]
  if (!effect) throw new Error(`The action ${action.kind} had no effect`)
  return effect
}

function failure(error: unknown): Outcome {
  if (error instanceof Refusal)
    return {
      outcome: 'failed',
      code: error.errors[0]?.code ?? String(error.status),
      message: truncate(error.message, 500),
    }
  return {
    outcome: 'failed',
    code: 'fault',
    message: truncate(reasonOf(error), 500),
  }
}

async function keep(done: readonly { step: Step; outcome: Outcome }[]): Promise<void> {
  const [first] = done
  if (!first) return
  const { scope } = first.step.acting
  for (let from = 0; from < done.length; from += AT_ONCE)
    await scope.db
      .execute(sql`${insertRows(tables.automationEffect, done.slice(from, from + AT_ONCE).map(rowOf))}
      on conflict (company_id, event_id, automation_id, action_index)
      do update set ${asInserted} where ${tables.automationEffect.outcome} = 'failed'`)
}

const AT_ONCE = 500

/** Outcome columns, from the row to be inserted. */
const asInserted = sql.raw(
  (
    [
      'kind',
      'outcome',
      'code',
      'message',
      'ticketId',
      'ticketIds',
      'alertId',
      'deliveryId',
      'rruleId',
      'details',
      'updatedAt',
    ] as const
  )
    .map((column) => tables.automationEffect[column].name)
    .map((name) => `"${name}" = excluded."${name}"`)
    .join(', '),
)

function rowOf({
  step: { acting, eventId, action, index },
  outcome,
}: {
  step: Step
  outcome: Outcome
}): typeof tables.automationEffect.$inferInsert {
  const effect: Partial<Effect> = outcome.outcome === 'failed' ? {} : outcome
  const { scope, run } = acting
  return {
    companyId: scope.actor.companyId,
    runId: run.id,
    automationId: run.automationId,
    eventId,
    actionIndex: index,
    kind: action.kind,
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
}
