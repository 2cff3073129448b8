/**
 * Loads everything that filters and actions can use about procedure logs, for runs and back-tests
 * alike.
 */
import { and, desc, eq, inArray, sql, type SQL } from 'drizzle-orm'
import type { ProcedureLogFacts } from '#contract/automation/facts.ts'
import type { Id } from '#contract/ids.ts'
import { wallAt } from '#contract/recurrence/zone.ts'
import { groupBy } from '#contract/rules/groupBy.ts'
import { equipment, location, procedure, procedureLog, user, userRole } from '#db/schema/index.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { ownersOf } from '../orgEntities/index.ts'

export interface PerformedLog {
  log: typeof procedureLog.$inferSelect
  facts: ProcedureLogFacts
  procedureName: string
  /** The equipment of the log, and the log's location or the equipment's. */
  equipment: typeof equipment.$inferSelect | null
  location: typeof location.$inferSelect | null
  thingName: string | null
  performer: { id: Id<'user'>; name: string }
}

const list = (value: number | null | undefined) =>
  value === null || value === undefined ? [] : [value]
const MINUTES_A_DAY = 1_440

/** `where` is over procedure logs. Newest first. */
export async function procedureLogsOf(
  { db, actor }: Scope,
  where: SQL | undefined,
  limit = 1,
): Promise<PerformedLog[]> {
  const rows = await db
    .select({ log: procedureLog, procedure, equipment, location, user })
    .from(procedureLog)
    .innerJoin(procedure, joinOn(procedure, procedureLog.procedureId))
    .innerJoin(user, joinOn(user, procedureLog.doneBy))
    .leftJoin(equipment, joinOn(equipment, procedureLog.equipmentId))
    // The log's own location, or that of its equipment.
    .leftJoin(
      location,
      and(
        eq(location.companyId, procedureLog.companyId),
        sql`${location.id} = coalesce(${procedureLog.locationId}, ${equipment.locationId})`,
      ),
    )
    .where(and(eq(procedureLog.companyId, actor.companyId), where))
    .orderBy(desc(procedureLog.doneAt), desc(procedureLog.id))
    .limit(limit)
  const performers = [...new Set(rows.map(({ log }) => log.doneBy))]
  const roles =
    performers.length === 0
      ? new Map<number, { roleId: number }[]>()
      : groupBy(
          await db
            .select({ userId: userRole.userId, roleId: userRole.roleId })
            .from(userRole)
            .where(
              and(eq(userRole.companyId, actor.companyId), inArray(userRole.userId, performers)),
            ),
          ({ userId }): number => userId,
        )
  const owners = await ownersOf({ db, actor })
  return rows.map(({ log, procedure: home, equipment: thing, location: place, user: person }) => {
    const local = wallAt(log.doneAt.toISOString(), actor.timezone)
    return {
      log,
      procedureName: home.name,
      equipment: thing,
      location: place,
      thingName: thing?.name ?? place?.name ?? null,
      performer: { id: person.id, name: `${person.firstName} ${person.lastName}` },
      facts: {
        score: log.score,
        procedureIds: [log.procedureId],
        procedureTypeIds: [home.typeId],
        equipmentIds: list(log.equipmentId),
        equipmentTypeIds: list(thing?.typeId),
        equipmentStatusIds: list(thing?.statusId),
        tagIds: thing?.tagIds ?? [],
        orgEntityIds: owners(thing === null ? place?.orgEntityId : thing.orgEntityId),
        locationIds: place?.path ?? [],
        locationTypeIds: list(place?.typeId),
        // 1970-01-01 was a Thursday.
        weekday: (Math.floor(local / MINUTES_A_DAY) + 4) % 7,
        minute: local % MINUTES_A_DAY,
        answers: log.answers,
        used: log.used,
        performerId: log.doneBy,
        performerRoleIds: (roles.get(log.doneBy) ?? []).map(({ roleId }) => roleId),
      },
    }
  })
}
