/** The present name of anything that can be referred to; what is gone has none and is left out. */
import { and, eq, inArray, isNull, sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Reference, ReferenceKind } from '#contract/references'
import {
  apiHook, assignRule, automation, dashboard, dashboardItem, dynamicDashboard, equipment, equipmentStatus, equipmentType, location, locationType, procedure, procedureType, role, rrule, surveyAnswer, surveyQuestion,
  gatewayType, inventoryItem, metadataField, progressMap, tag, ticketState, ticketType, user, validationType,
} from '../../db/schema/index.ts'
import type { Scope } from '../../kernel/scope.ts'

interface Named { table: PgTable; companyId: AnyPgColumn; id: AnyPgColumn; name: SQL<string>; alive?: SQL }

const plain = (table: PgTable & { companyId: AnyPgColumn; id: AnyPgColumn; name: AnyPgColumn; deletedAt?: AnyPgColumn }): Named => ({
  table, companyId: table.companyId, id: table.id, name: sql<string>`${table.name}`, ...(table.deletedAt && { alive: isNull(table.deletedAt) }),
})

const named: Record<ReferenceKind, Named> = {
  user: { table: user, companyId: user.companyId, id: user.id, name: sql<string>`${user.firstName} || ' ' || ${user.lastName}`, alive: eq(user.isActive, true) },
  surveyQuestion: { table: surveyQuestion, companyId: surveyQuestion.companyId, id: surveyQuestion.id, name: sql<string>`${surveyQuestion.title}`, alive: isNull(surveyQuestion.deletedAt) },
  surveyAnswer: { table: surveyAnswer, companyId: surveyAnswer.companyId, id: surveyAnswer.id, name: sql<string>`${surveyAnswer.title}`, alive: isNull(surveyAnswer.deletedAt) },
  automation: { table: automation, companyId: automation.companyId, id: automation.id, name: sql<string>`coalesce(${automation.name}, '')` },
  procedure: plain(procedure), procedureType: plain(procedureType), equipment: plain(equipment), equipmentType: plain(equipmentType),
  equipmentStatus: plain(equipmentStatus), location: plain(location), locationType: plain(locationType), tag: plain(tag),
  ticketType: plain(ticketType), ticketState: plain(ticketState), role: plain(role),
  metadataField: plain(metadataField), apiHook: plain(apiHook), assignRule: plain(assignRule), inventoryItem: plain(inventoryItem), validationType: plain(validationType), progressMap: plain(progressMap),
  dashboard: plain(dashboard), dashboardItem: plain(dashboardItem),
  dynamicDashboard: { table: dynamicDashboard, companyId: dynamicDashboard.companyId, id: dynamicDashboard.id, name: sql<string>`${dynamicDashboard.title}` }, gatewayType: plain(gatewayType),
  rrule: { table: rrule, companyId: rrule.companyId, id: rrule.id, name: sql<string>`coalesce(${rrule.name}, '')`, alive: isNull(rrule.deletedAt) },
}

export async function namesOf({ db, actor }: Scope, references: readonly Reference[]): Promise<(Reference & { name: string })[]> {
  const found: (Reference & { name: string })[] = []
  for (const kind of new Set(references.map((reference) => reference.kind))) {
    const { table, companyId, id, name, alive } = named[kind]
    const ids = [...new Set(references.filter((reference) => reference.kind === kind).map((reference) => reference.id))]
    const rows = await db.select({ id: sql<number>`${id}`, name }).from(table).where(and(eq(companyId, actor.companyId), inArray(id, ids), alive))
    found.push(...rows.map((row) => ({ kind, id: row.id, name: row.name })))
  }
  return found
}
