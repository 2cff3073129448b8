/**
 * Two servers on one PostgreSQL. Another session locks a table, so that a run stops right before it
 * writes there; then its server or its connection is killed. Every effect still happens once.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import pg from 'pg'
import { rrules } from '#contract/rrules/rrules.ts'
import { tickets } from '#contract/tickets.ts'
import { type Api, signIn } from '#tests/apiClient.ts'
import { type Cluster, createDatabase, createRoles, startCluster } from '#tests/postgresCluster.ts'
import { makeSmallCompany } from '#tests/smallCompany.ts'
import { type ServerProcess, startServer } from '#tests/serverProcess.ts'
import {
  listenForHooks,
  logsOf,
  makeThing,
  makeWholeRule,
  ONCE,
  performOn,
  type Receiver,
  type Thing,
  tracesOf,
  type WholeRule,
} from '#tests/wholeRun.ts'
import { password, people } from './people.ts'
import { wordsOf } from './words.ts'
import { openPool } from '#db/pool.ts'

test.describe.configure({ mode: 'serial' })

let cluster: Cluster
let dataDir: string
let receiver: Receiver
let servers: [ServerProcess, ServerProcess]
let administrator: Api
let technician: Api
let rule: WholeRule

const start = () =>
  startServer({
    dataDir,
    databaseUrl: cluster.ownerUrl('shared'),
    env: {
      HOOK_ALLOWED_HOSTS: '127.0.0.1',
      TOKEN_SECRET: 'two servers behind a balancer know the same secret',
    },
  })

test.beforeAll(async () => {
  test.setTimeout(300_000)
  cluster = await startCluster()
  await createRoles(cluster, new URL('../server/db/roles.sql', import.meta.url))
  await createDatabase(cluster, 'shared')
  const pool = openPool(cluster.owner('shared'))
  await makeSmallCompany(pool)
  await pool.end()
  dataDir = mkdtempSync(join(tmpdir(), 'plantroom-two-'))
  receiver = await listenForHooks()
  servers = [await start(), await start()]
  // The second server gets the requests, because the first will be killed.
  administrator = await signIn(servers[1].url, people.administrator)
  technician = await signIn(servers[1].url, people.technician)
  rule = await makeWholeRule(administrator, 'Round of two servers', receiver.url)
})

test.afterAll(async () => {
  await Promise.all((servers ?? []).map((server) => server.stop('SIGKILL')))
  await receiver?.close()
  await cluster?.stop()
  if (dataDir) rmSync(dataDir, { recursive: true, force: true })
})

const traces = (thing: Thing) =>
  tracesOf(servers[1].url, administrator, technician, rule, receiver, thing)

/**
 * In the order in which a run reaches them: before its first write, between actions, before the
 * last.
 */
const places = [
  'automation_run',
  'ticket',
  'automation_effect',
  'equipment',
  'alert',
  'letter',
  'rrule',
  'rrule_object',
  'hook_delivery',
] as const

/** At the other places only the connection is killed, and the server retries by itself. */
const killedAt = new Set<string>(['ticket', 'letter', 'hook_delivery'])

for (const table of places) {
  const dies = killedAt.has(table) ? ('its server' as const) : ('its connection' as const)
  test(`a run that loses ${dies} before it writes ${table} happens once all the same`, async () => {
    test.setTimeout(180_000)
    const holder = new pg.Client(cluster.admin('shared'))
    await holder.connect()
    const thing = await makeThing(administrator, rule)
    try {
      // other sessions may read the table but not write to it
      await holder.query(`begin; lock table ${table} in share mode`)
      const staff = await signIn(servers[0].url, people.staff)
      const log = await performOn(staff, rule, thing)
      const standing = await held(holder, table)
      if (dies === 'its server') await servers[0].stop('SIGKILL')
      else await holder.query('select pg_terminate_backend($1)', [standing])
      await holder.query('rollback')
      await expect.poll(() => traces(thing), { timeout: 60_000 }).toEqual(ONCE)
      expect(await logsOf(administrator, thing)).toEqual([log.id])
    } finally {
      await holder.end()
      if (dies === 'its server') servers[0] = await start()
    }
    expect(await traces(thing), 'nobody takes it a second time').toEqual(ONCE)
  })
}

async function held(holder: pg.Client, table: string): Promise<number> {
  for (const deadline = Date.now() + 60_000; Date.now() < deadline;) {
    const { rows } = await holder.query<{ pid: number }>(
      'select pid from pg_locks where relation = $1::regclass and not granted',
      [table],
    )
    if (rows[0]) return rows[0].pid
  }
  throw new Error(`No run came to ${table}`)
}

test('what is done through both at once has every effect once', async () => {
  test.setTimeout(240_000)
  const staff = await Promise.all(servers.map(({ url }) => signIn(url, people.staff)))
  const things: Thing[] = []
  for (let index = 0; index < 16; index += 1) things.push(await makeThing(administrator, rule))
  await Promise.all(
    staff.map(async (person, mine) => {
      for (const [index, thing] of things.entries())
        if (index % 2 === mine) await performOn(person, rule, thing)
    }),
  )
  for (const thing of things)
    await expect.poll(() => traces(thing), { timeout: 60_000 }).toEqual(ONCE)
  const calls = receiver.calls.filter(({ body }) => things.some(({ name }) => body.includes(name)))
  expect(new Set(calls.map(({ key }) => key)).size).toBe(things.length)
})

test('both look at the schedules, and each date is made once', async () => {
  test.setTimeout(120_000)
  const thing = await makeThing(administrator, rule)
  const made = await administrator.call(rrules.createRrule, {
    body: {
      name: 'Every minute',
      procedureId: rule.followId,
      rruleData: { equipmentIds: [thing.id] },
      objects: 'equipment',
      kind: 'specific',
      rule: 'FREQ=MINUTELY;COUNT=2',
      every: null,
      restartAfter: null,
      repeatCount: null,
      start: wallIn('Europe/Prague', new Date(Date.now() + 60_000)),
      end: null,
      deadline: { kind: 'none' },
      reminder: null,
      onHoliday: 'keep',
      onNonWorkingDay: 'keep',
      whenOverdue: 'keepOpen',
      userIds: [],
      roleIds: [],
      isActive: true,
    },
  })
  await expect
    .poll(
      async () =>
        (
          await administrator.call(rrules.listOccurrences, { body: { rruleId: made.id } })
        ).rows.filter(({ state }) => state === 'due').length,
      { timeout: 110_000, intervals: [2_000] },
    )
    .toBeGreaterThan(0)
  const { rows } = await administrator.call(rrules.listOccurrences, { body: { rruleId: made.id } })
  expect(new Set(rows.map(({ at }) => at)).size).toBe(rows.length)
})

const wallIn = (timeZone: string, at: Date) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
    .format(at)
    .replace(' ', 'T')

test('a change made through one server comes to a page that is open on the other', async ({
  browser,
}) => {
  test.setTimeout(120_000)
  const words = wordsOf('en')
  const page = await (await browser.newContext({ baseURL: servers[1].url })).newPage()
  await page.goto('/tickets?lang=en')
  await page.getByLabel(words('auth:email'), { exact: true }).fill(people.technician)
  await page.getByLabel(words('auth:password'), { exact: true }).fill(password)
  await page.getByRole('button', { name: words('auth:signIn'), exact: true }).click()
  await expect(page.getByRole('table')).toBeVisible({ timeout: 60_000 })
  const elsewhere = await signIn(servers[0].url, people.administrator)
  const [type] = (await elsewhere.call(tickets.getTicketTypes)).rows
  await elsewhere.call(tickets.openTicket, {
    body: { title: 'Opened through the other server', ticketTypeId: type?.id ?? 0 },
  })
  // Faster than polling, so the change came through the event stream.
  await expect(page.getByText('Opened through the other server').first()).toBeVisible({
    timeout: 8_000,
  })
  await page.context().close()
})
