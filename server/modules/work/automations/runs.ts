/**
 * Reads runs: what each filter expected and saw, what each action did, with the names of
 * references.
 */
import { guardKinds } from '#contract/automation/match.ts'
import { and, asc, desc, eq, inArray, or, sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import {
  runOutcomes,
  type automationRun as shape,
  type automations as contract,
  type RunOutcome,
} from '#contract/automation/automation.ts'
import type { Reference } from '#contract/journal/references.ts'
import { groupBy } from '#contract/rules/groupBy.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import { count, orderOf } from '#kernel/data/listQueries.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { namesOf } from '../../foundation/references/index.ts'
import { referencesOfVerdict } from './filters.ts'

type Question = z.output<typeof contract.listAutomationRuns.body>
type View = z.input<typeof shape>
type Effect = typeof tables.automationEffect.$inferSelect
interface Verdict {
  kind: string
  expected: unknown
  saw: unknown
  passed: boolean
}

function asked({ actor, from }: Scope, body: Question): SQL | undefined {
  const own = sql`select ${tables.automationEffect.runId} from ${tables.automationEffect}
    where ${tables.automationEffect.companyId} = ${actor.companyId}`
  const logs = sql`select ${tables.procedureLog.id} from ${tables.procedureLog}
    where ${from.procedureLogs(body.equipmentId ? eq(tables.procedureLog.equipmentId, body.equipmentId) : undefined)}`
  return from.automationRuns(
    body.equipmentId
      ? or(
          eq(tables.automationRun.equipmentId, body.equipmentId),
          sql`${tables.automationRun.procedureLogId} in (${logs})`,
        )
      : undefined,
    body.id ? eq(tables.automationRun.id, body.id) : undefined,
    body.automationId ? eq(tables.automationRun.automationId, body.automationId) : undefined,
    body.procedureLogId ? eq(tables.automationRun.procedureLogId, body.procedureLogId) : undefined,
    body.ticketId
      ? sql`${tables.automationRun.id} in (${own}
        and (${tables.automationEffect.ticketId} = ${body.ticketId}
        or ${tables.automationEffect.ticketIds} @> array[${body.ticketId}]::int[]))`
      : undefined,
  )
}

export async function listRuns(scope: Scope, body: Question) {
  const { db, actor } = scope
  const all = asked(scope, body)
  const where = and(all, body.outcome ? eq(tables.automationRun.outcome, body.outcome) : undefined)
  const counted = await db
    .select({ outcome: tables.automationRun.outcome, count })
    .from(tables.automationRun)
    .where(all)
    .groupBy(tables.automationRun.outcome)
  const outcomes = Object.fromEntries(
    runOutcomes.map((outcome) => [
      outcome,
      counted.find((row) => row.outcome === outcome)?.count ?? 0,
    ]),
  ) as Record<RunOutcome, number>
  const rows = await db
    .select({
      run: tables.automationRun,
      rule: {
        id: tables.automation.id,
        name: tables.automation.name,
        needsReview: tables.automation.needsReview,
      },
      procedure: tables.procedure.name,
      equipment: tables.equipment.name,
      location: tables.location.name,
    })
    .from(tables.automationRun)
    .leftJoin(tables.procedureLog, joinOn(tables.procedureLog, tables.automationRun.procedureLogId))
    .leftJoin(
      tables.procedure,
      and(
        eq(tables.procedure.companyId, tables.automationRun.companyId),
        eq(tables.procedure.id, tables.procedureLog.procedureId),
      ),
    )
    .leftJoin(
      tables.equipment,
      and(
        eq(tables.equipment.companyId, tables.automationRun.companyId),
        sql`${tables.equipment.id} = coalesce(${tables.procedureLog.equipmentId}, ${tables.automationRun.equipmentId})`,
      ),
    )
    .leftJoin(
      tables.location,
      and(
        eq(tables.location.companyId, tables.automationRun.companyId),
        sql`${tables.location.id} = coalesce(${tables.procedureLog.locationId}, ${tables.automationRun.locationId})`,
      ),
    )
    .leftJoin(tables.automation, joinOn(tables.automation, tables.automationRun.automationId))
    .where(where)
    .orderBy(
      ...orderOf(scope, body.sort, { at: tables.automationRun.at }, tables.automationRun.id, [
        desc(tables.automationRun.id),
      ]),
    )
    .limit(body.limit)
    .offset(body.offset)
  const effects =
    rows.length === 0
      ? new Map<number, Effect[]>()
      : groupBy(
          await db
            .select()
            .from(tables.automationEffect)
            .where(
              ofCompany(
                tables.automationEffect,
                actor.companyId,
                inArray(
                  tables.automationEffect.runId,
                  rows.map(({ run }) => run.id),
                ),
              ),
            )
            .orderBy(asc(tables.automationEffect.actionIndex)),
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
    rows: rows.map(({ run, rule, procedure, equipment, location }): View => ({
      id: run.id,
      at: run.at.toISOString(),
      automation: rule && { id: rule.id, name: rule.name },
      procedureLogId: run.procedureLogId,
      procedure: procedure ?? run.subject?.name ?? '',
      subject: run.subject,
      thing: equipment ?? location,
      outcome: run.outcome,
      retries: run.retries,
      canRetry:
        (run.outcome === 'failed' && run.rule !== null) ||
        (run.outcome !== 'done' && rule !== null && !rule.needsReview && !isGuarded(run.verdicts)),
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

/** A guard against loops kept the rule from running. Another try would meet it again. */
export const isGuarded = (verdicts: readonly { kind: string }[]): boolean =>
  verdicts.some(({ kind }) => guardKinds.some((guard) => guard === kind))
