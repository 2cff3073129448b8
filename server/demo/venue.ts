import { compareCodes } from '#contract/rules/inOrder.ts'
import { eq } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import { distanceOf } from '#contract/positioning/looks.ts'
import { metresBetween, type Degrees } from '#contract/venue/plane.ts'
import { gridOf, walkFrom, type WalkingDistances } from '#contract/venue/walking.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { floorCalled, type Campus, type Thing } from './campus.ts'
import { categoriesOf, drawFloor, houses } from './floorPlan.ts'
import { drawGrounds } from './grounds.ts'
import { seededRandom } from './random.ts'
import { insertAll, insertMany, type Seed } from './rows.ts'
import type { EquipmentKey } from './words.ts'

const MINUTE = 60_000
const radio = { measuredPower: -59, exponent: 2.6 }
/** Types that carry a beacon. */
const carriers: readonly EquipmentKey[] = [
  'infusionPump',
  'wheelchair',
  'ultrasound',
  'ventilator',
  'patientMonitor',
  'defibrillator',
]
const TRACKED = 96

interface Ground {
  id: Id<'floor'>
  ordinal: number
  building: string
  rooms: { id: Id<'room'>; locationId: Id<'location'> | null; isGoal: boolean; middle: Degrees }[]
  gateways: { id: Id<'gateway'>; at: Degrees }[]
  distancesFrom(from: number): WalkingDistances | null
}

export async function seedVenue(seed: Seed, campus: Campus): Promise<void> {
  const grounds = await seedPlans(seed)
  await seedGateways(seed, campus, grounds)
  await seedTracks(seed, campus, grounds)
  const [key] = await insertAll(seed.db, tables.apiKey, [
    {
      companyId: seed.companyId,
      name: seed.words.keys.gateways,
      hash: DEMO_KEY,
      hint: '7kQz',
      ips: ['10.20.0.0/16'],
      expirationDate: null,
      isActive: true,
      monthLimit: 5_000_000,
      counter: 41_873,
      month: seed.now.toISOString().slice(0, 7),
      lastUsedAt: new Date(seed.now.getTime() - 4_000),
    },
    {
      companyId: seed.companyId,
      name: seed.words.keys.trial,
      hash: 'another key that nobody has',
      hint: 'mm2A',
      ips: [],
      expirationDate: new Date(seed.now.getTime() + 40 * 86_400_000).toISOString().slice(0, 10),
      isActive: false,
      monthLimit: 10_000,
    },
  ])
  await insertAll(seed.db, tables.quarantine, [
    {
      companyId: seed.companyId,
      apiKeyId: key?.id ?? null,
      format: 'minew',
      reason: 'unknownGateway',
      about: 'AC233FC0F00D',
      times: 214,
      receivedAt: new Date(seed.now.getTime() - 11 * MINUTE),
      payload:
        '[{"type":"Gateway","mac":"AC233FC0F00D"},{"type":"Unknown","mac":"AC233FA03208","rssi":-79}]',
    },
  ])
}

/** Placeholder for the hash of the gateways' key. No real key has this hash. */
export const DEMO_KEY = 'a key that nobody has'

async function seedPlans({ db, companyId, words }: Seed): Promise<Ground[]> {
  const places = await db
    .select({
      id: tables.location.id,
      code: tables.location.code,
      name: tables.location.name,
      parentId: tables.location.parentId,
    })
    .from(tables.location)
    .where(ofCompany(tables.location, companyId))
  const grounds: Ground[] = []
  for (const house of houses) {
    const home = places.find(({ code }) => code === house.code)
    if (!home) throw new Error(`The demo has no building ${house.code}`)
    const levels = places
      .filter(({ parentId }) => parentId === home.id)
      .sort((a, b) => compareCodes(a.code ?? '', b.code ?? ''))
    const plans = levels
      .map((level, ordinal) => ({
        level,
        ordinal,
        inside: places
          .filter(({ parentId }) => parentId === level.id)
          .sort((a, b) => compareCodes(a.code ?? '', b.code ?? '')),
      }))
      .map((plan) => ({
        ...plan,
        drawn: drawFloor(
          house,
          plan.ordinal,
          plan.inside.map(({ code }) => code ?? ''),
          categoriesOf(floorCalled(plan.level.code ?? '')),
          words.places,
        ),
      }))
    const [made] = await db
      .insert(tables.building)
      .values({
        companyId,
        name: home.name,
        externalId: `demo-${house.code}`,
        locationId: home.id,
        ...house.at,
        outline: plans[0]?.drawn.outline ?? raise(),
        surroundings: house.code === 'A' ? drawGrounds(words) : [],
      })
      .returning()
    for (const { level, ordinal, inside, drawn } of plans) {
      const [ground] = await db
        .insert(tables.floor)
        .values({
          companyId,
          buildingId: made?.id ?? raise(),
          name: level.name,
          shortName: String(ordinal),
          ordinal,
          externalId: `demo-${level.code ?? ''}`,
          locationId: level.id,
          outline: drawn.outline,
          parts: drawn.parts,
        })
        .returning()
      const rooms = await insertAll(
        db,
        tables.room,
        drawn.rooms.map((one, index) => ({
          companyId,
          floorId: ground?.id ?? raise(),
          name: one.name,
          code: one.code,
          kind: one.kind,
          category: one.category,
          externalId: `demo-${index}`,
          locationId: inside.find(({ code }) => code !== null && code === one.code)?.id ?? null,
          ...one.middle,
          outline: one.outline,
        })),
      )
      const grid = gridOf({ outline: drawn.outline, parts: drawn.parts, rooms: drawn.rooms })
      const distancesByStart = new Map<number, WalkingDistances>()
      const list = rooms.map(({ id, locationId, kind, longitude, latitude }) => ({
        id,
        locationId,
        isGoal: kind === 'room' || kind === 'corridor' || kind === 'entrance',
        middle: { longitude, latitude },
      }))
      grounds.push({
        id: ground?.id ?? raise(),
        ordinal,
        building: house.code,
        rooms: list,
        // the ids come with the gateways
        gateways: drawn.hooks.map((at) => ({ id: 0 as Id<'gateway'>, at })),
        distancesFrom(from) {
          const known = distancesByStart.get(from)
          const start = list[from]
          if (known || !grid || !start) return known ?? null
          const made = walkFrom(grid, [{ point: start.middle, behind: 0 }])
          distancesByStart.set(from, made)
          return made
        },
      })
    }
  }
  return grounds
}

async function seedGateways(
  { db, companyId, now }: Seed,
  campus: Campus,
  grounds: readonly Ground[],
): Promise<void> {
  const [minew, own] = await insertAll(db, tables.gatewayType, [
    { companyId, name: 'Minew G1', format: 'minew' as const },
    { companyId, name: 'Kontakt.io Portal Light', format: 'plantroom' as const },
  ])
  const things = campus.things.filter(({ type }) => type === 'bleGateway')
  const hooks = grounds.flatMap((ground) => ground.gateways.map((hook) => ({ ground, hook })))
  const made = await insertAll(
    db,
    tables.gateway,
    things.map((thing, index) => ({
      companyId,
      mac: `AC233FC0${(0x1000 + index).toString(16).toUpperCase()}`,
      typeId: (index % 5 === 4 ? own?.id : minew?.id) ?? raise(),
      equipmentId: thing.id,
      correction: 0,
      isActive: true,
      lastHeardAt: index < hooks.length ? new Date(now.getTime() - 5_000) : null,
    })),
  )
  for (const [index, { ground, hook }] of hooks.entries()) {
    const [row, thing] = [made[index], things[index]]
    if (!row || !thing) raise()
    hook.id = row.id
    const nearest = ground.rooms
      .filter(({ locationId }) => locationId !== null)
      .sort((a, b) => metresBetween(a.middle, hook.at) - metresBetween(b.middle, hook.at))[0]
    await db
      .update(tables.equipment)
      .set({ locationId: nearest?.locationId ?? null })
      .where(ofCompany(tables.equipment, companyId, eq(tables.equipment.id, thing.id)))
    await db.insert(tables.lastPosition).values({
      companyId,
      equipmentId: thing.id,
      floorId: ground.id,
      roomId: nearest?.id ?? null,
      ...hook.at,
      accuracy: 0,
      method: 'placed',
      at: new Date(now.getTime() - 90 * 86_400_000),
      changedAt: now,
    })
  }
}

type Row = typeof tables.position.$inferInsert

async function seedTracks(
  { db, companyId, now }: Seed,
  campus: Campus,
  grounds: readonly Ground[],
): Promise<void> {
  const random = seededRandom(1109)
  const homeOf = (thing: Thing) => {
    const ground = grounds.find(({ rooms }) =>
      rooms.some(({ locationId }) => locationId === thing.room.id),
    )
    return ground
      ? { ground, room: ground.rooms.findIndex(({ locationId }) => locationId === thing.room.id) }
      : null
  }
  const tracked = campus.things
    .filter((thing) => carriers.includes(thing.type) && homeOf(thing) !== null)
    .slice(0, TRACKED)
  await insertAll(
    db,
    tables.beacon,
    tracked.map((thing, index) => ({
      companyId,
      mac: `AC233FA0${(0x2000 + index).toString(16).toUpperCase()}`,
      equipmentId: thing.id,
      measuredPower: radio.measuredPower,
      battery: index === 7 ? 9 : 38 + Math.floor(random.next() * 62),
      lastHeardAt: new Date(now.getTime() - random.between(1, 40) * 1000),
    })),
  )
  await insertAll(db, tables.beacon, [
    {
      companyId,
      mac: 'AC233FA0BEEF',
      equipmentId: null,
      measuredPower: radio.measuredPower,
      battery: 100,
      lastHeardAt: null,
    },
  ])
  const rows: Row[] = []
  const last: (typeof tables.lastPosition.$inferInsert)[] = []
  for (const thing of tracked) {
    const home = homeOf(thing)
    if (!home) continue
    let { ground, room: at } = home
    let time = now.getTime() - 38 * 60 * MINUTE
    const tell = (where: Degrees, when: number, roomId: Id<'room'> | null) => {
      const noise = () => (random.next() - 0.5) * 0.00001
      const point = { longitude: where.longitude + noise(), latitude: where.latitude + noise() }
      rows.push({
        companyId,
        equipmentId: thing.id,
        floorId: ground.id,
        roomId,
        ...point,
        accuracy: 1.6 + random.next() * 2.4,
        method: 'distances',
        at: new Date(when),
        ...heardAt(ground, point, random.next),
      })
    }
    while (time < now.getTime()) {
      const here = ground.rooms[at]
      if (!here) break
      const leaves = time + random.between(35, thing.type === 'ventilator' ? 600 : 230) * MINUTE
      // Where in the room it was put down.
      const spot = {
        longitude: here.middle.longitude + (random.next() - 0.5) * 0.00005,
        latitude: here.middle.latitude + (random.next() - 0.5) * 0.000035,
      }
      for (; time < Math.min(leaves, now.getTime()); time += 24 * MINUTE) tell(spot, time, here.id)
      time = leaves
      const goals = ground.rooms.flatMap(({ isGoal }, index) =>
        isGoal && index !== at ? [index] : [],
      )
      // most equipment returns to its own room
      const to = random.chance(0.4) && ground === home.ground ? home.room : random.pick(goals)
      const way = ground.distancesFrom(at)?.wayTo(ground.rooms[to]?.middle ?? here.middle) ?? []
      for (const [index, point] of way.entries()) {
        if (index % 9 !== 0 || time + index * 400 >= now.getTime()) continue
        tell(point, time + index * 400, null)
      }
      time += way.length * 400
      at = to
      if (random.chance(0.08)) {
        const other = random.pick(grounds.filter((one) => one.building === ground.building))
        ground = other
        at = random.pick(other.rooms.flatMap(({ isGoal }, index) => (isGoal ? [index] : [])))
      }
    }
    const newest = rows.at(-1)
    if (newest?.equipmentId !== thing.id) continue
    const { heard: _heard, rejected: _rejected, ...where } = newest
    last.push({
      ...where,
      at: new Date(now.getTime() - random.between(1, 45) * 1000),
      changedAt: now,
    })
  }
  await insertMany(
    db,
    tables.position,
    rows.sort((a, b) => a.at.getTime() - b.at.getTime()),
  )
  await insertAll(db, tables.lastPosition, last)
}

/** Signals that the floor's gateways would receive at the point. */
function heardAt(
  ground: Ground,
  point: Degrees,
  next: () => number,
): Pick<Row, 'heard' | 'rejected'> {
  const readings = ground.gateways
    .map(({ id, at }) => {
      const rssi = Math.round(
        radio.measuredPower -
          10 * radio.exponent * Math.log10(Math.max(0.5, metresBetween(at, point))) +
          (next() - 0.5) * 5,
      )
      return { gatewayId: id as number, rssi, readings: 2 + Math.floor(next() * 5) }
    })
    .sort((a, b) => b.rssi - a.rssi)
  return {
    heard: readings
      .slice(0, 3)
      .map((one) => ({ ...one, distance: Math.round(distanceOf(one.rssi, radio) * 10) / 10 })),
    rejected: readings
      .slice(3)
      .filter(({ rssi }) => rssi < -88)
      .map((one) => ({ ...one, why: 'tooWeak' as const })),
  }
}

function raise(): never {
  throw new Error('A row of the demo venue was not made')
}
