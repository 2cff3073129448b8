/**
 * Processes submitted procedure logs: each automation of the procedure is evaluated once, and acts
 * once if it matches. Several logs are processed together, with few statements per table.
 */
import { asc, eq, inArray, sql } from 'drizzle-orm'
import type { AutomationAction } from '#contract/automation/actions.ts'
import { readRule } from '#contract/automation/earlierShapes.ts'
import type { Id } from '#contract/ids.ts'
import type { AutomationFilter } from '#contract/automation/filters.ts'
import { match } from '#contract/automation/match.ts'
import { groupBy } from '#contract/rules/groupBy.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { makeYielder } from '#kernel/work/yieldToEventLoop.ts'
import type { Reaction, TakenEvent } from '#kernel/events/eventSet.ts'
import { insertRows } from '#kernel/data/insertRows.ts'
import { plannedOnce } from '#kernel/data/preparedStatements.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { executeInStep, stepsToRetry, stepsOf, type Step } from './execute.ts'
import { procedureLogsOf, type Occasion, type PerformedLog } from './facts.ts'
import { occasionsOfWaits } from './waits.ts'
import { combinedEffect, splitSet, type Doing } from './together.ts'

export type Rule = typeof tables.automation.$inferSelect
type Run = typeof tables.automationRun.$inferSelect
export type NewRun = typeof tables.automationRun.$inferInsert
type MadeRun = Pick<
  Run,
  'id' | 'companyId' | 'eventId' | 'automationId' | 'automationName' | 'outcome' | 'rule'
>
interface RuleThen {
  filters: AutomationFilter[]
  actions: AutomationAction[]
}

/** An event of any type. */
type AnyEvent = Pick<TakenEvent, 'id' | 'scope'>

export interface Evaluated {
  event: AnyEvent
  performedLog: Occasion
  runs: NewRun[]
  places: string[]
  doing: Doing
}

export const onProceduresPerformed: Reaction<'procedure.performed'> = async (events) => {
  const [first] = events
  return first ? runAll(first.scope, await evaluateAll(first.scope, events)) : []
}

/** Writes the runs and acts. Returns the events that the next set begins with. */
export async function runAll(scope: Scope, evaluated: readonly Evaluated[]): Promise<number[]> {
  const { now, later } = splitSet(evaluated)
  const made = await writeRuns(
    scope,
    now.flatMap(({ runs }) => runs),
  )
  const runsOf = groupBy(made, ({ eventId }): number => eventId)
  await act(
    now.map(({ event, performedLog }) =>
      (runsOf.get(event.id) ?? [])
        .toSorted((one, other) => one.automationId - other.automationId)
        .map((run) => actingOf(event.scope, run, performedLog)),
    ),
  )
  return later.map(({ event }) => event.id)
}

async function evaluateAll(
  scope: Scope,
  events: readonly TakenEvent<'procedure.performed'>[],
): Promise<Evaluated[]> {
  const logs = await procedureLogsOf(
    scope,
    inArray(
      tables.procedureLog.id,
      events.map(({ payload }) => payload.procedureLogId),
    ),
    events.length,
  )
  const logOf = new Map(logs.map((each): [number, PerformedLog] => [each.log.id, each]))
  const rulesOf = await rulesByProcedure(scope, logs)
  const yieldToLoop = makeYielder()
  const evaluated: Evaluated[] = []
  for (const event of events) {
    const performedLog = logOf.get(event.payload.procedureLogId)
    if (performedLog) {
      const rules = rulesOf.get(performedLog.log.procedureId) ?? []
      evaluated.push(
        evaluatedOf(
          event,
          performedLog,
          rules.map((rule) => runOf(event, rule, performedLog)),
        ),
      )
    }
    await yieldToLoop()
  }
  return evaluated
}

async function rulesByProcedure(
  { db, actor }: Scope,
  logs: readonly PerformedLog[],
): Promise<ReadonlyMap<number, Rule[]>> {
  const procedureIds = [...new Set(logs.map(({ log }) => log.procedureId))]
  if (procedureIds.length === 0) return new Map()
  const rules = await db
    .select()
    .from(tables.automation)
    .where(
      ofCompany(
        tables.automation,
        actor.companyId,
        inArray(tables.automation.procedureId, procedureIds),
      ),
    )
    .orderBy(asc(tables.automation.id))
  return groupBy(rules, ({ procedureId }): number => procedureId ?? 0)
}

export function evaluatedOf(event: AnyEvent, performedLog: Occasion, runs: NewRun[]): Evaluated {
  const acting = runs.flatMap(({ outcome, rule }) =>
    outcome === 'done' && rule ? [rule.actions] : [],
  )
  const { equipment, location } = performedLog
  return {
    event,
    performedLog,
    runs,
    places: [
      ...(equipment ? [`equipment:${equipment.id}`] : []),
      ...(location ? [`location:${location.id}`] : []),
    ],
    doing: combinedEffect(acting),
  }
}

export function runOf(
  { id: eventId, scope: { actor, clock } }: AnyEvent,
  rule: Rule,
  { facts, log, at }: Occasion,
): NewRun {
  const { matched, verdicts } = match(rule.filters, facts)
  const outcome = isAwake(rule, at)
    ? matched
      ? ('done' as const)
      : ('filtered' as const)
    : ('asleep' as const)
  return {
    companyId: actor.companyId,
    eventId,
    automationId: rule.id,
    automationName: rule.name,
    procedureLogId: log?.id ?? null,
    at: clock.now(),
    outcome,
    verdicts,
    // Only what acts may be retried as it was.
    rule: outcome === 'done' ? { filters: rule.filters, actions: rule.actions } : null,
  }
}

const AT_ONCE = 500

/** Inserts the runs that do not exist yet, and returns those that act, with their ids. */
async function writeRuns(scope: Scope, runs: readonly NewRun[]): Promise<MadeRun[]> {
  const made: MadeRun[] = []
  for (let from = 0; from < runs.length; from += AT_ONCE) {
    const some = runs.slice(from, from + AT_ONCE)
    const { rows } = await plannedOnce(scope.db).execute<{
      id: Id<'automationRun'>
      key: string
    }>(
      sql`with made as (${insertRows(tables.automationRun, some)} on conflict do nothing
        returning id, outcome, event_id || ':' || automation_id as key)
        select id, key from made where outcome = 'done'`,
    )
    const idOf = new Map(rows.map(({ id, key }) => [key, id]))
    if (idOf.size === 0) continue
    for (const run of some) {
      const id = run.outcome === 'done' ? idOf.get(`${run.eventId}:${run.automationId}`) : undefined
      if (id !== undefined)
        made.push({
          ...run,
          id,
          automationName: run.automationName ?? null,
          rule: run.rule ?? null,
        })
    }
  }
  if (runs.length > 0) scope.changed('AutomationRun')
  return made
}

interface ActingRun {
  scope: Scope
  run: MadeRun
  performedLog: Occasion
  steps: Step[]
}

function actingOf(scope: Scope, run: MadeRun, performedLog: Occasion): ActingRun {
  const acting = {
    scope: scope.causedBy({
      kind: 'automation',
      id: run.id,
      name: run.automationName ?? performedLog.procedureName,
    }),
    performedLog,
    run: { id: run.id, automationId: run.automationId, name: run.automationName },
    ticketIds: performedLog.ticketId === null ? [] : [performedLog.ticketId],
  }
  return {
    scope: acting.scope,
    run,
    performedLog,
    steps: stepsOf(acting, run.eventId, run.rule?.actions ?? []),
  }
}

/** Runs of one log are executed in order; those of different logs are independent. */
async function act(runs: readonly (readonly ActingRun[])[]): Promise<void> {
  const all = runs.flat()
  const [first] = all
  if (!first) return
  const failed = await executeInStep(runs.map((ofOne) => ofOne.flatMap(({ steps }) => steps)))
  for (const outcome of ['done', 'failed'] as const) {
    const changed = all.filter(
      ({ run }) => run.outcome !== outcome && failed.has(run.id) === (outcome === 'failed'),
    )
    if (changed.length > 0)
      await first.scope.db
        .update(tables.automationRun)
        .set({ outcome })
        .where(
          ofCompany(
            tables.automationRun,
            first.run.companyId,
            inArray(
              tables.automationRun.id,
              changed.map(({ run }) => run.id),
            ),
          ),
        )
  }
  for (const { scope, performedLog } of all)
    scope.changed(
      'Automation',
      ...(performedLog.log
        ? (['ProcedureLog', { type: 'ProcedureLog', id: performedLog.log.id }] as const)
        : []),
      'AutomationRun',
    )
}

const ofRun = ({ companyId, id }: Pick<Run, 'companyId' | 'id'>) =>
  ofCompany(tables.automationRun, companyId, eq(tables.automationRun.id, id))

/** Users request retries. Processed one by one, because they are few. */
export const onAutomationsRetried: Reaction<'automation.retried'> = async (events) => {
  for (const event of events) await retry(event)
}

/** The stored rule executes what failed; the current rule is evaluated first. */
async function retry({ scope, payload }: TakenEvent<'automation.retried'>): Promise<void> {
  const {
    db,
    actor: { companyId },
  } = scope
  const [run] = await db
    .select()
    .from(tables.automationRun)
    .where(ofRun({ companyId, id: payload.automationRunId }))
    .for('update')
  const performedLog = run && (await occasionOfRun(scope, run))
  if (!run || !performedLog) return
  const rule =
    payload.version === 'then' ? run.rule && readRule(run.rule) : await ruleOfNow(scope, run)
  if (rule === null) return
  const { matched, verdicts } = match(rule.filters, performedLog.facts)
  const holds = payload.version === 'then' || matched
  const [again] = await db
    .update(tables.automationRun)
    .set({
      retries: sql`${tables.automationRun.retries} + 1`,
      ...(payload.version === 'now' && {
        rule: { filters: rule.filters, actions: rule.actions },
        verdicts,
        outcome: holds ? ('done' as const) : ('filtered' as const),
      }),
      updatedAt: scope.clock.now(),
    })
    .where(ofRun(run))
    .returning()
  scope.changed('AutomationRun')
  if (!again || !holds) return
  const acting = actingOf(scope, { ...again, rule }, performedLog)
  await act([[{ ...acting, steps: await stepsToRetry(acting.steps) }]])
}

async function occasionOfRun(scope: Scope, run: Run): Promise<Occasion | undefined> {
  if (run.procedureLogId !== null)
    return (await procedureLogsOf(scope, eq(tables.procedureLog.id, run.procedureLogId)))[0]
  return (await occasionsOfWaits(scope, run.waitId === null ? [] : [run.waitId]))[0]?.occasion
}

/** Returns null if the rule is deleted or under review, because it must not run then. */
async function ruleOfNow({ db, actor: { companyId } }: Scope, run: Run): Promise<RuleThen | null> {
  const [rule] = await db
    .select()
    .from(tables.automation)
    .where(
      ofCompany(
        tables.automation,
        companyId,
        eq(tables.automation.id, run.automationId),
        eq(tables.automation.needsReview, false),
      ),
    )
  return rule ? { filters: rule.filters, actions: rule.actions } : null
}

function isAwake(rule: Rule, at: Date): boolean {
  return (
    rule.isActive &&
    !rule.needsReview &&
    (rule.validFrom === null || at >= rule.validFrom) &&
    (rule.validTo === null || at < rule.validTo)
  )
}
