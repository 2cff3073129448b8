/**
 * The engine's facts about a company: gateway positions, beacons, rooms. Reloaded every few
 * seconds.
 */
import { and, asc, eq, sql } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import { groundOf, type Ground } from '#contract/positioning/ground.ts'
import { planeAt, type Plane } from '#contract/venue/plane.ts'
import { boundsOf, smallestFirst } from '#contract/venue/polygon.ts'
import type { Polygon, RoomKind } from '#contract/venue/shapes.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import type { Db } from '#kernel/data/transaction.ts'
import { allFellows } from '../../foundation/fellows/index.ts'
import { selectLeaders } from './carried.ts'
import { readRadio, type Radio } from './radio.ts'
import type { Anchor } from '#contract/positioning/anchor.ts'

export interface Facts {
  readAt: number
  exponent: number
  gateways: Map<string, { id: Id<'gateway'>; isActive: boolean }>
  anchors: Map<number, Anchor>
  beacons: Map<string, { id: Id<'beacon'>; equipmentId: Id<'equipment'>; measuredPower: number }>
  /** By owner: fellows without a beacon of their own. */
  fellows: ReadonlyMap<number, Id<'equipment'>[]>
  floors: Map<number, FloorFacts>
  radio: Radio
}
interface FloorFacts {
  buildingId: Id<'building'>
  ordinal: number
  plane: Plane
  outline: Polygon
  rooms: { id: Id<'room'>; kind: RoomKind; outline: Polygon }[]
  stamp: string
  ground: Ground | null
}

/** Returns undefined for an unknown floor. */
export function groundOfFloor(
  { floors }: Pick<Facts, 'floors'>,
  floorId: number,
): Ground | undefined {
  const facts = floors.get(floorId)
  if (!facts) return undefined
  const metres = ({ coordinates }: Polygon) =>
    coordinates.map((ring) =>
      ring.map(([longitude, latitude]) => facts.plane.toMetres({ longitude, latitude })),
    )
  facts.ground ??= groundOf({
    floorId,
    buildingId: facts.buildingId,
    ordinal: facts.ordinal,
    outline: metres(facts.outline),
    rooms: smallestFirst(facts.rooms).map(({ id, kind, outline }) => ({
      id,
      isClosed: kind === 'closed',
      outline: metres(outline),
    })),
  })
  return facts.ground
}

/** About 50 metres. Tolerates imprecise walls, but not gross errors. */
const BESIDE_DEGREES = 0.0005

/**
 * False for a gateway far outside its floor, from before this check or a venue change. It would
 * distort every position.
 */
function isByFloor(
  outline: Polygon,
  { longitude, latitude }: { longitude: number; latitude: number },
): boolean {
  const bounds = boundsOf([outline])
  return (
    bounds !== null &&
    longitude >= bounds.west - BESIDE_DEGREES &&
    longitude <= bounds.east + BESIDE_DEGREES &&
    latitude >= bounds.south - BESIDE_DEGREES &&
    latitude <= bounds.north + BESIDE_DEGREES
  )
}

/** Loads the facts. `known`: the former facts. An unchanged plan keeps its cells. */
export async function readFacts(
  db: Db,
  companyId: Id<'company'>,
  now: Date,
  known: Facts | null = null,
): Promise<Facts> {
  const [settings] = await db
    .select()
    .from(tables.trackingSettings)
    .where(ofCompany(tables.trackingSettings, companyId))
  const floors = await db
    .select({
      id: tables.floor.id,
      buildingId: tables.floor.buildingId,
      ordinal: tables.floor.ordinal,
      version: tables.floor.version,
      updatedAt: tables.floor.updatedAt,
      outline: tables.floor.outline,
      longitude: tables.building.longitude,
      latitude: tables.building.latitude,
    })
    .from(tables.floor)
    .innerJoin(tables.building, joinOn(tables.building, tables.floor.buildingId))
    .where(ofCompany(tables.floor, companyId))
  const byFloor: Facts['floors'] = new Map(
    floors.map(({ id, buildingId, ordinal, version, updatedAt, outline, ...origin }) => [
      id,
      {
        buildingId,
        ordinal,
        outline,
        plane: planeAt(origin),
        rooms: [],
        stamp: `${version} ${updatedAt.getTime()} ${origin.longitude} ${origin.latitude}`,
        ground: null,
      },
    ]),
  )
  for (const row of await db
    .select({
      id: tables.room.id,
      floorId: tables.room.floorId,
      kind: tables.room.kind,
      outline: tables.room.outline,
      updatedAt: tables.room.updatedAt,
    })
    .from(tables.room)
    .where(ofCompany(tables.room, companyId))
    .orderBy(asc(tables.room.id))) {
    const ground = byFloor.get(row.floorId)
    ground?.rooms.push({ id: row.id, kind: row.kind, outline: row.outline })
    if (ground) ground.stamp += ` ${row.id}:${row.updatedAt.getTime()}`
  }
  for (const [id, ground] of byFloor) {
    const before = known?.floors.get(id)
    if (before?.stamp === ground.stamp) ground.ground = before.ground
  }
  const gateways = await db
    .select({
      id: tables.gateway.id,
      mac: tables.gateway.mac,
      isActive: tables.gateway.isActive,
      correction: tables.gateway.correction,
      floorId: tables.lastPosition.floorId,
      longitude: tables.lastPosition.longitude,
      latitude: tables.lastPosition.latitude,
    })
    .from(tables.gateway)
    .leftJoin(
      tables.lastPosition,
      and(
        eq(tables.lastPosition.companyId, tables.gateway.companyId),
        eq(tables.lastPosition.equipmentId, tables.gateway.equipmentId),
        eq(tables.lastPosition.method, 'placed'),
      ),
    )
    .where(ofCompany(tables.gateway, companyId))
  const anchors = new Map<number, Anchor>()
  for (const { id, floorId, longitude, latitude, correction, isActive } of gateways) {
    const ground = floorId === null ? undefined : byFloor.get(floorId)
    if (!isActive || floorId === null || longitude === null || latitude === null || !ground)
      continue
    if (isByFloor(ground.outline, { longitude, latitude }))
      anchors.set(id, {
        gatewayId: id,
        floorId,
        correction,
        ...ground.plane.toMetres({ longitude, latitude }),
      })
  }
  const beacons = await readBeacons(db, companyId)
  const heard = new Set([...beacons.values()].map(({ equipmentId }) => Number(equipmentId)))
  return {
    readAt: now.getTime(),
    exponent: settings?.exponent ?? 2.6,
    anchors,
    fellows: selectLeaders(await allFellows(db, companyId), (id) => heard.has(id)),
    floors: byFloor,
    radio: await readRadio(db, companyId),
    gateways: new Map(gateways.map(({ id, mac, isActive }) => [mac, { id, isActive }])),
    beacons,
  }
}

type BeaconRow = [string, Id<'beacon'>, Id<'equipment'>, number]

/** Loads beacons as one JSON document: ten thousand row objects would block the event loop. */
async function readBeacons(db: Db, companyId: Id<'company'>): Promise<Facts['beacons']> {
  const { rows } = await db.execute<{ all: BeaconRow[] | null }>(sql`select
    json_agg(json_build_array(mac, id, equipment_id, measured_power)) as "all"
    from ${tables.beacon} where ${tables.beacon.companyId} = ${companyId} and ${tables.beacon.equipmentId} is not null`)
  return new Map(
    (rows[0]?.all ?? []).map(([mac, id, equipmentId, measuredPower]) => [
      mac,
      { id, equipmentId, measuredPower },
    ]),
  )
}
