/**
 * Moves the demo's tags through its venue and sends the reports of its gateways. Demo mode only.
 */
import { asc, eq, isNotNull, sql } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import { readReport } from '#contract/ingest/reports.ts'
import { planeAt } from '#contract/venue/plane.ts'
import { groupBy } from '#contract/rules/groupBy.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { systemActor } from '#kernel/access/actor.ts'
import { refuseNotFound } from '#kernel/http/errors.ts'
import { startJob } from '#kernel/work/jobs.ts'
import type { Kernel } from '#kernel/kernel.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { asSystem, inCompany, type Db } from '#kernel/data/transaction.ts'
import { ingestAdverts, readFacts, type Facts } from '../positions/index.ts'
import { surveyTags } from '../surveys/index.ts'
import { walkableFloors } from '../venues/index.ts'
import { pickRandom, rssiAt, step, type Walker, type World } from './walkers.ts'

interface Place {
  facts: Facts
  world: World
  walkers: Walker[]
  macs: Map<number, string>
  ordinals: Map<
    number,
    { ordinal: number; buildingId: number; origin: { longitude: number; latitude: number } }
  >
  readAt: number
}

const running = new WeakMap<Kernel, { isRunning: boolean }>()
const stateOf = (kernel: Kernel) => {
  const known = running.get(kernel) ?? { isRunning: kernel.demo }
  running.set(kernel, known)
  return known
}

/** True for a demo company: positions are simulated only there, in any mode. */
export async function isSimulated(
  kernel: Kernel,
  { db, actor: { companyId } }: Scope,
): Promise<boolean> {
  if (!kernel.demo) return false
  const [own] = await db
    .select({ isDemo: tables.company.isDemo })
    .from(tables.company)
    .where(eq(tables.company.id, companyId))
  return own?.isDemo === true
}

export async function simulatorState(kernel: Kernel, scope: Scope) {
  const isThere = await scope.transaction((inside) => isSimulated(kernel, inside))
  return { isThere, isRunning: isThere && stateOf(kernel).isRunning }
}

export async function switchSimulator(kernel: Kernel, scope: Scope, isRunning: boolean) {
  const before = await simulatorState(kernel, scope)
  if (!before.isThere) throw refuseNotFound('simulator')
  stateOf(kernel).isRunning = isRunning
  return { ...before, isRunning }
}

/** The venue is reloaded regularly for imports and new beacons. */
const PLACE_LIVES = 30_000
const TELLS_AT_REST = 20_000

async function readPlace(
  db: Db,
  companyId: Id<'company'>,
  now: Date,
  before: Place | undefined,
  random: () => number,
): Promise<Place> {
  const facts = await readFacts(db, companyId, now)
  const scope = {
    db,
    actor: systemActor(companyId, 'UTC', 'en', { kind: 'system', id: null, name: 'Simulator' }),
  }
  const houses = await db
    .select({
      id: tables.building.id,
      longitude: tables.building.longitude,
      latitude: tables.building.latitude,
    })
    .from(tables.building)
    .where(ofCompany(tables.building, companyId))
  const floors = (await inTurn(houses, ({ id }) => walkableFloors(scope, id))).flat()
  const heard = new Set([...facts.anchors.values()].map(({ floorId }) => floorId))
  const walkable = floors.filter(({ id }) => heard.has(id))
  const rooms = await db
    .select({
      floorId: tables.room.floorId,
      longitude: tables.room.longitude,
      latitude: tables.room.latitude,
    })
    .from(tables.room)
    .where(
      ofCompany(
        tables.room,
        companyId,
        sql`${tables.room.kind} in ('room', 'corridor', 'entrance')`,
      ),
    )
  const goals = new Map(
    [...groupBy(rooms, ({ floorId }) => floorId)].map(([id, inside]) => [
      Number(id),
      inside.map(({ longitude, latitude }) => ({ longitude, latitude })),
    ]),
  )
  const lastOf = new Map(
    (
      await db.select().from(tables.lastPosition).where(ofCompany(tables.lastPosition, companyId))
    ).map((row) => [row.equipmentId, row]),
  )
  const known = new Map((before?.walkers ?? []).map((walker) => [walker.mac, walker]))
  const tags = await db
    .select({
      mac: tables.beacon.mac,
      measuredPower: tables.beacon.measuredPower,
      equipmentId: tables.beacon.equipmentId,
    })
    .from(tables.beacon)
    .where(ofCompany(tables.beacon, companyId, isNotNull(tables.beacon.equipmentId)))
    .orderBy(asc(tables.beacon.id))
    .limit(MAX_WALKERS)
  const walkers = tags.flatMap(({ mac, measuredPower, equipmentId }, index): Walker[] => {
    const old = known.get(mac)
    if (old && walkable.some(({ id }) => id === old.floorId)) return [old]
    const last = equipmentId === null ? undefined : lastOf.get(equipmentId)
    const ground = walkable.find(({ id }) => id === last?.floorId) ?? pickRandom(walkable, random)
    const point =
      last && ground?.id === last.floorId
        ? { longitude: last.longitude, latitude: last.latitude }
        : ground && pickRandom(goals.get(ground.id) ?? [], random)
    return ground && point
      ? [
          {
            mac,
            measuredPower,
            floorId: ground.id,
            point,
            way: [],
            onward: null,
            restsUntil: index % 3 === 0 ? 0 : now.getTime() + random() * 120_000,
            reportedAt: 0,
          },
        ]
      : []
  })
  const beacons = await db
    .select({
      id: tables.floor.id,
      ordinal: tables.floor.ordinal,
      buildingId: tables.floor.buildingId,
    })
    .from(tables.floor)
    .where(ofCompany(tables.floor, companyId))
  const macs = await db
    .select({ id: tables.gateway.id, mac: tables.gateway.mac })
    .from(tables.gateway)
    .where(ofCompany(tables.gateway, companyId))
  return {
    facts,
    world: { floors: walkable, goals, random },
    walkers,
    readAt: now.getTime(),
    macs: new Map(macs.map(({ id, mac }) => [id, mac])),
    ordinals: new Map(
      beacons.map(({ id, ordinal, buildingId }) => [
        id,
        {
          ordinal,
          buildingId,
          origin: houses.find((house) => house.id === buildingId) ?? { longitude: 0, latitude: 0 },
        },
      ]),
    ),
  }
}

const MAX_WALKERS = 400

async function inTurn<T, R>(list: readonly T[], work: (one: T) => Promise<R>): Promise<R[]> {
  const done: R[] = []
  for (const one of list) done.push(await work(one))
  return done
}

function payloadsOf({ facts, world, walkers, macs, ordinals }: Place, now: Date): unknown[] {
  const reported = new Map<number, object[]>()
  const timestamp = now.toISOString()
  for (const walker of walkers) {
    const isWalking = walker.way.length > 0 || walker.onward !== null
    if (!isWalking && now.getTime() - walker.reportedAt < TELLS_AT_REST) continue
    walker.reportedAt = now.getTime()
    const ground = ordinals.get(walker.floorId)
    if (!ground) continue
    const plane = planeAt(ground.origin)
    for (const anchor of facts.anchors.values()) {
      const stands = ordinals.get(anchor.floorId)
      const rssi = rssiAt(
        walker,
        {
          ...anchor,
          ordinal: stands?.ordinal ?? 0,
          isHere: stands?.buildingId === ground.buildingId,
        },
        ground.ordinal,
        plane,
        { exponent: facts.exponent, random: world.random },
      )
      if (rssi !== null)
        reported.set(anchor.gatewayId, [
          ...(reported.get(anchor.gatewayId) ?? []),
          { timestamp, type: 'Unknown', mac: walker.mac, bleName: '', rssi, rawData: '' },
        ])
    }
  }
  return [...reported].map(([gatewayId, readings]) => [
    { timestamp, type: 'Gateway', mac: macs.get(gatewayId), gatewayFree: 98, gatewayLoad: 0.05 },
    ...readings,
  ])
}

/** During a survey, the tag stays at the user's spot and is heard each time. */
function stay(
  walker: Walker,
  spot: { floorId: number; longitude: number; latitude: number } | undefined,
  now: number,
): void {
  if (spot === undefined) return
  const { floorId, ...point } = spot
  Object.assign(walker, {
    floorId,
    point,
    way: [],
    onward: null,
    restsUntil: now + 60_000,
    reportedAt: 0,
  })
}

const TICK = 2_000
/** Milliseconds between steps while no page is open. Less than the silence that ends a visit. */
const UNSEEN = 600_000

/** Seconds to walk now, or null. A page that opens makes a step due at once. */
export function dueSteps(steppedAt: number, now: number, isSeen: boolean): number | null {
  const passed = Math.abs(now - steppedAt)
  if (isSeen) return Math.max(TICK, Math.min(passed, UNSEEN)) / 1000
  return passed < UNSEEN ? null : UNSEEN / 1000
}

export async function simulatedCompanies(kernel: Pick<Kernel, 'pool'>): Promise<Id<'company'>[]> {
  const rows = await asSystem(kernel.pool, (db) =>
    db
      .selectDistinct({ companyId: tables.gateway.companyId })
      .from(tables.gateway)
      .innerJoin(tables.company, eq(tables.company.id, tables.gateway.companyId))
      .where(eq(tables.company.isDemo, true)),
  )
  return rows.map(({ companyId }) => companyId)
}

/** Returns one tick of the simulator, which asks the database only if a step may be due. */
export function makeSimulator(kernel: Kernel): () => Promise<void> {
  const places = new Map<number, Place>()
  const steppedAt = new Map<number, number>()
  let companies: Id<'company'>[] = []
  let listedAt = -Infinity
  const secondsOf = (companyId: number, now: number) =>
    dueSteps(steppedAt.get(companyId) ?? now, now, kernel.live.isHeard(companyId))
  const list = async (now: number) => {
    const lives = kernel.live.isHeard() ? PLACE_LIVES : UNSEEN
    if (Math.abs(now - listedAt) < lives) return
    companies = await simulatedCompanies(kernel)
    listedAt = now
    for (const companyId of companies) if (!steppedAt.has(companyId)) steppedAt.set(companyId, now)
  }
  return async () => {
    if (!stateOf(kernel).isRunning) return
    const now = kernel.clock.now()
    await list(now.getTime())
    const due = companies.filter((companyId) => secondsOf(companyId, now.getTime()) !== null)
    if (due.length === 0) return
    // Only the server that computes a company's positions simulates it.
    for (const companyId of await kernel.servers.own(due)) {
      const seconds = secondsOf(companyId, now.getTime()) ?? 0
      steppedAt.set(companyId, now.getTime())
      const known = places.get(companyId)
      const place =
        known && Math.abs(now.getTime() - known.readAt) < PLACE_LIVES
          ? known
          : await inCompany(kernel.pool, companyId, (db) =>
              readPlace(db, companyId, now, known, Math.random),
            )
      places.set(companyId, place)
      const carried = surveyTags(kernel, companyId)
      for (const walker of place.walkers) stay(walker, carried.get(walker.mac), now.getTime())
      for (const walker of place.walkers) step(walker, place.world, now.getTime(), seconds)
      // Serialised and parsed, like a gateway's own reports.
      const reports = payloadsOf(place, now).map((payload) =>
        readReport('minew', JSON.parse(JSON.stringify(payload))),
      )
      await ingestAdverts(
        kernel,
        companyId,
        reports.flatMap((report) => ('adverts' in report ? report.adverts : [])),
      )
    }
  }
}

export function startSimulator(kernel: Kernel): void {
  if (!kernel.demo) return
  startJob(kernel, { name: 'simulator of the demo', every: TICK, run: makeSimulator(kernel) })
}
