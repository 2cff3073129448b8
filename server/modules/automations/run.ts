/**
 * A procedure was performed: every automation of it looks once, and the ones that match act once.
 */
import { and, asc, eq, sql } from 'drizzle-orm'
import type { AutomationAction } from '#contract/automation/actions'
import type { AutomationFilter } from '#contract/automation/filters'
import { match } from '#contract/automation/match'
import { automation, automationRun, procedureLog } from '../../db/schema/index.ts'
import type { Occurrence } from '../../kernel/outbox.ts'
import type { Scope } from '../../kernel/scope.ts'
import { actAll } from './execute.ts'
import { procedureLogsOf, type PerformedLog } from './facts.ts'

type Rule = typeof automation.$inferSelect
type Run = typeof automationRun.$inferSelect
interface Said {
  filters: AutomationFilter[]
  actions: AutomationAction[]
}

export async function onProcedurePerformed(
  scope: Scope,
  event: Occurrence<'procedure.performed'>,
): Promise<void> {
  const [performedLog] = await procedureLogsOf(
    scope,
    eq(procedureLog.id, event.payload.procedureLogId),
  )
  if (!performedLog) return
  const rules = await scope.db
    .select()
    .from(automation)
    .where(
      and(
        eq(automation.companyId, scope.actor.companyId),
        eq(automation.procedureId, performedLog.log.procedureId),
      ),
    )
    .orderBy(asc(automation.id))
  const evaluations = rules.map((rule) => evaluate(scope, event.id, rule, performedLog))
  for (let from = 0; from < evaluations.length; from += AT_ONCE) {
    // Those of them that this event has not met before; a retry meets its own rows.
    const runs = await scope.db
      .insert(automationRun)
      .values(evaluations.slice(from, from + AT_ONCE))
      .onConflictDoNothing()
      .returning()
    if (runs.length > 0) scope.changed('AutomationRun')
    for (const run of runs.toSorted((a, b) => a.automationId - b.automationId))
      if (run.outcome === 'done' && run.rule) await act(scope, run, run.rule.actions, performedLog)
  }
}

/** However many rules a procedure has, their looks are written in a few statements. */
const AT_ONCE = 500

function evaluate(
  { actor, clock }: Scope,
  eventId: number,
  rule: Rule,
  { facts, log }: PerformedLog,
): typeof automationRun.$inferInsert {
  const { matched, verdicts } = match(rule.filters, facts)
  const outcome = isAwake(rule, log.doneAt)
    ? matched
      ? ('done' as const)
      : ('filtered' as const)
    : ('asleep' as const)
  return {
    companyId: actor.companyId,
    eventId,
    automationId: rule.id,
    automationName: rule.name,
    procedureLogId: log.id,
    at: clock.now(),
    outcome,
    verdicts,
    rule: { filters: rule.filters, actions: rule.actions },
  }
}

async function act(
  scope: Scope,
  run: Run,
  actions: readonly AutomationAction[],
  performedLog: PerformedLog,
): Promise<void> {
  const acting = scope.causedBy({
    kind: 'automation',
    id: run.id,
    name: run.automationName ?? performedLog.procedureName,
  })
  const isWhole = await actAll(
    {
      scope: acting,
      performedLog,
      run: { id: run.id, automationId: run.automationId, name: run.automationName },
      ticketIds: [],
    },
    run.eventId,
    actions,
  )
  if (isWhole !== (run.outcome === 'done'))
    await scope.db
      .update(automationRun)
      .set({ outcome: isWhole ? 'done' : 'failed' })
      .where(ofRun(run))
  scope.changed(
    'Automation',
    { type: 'ProcedureLog', id: performedLog.log.id },
    'ProcedureLog',
    'AutomationRun',
  )
}

const ofRun = ({ companyId, id }: Pick<Run, 'companyId' | 'id'>) =>
  and(eq(automationRun.companyId, companyId), eq(automationRun.id, id))

/**
 * A person wants it tried again: the rule of then carries out what failed; the rule of now looks
 * again first.
 */
export async function onAutomationRetried(
  scope: Scope,
  { payload }: Occurrence<'automation.retried'>,
): Promise<void> {
  const {
    db,
    actor: { companyId },
  } = scope
  const [run] = await db
    .select()
    .from(automationRun)
    .where(ofRun({ companyId, id: payload.automationRunId }))
    .for('update')
  const [performedLog] = run
    ? await procedureLogsOf(scope, eq(procedureLog.id, run.procedureLogId))
    : []
  if (!run || !performedLog) return
  const rule = payload.version === 'then' ? run.rule : await ruleOfNow(scope, run)
  if (rule === null) return
  const { matched, verdicts } = match(rule.filters, performedLog.facts)
  const holds = payload.version === 'then' || matched
  const [again] = await db
    .update(automationRun)
    .set({
      retries: sql`${automationRun.retries} + 1`,
      ...(payload.version === 'now' && {
        rule,
        verdicts,
        outcome: holds ? ('done' as const) : ('filtered' as const),
      }),
      updatedAt: scope.clock.now(),
    })
    .where(ofRun(run))
    .returning()
  scope.changed('AutomationRun')
  if (again && holds) await act(scope, again, rule.actions, performedLog)
}

/** Null: the rule is gone, or waits for a review; it does not run then, whoever asks. */
async function ruleOfNow({ db, actor: { companyId } }: Scope, run: Run): Promise<Said | null> {
  const [rule] = await db
    .select()
    .from(automation)
    .where(
      and(
        eq(automation.companyId, companyId),
        eq(automation.id, run.automationId),
        eq(automation.needsReview, false),
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
