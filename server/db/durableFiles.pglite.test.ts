/**
 * Verifies that the embedded database syncs every commit before it acknowledges it, as far as calls
 * to the operating system show.
 */
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { isLongForm } from '#tests/longForm.ts'
import { DurableFiles, durableStart } from './durableFiles.ts'

const unsynced = new Set<number>()
const real = { writeSync: fs.writeSync, fsyncSync: fs.fsyncSync }
let folder: string

beforeEach(() => {
  folder = fs.mkdtempSync(join(tmpdir(), 'plantroom-durable-'))
  const watched = {
    writeSync: (file: number, ...rest: [never]) => {
      if (
        fs.existsSync(`/proc/self/fd/${file}`) &&
        fs.readlinkSync(`/proc/self/fd/${file}`).includes('/pg_wal/')
      )
        unsynced.add(file)
      return real.writeSync(file, ...rest)
    },
    fsyncSync: (file: number) => {
      real.fsyncSync(file)
      unsynced.delete(file)
    },
  }
  Object.assign(fs, watched)
  syncBuiltinESMExports()
})
afterEach(() => {
  Object.assign(fs, real)
  syncBuiltinESMExports()
  unsynced.clear()
  fs.rmSync(folder, { recursive: true, force: true })
})

async function unsyncedAfterEach(options: {
  fs: NodeFS
  startParams?: string[]
}): Promise<number[]> {
  const db = await PGlite.create(options)
  await db.exec('create table kept (id integer primary key)')
  const found: number[] = []
  for (let id = 0; id < 20; id += 1) {
    await db.query('insert into kept values ($1)', [id])
    found.push(unsynced.size)
  }
  await db.close()
  return found
}

it.skipIf(process.platform !== 'linux')(
  'the durable file system leaves nothing of the journal unsynced behind a commit',
  async () => {
    expect(
      await unsyncedAfterEach({ fs: new DurableFiles(folder), startParams: durableStart }),
    ).toEqual(Array.from({ length: 20 }, () => 0))
  },
)

it.skipIf(process.platform !== 'linux' || !isLongForm)(
  'PGlite without the durable file system leaves the journal unsynced after every commit',
  async () => {
    expect((await unsyncedAfterEach({ fs: new NodeFS(folder) })).every((files) => files > 0)).toBe(
      true,
    )
  },
)
