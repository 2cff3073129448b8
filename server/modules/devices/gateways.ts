/** Gateways: each is equipment with a radio. */
import { and, asc, eq, inArray, sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import type { devices, gatewayRow } from '#contract/devices/devices.ts'
import type { Id } from '#contract/ids.ts'
import { macOf } from '#contract/ingest/fields.ts'
import { building, equipment, floor, gateway, gatewayType, lastPosition } from '#db/schema/index.ts'
import { badInput, conflict, notThere, stale } from '#kernel/http/errors.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import { named, type Readable } from '#kernel/events/journal.ts'
import { count, orderOf, searchIn } from '#kernel/data/listQueries.ts'
import { requireRows } from '#kernel/data/existingRows.ts'
import type { Scope } from '#kernel/access/scope.ts'

type Draft = z.output<typeof devices.createGateway.body>
type View = z.input<typeof gatewayRow>

function selectGateways({ db }: Scope, where: SQL | undefined) {
  return db
    .select({
      gateway,
      type: gatewayType,
      name: equipment.name,
      floorId: floor.id,
      floorName: floor.name,
      buildingId: building.id,
      buildingName: building.name,
    })
    .from(gateway)
    .innerJoin(gatewayType, joinOn(gatewayType, gateway.typeId))
    .innerJoin(equipment, joinOn(equipment, gateway.equipmentId))
    .leftJoin(
      lastPosition,
      and(
        eq(lastPosition.companyId, gateway.companyId),
        eq(lastPosition.equipmentId, gateway.equipmentId),
        eq(lastPosition.method, 'placed'),
      ),
    )
    .leftJoin(floor, joinOn(floor, lastPosition.floorId))
    .leftJoin(building, joinOn(building, floor.buildingId))
    .where(where)
    .$dynamic()
}

const view = ({
  gateway: one,
  type,
  name,
  floorId,
  floorName,
  buildingId,
  buildingName,
}: Awaited<ReturnType<typeof selectGateways>>[number]): View => ({
  id: one.id,
  mac: one.mac.replace(/(..)(?=.)/g, '$1:'),
  type: { id: type.id, name: type.name },
  equipment: { id: one.equipmentId, name },
  correction: one.correction,
  isActive: one.isActive,
  lastHeardAt: one.lastHeardAt?.toISOString() ?? null,
  clockBehind: one.clockBehind,
  oldReadings: one.oldReadings,
  ignored: { ...one.ignored, ...(one.oldReadings > 0 ? { tooOld: one.oldReadings } : {}) },
  place:
    floorId === null || buildingId === null
      ? null
      : { floorId, floorName: floorName ?? '', buildingId, buildingName: buildingName ?? '' },
  version: one.version,
})

const SILENT_AFTER = 3_600_000

/** Active, but not heard for an hour or ever. */
export const isSilentGateway = (now: Date): SQL =>
  sql`(${gateway.isActive} and not coalesce(${gateway.lastHeardAt}
    > ${new Date(now.getTime() - SILENT_AFTER).toISOString()}::timestamptz, false))`

interface Question {
  limit: number
  offset: number
  search?: string | undefined
  sort?: 'name' | '-name' | 'mac' | '-mac' | 'lastHeardAt' | '-lastHeardAt' | undefined
  isPlaced?: boolean | undefined
  isSilent?: boolean | undefined
  typeId?: Id<'gatewayType'> | undefined
  ids?: readonly Id<'gateway'>[] | undefined
}

export async function listGateways(
  scope: Scope,
  { limit, offset, search, sort, isPlaced, isSilent, typeId, ids }: Question,
): Promise<{ count: number; rows: View[] }> {
  const {
    db,
    actor: { companyId },
    from,
  } = scope
  const placed = sql`exists (select from ${lastPosition}
    where ${lastPosition.companyId} = ${gateway.companyId}
    and ${lastPosition.equipmentId} = ${gateway.equipmentId} and ${lastPosition.method} = 'placed')`
  const where = and(
    eq(gateway.companyId, companyId),
    from.equipment(),
    searchIn(
      sql`lower(${equipment.name} || ' ' || ${gateway.mac})`,
      search?.replace(/([0-9a-f]{2})[:-](?=[0-9a-f])/gi, '$1'),
    ),
    isPlaced === undefined ? undefined : isPlaced ? placed : sql`not ${placed}`,
    isSilent === true ? isSilentGateway(scope.clock.now()) : undefined,
    typeId === undefined ? undefined : eq(gateway.typeId, typeId),
    ids && inArray(gateway.id, [...ids]),
  )
  const [total] = await db
    .select({ count })
    .from(gateway)
    .innerJoin(equipment, joinOn(equipment, gateway.equipmentId))
    .where(where)
  const rows = await selectGateways(scope, where)
    .orderBy(
      ...orderOf(
        sort,
        { name: equipment.name, mac: gateway.mac, lastHeardAt: gateway.lastHeardAt },
        gateway.id,
        [asc(equipment.name), asc(gateway.id)],
      ),
    )
    .limit(limit)
    .offset(offset)
  return { count: total?.count ?? 0, rows: rows.map(view) }
}

async function one(scope: Scope, id: number): Promise<View> {
  const [found] = await selectGateways(
    scope,
    scope.from.ever.equipment(
      eq(gateway.companyId, scope.actor.companyId),
      sql`${gateway.id} = ${id}`,
    ),
  )
  if (!found) throw notThere('gateway')
  return view(found)
}

async function check(
  scope: Scope,
  { mac, typeId, equipmentId }: Partial<Draft>,
  own: number | null,
): Promise<{ mac?: string }> {
  const {
    db,
    actor: { companyId },
    from,
  } = scope
  const address = mac === undefined ? undefined : macOf(mac)
  if (address === null)
    throw badInput('body.mac', 'invalid', 'This is not the address of a gateway.')
  if (typeId !== undefined)
    await requireRows(scope, gatewayType, [typeId], 'gateway type', 'body.typeId')
  if (equipmentId !== undefined) {
    const found = await db
      .select({ id: equipment.id })
      .from(equipment)
      .where(from.equipment(eq(equipment.id, equipmentId)))
    if (found.length === 0) throw notThere('equipment', 'body.equipmentId')
    await db
      .update(equipment)
      .set({ isStatic: true })
      .where(from.equipment(eq(equipment.id, equipmentId))) // receivers must not move
  }
  const [other] = await db
    .select({ mac: gateway.mac })
    .from(gateway)
    .where(
      and(
        eq(gateway.companyId, companyId),
        sql`(${gateway.mac} = ${address ?? ''} or ${gateway.equipmentId} = ${equipmentId ?? 0})`,
        own === null ? undefined : sql`${gateway.id} <> ${own}`,
      ),
    )
  if (other)
    throw conflict('A gateway is there already.', [
      {
        path: other.mac === address ? 'body.mac' : 'body.equipmentId',
        code: 'taken',
        message: other.mac,
      },
    ])
  return address === undefined ? {} : { mac: address }
}

const journalFields = (row: View): Readable<'gateway'> => ({
  mac: row.mac,
  type: row.type.name,
  equipment: named('equipment', row.equipment),
  correction: row.correction,
  isActive: row.isActive,
})

export async function createGateway(scope: Scope, draft: Draft): Promise<View> {
  const { mac = '' } = await check(scope, draft, null)
  const [made] = await scope.db
    .insert(gateway)
    .values({ ...draft, mac, companyId: scope.actor.companyId })
    .returning({ id: gateway.id })
  const after = await one(scope, made?.id ?? 0)
  await scope.journal({
    entity: 'gateway',
    id: after.id,
    name: after.equipment.name,
    before: null,
    after: journalFields(after),
  })
  return after
}

export async function updateGateway(
  scope: Scope,
  id: Id<'gateway'>,
  { version, ...change }: Partial<Draft> & { version: number },
): Promise<View> {
  const before = await one(scope, id)
  if (before.version !== version) throw stale(version, before.version, before)
  const address = await check(scope, change, id)
  const written = await scope.db
    .update(gateway)
    .set({
      ...change,
      ...address,
      version: sql`${gateway.version} + 1`,
      updatedAt: scope.clock.now(),
    })
    .where(
      and(
        eq(gateway.companyId, scope.actor.companyId),
        eq(gateway.id, id),
        eq(gateway.version, version),
      ),
    )
    .returning({ id: gateway.id })
  if (written.length === 0) throw stale(version, version + 1)
  const after = await one(scope, id)
  await scope.journal({
    entity: 'gateway',
    id,
    name: after.equipment.name,
    before: journalFields(before),
    after: journalFields(after),
  })
  return after
}

export async function deleteGateway(scope: Scope, id: Id<'gateway'>): Promise<void> {
  const before = await one(scope, id)
  await scope.db
    .delete(gateway)
    .where(and(eq(gateway.companyId, scope.actor.companyId), eq(gateway.id, id)))
  await scope.journal({
    entity: 'gateway',
    id,
    name: before.equipment.name,
    before: journalFields(before),
    after: null,
  })
}
