import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startFromSource, startRefused } from '#tests/sourceServer.ts'
import { putMigratedDatabase } from '#tests/embeddedFolders.ts'
import { isLongForm } from '#tests/longForm.ts'
import { zoneRelease } from '#contract/timeZones/pinnedOffsets.ts'
import { openEmbedded } from './db/embedded.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import { makeCompany } from './modules/foundation/auth/index.ts'
import { openPool } from './db/pool.ts'

const folders: string[] = []

async function folderWith(isDemo: boolean): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'plantroom-start-'))
  folders.push(dataDir)
  const embedded = await openEmbedded({ dataDir: putMigratedDatabase(dataDir) })
  const pool = openPool(embedded.pool)
  await asSystem(pool, (db) =>
    makeCompany(db, { name: 'Acme', timezone: 'Europe/Prague', language: 'en', isDemo }),
  )
  await pool.end()
  await embedded.close()
  return dataDir
}

let own: string
let demo: string
beforeAll(async () => {
  own = await folderWith(false)
  demo = await folderWith(true)
})
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

describe('the start of the demo', () => {
  it('is refused on data that the demo did not make, with a sentence and no stack', async () => {
    const { code, output } = await startRefused({ dataDir: own })
    expect(code).toBe(1)
    expect(output).toMatch(/not of the demo.*DEMO=0/)
    expect(output).not.toMatch(/ at .*\.[jt]s:\d+/)
  })

  it('continues with that data after DEMO=0, without outbox and demo sign-ins, and names its tz database', async () => {
    const server = await startFromSource({ dataDir: own, env: { DEMO: '0', LOG_LEVEL: 'info' } })
    try {
      expect(server.output()).toContain(`the tz database ${zoneRelease}`)
      expect(server.output()).toContain(`"zoneData":"${zoneRelease}"`)
      expect((await fetch(`${server.url}/api/public/outbox`)).status).toBe(404)
      expect(await (await fetch(`${server.url}/api/public/installation`)).json()).toMatchObject({
        demo: false,
        signIns: [],
      })
    } finally {
      await server.stop()
    }
  })

  it('is refused in production and on an address that others reach', async () => {
    expect((await startRefused({ dataDir: demo, env: { NODE_ENV: 'production' } })).output).toMatch(
      /NODE_ENV is production/,
    )
    if (!isLongForm) return
    expect((await startRefused({ dataDir: demo, env: { HOST: '0.0.0.0' } })).output).toMatch(
      /HOST is 0\.0\.0\.0/,
    )
  })

  it('shows its outbox to signed-in users only if it is exposed', async () => {
    const server = await startFromSource({
      dataDir: demo,
      env: { HOST: '127.0.0.1', DEMO_EXPOSED: '1' },
    })
    try {
      const url = server.url.replace('localhost', '127.0.0.1')
      expect((await fetch(`${url}/api/public/outbox`)).status).toBe(401)
      expect(await (await fetch(`${url}/api/public/installation`)).json()).toMatchObject({
        demo: true,
        outboxNeedsSession: true,
      })
    } finally {
      await server.stop()
    }
  })
})

it('the first start prints a link under PUBLIC_URL that makes the first company', async () => {
  const dataDir = putMigratedDatabase(mkdtempSync(join(tmpdir(), 'plantroom-start-')))
  folders.push(dataDir)
  const env = { DEMO: '0', PUBLIC_URL: 'https://plantroom.example.org/' }
  const server = await startFromSource({ dataDir, env })
  try {
    await expect
      .poll(server.output)
      .toMatch(/^ {2}https:\/\/plantroom\.example\.org\/setup\?token=\S{20}/m)
  } finally {
    await server.stop()
  }
})
