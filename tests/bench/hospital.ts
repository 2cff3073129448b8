/**
 * What one hospital costs, for the sizes in docs/operations.md: processor time and disk of each kind
 * of work, on PostgreSQL. Run it on a copy of the demo, alone on its machine where times matter.
 */
import { devices } from '#contract/devices/devices.ts'
import { equipment } from '#contract/equipment/equipment.ts'
import { rtls } from '#contract/rtls/rtls.ts'
import { tickets } from '#contract/tickets.ts'
import { today } from '#contract/today.ts'
import { signIn } from '#tests/apiClient.ts'
import { failProcedure, makeRuledProcedure } from '#tests/mainJob.ts'
import { ticketSeen, withOwnRules } from './automations.ts'
import { type Backend, postgresBackend } from './backends.ts'
import { hundredths, round, timed, type Row } from './measures.ts'
import { megabytesOf } from './memory.ts'
import { processorSeconds } from './processorSeconds.ts'

const WARM_UP = 300
const SUBMISSIONS = 2_000
const SCREENS = 400
const REPORTS = 600
const ADVERTS = 20
const IDLE_MILLISECONDS = 60_000

export async function measureHospital(checkout: string): Promise<Row[]> {
  const backend = await postgresBackend(checkout)
  try {
    return await measure(backend)
  } finally {
    await backend.remove()
  }
}

async function measure(backend: Backend): Promise<Row[]> {
  const server = await backend.start()
  try {
    const administrator = await signIn(server.url, 'admin@plantroom.demo')
    const staff = administrator
    const job = await withOwnRules(administrator, await makeRuledProcedure(administrator, 'Cost'))
    const rows: Row[] = []
    const cost = async (what: string, count: number, work: () => Promise<unknown>) => {
      const size = await bytesOf(backend)
      const before = processorSeconds(backend, server.child.pid)
      await work()
      const after = processorSeconds(backend, server.child.pid)
      const each = (name: string) =>
        hundredths((((after[name] ?? 0) - (before[name] ?? 0)) * 1_000) / count)
      const values = {
        'CPU ms each': each('CPU s'),
        'database CPU ms each': each('database CPU s'),
        'bytes each': round(((await bytesOf(backend)) - size) / count),
        'server MB': megabytesOf(server),
      }
      console.log(`    ${what}: ${JSON.stringify(values)}`)
      rows.push({ part: 'hospital', what, where: backend.name, values })
    }
    const submit = async (count: number) => {
      let last = 0
      await timed(count, 4, async () => {
        last = Math.max(last, (await failProcedure(staff, job)).id)
      })
      await ticketSeen(administrator, last)
    }
    await submit(WARM_UP)
    await cost('a submission with its ticket, 10 rules', SUBMISSIONS, () => submit(SUBMISSIONS))
    await cost('a screen: Today, a list of tickets, one of equipment', SCREENS, () =>
      timed(SCREENS, 4, async () => {
        await staff.call(today.getCompanyFigures)
        await staff.call(tickets.listTickets, { body: { limit: 25 } })
        await staff.call(equipment.listEquipment, { body: { limit: 50 } })
      }),
    )
    const { key } = await administrator.call(devices.createApiKey, {
      body: { name: 'Cost', ips: [], expirationDate: null, isActive: true, monthLimit: null },
    })
    const gateways = (await administrator.call(devices.listGateways, { body: { limit: 50 } })).rows
    const beacons = (await administrator.call(rtls.listBeacons)).rows
    const report = async (turn: number) => {
      const answer = await fetch(`${server.url}/api/iot/ingest/plantroom`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          gateway: gateways[turn % gateways.length]?.mac,
          readings: Array.from({ length: ADVERTS }, (_none, place) => ({
            beacon: beacons[(turn + place) % beacons.length]?.mac,
            rssi: -50 - ((turn + place * 3) % 40),
          })),
        }),
      })
      if (!answer.ok) throw new Error(`A report: ${answer.status}`)
      await answer.arrayBuffer()
    }
    await cost('an advert of a tag, with its position', REPORTS * ADVERTS, () =>
      timed(REPORTS, 1, async (turn) => {
        await report(turn)
        await new Promise((done) => setTimeout(done, 50))
      }),
    )
    await cost(
      'a second without work',
      IDLE_MILLISECONDS / 1_000,
      () => new Promise((done) => setTimeout(done, IDLE_MILLISECONDS)),
    )
    rows.push(...(await rowSizes(backend)))
    return rows
  } finally {
    await server.stop()
  }
}

const bytesOf = (backend: Backend): Promise<number> =>
  backend.withPool(async (pool) => {
    const { rows } = await pool.query<{ bytes: string }>(
      'select pg_database_size(current_database()) as bytes',
    )
    return Number(rows[0]?.bytes)
  })

/** With indexes. Rows of a table that is small share its first pages. */
const rowSizes = (backend: Backend): Promise<Row[]> =>
  backend.withPool(async (pool) => {
    await pool.query('analyze')
    const { rows } = await pool.query<{ name: string; count: number; bytes: string }>(
      `select relname as name, reltuples::int as count, pg_total_relation_size(oid) as bytes
       from pg_class where relkind = 'r' and relname in
       ('position', 'sensor_reading', 'procedure_log', 'ticket', 'journal_entry', 'automation_run', 'outbox_event')
       order by 1`,
    )
    return rows.map(({ name, count, bytes }) => ({
      part: 'hospital',
      what: `rows of ${name}`,
      where: backend.name,
      values: { rows: count, 'bytes each': round(Number(bytes) / Math.max(1, count)) },
    }))
  })
