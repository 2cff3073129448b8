import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, inject, it } from 'vitest'
import { replaceZone, zoneRelease } from '#contract/timeZones/pinnedOffsets.ts'
import * as tables from '#db/schema/index.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import { openPool } from '#db/pool.ts'
import { addressOf, openTestDatabase, type TestDatabase } from '#tests/database.ts'
import { readConfig } from '../config/config.ts'
import { upgradeZones } from '../modules/work/schedules/index.ts'
import { examine } from './findings.ts'

const ZONE = 'Asia/Kathmandu'
const HOUR = 3_600_000
const isPostgres = inject('database').kind === 'postgres'

let database: TestDatabase
let pool: ReturnType<typeof openPool>
const folder = mkdtempSync(join(tmpdir(), 'plantroom-doctor-'))
beforeAll(async () => {
  database = await openTestDatabase()
  pool = openPool(database.pool)
  await asSystem(pool, (db) =>
    db.insert(tables.company).values({ name: 'Own', timezone: ZONE, language: 'en' }),
  )
})
beforeEach(async () => {
  await upgradeZones(pool, new Date())
})
afterAll(async () => {
  await pool.end()
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

async function saidOfZones(): Promise<string[]> {
  const config = readConfig({ DATABASE_URL: addressOf(database), DATA_DIR: folder })
  const found = await examine(config)
  return found.filter(({ about }) => about === 'Time zones').map(({ says }) => says)
}

it.runIf(isPostgres)('the doctor names the tz database, and finds that all agree', async () => {
  expect(await saidOfZones()).toEqual([
    expect.stringContaining(`the tz database ${zoneRelease}`),
    'Node.js and the database agree on the zones of all companies.',
  ])
})

it.runIf(isPostgres)(
  'the doctor names a zone that differs, from when, and what an upgrade would move',
  async () => {
    const from = Date.UTC(new Date().getUTCFullYear() + 1, 2, 14)
    await asSystem(pool, (db) =>
      db.execute(sql`update installation set value = '2025c' where key = 'zone release'`),
    )
    const restore = replaceZone(ZONE, { changes: [from], offsets: [5.75 * HOUR, 6.75 * HOUR] })
    try {
      const day = new Date(from).toISOString().slice(0, 10)
      expect(await saidOfZones()).toEqual([
        expect.stringContaining(zoneRelease),
        expect.stringContaining(
          `${zoneRelease} will replace 2025c: ${ZONE} from ${day} on UTC+06:45 (UTC+05:45 before)`,
        ),
        expect.stringContaining(`${ZONE} is UTC+05:45 in Node.js from ${day}`),
      ])
    } finally {
      restore()
    }
    const { rows } = await pool.query<{ value: string }>(
      `select value from installation where key = 'zone release'`,
    )
    expect(rows).toEqual([{ value: '2025c' }])
  },
)
