import { and, asc, eq, inArray, sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import type { devices, gatewayRow } from '#contract/devices/devices.ts'
import type { Id } from '#contract/ids.ts'
import { macOf } from '#contract/ingest/fields.ts'
import * as tables from '#db/schema/index.ts'
import { byName } from '#kernel/data/nameOrder.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { badInput, conflict, refuseNotFound } from '#kernel/http/errors.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import { named } from '#kernel/events/journal.ts'
import { count, folded, orderOf, searchIn } from '#kernel/data/listQueries.ts'
import { requireRows } from '#kernel/data/existingRows.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { shownNameOrNull } from '#kernel/data/shownName.ts'
import { updateVersioned } from '#kernel/data/updateVersioned.ts'
import { journalChange, type Journaled } from '#kernel/events/journalChange.ts'

type Draft = z.output<typeof devices.createGateway.body>
type View = z.input<typeof gatewayRow>

function selectGateways({ db, actor }: Scope, where: SQL | undefined) {
  return db
    .select({
      gateway: tables.gateway,
      type: tables.gatewayType,
      name: tables.equipment.name,
      floorId: tables.floor.id,
      floorName: shownNameOrNull({ actor }, tables.floor),
      buildingId: tables.building.id,
      buildingName: shownNameOrNull({ actor }, tables.building),
    })
    .from(tables.gateway)
    .innerJoin(tables.gatewayType, joinOn(tables.gatewayType, tables.gateway.typeId))
    .innerJoin(tables.equipment, joinOn(tables.equipment, tables.gateway.equipmentId))
    .leftJoin(
      tables.lastPosition,
      and(
        eq(tables.lastPosition.companyId, tables.gateway.companyId),
        eq(tables.lastPosition.equipmentId, tables.gateway.equipmentId),
        eq(tables.lastPosition.method, 'placed'),
      ),
    )
    .leftJoin(tables.floor, joinOn(tables.floor, tables.lastPosition.floorId))
    .leftJoin(tables.building, joinOn(tables.building, tables.floor.buildingId))
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

export const isSilentGateway = (now: Date): SQL =>
  sql`(${tables.gateway.isActive} and not coalesce(${tables.gateway.lastHeardAt}
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
  const placed = sql`exists (select from ${tables.lastPosition}
    where ${tables.lastPosition.companyId} = ${tables.gateway.companyId}
    and ${tables.lastPosition.equipmentId} = ${tables.gateway.equipmentId} and ${tables.lastPosition.method} = 'placed')`
  const where = ofCompany(
    tables.gateway,
    companyId,
    from.equipment(),
    searchIn(
      folded(sql`${tables.equipment.name} || ' ' || ${tables.gateway.mac}`),
      search?.replace(/([0-9a-f]{2})[:-](?=[0-9a-f])/gi, '$1'),
    ),
    isPlaced === undefined ? undefined : isPlaced ? placed : sql`not ${placed}`,
    isSilent === true ? isSilentGateway(scope.clock.now()) : undefined,
    typeId === undefined ? undefined : eq(tables.gateway.typeId, typeId),
    ids && inArray(tables.gateway.id, [...ids]),
  )
  const [total] = await db
    .select({ count })
    .from(tables.gateway)
    .innerJoin(tables.equipment, joinOn(tables.equipment, tables.gateway.equipmentId))
    .where(where)
  const rows = await selectGateways(scope, where)
    .orderBy(
      ...orderOf(
        scope,
        sort,
        {
          name: tables.equipment.name,
          mac: tables.gateway.mac,
          lastHeardAt: tables.gateway.lastHeardAt,
        },
        tables.gateway.id,
        [byName(scope, tables.equipment.name), asc(tables.gateway.id)],
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
      ofCompany(tables.gateway, scope.actor.companyId),
      sql`${tables.gateway.id} = ${id}`,
    ),
  )
  if (!found) throw refuseNotFound('gateway')
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
    await requireRows(scope, tables.gatewayType, [typeId], 'gateway type', 'body.typeId')
  if (equipmentId !== undefined) {
    const found = await db
      .select({ id: tables.equipment.id })
      .from(tables.equipment)
      .where(from.equipment(eq(tables.equipment.id, equipmentId)))
    if (found.length === 0) throw refuseNotFound('equipment', 'body.equipmentId')
    await db
      .update(tables.equipment)
      .set({ isStatic: true })
      .where(from.equipment(eq(tables.equipment.id, equipmentId))) // receivers must not move
  }
  const [other] = await db
    .select({ mac: tables.gateway.mac })
    .from(tables.gateway)
    .where(
      ofCompany(
        tables.gateway,
        companyId,
        sql`(${tables.gateway.mac} = ${address ?? ''} or ${tables.gateway.equipmentId} = ${equipmentId ?? 0})`,
        own === null ? undefined : sql`${tables.gateway.id} <> ${own}`,
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

const journaled: Journaled<View, 'gateway'> = {
  entity: 'gateway',
  nameOf: (row) => row.equipment.name,
  fieldsOf: (row) => ({
    mac: row.mac,
    type: row.type.name,
    equipment: named('equipment', row.equipment),
    correction: row.correction,
    isActive: row.isActive,
  }),
}

export async function createGateway(scope: Scope, draft: Draft): Promise<View> {
  const { mac = '' } = await check(scope, draft, null)
  const [made] = await scope.db
    .insert(tables.gateway)
    .values({ ...draft, mac, companyId: scope.actor.companyId })
    .returning({ id: tables.gateway.id })
  const after = await one(scope, made?.id ?? 0)
  await journalChange(scope, journaled, null, after)
  return after
}

export const updateGateway = (
  scope: Scope,
  id: Id<'gateway'>,
  { version, ...change }: Partial<Draft> & { version: number },
): Promise<View> =>
  updateVersioned(scope, tables.gateway, {
    id,
    version,
    read: () => one(scope, id),
    set: async () => ({ ...change, ...(await check(scope, change, id)) }),
    journal: journaled,
  })

export async function deleteGateway(scope: Scope, id: Id<'gateway'>): Promise<void> {
  const before = await one(scope, id)
  await scope.db
    .delete(tables.gateway)
    .where(ofCompany(tables.gateway, scope.actor.companyId, eq(tables.gateway.id, id)))
  await journalChange(scope, journaled, before, null)
}
