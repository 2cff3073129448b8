/** A procedure was performed: every automation of it looks once, and the ones that match act once. */
import { and, asc, eq, sql } from 'drizzle-orm'
import type { AutomationAction, ActionKind } from '#contract/automation/actions'
import { match, type PerformedFacts } from '#contract/automation/match'
import type { Id } from '#contract/ids'
import { automation, automationEffect, automationRun, equipment, location, procedure, procedureLog } from '../../db/schema/index.ts'
import type { Occurrence } from '../../kernel/outbox.ts'
import type { Scope } from '../../kernel/scope.ts'
import { openTicket } from '../tickets/index.ts'

type Rule = typeof automation.$inferSelect
interface Performed { log: typeof procedureLog.$inferSelect; facts: PerformedFacts; procedureName: string; thingName: string | null }

export async function onProcedurePerformed(scope: Scope, event: Occurrence<'procedure.performed'>): Promise<void> {
  const performed = await factsOf(scope, event.payload.procedureLogId)
  if (!performed) return
  const rules = await scope.db.select().from(automation)
    .where(and(eq(automation.companyId, scope.actor.companyId), eq(automation.procedureId, performed.log.procedureId))).orderBy(asc(automation.id))
  for (const rule of rules) await look(scope, event.id, rule, performed)
}

async function look(scope: Scope, eventId: number, rule: Rule, performed: Performed): Promise<void> {
  const { matched, verdicts } = match(rule.filters, performed.facts)
  const outcome = isAwake(rule, performed.log.doneAt) ? (matched ? 'done' : 'filtered') : 'asleep'
  const [run] = await scope.db.insert(automationRun).values({
    companyId: scope.actor.companyId, eventId, automationId: rule.id, automationName: rule.name, procedureLogId: performed.log.id, at: scope.clock.now(), outcome, verdicts,
  }).onConflictDoNothing().returning()
  if (!run) return // this event has been here before
  scope.changed('AutomationRun')
  if (outcome !== 'done') return
  const acting = scope.causedBy({ kind: 'automation', id: run.id, name: rule.name ?? performed.procedureName })
  for (const [index, action] of rule.actions.entries()) {
    const ticketId = await act(acting, action, performed, run.id)
    await scope.db.insert(automationEffect).values({ companyId: scope.actor.companyId, runId: run.id, eventId, automationId: rule.id, actionIndex: index, kind: action.kind, ticketId })
  }
  scope.changed('Automation', { type: 'ProcedureLog', id: performed.log.id }, 'ProcedureLog')
}

function isAwake(rule: Rule, at: Date): boolean {
  return rule.isActive && !rule.needsReview && (rule.validFrom === null || at >= rule.validFrom) && (rule.validTo === null || at < rule.validTo)
}

type Executor<K extends ActionKind> = (scope: Scope, action: Extract<AutomationAction, { kind: K }>, performed: Performed, runId: Id<'automationRun'>) => Promise<Id<'ticket'> | null>

/** One executor a kind of action: a new kind does not compile until it has one. */
const execute: { [K in ActionKind]: Executor<K> } = {
  openTicket: (scope, action, { log, procedureName, thingName }, automationRunId) => openTicket(scope, {
    title: action.title || (thingName === null ? procedureName : `${procedureName}: ${thingName}`).slice(0, 200),
    ticketTypeId: action.ticketTypeId, assigneeId: action.assigneeId, equipmentId: log.equipmentId, locationId: log.locationId, procedureLogId: log.id, automationRunId,
  }),
}

const act = (scope: Scope, action: AutomationAction, performed: Performed, runId: Id<'automationRun'>) => execute[action.kind](scope, action, performed, runId)

/** Everything a filter may ask about one performance. */
async function factsOf({ db, actor }: Scope, id: Id<'procedureLog'>): Promise<Performed | undefined> {
  const [row] = await db.select({ log: procedureLog, procedure, equipment, location }).from(procedureLog)
    .innerJoin(procedure, and(eq(procedure.companyId, procedureLog.companyId), eq(procedure.id, procedureLog.procedureId)))
    .leftJoin(equipment, and(eq(equipment.companyId, procedureLog.companyId), eq(equipment.id, procedureLog.equipmentId)))
    // Done at a location, or on an equipment that stands at one.
    .leftJoin(location, and(eq(location.companyId, procedureLog.companyId), sql`${location.id} = coalesce(${procedureLog.locationId}, ${equipment.locationId})`))
    .where(and(eq(procedureLog.companyId, actor.companyId), eq(procedureLog.id, id)))
  if (!row) return undefined
  const { log, equipment: thing, location: place } = row
  const list = (value: number | null | undefined) => (value === null || value === undefined ? [] : [value])
  return {
    log, procedureName: row.procedure.name, thingName: thing?.name ?? place?.name ?? null,
    facts: {
      score: log.score, procedureIds: [log.procedureId], procedureTypeIds: [row.procedure.typeId], equipmentIds: list(log.equipmentId),
      equipmentTypeIds: list(thing?.typeId), equipmentStatusIds: list(thing?.statusId), tagIds: thing?.tagIds ?? [], locationIds: place?.path ?? [], locationTypeIds: list(place?.typeId),
    },
  }
}
