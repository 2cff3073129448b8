import { and, eq, inArray, sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Id } from '#contract/ids.ts'
import type { Reference, ReferenceKind } from '#contract/journal/references.ts'
import * as tables from '#db/schema/index.ts'
import type { Db } from './transaction.ts'

export interface Called {
  table: PgTable
  companyId: AnyPgColumn
  id: AnyPgColumn
  name: SQL<string>
}
type NamedTable = PgTable & { companyId: AnyPgColumn; id: AnyPgColumn }

const by = (table: NamedTable, name: SQL<string>): Called => ({
  table,
  companyId: table.companyId,
  id: table.id,
  name,
})
const plain = (table: NamedTable & { name: AnyPgColumn }): Called =>
  by(table, sql<string>`${table.name}`)

export const called: Record<ReferenceKind, Called> = {
  user: by(tables.user, sql<string>`${tables.user.firstName} || ' ' || ${tables.user.lastName}`),
  surveyQuestion: by(tables.surveyQuestion, sql<string>`${tables.surveyQuestion.title}`),
  surveyAnswer: by(tables.surveyAnswer, sql<string>`${tables.surveyAnswer.title}`),
  automation: by(tables.automation, sql<string>`coalesce(${tables.automation.name}, '')`),
  rrule: by(tables.rrule, sql<string>`coalesce(${tables.rrule.name}, '')`),
  dynamicDashboard: by(tables.dynamicDashboard, sql<string>`${tables.dynamicDashboard.title}`),
  procedure: plain(tables.procedure),
  procedureType: plain(tables.procedureType),
  equipment: plain(tables.equipment),
  equipmentType: plain(tables.equipmentType),
  location: plain(tables.location),
  locationType: plain(tables.locationType),
  equipmentStatus: plain(tables.equipmentStatus),
  tag: plain(tables.tag),
  ticketType: plain(tables.ticketType),
  ticketState: plain(tables.ticketState),
  role: plain(tables.role),
  metadataField: plain(tables.metadataField),
  apiHook: plain(tables.apiHook),
  assignRule: plain(tables.assignRule),
  inventoryItem: plain(tables.inventoryItem),
  validationType: plain(tables.validationType),
  progressMap: plain(tables.progressMap),
  fellowType: plain(tables.fellowType),
  orgEntity: plain(tables.orgEntity),
  dashboard: plain(tables.dashboard),
  dashboardItem: plain(tables.dashboardItem),
  gatewayType: plain(tables.gatewayType),
  sensorType: plain(tables.sensorType),
  meterType: plain(tables.meterType),
  zoneRule: plain(tables.zoneRule),
  duty: plain(tables.duty),
}

/**
 * Names for the record, keyed `kind:id`: of deleted entities as well, and without a check of
 * rights.
 */
export async function recordedNames(
  db: Db,
  company: Id<'company'>,
  references: readonly Reference[],
): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>()
  for (const kind of new Set(references.map((reference) => reference.kind))) {
    const { table, companyId, id, name } = called[kind]
    const ids = [
      ...new Set(
        references.filter((reference) => reference.kind === kind).map((reference) => reference.id),
      ),
    ]
    for (const row of await db
      .select({ id: sql<number>`${id}`, name })
      .from(table)
      .where(and(eq(companyId, company), inArray(id, ids))))
      names.set(`${kind}:${row.id}`, row.name)
  }
  return names
}
