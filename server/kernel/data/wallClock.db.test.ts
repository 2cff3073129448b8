import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { sql } from 'drizzle-orm'
import { replaceZone } from '#contract/timeZones/pinnedOffsets.ts'
import { wallAt } from '#contract/timeZones/wallTime.ts'
import { openTestApp, type TestApp } from '#tests/testApp.ts'
import { asSystem } from './transaction.ts'
import { midnight, wallParts } from './wallClock.ts'

let testApp: TestApp
let restore = () => {}
beforeAll(async () => {
  testApp = await openTestApp()
})
afterEach(() => restore())
afterAll(() => testApp.close())

const HOUR = 3_600_000
const days = { from: '2025-11-01', to: '2027-02-01' }

async function partsOf(zone: string, instants: readonly number[]) {
  const { day, weekday, minute } = wallParts(sql`at`, zone, days)
  const { rows } = await asSystem(testApp.pool, (db) =>
    db.execute<{ day: number; weekday: number; minute: number }>(
      sql`select ${day} as day, ${weekday} as weekday, ${minute} as minute
        from unnest(${`{${instants.map((at) => new Date(at).toISOString()).join(',')}}`}::timestamptz[])
        with ordinality as given (at, place) order by place`,
    ),
  )
  return rows
}

const expected = (zone: string, at: number) => {
  const wall = new Date(wallAt(at, zone))
  return {
    day: Math.floor(wall.getTime() / (24 * HOUR)),
    weekday: wall.getUTCDay(),
    minute: wall.getUTCHours() * 60 + wall.getUTCMinutes(),
  }
}

const moments = [
  ...Array.from({ length: 300 }, (_each, index) => Date.UTC(2026, 0, 1) + index * 29.4 * HOUR),
  ...['2026-03-08T10:00Z', '2026-11-01T09:00Z', '2026-10-25T01:00Z', '2026-09-20T01:00Z'].flatMap(
    (text) => [-1, 0, 1, 60_000].map((more) => Date.parse(text) + more),
  ),
]

describe('wall time in statements', () => {
  it.each([
    'America/Vancouver',
    'Africa/Casablanca',
    'America/Edmonton',
    'America/Winnipeg',
    'America/Inuvik',
    'America/Havana',
    'Asia/Kathmandu',
    'UTC',
  ])('has the day, weekday and minute of the server in %s', async (zone) => {
    expect(await partsOf(zone, moments)).toEqual(moments.map((at) => expected(zone, at)))
  })

  it('follows a made-up change, of which the database knows nothing', async () => {
    restore = replaceZone('Europe/Prague', {
      changes: [Date.parse('2026-05-05T05:05Z')],
      offsets: [HOUR, -7.25 * HOUR],
    })
    const around = ['2026-05-05T05:04:59Z', '2026-05-05T05:05:00Z'].map((text) => Date.parse(text))
    expect(await partsOf('Europe/Prague', around)).toEqual([
      { day: 20_578, weekday: 2, minute: 6 * 60 + 4 },
      { day: 20_577, weekday: 1, minute: 21 * 60 + 50 },
    ])
    const { rows } = await asSystem(testApp.pool, (db) =>
      db.execute<{ at: string }>(sql`select ${midnight('2026-06-01', 'Europe/Prague')} as at`),
    )
    expect(new Date(rows[0]?.at ?? '').toISOString()).toBe('2026-06-01T07:15:00.000Z')
  })
})
