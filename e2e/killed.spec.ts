/** The server is killed while submissions are on their way to their tickets: each that was recorded gets exactly one. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from '@playwright/test'
import { procedureLogs } from '#contract/procedureLogs'
import { signIn } from '../tests/apiClient.ts'
import { failProcedure, makeRuledProcedure, ticketsOf } from '../tests/mainJob.ts'
import { startServer } from '../tests/serverProcess.ts'
import { people } from './people.ts'

test('kill -9 between submission and ticket still opens exactly one', async () => {
  test.setTimeout(240_000)
  const dataDir = mkdtempSync(join(tmpdir(), 'plantroom-killed-'))
  let server = await startServer({ dataDir })
  try {
    const job = await makeRuledProcedure(await signIn(server.url, people.administrator), 'Round under fire')
    const recorded = new Set<number>()
    for (let round = 0; round < 3; round += 1) {
      const staff = await signIn(server.url, people.staff)
      // Several at once, and the server dies as soon as the first is acknowledged: the others are anywhere.
      const submissions = Array.from({ length: 4 }, () => failProcedure(staff, job))
      recorded.add((await Promise.any(submissions)).id)
      await server.stop('SIGKILL')
      for (const outcome of await Promise.allSettled(submissions)) if (outcome.status === 'fulfilled') recorded.add(outcome.value.id)

      server = await startServer({ dataDir })
      const technician = await signIn(server.url, people.technician)
      const logs = await technician.call(procedureLogs.listProcedureLogs, { body: { limit: 100, filter: { procedureIds: [job.procedure.id] } } })
      const ids = logs.rows.map((row) => row.id)
      expect(ids, 'nothing that was acknowledged is lost').toEqual(expect.arrayContaining([...recorded]))
      for (const id of ids) {
        await expect.poll(async () => (await ticketsOf(technician, id)).length, { timeout: 20_000 }).toBe(1)
        recorded.add(id)
      }
      await wait(1_000) // and it stays one: nobody takes the event a second time
      for (const id of ids) expect(await ticketsOf(technician, id)).toHaveLength(1)
    }
  } finally {
    await server.stop('SIGKILL')
    rmSync(dataDir, { recursive: true, force: true })
  }
})
