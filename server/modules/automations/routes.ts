import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm'
import { automations as contract, ticketActionKinds } from '#contract/automation'
import { automation, automationEffect, automationRun, procedure, procedureLog } from '../../db/schema/index.ts'
import { notThere } from '../../kernel/errors.ts'
import { count, groupBy, orderOf, searchIn } from '../../kernel/lists.ts'
import type { Handlers } from '../../kernel/mount.ts'
import { selectAutomations, shown } from './automations.ts'

/** Those the ticket centre shows: one of its actions touches tickets or assignees. */
const touchesTickets = sql`exists (select 1 from jsonb_array_elements(${automation.actions}) as action where action->>'kind' in (${sql.join(ticketActionKinds.map((kind) => sql`${kind}`), sql`, `)}))`

export const automationHandlers: Handlers<typeof contract> = {
  async listAutomations(scope, { body }) {
    const asked = and(
      searchIn(sql`lower(coalesce(${automation.name}, '') || ' ' || ${procedure.name})`, body.search),
      body.procedureId ? eq(automation.procedureId, body.procedureId) : undefined,
      body.isActive === undefined ? undefined : eq(automation.isActive, body.isActive), body.needsReview === undefined ? undefined : eq(automation.needsReview, body.needsReview),
    )
    const [totals] = await scope.db.select({ all: count, tickets: sql<number>`count(*) filter (where ${touchesTickets})::int` }).from(automation)
      .innerJoin(procedure, and(eq(procedure.companyId, automation.companyId), eq(procedure.id, automation.procedureId))).where(scope.from.procedures(asked))
    const counts = { automationCenter: totals?.all ?? 0, ticketCenter: totals?.tickets ?? 0 }
    const rows = await selectAutomations(scope, and(asked, body.centre === 'ticketCenter' ? touchesTickets : undefined))
      .orderBy(...orderOf(body.sort, { procedure: procedure.name, updatedAt: automation.updatedAt }, automation.id, [asc(procedure.name), asc(automation.id)])).limit(body.limit).offset(body.offset)
    return { count: body.centre === 'ticketCenter' ? counts.ticketCenter : counts.automationCenter, rows: await shown(scope, rows), counts }
  },
  async getAutomation(scope, { params }) {
    const [found] = await shown(scope, await selectAutomations(scope, eq(automation.id, params.id)))
    if (!found) throw notThere('automation')
    return found
  },
  async listAutomationRuns({ db, from, actor }, { body }) {
    const seen = sql`${automationRun.procedureLogId} in (select ${procedureLog.id} from ${procedureLog} where ${from.procedureLogs()})`
    const where = and(eq(automationRun.companyId, actor.companyId), seen,
      body.automationId ? eq(automationRun.automationId, body.automationId) : undefined, body.procedureLogId ? eq(automationRun.procedureLogId, body.procedureLogId) : undefined,
      body.ticketId ? sql`${automationRun.id} in (select ${automationEffect.runId} from ${automationEffect} where ${automationEffect.companyId} = ${actor.companyId} and ${automationEffect.ticketId} = ${body.ticketId})` : undefined)
    const [total] = await db.select({ count }).from(automationRun).where(where)
    const rows = await db.select({ run: automationRun, rule: { id: automation.id, name: automation.name } }).from(automationRun)
      .leftJoin(automation, and(eq(automation.companyId, automationRun.companyId), eq(automation.id, automationRun.automationId)))
      .where(where).orderBy(...orderOf(body.sort, { at: automationRun.at }, automationRun.id, [desc(automationRun.id)])).limit(body.limit).offset(body.offset)
    const effects = rows.length === 0 ? new Map<number, (typeof automationEffect.$inferSelect)[]>() : groupBy(
      await db.select().from(automationEffect).where(and(eq(automationEffect.companyId, actor.companyId), inArray(automationEffect.runId, rows.map(({ run }) => run.id)))).orderBy(asc(automationEffect.actionIndex)),
      (effect) => effect.runId)
    return {
      count: total?.count ?? 0,
      rows: rows.map(({ run, rule }) => ({
        id: run.id, at: run.at.toISOString(), automation: rule && { id: rule.id, name: rule.name }, procedureLogId: run.procedureLogId, outcome: run.outcome, verdicts: run.verdicts,
        effects: (effects.get(run.id) ?? []).map(({ kind, ticketId }) => ({ kind, ticketId })),
      })),
    }
  },
}
