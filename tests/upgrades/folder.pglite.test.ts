/**
 * Data folders of earlier versions in a server of this one, and back. The long form takes each
 * folder, the short one the oldest and the newest.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { examine } from '../../server/commands/findings.ts'
import { readConfig } from '../../server/config/config.ts'
import { placesIn } from '#db/dataFolder.ts'
import { migrationState } from '#db/appliedMigrations.ts'
import { findSnapshot, restoreSnapshot } from '#db/restore.ts'
import { listSnapshots, nameOf } from '#db/snapshots.ts'
import { isLongForm } from '#tests/longForm.ts'
import { withEmbedded } from '#tests/withEmbedded.ts'
import { startFromSource, startRefused } from '#tests/sourceServer.ts'
import { countRows, type Fixture, fixtures, hasFolder, unpackFolder } from './fixture.ts'
import { expectKept } from './kept.ts'

const folders = fixtures.filter(hasFolder)
const chosen = isLongForm
  ? folders
  : folders.filter((_each, at) => at === 0 || at === folders.length - 1)

/** A start with a sync of each change, on a busy machine. */
vi.setConfig({ testTimeout: 120_000 })

let dataDir = ''
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))
const unpack = (fixture: Fixture) => {
  dataDir = mkdtempSync(join(tmpdir(), 'plantroom-upgrade-'))
  unpackFolder(fixture, dataDir)
}

const withDatabase = <T>(work: (pool: pg.Pool) => Promise<T>) =>
  withEmbedded({ dataDir, fsync: false }, work)

describe.each(chosen)('a data folder of $commit ($at)', (fixture) => {
  it('is upgraded after a snapshot, keeps its data, and lets its people in', async () => {
    unpack(fixture)
    const server = await startFromSource({ dataDir, env: { DEMO: '1' } })
    try {
      const body = JSON.stringify({ email: 'admin@plantroom.demo', password: 'Plantroom1' })
      const headers = { 'content-type': 'application/json' }
      const answer = await fetch(`${server.url}/api/public/login`, {
        method: 'POST',
        headers,
        body,
      })
      expect(answer.status, await answer.clone().text()).toBe(200)
    } finally {
      await server.stop()
    }
    expect(listSnapshots(placesIn(dataDir).snapshots).map((each) => each.beforeUpgrade)).toContain(
      true,
    )
    await withDatabase(async (pool) => {
      expect(await migrationState(pool)).toBe('current')
      expectKept(fixture, await countRows(pool))
    })
    const found = await examine(readConfig({ DATA_DIR: dataDir, DEMO: '1' }))
    expect(found.filter(({ state }) => state === 'bad')).toEqual([])
  })
})

const [oldest] = folders
if (oldest === undefined) throw new Error('tests/upgrades holds no data folder')

it('a server that is older than the data folder refuses it with a sentence, and the snapshot brings it back', async () => {
  unpack(oldest)
  await (await startFromSource({ dataDir, env: { DEMO: '1' } })).stop()
  await withDatabase((pool) =>
    pool.query(
      `insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', 4102444800000)`,
    ),
  )
  const { code, output } = await startRefused({ dataDir, env: { DEMO: '1' } })
  expect(code).toBe(1)
  expect(output).toMatch(/newer version of Plantroom.*Nothing was changed.*npm run restore/)
  const [before] = listSnapshots(placesIn(dataDir).snapshots).filter((each) => each.beforeUpgrade)
  if (before === undefined) throw new Error('The upgrade took no snapshot')
  await restoreSnapshot(dataDir, findSnapshot(dataDir, nameOf(before)), new Date())
  await withDatabase(async (pool) => {
    expect(await migrationState(pool)).toBe('older')
    expect(await countRows(pool)).toEqual(oldest.rows)
  })
})

it('an upgrade that fails leaves the data folder to the version before', async () => {
  unpack(oldest)
  await withDatabase((pool) => pool.query('create table sparkplug_birth (id int)'))
  const { code, output } = await startRefused({ dataDir, env: { DEMO: '1' } })
  expect(code).toBe(1)
  expect(output).toMatch(/brought up to date: relation "sparkplug_birth" already exists.*undone/)
  expect(output).not.toMatch(/ at .*\.[jt]s:\d+/)
  expect(existsSync(join(dataDir, 'database/PG_VERSION'))).toBe(true)
  await withDatabase(async (pool) => {
    expect(await migrationState(pool)).toBe('older')
    expect(await countRows(pool)).toMatchObject(oldest.rows)
  })
})
