import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { putMigratedDatabase } from '#tests/embeddedFolders.ts'
import { startRefused } from '#tests/sourceServer.ts'
import { readConfig } from '../config/config.ts'
import { FakeClock } from '#ports/clock.ts'
import { openDatabase } from './openDatabase.ts'

const folders: string[] = []
function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'plantroom-open-'))
  folders.push(folder)
  return folder
}
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

const migratedFolder = () => putMigratedDatabase(freshFolder())

const clock = new FakeClock('2026-11-22T12:00:00Z')
const open = (dataDir: string) => openDatabase(readConfig({ DATA_DIR: dataDir }), clock)

describe('opening the database', () => {
  it('takes a snapshot before an upgrade, and only then', async () => {
    const folder = migratedFolder()
    const database = await open(folder)
    await database.beforeUpgrade()
    expect(readdirSync(folder)).not.toContain('snapshots')
    await database.pool.query(
      'delete from drizzle.__drizzle_migrations where created_at = (select max(created_at) from drizzle.__drizzle_migrations)',
    )
    await database.beforeUpgrade()
    expect(readdirSync(join(folder, 'snapshots'))).toEqual(['2026-11-22T12-00-00Z-before-upgrade'])
    await database.close()
  })

  it('reports damage that shows only in a table, with the way back', async () => {
    const folder = migratedFolder()
    const database = await open(folder)
    const { rows } = await database.pool.query<{ path: string }>(
      `select pg_relation_filepath('company') as path`,
    )
    await database.pool
      .query(`insert into company (name, timezone) values ('Acme', 'UTC')`)
      .catch(() => undefined)
    await database.close()
    const file = join(folder, 'database', rows[0]?.path ?? '')
    truncateSync(file, 0)
    writeFileSync(file, Buffer.alloc(8192, 7))
    const again = await open(folder)
    const failure: unknown = await again.pool
      .query('select * from company')
      .catch((error: unknown) => error)
    expect(again.explain(failure)).toMatchObject({
      name: 'UnusableFolder',
      message: expect.stringMatching(
        /is damaged\. PostgreSQL says: invalid page in block 0.*from a backup/,
      ) as unknown,
    })
    expect(again.explain(new Error('other'))).toMatchObject({ message: 'other' })
    await again.pool.end()
    await again.close().catch(() => undefined)
  })
})

describe('a start of the server', () => {
  it('on a stranger’s folder is refused with a sentence, and leaves the folder as it was', async () => {
    const folder = freshFolder()
    writeFileSync(join(folder, 'thesis.doc'), 'years of work')
    mkdirSync(join(folder, 'database'))
    const mode = statSync(folder).mode
    const { code, output } = await startRefused({ dataDir: folder })
    expect(code).toBe(1)
    expect(output).toMatch(/does not know what lies there \(thesis\.doc\)/)
    expect(output).not.toMatch(/ at .*\.[jt]s:\d+/)
    expect(readdirSync(folder).sort()).toEqual(['database', 'thesis.doc'])
    expect(statSync(folder).mode).toBe(mode)
  })

  it('on a damaged database is refused with a sentence and no stack', async () => {
    const folder = migratedFolder()
    rmSync(join(folder, 'database/global/pg_control'))
    const { code, output } = await startRefused({ dataDir: folder })
    expect(code).toBe(1)
    expect(output).toMatch(
      /does not open; it is damaged\. PostgreSQL says: could not open file "global\/pg_control"/,
    )
    expect(output).not.toMatch(/ at .*\.ts:\d+|PGlite failed/)
  })

  it('with an empty token-secret is refused with a sentence, and does not replace it', async () => {
    const folder = migratedFolder()
    writeFileSync(join(folder, 'token-secret'), '')
    const { code, output } = await startRefused({ dataDir: folder })
    expect(code).toBe(1)
    // The durability of the folder is printed first; tests may run in memory (promise.test.ts).
    expect(output).toMatch(
      /(survives a crash and a power cut|lies in memory)[\s\S]*token-secret is empty\. Put it back from a backup/,
    )
    expect(readFileSync(join(folder, 'token-secret'), 'utf8')).toBe('')
  })
})
