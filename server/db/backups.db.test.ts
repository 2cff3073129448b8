import { randomBytes } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { addressOf, openEmptyDatabase, type TestDatabase } from '#tests/database.ts'
import { createFixtures } from '#tests/fixtures.ts'
import '#tests/keptWebAssembly.ts'
import { openTestApp, type TestApp } from '#tests/testApp.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import { pushKeys } from '../modules/foundation/push/index.ts'
import { CannotUseBackup, readArchive, writeArchive } from './archiveFile.ts'
import { record } from './backupForm.ts'
import { openEmbedded } from './embedded.ts'
import { migrationState } from './appliedMigrations.ts'
import { tablesOf } from './portableTables.ts'
import { refuseOtherConnections } from './otherConnections.ts'
import { restoreBackup } from './putBack.ts'
import { nameOf } from './snapshots.ts'
import { backUp } from './takeBackup.ts'
import { openPool } from './pool.ts'

/** A backup and a restore with both kinds of database take 15 s on a quiet machine. */
const limit = { timeout: 90_000 }

describe.runIf(inject('database').kind === 'postgres')('a backup', limit, () => {
  let testApp: TestApp
  let empty: TestDatabase
  const folders: string[] = []
  const folder = () => {
    const made = mkdtempSync(join(tmpdir(), 'plantroom-backup-'))
    folders.push(made)
    return made
  }
  let home = ''
  let storageKey = ''
  const photo = randomBytes(300_000)
  const key = randomBytes(32)
  const now = new Date('2026-11-20T10:00:00Z')
  const keepKey = () => undefined
  const saved = () => join(home, 'sealed.backup')
  /** Restored by the first test and shared, because making an embedded database is slow. */
  let restoredFolder = ''

  beforeAll(async () => {
    testApp = await openTestApp()
    const admin = await testApp.signIn('administrator')
    await createFixtures(testApp, testApp.here, admin, 'HERE')
    await createFixtures(
      testApp,
      testApp.there,
      await testApp.signIn('administrator', 'there'),
      'T',
    )
    await asSystem(testApp.pool, (db) => pushKeys(testApp.app.kernel.seal, db))
    storageKey = await testApp.app.kernel.files.put(Readable.from([photo]))
    empty = await openEmptyDatabase()
    home = folder()
    symlinkSync(testApp.filesFolder, join(home, 'files'))
    writeFileSync(join(home, 'data-key'), 'a'.repeat(43))
  })
  afterAll(async () => {
    await testApp.close()
    await empty.close()
    for (const each of folders) rmSync(each, { recursive: true, force: true })
  })

  it('is taken of PostgreSQL while the server works, and restored into the embedded database', async () => {
    const contents = await backUp({
      dataDir: home,
      databaseUrl: addressOf(testApp.database),
      path: saved(),
      key,
      dataKey: undefined,
      version: '1',
      now,
    })
    expect(contents).toMatchObject({ hasKeys: true })
    expect(contents.rows).toBeGreaterThan(100)
    expect(contents.files).toBeGreaterThan(0)
    expect(readFileSync(saved()).includes(Buffer.from('administrator@here.test'))).toBe(false)

    const target = folder()
    const restored = await restoreBackup({
      dataDir: target,
      databaseUrl: undefined,
      path: saved(),
      key,
      now,
      keepKey: (name, value) => writeFileSync(join(target, name), value),
    })
    const { rows, tables, files } = contents
    expect(restored).toMatchObject({ rows, tables, files })
    expect(readFileSync(join(target, 'files', storageKey.slice(0, 2), storageKey))).toEqual(photo)
    expect(readFileSync(join(target, 'data-key'), 'utf8')).toBe('a'.repeat(43))
    expect(readdirSync(target).filter((name) => name.startsWith('.restoring'))).toEqual([])
    await moveOn(target)
    restoredFolder = target
  })

  it('is refused if the installation has another data key, and changes nothing', async () => {
    const target = folder()
    await expect(
      restoreBackup({
        dataDir: target,
        databaseUrl: undefined,
        path: saved(),
        key,
        now,
        dataKey: Buffer.alloc(32, 7),
        keepKey: () => undefined,
      }),
    ).rejects.toThrow(/another data key.*Nothing was changed/)
    expect(readdirSync(target)).toEqual([])
  })

  it('leaves an empty database empty, and no file or key behind, when it fails in the middle', async () => {
    const path = join(home, 'lying.backup')
    async function* withAWrongSum() {
      for await (const each of readArchive(saved(), key))
        yield each.kind === 't' && JSON.parse(each.body.toString()).rows > 3
          ? record('t', { rows: 3, sha256: '' })
          : each
    }
    await writeArchive(path, key, withAWrongSum())
    const other = await openEmptyDatabase()
    const target = folder()
    const keys: string[] = []
    const restore = (from: string) =>
      restoreBackup({
        dataDir: target,
        databaseUrl: addressOf(other),
        path: from,
        key,
        now,
        keepKey: (name) => keys.push(name),
      })
    await expect(restore(path)).rejects.toThrow(/is not what was saved/)
    const pool = openPool(other.pool)
    try {
      const { rows } = await pool.query<{ n: number }>(
        `select count(*)::int as n from pg_tables where schemaname in ('public', 'drizzle')`,
      )
      expect(rows).toEqual([{ n: 0 }])
      expect(keys).toEqual([])
      const left = existsSync(join(target, 'files'))
        ? readdirSync(join(target, 'files'), { recursive: true, withFileTypes: true })
        : []
      expect(left.filter((each) => each.isFile())).toEqual([])
      await restore(saved())
      expect(keys).toContain('data-key')
    } finally {
      await pool.end()
      await other.close()
    }
  })

  /** Browsers subscribed with this key, so a restored server needs the same. */
  const pushKeyIn = (pool: pg.Pool) =>
    asSystem(pool, async (db) => (await pushKeys(testApp.app.kernel.seal, db)).publicKey)

  async function moveOn(dataDir: string): Promise<void> {
    const path = join(dataDir, 'plain.backup')
    await backUp({
      dataDir,
      databaseUrl: undefined,
      path,
      key: undefined,
      dataKey: undefined,
      version: '1',
      now,
    })
    const order = {
      dataDir: folder(),
      databaseUrl: addressOf(empty),
      path,
      key: undefined,
      now,
      keepKey,
    }
    await restoreBackup(order)
    const pool = openPool(empty.pool)
    try {
      expect(await migrationState(pool)).toBe('current')
      expect(await countsOf(pool)).toEqual(await countsOf(testApp.pool))
      expect(await pushKeyIn(pool)).toBe(await pushKeyIn(testApp.pool))
      const { rows } = await pool.query<{ next: string }>(
        `select nextval(pg_get_serial_sequence('company', 'id')) as next`,
      )
      expect(Number(rows[0]?.next)).toBeGreaterThan(testApp.there.id)
    } finally {
      await pool.end()
    }
    await expect(restoreBackup(order)).rejects.toThrow(/is not empty/)
  }

  it('changes nothing if its key is another, it was cut off, or a byte of it was changed', async () => {
    const target = folder()
    const order = { dataDir: target, databaseUrl: undefined, path: saved(), key, now, keepKey }
    const refused = async (change: Partial<typeof order>) => {
      await expect(restoreBackup({ ...order, ...change })).rejects.toThrow(CannotUseBackup)
      expect(existsSync(join(target, 'database'))).toBe(false)
    }
    await refused({ key: randomBytes(32) })
    await expect(restoreBackup({ ...order, key: undefined as never })).rejects.toThrow(/BACKUP_KEY/)
    const bytes = readFileSync(saved())
    const cut = join(home, 'cut.backup')
    writeFileSync(cut, bytes)
    truncateSync(cut, bytes.length - 20)
    await refused({ path: cut })
    const changed = join(home, 'changed.backup')
    const middle = Math.floor(bytes.length / 2)
    bytes[middle] = (bytes[middle] ?? 0) ^ 1
    writeFileSync(changed, bytes)
    await refused({ path: changed })
  })

  it('that is not sealed is refused if a key is given, and says where it was cut off', async () => {
    const path = join(home, 'plain.backup')
    await backUp({
      dataDir: home,
      databaseUrl: addressOf(testApp.database),
      path,
      key: undefined,
      dataKey: undefined,
      version: '1',
      now,
    })
    const order = { dataDir: folder(), databaseUrl: undefined, path, key, now, keepKey }
    await expect(restoreBackup(order)).rejects.toThrow(/is not sealed/)
    const bytes = readFileSync(path)
    const cut = join(home, 'plain-cut.backup')
    writeFileSync(cut, bytes.subarray(0, Math.floor(bytes.length / 2)))
    await expect(restoreBackup({ ...order, path: cut, key: undefined as never })).rejects.toThrow(
      /was cut off/,
    )
  })

  it('is not moved while somebody is connected', async () => {
    const url = addressOf(testApp.database)
    const somebody = await testApp.pool.connect()
    await expect(refuseOtherConnections(url)).rejects.toThrow(
      /Others are connected.*stop every server/,
    )
    somebody.release()
    const quiet = await openEmptyDatabase()
    await expect(refuseOtherConnections(addressOf(quiet))).resolves.toBeUndefined()
    await quiet.close()
  })

  it('is taken of a running embedded database from its newest snapshot, and of one at rest from itself', async () => {
    const dataDir = restoredFolder
    const order = {
      dataDir,
      databaseUrl: undefined,
      key: undefined,
      dataKey: undefined,
      version: '1',
      now,
    }
    const running = await openEmbedded({ dataDir })
    try {
      const path = join(dataDir, 'running.backup')
      await expect(backUp({ ...order, path })).rejects.toThrow(/no snapshot yet/)
      await expect(backUp({ ...order, path, atRest: true })).rejects.toThrow(/in use by another/)
    } finally {
      await running.close()
    }
    mkdirSync(join(dataDir, 'snapshots'))
    const snapshotOf = (at: Date) =>
      cpSync(
        join(dataDir, 'database'),
        join(dataDir, 'snapshots', nameOf({ at, beforeUpgrade: false })),
        { recursive: true },
      )
    snapshotOf(new Date('2026-03-01T00:00:00Z'))
    const again = await openEmbedded({ dataDir })
    try {
      const path = join(dataDir, 'again.backup')
      await expect(backUp({ ...order, path })).rejects.toThrow(/newest snapshot is of 2026-03-01/)
      const lately = new Date(Math.floor(Date.now() / 1_000) * 1_000)
      snapshotOf(lately)
      const contents = await backUp({ ...order, path })
      expect(contents.asOf).toEqual(lately)
      expect(contents.rows).toBeGreaterThan(100)
      expect(readdirSync(dataDir).filter((name) => name.startsWith('.backup'))).toEqual([])
    } finally {
      await again.close()
    }
  })
})

async function countsOf(pool: pg.Pool): Promise<Record<string, number>> {
  const client = await pool.connect()
  try {
    const tables = await tablesOf(client)
    await client.query('begin; set local role plantroom_system')
    const counts: Record<string, number> = {}
    for (const { name } of tables) {
      const { rows } = await client.query<{ n: number }>(`select count(*)::int as n from "${name}"`)
      counts[name] = rows[0]?.n ?? 0
    }
    await client.query('commit')
    return counts
  } finally {
    client.release()
  }
}
