/**
 * Loads everything that filters and actions can use about procedure logs, for runs and back-tests
 * alike.
 */
import { and, desc, eq, getTableColumns, inArray, sql, type SQL } from 'drizzle-orm'
import type { RunSubject } from '#contract/automation/automation.ts'
import type { EventKind } from '#contract/automation/events.ts'
import type { EventFacts, ProcedureLogFacts } from '#contract/automation/facts.ts'
import type { Id } from '#contract/ids.ts'
import { wallAt } from '#contract/recurrence/zone.ts'
import { groupBy } from '#contract/rules/groupBy.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import type { Scope } from '#kernel/access/scope.ts'
import type { Cause } from '../../foundation/alerts/index.ts'
import { ownersOf } from '../../foundation/orgEntities/index.ts'

/** What a rule acts on. */
export interface Occasion {
  event: EventKind
  /** Null for an event that is not about a procedure log. `subject` then says what it is about. */
  log: Omit<typeof tables.procedureLog.$inferSelect, 'breakdown'> | null
  subject: RunSubject | null
  at: Date
  equipmentId: Id<'equipment'> | null
  locationId: Id<'location'> | null
  facts: EventFacts | ProcedureLogFacts
  /** The procedure, or the name of the subject. */
  procedureName: string
  procedureId: Id<'procedure'> | null
  /** The equipment of the event, and the event's location or the equipment's. */
  equipment: typeof tables.equipment.$inferSelect | null
  location: typeof tables.location.$inferSelect | null
  thingName: string | null
  performer: { id: Id<'user'>; name: string } | null
  /** The ticket of the event. */
  ticketId: Id<'ticket'> | null
  /** The lasting alert of the event. */
  cause?: Cause | null
}

export interface PerformedLog extends Occasion {
  log: NonNullable<Occasion['log']>
  facts: ProcedureLogFacts
  performer: NonNullable<Occasion['performer']>
}

const { breakdown: _scored, ...logColumns } = getTableColumns(tables.procedureLog)

const list = (value: number | null | undefined) =>
  value === null || value === undefined ? [] : [value]
const MINUTES_A_DAY = 1_440

export function timeFacts(at: Date, timezone: string): Pick<EventFacts, 'weekday' | 'minute'> {
  const local = wallAt(at.toISOString(), timezone)
  // 1970-01-01 was a Thursday.
  return { weekday: (Math.floor(local / MINUTES_A_DAY) + 4) % 7, minute: local % MINUTES_A_DAY }
}

type PlaceFacts = Pick<
  EventFacts,
  | 'equipmentIds'
  | 'equipmentTypeIds'
  | 'equipmentStatusIds'
  | 'tagIds'
  | 'orgEntityIds'
  | 'locationIds'
  | 'locationTypeIds'
>

export const placeFacts = (
  equipment: Occasion['equipment'],
  location: Occasion['location'],
  owners: Awaited<ReturnType<typeof ownersOf>>,
): PlaceFacts => ({
  equipmentIds: list(equipment?.id),
  equipmentTypeIds: list(equipment?.typeId),
  equipmentStatusIds: list(equipment?.statusId),
  tagIds: equipment?.tagIds ?? [],
  orgEntityIds: owners(equipment === null ? location?.orgEntityId : equipment.orgEntityId),
  locationIds: location?.path ?? [],
  locationTypeIds: list(location?.typeId),
})

export async function procedureLogsOf(
  { db, actor }: Scope,
  where: SQL | undefined,
  limit = 1,
): Promise<PerformedLog[]> {
  const rows = await db
    .select({
      log: logColumns,
      procedure: { name: tables.procedure.name, typeId: tables.procedure.typeId },
      equipment: tables.equipment,
      location: tables.location,
      user: {
        id: tables.user.id,
        firstName: tables.user.firstName,
        lastName: tables.user.lastName,
      },
    })
    .from(tables.procedureLog)
    .innerJoin(tables.procedure, joinOn(tables.procedure, tables.procedureLog.procedureId))
    .innerJoin(tables.user, joinOn(tables.user, tables.procedureLog.doneBy))
    .leftJoin(tables.equipment, joinOn(tables.equipment, tables.procedureLog.equipmentId))
    .leftJoin(
      tables.location,
      and(
        eq(tables.location.companyId, tables.procedureLog.companyId),
        sql`${tables.location.id} = coalesce(${tables.procedureLog.locationId}, ${tables.equipment.locationId})`,
      ),
    )
    .where(ofCompany(tables.procedureLog, actor.companyId, where))
    .orderBy(desc(tables.procedureLog.doneAt), desc(tables.procedureLog.id))
    .limit(limit)
  const performers = [...new Set(rows.map(({ log }) => log.doneBy))]
  const roles =
    performers.length === 0
      ? new Map<number, { roleId: number }[]>()
      : groupBy(
          await db
            .select({ userId: tables.userRole.userId, roleId: tables.userRole.roleId })
            .from(tables.userRole)
            .where(
              ofCompany(
                tables.userRole,
                actor.companyId,
                inArray(tables.userRole.userId, performers),
              ),
            ),
          ({ userId }): number => userId,
        )
  const owners = await ownersOf({ db, actor })
  return rows.map(({ log, procedure, equipment, location, user: person }) => ({
    event: 'procedureDone',
    log,
    subject: null,
    at: log.doneAt,
    equipmentId: log.equipmentId,
    locationId: log.locationId,
    procedureName: procedure.name,
    procedureId: log.procedureId,
    equipment,
    location,
    thingName: equipment?.name ?? location?.name ?? null,
    performer: { id: person.id, name: `${person.firstName} ${person.lastName}` },
    ticketId: null,
    facts: {
      score: log.score,
      procedureIds: [log.procedureId],
      procedureTypeIds: [procedure.typeId],
      ...placeFacts(equipment, location, owners),
      ...timeFacts(log.doneAt, actor.timezone),
      answers: log.answers,
      used: log.used,
      performerId: log.doneBy,
      performerRoleIds: (roles.get(log.doneBy) ?? []).map(({ roleId }) => roleId),
    },
  }))
}
