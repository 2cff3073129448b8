import { and, asc, eq, inArray } from 'drizzle-orm'
import { randomInt } from 'node:crypto'
import type { Id } from '#contract/ids.ts'
import { glyphOf, type EquipmentGlyphName } from '#contract/rules/equipmentGlyph.ts'
import { boundsOf, isInside } from '#contract/venue/polygon.ts'
import type { Polygon } from '#contract/venue/shapes.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { insertRows } from '#kernel/data/insertRows.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { simulatePast, type PastGround } from './pastTracks.ts'
import { walkableFloors, type WalkableFloor } from '../venues/index.ts'

const A_FLOOR = 5
const TAGS = 8

export async function populate(
  scope: Scope,
  buildingIds: readonly Id<'building'>[],
): Promise<void> {
  const silent = await silentFloors(scope, buildingIds)
  const stock = silent.length === 0 ? null : await stockOf(scope)
  if (stock === null) return
  const names = await namesOf(scope, buildingIds)
  const anchors: Anchor[] = []
  for (const ground of silent)
    anchors.push(...(await hangGateways(scope, stock, ground, names.get(ground.buildingId) ?? '')))
  const rooms = await roomsOn(scope, silent)
  const grounds = await groundsOf(scope, buildingIds, rooms, anchors)
  const [first = 0 as Id<'building'>] = buildingIds
  for (let index = 0; index < TAGS && grounds.length > 0; index += 1)
    await letWalk(scope, stock, `Roaming pump ${index + 1}, ${names.get(first) ?? ''}`, {
      grounds,
      rooms,
    })
}

type Floor = typeof tables.floor.$inferSelect
type Anchor = PastGround['anchors'][number] & { floorId: Id<'floor'> }

async function silentFloors(
  { db, actor: { companyId } }: Scope,
  buildingIds: readonly Id<'building'>[],
): Promise<Floor[]> {
  const floors = await db
    .select()
    .from(tables.floor)
    .where(ofCompany(tables.floor, companyId, inArray(tables.floor.buildingId, [...buildingIds])))
    .orderBy(asc(tables.floor.ordinal))
  const heard = await db
    .select({ floorId: tables.lastPosition.floorId })
    .from(tables.lastPosition)
    .innerJoin(
      tables.gateway,
      and(
        eq(tables.gateway.companyId, tables.lastPosition.companyId),
        eq(tables.gateway.equipmentId, tables.lastPosition.equipmentId),
      ),
    )
    .where(ofCompany(tables.lastPosition, companyId))
  return floors.filter(({ id }) => !heard.some(({ floorId }) => floorId === id))
}

async function namesOf(
  { db, actor: { companyId } }: Scope,
  buildingIds: readonly Id<'building'>[],
): Promise<Map<Id<'building'>, string>> {
  const rows = await db
    .select({ id: tables.building.id, name: tables.building.name })
    .from(tables.building)
    .where(ofCompany(tables.building, companyId, inArray(tables.building.id, [...buildingIds])))
  return new Map(rows.map(({ id, name }) => [id, name]))
}

interface Stock {
  thingTypeId: Id<'equipmentType'>
  radioTypeId: Id<'equipmentType'>
  gatewayTypeId: Id<'gatewayType'>
  statusId: Id<'equipmentStatus'> | null
}

/** Returns null if the company has no equipment types. */
async function stockOf({ db, actor: { companyId } }: Scope): Promise<Stock | null> {
  const types = await db
    .select({ id: tables.equipmentType.id, name: tables.equipmentType.name })
    .from(tables.equipmentType)
    .where(ofCompany(tables.equipmentType, companyId))
    .orderBy(asc(tables.equipmentType.id))
  const like = (glyph: EquipmentGlyphName) =>
    types.find(({ name }) => glyphOf(name) === glyph) ?? types[0]
  const [thingType, radioType] = [like('pump'), like('gateway')]
  if (!thingType || !radioType) return null
  const [status] = await db
    .select({ id: tables.equipmentStatus.id })
    .from(tables.equipmentStatus)
    .where(
      ofCompany(
        tables.equipmentStatus,
        companyId,
        eq(tables.equipmentStatus.isUsable, true),
        eq(tables.equipmentStatus.isInUse, false),
      ),
    )
    .orderBy(asc(tables.equipmentStatus.id))
    .limit(1)
  const [model] = await db
    .select({ id: tables.gatewayType.id })
    .from(tables.gatewayType)
    .where(ofCompany(tables.gatewayType, companyId))
    .limit(1)
  const [made] =
    model === undefined
      ? await db
          .insert(tables.gatewayType)
          .values({ companyId, name: 'Simulated', format: 'minew' })
          .returning({ id: tables.gatewayType.id })
      : [model]
  return made === undefined
    ? null
    : {
        thingTypeId: thingType.id,
        radioTypeId: radioType.id,
        gatewayTypeId: made.id,
        statusId: status?.id ?? null,
      }
}

async function addThing(
  { db, actor: { companyId }, clock }: Scope,
  { statusId }: Stock,
  thing: { name: string; typeId: Id<'equipmentType'>; isStatic: boolean },
): Promise<Id<'equipment'>> {
  const now = clock.now()
  const [row] = await db
    .insert(tables.equipment)
    .values({ companyId, ...thing, statusId, createdAt: now, updatedAt: now })
    .returning({ id: tables.equipment.id })
  return row?.id ?? raise('Nothing came back of a thing that was added')
}

async function hangGateways(
  scope: Scope,
  stock: Stock,
  ground: Floor,
  buildingName: string,
): Promise<Anchor[]> {
  const {
    db,
    actor: { companyId },
    clock,
  } = scope
  const now = clock.now()
  const anchors: Anchor[] = []
  for (const [index, point] of spread(ground.outline).entries()) {
    const equipmentId = await addThing(scope, stock, {
      name: `Gateway ${ground.shortName}-${index + 1}, ${buildingName}`,
      typeId: stock.radioTypeId,
      isStatic: true,
    })
    const [radio] = await db
      .insert(tables.gateway)
      .values({
        companyId,
        mac: freshMac(),
        typeId: stock.gatewayTypeId,
        equipmentId,
        correction: 0,
        isActive: true,
      })
      .returning({ id: tables.gateway.id })
    if (radio) anchors.push({ gatewayId: radio.id, floorId: ground.id, ...point })
    await db.insert(tables.lastPosition).values({
      companyId,
      equipmentId,
      floorId: ground.id,
      roomId: null,
      ...point,
      accuracy: 0,
      method: 'placed',
      at: now,
      changedAt: now,
    })
  }
  return anchors
}

function roomsOn({ db, actor: { companyId } }: Scope, floors: readonly Floor[]): Promise<Room[]> {
  const floorIds = floors.map(({ id }) => id)
  return db
    .select({
      id: tables.room.id,
      floorId: tables.room.floorId,
      outline: tables.room.outline,
      kind: tables.room.kind,
      longitude: tables.room.longitude,
      latitude: tables.room.latitude,
    })
    .from(tables.room)
    .where(ofCompany(tables.room, companyId, inArray(tables.room.floorId, floorIds)))
}

async function groundsOf(
  scope: Scope,
  buildingIds: readonly Id<'building'>[],
  rooms: readonly Room[],
  anchors: readonly Anchor[],
): Promise<PastGround[]> {
  const walkable: WalkableFloor[] = []
  for (const id of buildingIds) walkable.push(...(await walkableFloors(scope, id)))
  return walkable.flatMap((one): PastGround[] => {
    const goals = rooms.filter(
      ({ floorId, kind }) => floorId === one.id && ['room', 'corridor', 'entrance'].includes(kind),
    )
    return goals.length === 0
      ? []
      : [{ floor: one, goals, anchors: anchors.filter(({ floorId }) => floorId === one.id) }]
  })
}

async function letWalk(
  scope: Scope,
  stock: Stock,
  name: string,
  { grounds, rooms }: { grounds: PastGround[]; rooms: readonly Room[] },
): Promise<void> {
  const {
    db,
    actor: { companyId },
    clock,
  } = scope
  const now = clock.now()
  const past = simulatePast(grounds, now, Math.random)
  if (past.length === 0) return
  const equipmentId = await addThing(scope, stock, {
    name,
    typeId: stock.thingTypeId,
    isStatic: false,
  })
  await db
    .insert(tables.beacon)
    .values({ companyId, mac: freshMac(), equipmentId, measuredPower: -59 })
  const placed = past.map(({ floorId, longitude, latitude, at, heard, rejected }) => ({
    companyId,
    equipmentId,
    floorId,
    roomId: roomAt(
      rooms.filter((one) => one.floorId === floorId),
      { longitude, latitude },
    ),
    longitude,
    latitude,
    accuracy: 2,
    method: 'distances' as const,
    at,
    heard,
    rejected,
  }))
  for (let from = 0; from < placed.length; from += 500)
    await db.execute(insertRows(tables.position, placed.slice(from, from + 500)))
  const {
    heard: _heard,
    rejected: _rejected,
    ...newest
  } = placed.at(-1) ?? raise('A tag of the demo has no past')
  await db.insert(tables.lastPosition).values({ ...newest, at: now, changedAt: now })
}

type Room = Pick<
  typeof tables.room.$inferSelect,
  'id' | 'floorId' | 'outline' | 'kind' | 'longitude' | 'latitude'
>

const roomAt = (rooms: readonly Room[], point: { longitude: number; latitude: number }) =>
  rooms.find(({ outline }) => isInside(outline, point))?.id ?? null

function raise(fault: string): never {
  throw new Error(fault)
}

function spread(outline: Polygon): { longitude: number; latitude: number }[] {
  const bounds = boundsOf([outline])
  if (bounds === null) return []
  const shares = [
    [0.25, 0.3],
    [0.75, 0.3],
    [0.5, 0.55],
    [0.25, 0.8],
    [0.75, 0.8],
    [0.5, 0.2],
    [0.12, 0.55],
    [0.88, 0.55],
  ] as const
  const points = shares.map(([x, y]) => ({
    longitude: bounds.west + (bounds.east - bounds.west) * x,
    latitude: bounds.south + (bounds.north - bounds.south) * y,
  }))
  const inside = points.filter((point) => isInside(outline, point))
  return (inside.length >= 3 ? inside : points).slice(0, A_FLOOR)
}

const freshMac = (): string =>
  `02${Array.from({ length: 5 }, () => randomInt(256).toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase()}`
