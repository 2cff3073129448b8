/**
 * Kills the server while submissions are being processed: each recorded one gets exactly one
 * ticket.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from '@playwright/test'
import { procedureLogs } from '#contract/procedures/procedureLogs.ts'
import { signIn } from '#tests/apiClient.ts'
import { failProcedure, makeRuledProcedure, ticketsOf } from '#tests/mainJob.ts'
import { openEmbedded } from '#db/embedded.ts'
import { startServer } from '#tests/serverProcess.ts'
import { makeSmallCompany } from '#tests/smallCompany.ts'
import {
  listenForHooks,
  logsOf,
  makeThing,
  makeWholeRule,
  ONCE,
  performOn,
  tracesOf,
  type Thing,
} from '#tests/wholeRun.ts'
import { people } from './people.ts'
import { openPool } from '#db/pool.ts'

test('kill -9 between submission and ticket still opens exactly one', async () => {
  test.setTimeout(240_000)
  const dataDir = mkdtempSync(join(tmpdir(), 'plantroom-killed-'))
  let server = await startServer({ dataDir })
  try {
    const job = await makeRuledProcedure(
      await signIn(server.url, people.administrator),
      'Round under fire',
    )
    const recorded = new Set<number>()
    for (let round = 0; round < 3; round += 1) {
      const staff = await signIn(server.url, people.staff)
      // Submits several at once and kills the server after the first acknowledgement, so that the
      // others are at any stage.
      const submissions = Array.from({ length: 4 }, () => failProcedure(staff, job))
      recorded.add((await Promise.any(submissions)).id)
      await server.stop('SIGKILL')
      for (const outcome of await Promise.allSettled(submissions))
        if (outcome.status === 'fulfilled') recorded.add(outcome.value.id)

      server = await startServer({ dataDir })
      const technician = await signIn(server.url, people.technician)
      const logs = await technician.call(procedureLogs.listProcedureLogs, {
        body: { limit: 100, filter: { procedureIds: [job.procedure.id] } },
      })
      const ids = logs.rows.map((row) => row.id)
      expect(ids, 'nothing that was acknowledged is lost').toEqual(
        expect.arrayContaining([...recorded]),
      )
      for (const id of ids) {
        await expect
          .poll(async () => (await ticketsOf(technician, id)).length, { timeout: 20_000 })
          .toBe(1)
        recorded.add(id)
      }
      await wait(1_000) // the count stays at one, because the event is not processed twice
      for (const id of ids) expect(await ticketsOf(technician, id)).toHaveLength(1)
    }
  } finally {
    await server.stop('SIGKILL')
    rmSync(dataDir, { recursive: true, force: true })
  }
})

/**
 * Milliseconds after the first acknowledgement: from before the run starts until after its last
 * action.
 */
const moments = [0, 8, 20, 35, 55, 80, 120, 200]

test('kill -9 anywhere between submission and the last of six actions leaves each done exactly once', async () => {
  test.setTimeout(420_000)
  const dataDir = mkdtempSync(join(tmpdir(), 'plantroom-killed-'))
  const embedded = await openEmbedded({ dataDir })
  const pool = openPool(embedded.pool)
  await makeSmallCompany(pool)
  await pool.end()
  await embedded.close()
  const receiver = await listenForHooks()
  const start = () => startServer({ dataDir, env: { HOOK_ALLOWED_HOSTS: '127.0.0.1' } })
  let server = await start()
  try {
    let administrator = await signIn(server.url, people.administrator)
    const rule = await makeWholeRule(administrator, 'Round under fire', receiver.url)
    const all: Thing[] = []
    for (const moment of moments) {
      const things = [
        await makeThing(administrator, rule),
        await makeThing(administrator, rule),
        await makeThing(administrator, rule),
      ]
      const staff = await signIn(server.url, people.staff)
      const submissions = things.map((thing) => performOn(staff, rule, thing))
      await Promise.any(submissions)
      await wait(moment)
      await server.stop('SIGKILL')
      const outcomes = await Promise.allSettled(submissions)

      server = await start()
      administrator = await signIn(server.url, people.administrator)
      for (const [index, thing] of things.entries()) {
        const recorded = await logsOf(administrator, thing)
        if (outcomes[index]?.status === 'fulfilled')
          expect(recorded, 'nothing that was acknowledged is lost').toHaveLength(1)
        if (recorded.length > 0) all.push(thing)
      }
      const technician = await signIn(server.url, people.technician)
      for (const thing of all.slice(-things.length)) {
        await expect
          .poll(() => tracesOf(server.url, administrator, technician, rule, receiver, thing), {
            timeout: 60_000,
          })
          .toEqual(ONCE)
      }
    }
    const technician = await signIn(server.url, people.technician)
    for (const thing of all)
      expect(await tracesOf(server.url, administrator, technician, rule, receiver, thing)).toEqual(
        ONCE,
      )
  } finally {
    await server.stop('SIGKILL')
    await receiver.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
})
