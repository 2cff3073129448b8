/**
 * Visits of a range by zone, equipment or time: number, distinct equipment, duration. A visit
 * counts where and when it began, so in one group only.
 */
import { and, asc, eq, sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import { addDays } from '#contract/dashboards/periods.ts'
import type { ZoneKind } from '#contract/positioning/visits.ts'
import type { VisitDimension, zones as contract } from '#contract/zones.ts'
import { area, building, equipment, equipmentType, floor, room, visit } from '#db/schema/index.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import { orderOf } from '#kernel/data/listQueries.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { calendarOf } from '../dashboards/index.ts'

type Question = z.output<typeof contract.getVisitReport.body>

const tables = { building, floor, room, area } satisfies Record<ZoneKind, unknown>

/** Id and name of a visit's group. Empty if the page has to name it. */
function groupOf(by: VisitDimension, kind: ZoneKind, zone: string): { id: SQL; name: SQL } {
  const local = sql`(${visit.enteredAt} at time zone ${zone})`
  switch (by) {
    case 'zone':
      return { id: sql`${visit.zoneId}`, name: sql`${tables[kind].name}` }
    case 'equipment':
      return { id: sql`${equipment.id}`, name: sql`${equipment.name}` }
    case 'equipmentType':
      return { id: sql`${equipmentType.id}`, name: sql`${equipmentType.name}` }
    case 'dayOfWeek':
      return { id: sql`extract(dow from ${local})::int`, name: sql`''` }
    case 'hour':
      return { id: sql`extract(hour from ${local})::int`, name: sql`''` }
  }
}

export async function visitReport(
  scope: Scope,
  { by, of, range, equipmentTypeId, sort, limit, offset }: Question,
) {
  const {
    db,
    from,
    clock,
    actor: { companyId },
  } = scope
  const { zone } = await calendarOf(scope)
  const midnight = (date: string) => sql`(${date}::timestamp at time zone ${zone})`
  const where = and(
    eq(visit.companyId, companyId),
    eq(visit.kind, of),
    sql`${visit.enteredAt} >= ${midnight(range.from)}`,
    sql`${visit.enteredAt} < ${midnight(addDays(range.to, 1))}`,
    equipmentTypeId === undefined ? undefined : eq(equipment.typeId, equipmentTypeId),
    from.equipment(),
  )
  const lasted = sql`extract(epoch from coalesce(${visit.leftAt}, ${clock.now()}::timestamptz)
    - ${visit.enteredAt})`
  const measures = {
    visits: sql<number>`count(*)::int`,
    things: sql<number>`count(distinct ${visit.equipmentId})::int`,
    averageSeconds: sql<number | null>`round(avg(${lasted})
      filter (where ${visit.leftAt} is not null))::float8`,
    totalSeconds: sql<number>`round(greatest(0, sum(${lasted})))::float8`,
  }
  const place = tables[of]
  const inPlace = and(eq(place.companyId, visit.companyId), eq(place.id, visit.zoneId))
  const group = groupOf(by, of, zone)
  const [total] = await db
    .select({ ...measures, totalSeconds: sql<number>`coalesce(${measures.totalSeconds}, 0)` })
    .from(visit)
    .innerJoin(equipment, joinOn(equipment, visit.equipmentId))
    .innerJoin(place, inPlace)
    .where(where)
  const rows = await db
    .select({
      // Referenced by position, because expressions with parameters never compare equal.
      id: sql<number>`${group.id}`.as('group_id'),
      name: sql<string>`min(${group.name})`,
      ...measures,
      groups: sql<number>`count(*) over ()::int`,
    })
    .from(visit)
    .innerJoin(equipment, joinOn(equipment, visit.equipmentId))
    .innerJoin(equipmentType, joinOn(equipmentType, equipment.typeId))
    .innerJoin(place, inPlace)
    .where(where)
    .groupBy(sql`1`)
    .orderBy(...orderOf(sort, measures, sql`1`, [sql`${measures.visits} desc`, asc(sql`1`)]))
    .limit(limit)
    .offset(offset)
  return {
    count: rows[0]?.groups ?? 0,
    visits: total?.visits ?? 0,
    things: total?.things ?? 0,
    averageSeconds: total?.averageSeconds ?? null,
    totalSeconds: total?.totalSeconds ?? 0,
    rows,
  }
}
