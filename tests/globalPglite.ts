/**
 * Setup of the tests on the embedded database: a migrated snapshot, reused while the migrations
 * stay the same, and the bundled server for tests that start it.
 */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { TestProject } from 'vitest/node'
import { openEmbedded } from '#db/embedded.ts'
import { migrate } from '#db/migrate.ts'
import { bundledSource } from './bundledSource.ts'
import { root } from './root.ts'
import { openPool } from '#db/pool.ts'

const cache = join(import.meta.dirname, '../.cache')

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder of the bundled server. Its threads start five times as fast from there. */
    bundle: string
    database:
      | { kind: 'pglite'; snapshot: string; empty: string; migrated: string }
      | { kind: 'postgres'; socketFolder: string; template: string }
  }
}

export default async function prepare(project: TestProject): Promise<void> {
  await bundleServer(bundledSource)
  project.provide('bundle', join(root, bundledSource))
  const snapshot = await migratedSnapshot()
  project.provide('database', {
    kind: 'pglite',
    snapshot,
    empty: await keptFolder('empty'),
    migrated: await keptFolder('migratedFolder', readFileSync(snapshot)),
  })
}

export async function bundleServer(folder: string): Promise<void> {
  await promisify(execFile)(process.execPath, [join(root, 'scripts/buildServer.mjs'), folder])
}

/**
 * A data folder, opened and closed once: creating or unpacking one takes longer than most tests.
 */
async function keptFolder(name: string, snapshot?: Uint8Array): Promise<string> {
  const folder = join(cache, `${name}-${hashOfDatabaseSource()}`)
  if (existsSync(folder)) return folder
  clearAway(`${name}-`)
  const making = mkdtempSync(join(cache, `${name}-new-`))
  const embedded = await openEmbedded({ dataDir: making, snapshot, fsync: false })
  await embedded.close()
  renameSync(making, folder)
  return folder
}

export async function migratedSnapshot(): Promise<string> {
  const file = join(cache, `migrated-${hashOfDatabaseSource()}.tar`)
  if (existsSync(file)) return file
  mkdirSync(cache, { recursive: true })
  clearAway('migrated-')
  const folder = mkdtempSync(join(tmpdir(), 'plantroom-snapshot-'))
  const embedded = await openEmbedded({ dataDir: folder, inMemory: true })
  const pool = openPool(embedded.pool)
  await migrate(pool)
  await pool.end()
  writeFileSync(`${file}.new`, await embedded.dump())
  renameSync(`${file}.new`, file)
  await embedded.close()
  rmSync(folder, { recursive: true, force: true })
  return file
}

function clearAway(prefix: string): void {
  for (const old of readdirSync(cache).filter((name) => name.startsWith(prefix)))
    rmSync(join(cache, old), { recursive: true, force: true })
}

function hashOfDatabaseSource(): string {
  const folder = join(import.meta.dirname, '../server/db')
  const hash = createHash('sha256')
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  for (const path of files.map((entry) => join(entry.parentPath, entry.name)).sort())
    hash.update(path).update(readFileSync(path))
  hash.update(readFileSync(join(import.meta.dirname, '../package-lock.json')))
  return hash.digest('hex').slice(0, 16)
}
