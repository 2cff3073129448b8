/** Hours away from the equipment's own location, from visits. */
import { sql } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import { groupBy } from '#contract/rules/groupBy.ts'
import * as tables from '#db/schema/index.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { marksOf } from './derive.ts'
import { lastBefore, storeDerived } from './store.ts'

type Type = typeof tables.meterType.$inferSelect
interface Row {
  meter: Id<'meter'>
  enteredAt: string
  leftAt: string | null
  [column: string]: unknown
}

const { meter, equipment, visit, room, floor, building } = tables

/** Visits are written a while after they began, so the last minutes are derived once more. */
const OVERLAP = 15 * 60_000
const VISITS_AT_ONCE = 20_000

/** Returns the time up to which visits are counted. */
export async function countVisits(scope: Scope, type: Type): Promise<Date> {
  const { db, actor, clock } = scope
  const now = clock.now()
  const from = new Date((type.countedTo?.getTime() ?? 0) - OVERLAP)
  const zones = [
    sql`(${visit.kind} = 'room' and exists (select from ${room}
      where ${room.companyId} = ${actor.companyId} and ${room.id} = ${visit.zoneId}
      and ${room.locationId} = ${equipment.locationId}))`,
    sql`(${visit.kind} = 'floor' and exists (select from ${floor}
      where ${floor.companyId} = ${actor.companyId} and ${floor.id} = ${visit.zoneId}
      and ${floor.locationId} = ${equipment.locationId}))`,
    sql`(${visit.kind} = 'building' and exists (select from ${building}
      where ${building.companyId} = ${actor.companyId} and ${building.id} = ${visit.zoneId}
      and ${building.locationId} = ${equipment.locationId}))`,
  ]
  const { rows } = await db.execute<Row>(sql`
    select ${meter.id} as meter, ${visit.enteredAt} as "enteredAt", ${visit.leftAt} as "leftAt"
    from ${meter} join ${equipment} on ${equipment.companyId} = ${meter.companyId}
      and ${equipment.id} = ${meter.equipmentId}
    join ${visit} on ${visit.companyId} = ${meter.companyId}
      and ${visit.equipmentId} = ${meter.equipmentId}
    where ${meter.companyId} = ${actor.companyId} and ${meter.typeId} = ${type.id}
    and (${visit.enteredAt} >= ${from} or ${visit.leftAt} >= ${from})
    and (${sql.join(zones, sql` or `)})
    order by greatest(${visit.enteredAt}, ${visit.leftAt}), ${visit.enteredAt}
    limit ${VISITS_AT_ONCE}`)
  const start = from.toISOString()
  const byMeter = groupBy(rows, (row) => row.meter)
  const states = (own: readonly Row[]) =>
    own
      .flatMap(({ enteredAt, leftAt }) => [
        { at: new Date(enteredAt).toISOString(), isOn: false },
        ...(leftAt === null ? [] : [{ at: new Date(leftAt).toISOString(), isOn: true }]),
      ])
      .filter(({ at }) => at >= start)
      .toSorted((a, b) => (a.at < b.at ? -1 : 1))
  const asked = [...byMeter.keys()].map((id) => ({ id, from: start }))
  const before = await lastBefore(scope, asked)
  await storeDerived(
    scope,
    asked.map(({ id }) => ({
      id,
      from: start,
      points: marksOf(states(byMeter.get(id) ?? []), before.get(id)?.isRunning ?? null),
    })),
    'history',
    true,
  )
  const last = rows.length < VISITS_AT_ONCE ? undefined : rows.at(-1)
  return last === undefined ? now : new Date(last.leftAt ?? last.enteredAt)
}
