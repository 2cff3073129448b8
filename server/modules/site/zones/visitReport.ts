/**
 * Visits of a range by zone, equipment or time: number, distinct equipment, duration. A visit
 * counts where and when it began, so in one group only.
 */
import { and, asc, eq, sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import { addDays } from '#contract/dashboards/periods.ts'
import type { ZoneKind } from '#contract/positioning/visits.ts'
import type { VisitDimension, zones as contract } from '#contract/zones.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import { orderOf } from '#kernel/data/listQueries.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { calendarOf } from '#kernel/data/companyCalendar.ts'
import { midnight, wallParts } from '#kernel/data/wallClock.ts'

type Question = z.output<typeof contract.getVisitReport.body>

const zoneTables = {
  building: tables.building,
  floor: tables.floor,
  room: tables.room,
  area: tables.area,
} satisfies Record<ZoneKind, unknown>

/** Id and name of a visit's group. Empty if the page has to name it. */
function groupOf(
  by: VisitDimension,
  kind: ZoneKind,
  entered: { weekday: SQL; minute: SQL },
): { id: SQL; name: SQL } {
  switch (by) {
    case 'zone':
      return { id: sql`${tables.visit.zoneId}`, name: sql`${zoneTables[kind].name}` }
    case 'equipment':
      return { id: sql`${tables.equipment.id}`, name: sql`${tables.equipment.name}` }
    case 'equipmentType':
      return { id: sql`${tables.equipmentType.id}`, name: sql`${tables.equipmentType.name}` }
    case 'dayOfWeek':
      return { id: entered.weekday, name: sql`''` }
    case 'hour':
      return { id: sql`${entered.minute} / 60`, name: sql`''` }
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
  const days = { from: range.from, to: addDays(range.to, 1) }
  const where = ofCompany(
    tables.visit,
    companyId,
    eq(tables.visit.kind, of),
    sql`${tables.visit.enteredAt} >= ${midnight(days.from, zone)}`,
    sql`${tables.visit.enteredAt} < ${midnight(days.to, zone)}`,
    equipmentTypeId === undefined ? undefined : eq(tables.equipment.typeId, equipmentTypeId),
    from.equipment(),
  )
  const lasted = sql`extract(epoch from coalesce(${tables.visit.leftAt}, ${clock.now()}::timestamptz)
    - ${tables.visit.enteredAt})`
  const measures = {
    visits: sql<number>`count(*)::int`,
    things: sql<number>`count(distinct ${tables.visit.equipmentId})::int`,
    averageSeconds: sql<number | null>`round(avg(${lasted})
      filter (where ${tables.visit.leftAt} is not null))::float8`,
    totalSeconds: sql<number>`round(greatest(0, sum(${lasted})))::float8`,
  }
  const place = zoneTables[of]
  const inPlace = and(
    eq(place.companyId, tables.visit.companyId),
    eq(place.id, tables.visit.zoneId),
  )
  const group = groupOf(by, of, wallParts(tables.visit.enteredAt, zone, days))
  const [total] = await db
    .select({ ...measures, totalSeconds: sql<number>`coalesce(${measures.totalSeconds}, 0)` })
    .from(tables.visit)
    .innerJoin(tables.equipment, joinOn(tables.equipment, tables.visit.equipmentId))
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
    .from(tables.visit)
    .innerJoin(tables.equipment, joinOn(tables.equipment, tables.visit.equipmentId))
    .innerJoin(tables.equipmentType, joinOn(tables.equipmentType, tables.equipment.typeId))
    .innerJoin(place, inPlace)
    .where(where)
    .groupBy(sql`1`)
    .orderBy(...orderOf(scope, sort, measures, sql`1`, [sql`${measures.visits} desc`, asc(sql`1`)]))
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
