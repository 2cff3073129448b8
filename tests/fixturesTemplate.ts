/**
 * Test apps with the fixtures. Creating them takes 60 calls per company, so on PostgreSQL the first
 * test file creates them and the others copy its database.
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ne } from 'drizzle-orm'
import { inject, vi } from 'vitest'
import * as tables from '#db/schema/index.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import { clusterIn } from './database.ts'
import { createFixtures, type Fixtures } from './fixtures.ts'
import { asAdmin } from './postgresCluster.ts'
import { openTestApp, type Template, type TestApp, type TestAppChange } from './testApp.ts'

interface OwnFixtures {
  token: string
  fixtures: Fixtures
}
interface BothFixtures extends OwnFixtures {
  theirs: Fixtures
}

/** The fixtures are sealed with this data key. */
type Change = Omit<TestAppChange, 'dataKeys'>

export const openTestAppWithFixtures = (
  change: Change = {},
): Promise<OwnFixtures & { testApp: TestApp }> => openWith('ours', createOwn, change)

export const openTestAppWithBothFixtures = (
  change: Change = {},
): Promise<BothFixtures & { testApp: TestApp }> => openWith('both', createBoth, change)

async function createOwn(testApp: TestApp): Promise<OwnFixtures> {
  const token = await testApp.signIn('administrator')
  return { token, fixtures: await createFixtures(testApp, testApp.here, token, 'OURS') }
}

async function createBoth(testApp: TestApp): Promise<BothFixtures> {
  const own = await createOwn(testApp)
  const there = await testApp.signIn('administrator', 'there')
  return { ...own, theirs: await createFixtures(testApp, testApp.there, there, 'THEIRS') }
}

async function openWith<T extends object>(
  name: string,
  create: (testApp: TestApp) => Promise<T>,
  change: Change,
): Promise<T & { testApp: TestApp }> {
  const prepared = inject('database')
  if (prepared.kind === 'pglite') {
    const testApp = await openTestApp(change)
    return { ...(await createIn(testApp, create)), testApp }
  }
  const { template, created } = await madeOnce(prepared.socketFolder, name, create)
  return { ...created, testApp: await openTestApp(change, template) }
}

interface Made<T> {
  template: Template
  created: T
}

/** A file beside the cluster marks a complete template. */
async function madeOnce<T>(
  socketFolder: string,
  name: string,
  create: (testApp: TestApp) => Promise<T>,
): Promise<Made<T>> {
  const file = join(socketFolder, `fixtures-${name}.json`)
  const written = () =>
    existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Made<T>) : null
  return (
    written() ??
    asAdmin(clusterIn(socketFolder), async (client) => {
      // Held until the connection ends. The other worker waits, and tries itself if this one
      // failed.
      await client.query('select pg_advisory_lock(hashtext($1))', [file])
      const found = written()
      if (found) return found
      const made = await make(socketFolder, create)
      writeFileSync(`${file}.new`, JSON.stringify(made))
      renameSync(`${file}.new`, file)
      return made
    })
  )
}

async function make<T>(
  socketFolder: string,
  create: (testApp: TestApp) => Promise<T>,
): Promise<Made<T>> {
  const testApp = await openTestApp()
  const created = await createIn(testApp, create)
  await testApp.leave()
  const { here, there, database } = testApp
  const name = String(database.pool.database)
  const filesFolder = join(socketFolder, `${name}-files`)
  renameSync(testApp.filesFolder, filesFolder)
  return { template: { database: name, filesFolder, here, there }, created }
}

/**
 * Also waits for work that the server does after its response: a copy must not begin in the middle.
 */
async function createIn<T>(testApp: TestApp, create: (testApp: TestApp) => Promise<T>): Promise<T> {
  try {
    const created = await create(testApp)
    await vi.waitFor(() => batchesAreDone(testApp), { timeout: 20_000, interval: 20 })
    return created
  } catch (error) {
    await testApp.close()
    throw error
  }
}

async function batchesAreDone({ pool }: TestApp): Promise<void> {
  const others = await asSystem(pool, (db) =>
    db.$count(tables.statusBatch, ne(tables.statusBatch.state, 'done')),
  )
  if (others > 0) throw new Error('A batch of statuses of the fixtures is not done')
}
