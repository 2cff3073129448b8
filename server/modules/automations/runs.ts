/**
 * Reads runs: what each filter expected and saw, what each action did, with the names of
 * references.
 */
import { and, asc, desc, eq, inArray, sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import {
  runOutcomes,
  type automationRun as shape,
  type automations as contract,
  type RunOutcome,
} from '#contract/automation/automation.ts'
import type { Reference } from '#contract/journal/references.ts'
import { groupBy } from '#contract/rules/groupBy.ts'
import {
  automation,
  automationEffect,
  automationRun,
  equipment,
  location,
  procedure,
  procedureLog,
} from '#db/schema/index.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import { count, orderOf } from '#kernel/data/listQueries.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { namesOf } from '../references/index.ts'
import { referencesOfVerdict } from './filters.ts'

type Question = z.output<typeof contract.listAutomationRuns.body>
type View = z.input<typeof shape>
type Effect = typeof automationEffect.$inferSelect
interface Verdict {
  kind: string
  expected: unknown
  saw: unknown
  passed: boolean
}

function asked({ actor, from }: Scope, body: Question): SQL | undefined {
  const own = sql`select ${automationEffect.runId} from ${automationEffect}
    where ${automationEffect.companyId} = ${actor.companyId}`
  const logs = sql`select ${procedureLog.id} from ${procedureLog}
    where ${from.procedureLogs(body.equipmentId ? eq(procedureLog.equipmentId, body.equipmentId) : undefined)}`
  return and(
    eq(automationRun.companyId, actor.companyId),
    sql`${automationRun.procedureLogId} in (${logs})`,
    body.id ? eq(automationRun.id, body.id) : undefined,
    body.automationId ? eq(automationRun.automationId, body.automationId) : undefined,
    body.procedureLogId ? eq(automationRun.procedureLogId, body.procedureLogId) : undefined,
    body.ticketId
      ? sql`${automationRun.id} in (${own}
        and (${automationEffect.ticketId} = ${body.ticketId}
        or ${automationEffect.ticketIds} @> array[${body.ticketId}]::int[]))`
      : undefined,
  )
}

export async function listRuns(scope: Scope, body: Question) {
  const { db, actor } = scope
  const all = asked(scope, body)
  const where = and(all, body.outcome ? eq(automationRun.outcome, body.outcome) : undefined)
  const counted = await db
    .select({ outcome: automationRun.outcome, count })
    .from(automationRun)
    .where(all)
    .groupBy(automationRun.outcome)
  const outcomes = Object.fromEntries(
    runOutcomes.map((outcome) => [
      outcome,
      counted.find((row) => row.outcome === outcome)?.count ?? 0,
    ]),
  ) as Record<RunOutcome, number>
  const rows = await db
    .select({
      run: automationRun,
      rule: { id: automation.id, name: automation.name, needsReview: automation.needsReview },
      procedure: procedure.name,
      equipment: equipment.name,
      location: location.name,
    })
    .from(automationRun)
    .innerJoin(procedureLog, joinOn(procedureLog, automationRun.procedureLogId))
    .innerJoin(
      procedure,
      and(
        eq(procedure.companyId, automationRun.companyId),
        eq(procedure.id, procedureLog.procedureId),
      ),
    )
    .leftJoin(
      equipment,
      and(
        eq(equipment.companyId, automationRun.companyId),
        eq(equipment.id, procedureLog.equipmentId),
      ),
    )
    .leftJoin(
      location,
      and(
        eq(location.companyId, automationRun.companyId),
        eq(location.id, procedureLog.locationId),
      ),
    )
    .leftJoin(automation, joinOn(automation, automationRun.automationId))
    .where(where)
    .orderBy(
      ...orderOf(body.sort, { at: automationRun.at }, automationRun.id, [desc(automationRun.id)]),
    )
    .limit(body.limit)
    .offset(body.offset)
  const effects =
    rows.length === 0
      ? new Map<number, Effect[]>()
      : groupBy(
          await db
            .select()
            .from(automationEffect)
            .where(
              and(
                eq(automationEffect.companyId, actor.companyId),
                inArray(
                  automationEffect.runId,
                  rows.map(({ run }) => run.id),
                ),
              ),
            )
            .orderBy(asc(automationEffect.actionIndex)),
          (effect): number => effect.runId,
        )
  const names = await namesOf(
    scope,
    rows.flatMap(({ run }) => run.verdicts.flatMap(referencesOfVerdict)),
  )
  return {
    count: body.outcome
      ? outcomes[body.outcome]
      : Object.values(outcomes).reduce((sum, each) => sum + each, 0),
    outcomes,
    rows: rows.map(({ run, rule, procedure: home, equipment: thing, location: place }): View => ({
      id: run.id,
      at: run.at.toISOString(),
      automation: rule && { id: rule.id, name: rule.name },
      procedureLogId: run.procedureLogId,
      procedure: home,
      thing: thing ?? place,
      outcome: run.outcome,
      retries: run.retries,
      canRetry:
        (run.outcome === 'failed' && run.rule !== null) ||
        (run.outcome !== 'done' && rule !== null && !rule.needsReview),
      verdicts: run.verdicts,
      names: namesIn(run.verdicts, names),
      effects: (effects.get(run.id) ?? []).map(effectView),
    })),
  }
}

export const namesIn = (
  verdicts: readonly Verdict[],
  names: readonly (Reference & { name: string })[],
) => {
  const own = new Set(verdicts.flatMap(referencesOfVerdict).map(({ kind, id }) => `${kind}:${id}`))
  return names.filter(({ kind, id }) => own.has(`${kind}:${id}`))
}

const effectView = ({
  kind,
  outcome,
  code,
  message,
  ticketId,
  ticketIds,
  alertId,
  deliveryId,
  rruleId,
  details,
}: Effect): View['effects'][number] => ({
  // Older effects have a single ticketId.
  kind,
  outcome,
  code,
  message,
  ticketIds: ticketIds.length > 0 || ticketId === null ? ticketIds : [ticketId],
  alertId,
  deliveryId,
  rruleId,
  details,
})
