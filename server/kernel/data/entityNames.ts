/** Names of entities that can be referenced. The calling module checks who may see a name. */
import { and, eq, inArray, sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Id } from '#contract/ids.ts'
import type { Reference, ReferenceKind } from '#contract/journal/references.ts'
import {
  apiHook,
  assignRule,
  automation,
  dashboard,
  dashboardItem,
  dynamicDashboard,
  equipment,
  equipmentStatus,
  equipmentType,
  gatewayType,
  inventoryItem,
  location,
  locationType,
  metadataField,
  procedure,
  procedureType,
  progressMap,
  fellowType,
  orgEntity,
  role,
  rrule,
  sensorType,
  surveyAnswer,
  surveyQuestion,
  tag,
  ticketState,
  ticketType,
  user,
  zoneRule,
  validationType,
} from '#db/schema/index.ts'
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
  user: by(user, sql<string>`${user.firstName} || ' ' || ${user.lastName}`),
  surveyQuestion: by(surveyQuestion, sql<string>`${surveyQuestion.title}`),
  surveyAnswer: by(surveyAnswer, sql<string>`${surveyAnswer.title}`),
  automation: by(automation, sql<string>`coalesce(${automation.name}, '')`),
  rrule: by(rrule, sql<string>`coalesce(${rrule.name}, '')`),
  dynamicDashboard: by(dynamicDashboard, sql<string>`${dynamicDashboard.title}`),
  procedure: plain(procedure),
  procedureType: plain(procedureType),
  equipment: plain(equipment),
  equipmentType: plain(equipmentType),
  location: plain(location),
  locationType: plain(locationType),
  equipmentStatus: plain(equipmentStatus),
  tag: plain(tag),
  ticketType: plain(ticketType),
  ticketState: plain(ticketState),
  role: plain(role),
  metadataField: plain(metadataField),
  apiHook: plain(apiHook),
  assignRule: plain(assignRule),
  inventoryItem: plain(inventoryItem),
  validationType: plain(validationType),
  progressMap: plain(progressMap),
  fellowType: plain(fellowType),
  orgEntity: plain(orgEntity),
  dashboard: plain(dashboard),
  dashboardItem: plain(dashboardItem),
  gatewayType: plain(gatewayType),
  sensorType: plain(sensorType),
  zoneRule: plain(zoneRule),
}

/**
 * Names for the record, keyed `kind:id`: of deleted entities as well, and without a check of
 * rights.
 */
export async function namesThen(
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
