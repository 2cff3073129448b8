/**
 * No request blocks others: runs each attack of tests/attacks.ts against a separate process and
 * measures its event loop.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { attacks, canary, longestDelay, type Target } from '#tests/attacks.ts'
import { putMigratedDatabase } from '#tests/embeddedFolders.ts'
import { root } from '#tests/root.ts'
import { makeSmallCompany } from '#tests/smallCompany.ts'
import { startFromSource, type SourceServer } from '#tests/sourceServer.ts'
import { openEmbedded } from './db/embedded.ts'
import { openPool } from './db/pool.ts'

const LONGEST_MILLISECONDS = 50
/**
 * Rounds per attack. A blocking request blocks in every round; a busy machine or first compilation
 * does not.
 */
const ROUNDS = 4

let dataDir: string
let server: SourceServer
let target: Target

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'plantroom-loop-'))
  const embedded = await openEmbedded({ dataDir: putMigratedDatabase(dataDir) })
  const pool = openPool(embedded.pool)
  await makeSmallCompany(pool)
  await pool.end()
  await embedded.close()
  server = await startFromSource({
    dataDir,
    nodeArguments: ['--import', join(root, 'tests/loopWatch.mjs')],
    env: { CALLS_PER_SECOND: '1000' },
  })
  const answer = await fetch(`${server.url}/api/public/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'admin@plantroom.demo', password: 'Plantroom1' }),
  })
  const { token } = (await answer.json()) as { token: string }
  target = { url: server.url, token }
})
afterAll(async () => {
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

describe('the server’s event loop stays free while somebody sends', () => {
  it.each(Object.entries(attacks))('%s', async (_name, attack) => {
    const rounds: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      await longestDelay(server.child, 'reset')
      const other = canary(target)
      const statuses = await attack(target)
      const slowest = await other.stop()
      rounds.push(await longestDelay(server.child, 'read'))
      expect(
        statuses.filter((status) => status >= 500),
        server.output().slice(-3_000),
      ).toEqual([])
      expect(slowest).toBeLessThan(10_000)
      if ((rounds.at(-1) ?? Infinity) <= LONGEST_MILLISECONDS) break
    }
    expect(
      Math.min(...rounds),
      `longest delays ${rounds.map(Math.round).join(', ')} ms`,
    ).toBeLessThanOrEqual(LONGEST_MILLISECONDS)
  })
})
