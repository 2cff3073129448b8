import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql, type SQL } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import { openTestAppWithFixtures } from '#tests/fixturesTemplate.ts'
import { root } from '#tests/root.ts'
import type { TestApp } from '#tests/testApp.ts'
import { asSystem } from '#kernel/data/transaction.ts'

const { rtls, venueImports } = contract

let testApp: TestApp
let admin: string
beforeAll(async () => {
  ;({ testApp, token: admin } = await openTestAppWithFixtures())
})
afterAll(() => testApp.close())

const square = (x: number, size: number) => ({
  type: 'Polygon',
  coordinates: [
    [
      [x, 52],
      [x + size, 52],
      [x + size, 52 + size],
      [x, 52 + size],
      [x, 52],
    ],
  ],
})
const collection = (name: string, ...features: object[]) => ({
  name: `${name}.geojson`,
  text: JSON.stringify({ type: 'FeatureCollection', features }),
})
const feature = (id: string, type: string, properties: object, geometry: object | null) => ({
  type: 'Feature',
  id,
  feature_type: type,
  properties,
  geometry,
})
const unit = (id: string, category: string, x: number) =>
  feature(id, 'unit', { category, level_id: 'l', name: { en: id } }, square(x, 0.0002))
const venue = JSON.stringify({
  files: [
    collection('venue', feature('v', 'venue', { name: { en: 'Hall' } }, null)),
    collection('building', feature('b', 'building', { name: { en: 'Hall' } }, null)),
    collection(
      'level',
      feature(
        'l',
        'level',
        { ordinal: 0, short_name: { en: 'G' }, name: { en: 'Ground' }, building_ids: ['b'] },
        square(18, 0.001),
      ),
    ),
    collection(
      'unit',
      unit('Plant room', 'nonpublic', 18.0001),
      unit('Shop', 'room', 18.0004),
      unit('Pillar', 'column', 18.0007),
    ),
  ],
})

const upload = async () =>
  (await testApp.upload(admin, '/api/rtls/venue-imports', 'hall.json', venue, 'application/json'))
    .body as { id: number }
const apply = async (id: number) => {
  const { body } = await testApp.call(admin, venueImports.applyVenueImport, {
    params: { id: id as never },
    body: {},
  })
  const { rows } = (await testApp.call(admin, rtls.listBuildings, {})).body
  const floorId = rows.find((one) => one.id === body.buildingIds[0])?.floors[0]?.id
  if (floorId === undefined) throw new Error('There is no floor')
  return floorId
}
const roomsOf = async (floorId: Awaited<ReturnType<typeof apply>>) =>
  (await testApp.call(admin, rtls.getFloor, { params: { id: floorId } })).body.rooms.map(
    ({ name, kind, isRestricted }) => [name, kind, isRestricted],
  )
const NOW = [
  ['Plant room', 'room', true],
  ['Shop', 'room', undefined],
  ['Pillar', 'closed', undefined],
]

describe('a nonpublic unit of IMDF', () => {
  it('is imported as a room with restricted access; a column stays a closed space', async () => {
    expect(await roomsOf(await apply((await upload()).id))).toEqual(NOW)
  })

  it('that an earlier version stored as a closed space is a room after the upgrade, in every version', async () => {
    const floorId = await apply((await upload()).id)
    const waiting = await upload()
    // Restricted rooms as earlier versions stored them.
    await asEveryCompany(sql`update room set kind = 'closed' where category = 'nonpublic'`)
    await closeStored()
    expect((await roomsOf(floorId))[0]).toEqual(['Plant room', 'closed', true])

    await runMigration('nonpublic-rooms')
    expect(await roomsOf(floorId)).toEqual(NOW)
    expect(await storedKinds()).toEqual(new Set(['room']))
    expect(await roomsOf(await apply(waiting.id))).toEqual(NOW)
  })
})

async function closeStored(): Promise<void> {
  for (const [id, plan] of await plansOf('floor_version')) {
    const { rooms } = plan as { rooms: Room[] }
    await store('floor_version', id, { ...(plan as object), rooms: rooms.map(closed) })
  }
  for (const [id, plan] of await plansOf('venue_import')) {
    const { buildings } = plan as { buildings: { floors: { rooms: Room[] }[] }[] }
    await store('venue_import', id, {
      ...(plan as object),
      buildings: buildings.map((house) => ({
        ...house,
        floors: house.floors.map((level) => ({ ...level, rooms: level.rooms.map(closed) })),
      })),
    })
  }
}
interface Room {
  kind: string
  category: string | null
}
const closed = (room: Room): Room =>
  room.category === 'nonpublic' ? { ...room, kind: 'closed' } : room

const asEveryCompany = (statement: SQL) =>
  asSystem(
    testApp.pool,
    async (db) => (await db.execute<{ id: number; plan: unknown }>(statement)).rows,
  )
async function plansOf(table: string): Promise<[number, unknown][]> {
  const rows = await asEveryCompany(sql`select id, plan from ${sql.identifier(table)} order by id`)
  return rows.map(({ id, plan }) => [id, plan])
}
const store = (table: string, id: number, plan: object) =>
  asEveryCompany(
    sql`update ${sql.identifier(table)} set plan = ${JSON.stringify(plan)}::jsonb where id = ${id}`,
  )

async function storedKinds(): Promise<Set<string>> {
  const kinds: string[] = []
  const look = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(look)
    else if (typeof value === 'object' && value !== null) {
      const { category, kind } = value as Partial<Room>
      // The file's own texts of a room contain only its category.
      if (category === 'nonpublic' && kind !== undefined) kinds.push(kind)
      Object.values(value).forEach(look)
    }
  }
  for (const table of ['floor_version', 'venue_import'])
    for (const [, plan] of await plansOf(table)) look(plan)
  expect(kinds.length).toBeGreaterThan(3)
  return new Set(kinds)
}

/** Runs a migration like `migrate`: as the tables' owner, with row-level security in force. */
async function runMigration(name: string): Promise<void> {
  const folder = join(root, 'server/db/migrations')
  const file = readdirSync(folder).find((one) => one.endsWith(`_${name}.sql`))
  const statements = readFileSync(join(folder, file ?? ''), 'utf8').split(
    '--> statement-breakpoint',
  )
  for (const statement of statements) await testApp.pool.query(statement)
}
