import { and, asc, eq, gte, sql } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import { distanceOf } from '#contract/positioning/looks.ts'
import * as tables from '#db/schema/index.ts'
import { byName } from '#kernel/data/nameOrder.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import { requireRows } from '#kernel/data/existingRows.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { readSettings } from './settings.ts'

const A_DAY = 86_400_000
const LOOKED_AT = 5_000
const ENOUGH = 20
const LISTED = 500
/** In dBm: a tag at one metre, and the faintest signal a gateway can receive. */
const [USUAL_POWER, FAINTEST] = [-59, -85]

export async function reachOn(scope: Scope, floorId: Id<'floor'>) {
  const {
    db,
    from,
    clock,
    actor: { companyId },
  } = scope
  await requireRows(scope, tables.floor, [floorId], 'floor', 'params.floorId')
  const standing = await db
    .select({
      gatewayId: tables.gateway.id,
      equipment: { id: tables.equipment.id, name: tables.equipment.name },
      longitude: tables.lastPosition.longitude,
      latitude: tables.lastPosition.latitude,
    })
    .from(tables.gateway)
    .innerJoin(tables.equipment, joinOn(tables.equipment, tables.gateway.equipmentId))
    .innerJoin(
      tables.lastPosition,
      and(
        eq(tables.lastPosition.companyId, tables.gateway.companyId),
        eq(tables.lastPosition.equipmentId, tables.gateway.equipmentId),
      ),
    )
    .where(
      from.equipment(
        ofCompany(tables.gateway, companyId),
        eq(tables.lastPosition.floorId, floorId),
      ),
    )
    .orderBy(byName(scope, tables.equipment.name), asc(tables.equipment.id))
    .limit(LISTED)
  const newest = db
    .select({ heard: tables.position.heard })
    .from(tables.position)
    .where(
      ofCompany(
        tables.position,
        companyId,
        eq(tables.position.floorId, floorId),
        gte(tables.position.at, new Date(clock.now().getTime() - A_DAY)),
      ),
    )
    .orderBy(sql`${tables.position.at} desc`)
    .limit(LOOKED_AT)
  const { rows } = await db.execute<{ gateway: number; metres: number; readings: number }>(sql`
    select (one->>'gatewayId')::int as gateway, count(*)::int as readings,
    percentile_cont(0.9) within group (order by (one->>'distance')::float) as metres
    from (${newest}) as told, jsonb_array_elements(told.heard) as one group by 1`)
  const heard = new Map(rows.map((row) => [row.gateway, row]))
  const { exponent } = await readSettings(scope)
  const expected = distanceOf(FAINTEST, { measuredPower: USUAL_POWER, exponent })
  return {
    count: standing.length,
    rows: standing.map(({ gatewayId, ...one }) => {
      const told = heard.get(gatewayId)
      const isMeasured = told !== undefined && told.readings >= ENOUGH
      return { ...one, metres: Math.round(isMeasured ? told.metres : expected), isMeasured }
    }),
  }
}
