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
import {
  beacon,
  building,
  floor,
  gateway,
  lastPosition,
  room,
  trackingSettings,
} from '#db/schema/index.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import type { Db } from '#kernel/data/transaction.ts'
import { allFellows } from '../fellows/index.ts'
import { leading } from './carried.ts'
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
  /** Changes whenever the plan does. */
  stamp: string
  /** Computed when the first tag is heard there. */
  ground: Ground | null
}

/** Returns undefined for an unknown floor. */
export function groundOn({ floors }: Pick<Facts, 'floors'>, floorId: number): Ground | undefined {
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
 * False for a gateway far outside its floor, placed before this was refused or before the venue
 * changed. Such a gateway would distort every position.
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

/** `known`: the former facts. An unchanged plan keeps its cells. */
export async function readFacts(
  db: Db,
  companyId: Id<'company'>,
  now: Date,
  known: Facts | null = null,
): Promise<Facts> {
  const [settings] = await db
    .select()
    .from(trackingSettings)
    .where(eq(trackingSettings.companyId, companyId))
  const floors = await db
    .select({
      id: floor.id,
      buildingId: floor.buildingId,
      ordinal: floor.ordinal,
      version: floor.version,
      updatedAt: floor.updatedAt,
      outline: floor.outline,
      longitude: building.longitude,
      latitude: building.latitude,
    })
    .from(floor)
    .innerJoin(building, joinOn(building, floor.buildingId))
    .where(eq(floor.companyId, companyId))
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
      id: room.id,
      floorId: room.floorId,
      kind: room.kind,
      outline: room.outline,
      updatedAt: room.updatedAt,
    })
    .from(room)
    .where(eq(room.companyId, companyId))
    .orderBy(asc(room.id))) {
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
      id: gateway.id,
      mac: gateway.mac,
      isActive: gateway.isActive,
      correction: gateway.correction,
      floorId: lastPosition.floorId,
      longitude: lastPosition.longitude,
      latitude: lastPosition.latitude,
    })
    .from(gateway)
    .leftJoin(
      lastPosition,
      and(
        eq(lastPosition.companyId, gateway.companyId),
        eq(lastPosition.equipmentId, gateway.equipmentId),
        eq(lastPosition.method, 'placed'),
      ),
    )
    .where(eq(gateway.companyId, companyId))
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
    fellows: leading(await allFellows(db, companyId), (id) => heard.has(id)),
    floors: byFloor,
    radio: await readRadio(db, companyId),
    gateways: new Map(gateways.map(({ id, mac, isActive }) => [mac, { id, isActive }])),
    beacons,
  }
}

type BeaconRow = [string, Id<'beacon'>, Id<'equipment'>, number]

/** As one JSON document: ten thousand row objects would block the event loop. */
async function readBeacons(db: Db, companyId: Id<'company'>): Promise<Facts['beacons']> {
  const { rows } = await db.execute<{ all: BeaconRow[] | null }>(sql`select
    json_agg(json_build_array(mac, id, equipment_id, measured_power)) as "all"
    from ${beacon} where ${beacon.companyId} = ${companyId} and ${beacon.equipmentId} is not null`)
  return new Map(
    (rows[0]?.all ?? []).map(([mac, id, equipmentId, measuredPower]) => [
      mac,
      { id, equipmentId, measuredPower },
    ]),
  )
}
