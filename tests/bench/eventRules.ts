/**
 * What rules of other events cost: a submission beside 1,000 of them, and 10,000 sensors at 200
 * readings a second with a rule for each of their types. Turns without and with the rules alternate
 * on one database, so that both meet the same data.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { WatchedEvent } from '#contract/automation/events.ts'
import { devices } from '#contract/devices/devices.ts'
import { equipment } from '#contract/equipment/equipment.ts'
import { referenceLists } from '#contract/referenceLists/referenceLists.ts'
import { tickets } from '#contract/tickets.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import { signIn } from '#tests/apiClient.ts'
import { failProcedure, makeRuledProcedure, type RuledProcedure } from '#tests/mainJob.ts'
import type { ServerProcess } from '#tests/serverProcess.ts'
import { ticketSeen, withOwnRules } from './automations.ts'
import { type Backend, onBoth } from './backends.ts'
import { hundredths, median, round, timed, type Row } from './measures.ts'
import { processorSeconds, secondsBetween } from './processorSeconds.ts'

const TURNS = Number(process.env['EVENT_TURNS'] ?? 3)
const OTHER_RULES = 1_000
const WARM_UP = 300
const SUBMISSIONS = 1_000

const SENSORS = 10_000
const TYPES = 10
const READINGS_A_SECOND = 200
const A_REPORT = 10
/** One sensor of so many is beyond its limit. */
const BEYOND = 20
/** Rounds of all sensors: some go beyond, stay there, and come back. */
const ROUNDS = [true, true, false]
/** A minute stands for the ten, so that rules act while it is measured. */
const LASTS_MINUTES = 1

const deviceOf = (sensor: number): string => `A84042${String(sensor).padStart(10, '0')}`

interface Found {
  job: RuledProcedure
  key: string
  ticketTypeIds: number[]
  statusIds: number[]
}

export const measureEventRules = async (checkout: string): Promise<Row[]> =>
  (await onBoth(checkout, measure)).flat()

async function measure(backend: Backend): Promise<Row[]> {
  const found = await withServer(backend, async (server) => {
    const api = await signIn(server.url, 'admin@plantroom.demo')
    const types = await api.call(tickets.getTicketTypes)
    const statuses = await api.call(referenceLists.listEquipmentStatuses, { body: { limit: 50 } })
    const { key } = await api.call(devices.createApiKey, {
      body: { name: 'Readings', ips: [], expirationDate: null, isActive: true, monthLimit: null },
    })
    return {
      job: await withOwnRules(api, await makeRuledProcedure(api, 'Measured')),
      key,
      // The rules look at tickets, and those of the submissions are of the first type.
      ticketTypeIds: types.rows.slice(1).map(({ id }) => id),
      statusIds: statuses.rows.map(({ id }) => id),
    }
  })
  await addRules(backend, found, 'Other', Array.from({ length: OTHER_RULES }, otherEvent(found)))
  const sensorTypeIds = await addSensors(backend)
  await addRules(
    backend,
    found,
    'Sensor',
    sensorTypeIds.map((id) => ({
      kind: 'sensorBeyondLimit',
      sensorTypeIds: [id] as never,
      minutes: LASTS_MINUTES,
      whenOver: 'close',
    })),
  )
  return [
    await compared(backend, `submission beside ${OTHER_RULES} rules of other events`, {
      rules: 'Other',
      turn: (server) => submissionTurn(backend, server, found),
    }),
    await compared(
      backend,
      `${SENSORS} sensors, ${READINGS_A_SECOND} readings a second, ${TYPES} rules`,
      {
        rules: 'Sensor',
        turn: (server) => readingTurn(backend, server, found),
        after: () => verdictDelays(backend),
      },
    ),
  ]
}

const otherEvent =
  ({ ticketTypeIds, statusIds }: Found) =>
  (_each: unknown, index: number): WatchedEvent => {
    const at = <T>(ids: readonly T[]) => [ids[index % ids.length]] as never
    const events: WatchedEvent[] = [
      { kind: 'ticketOverdue', ticketTypeIds: at(ticketTypeIds), whenOver: 'close' },
      { kind: 'statusChanged', statusIds: at(statusIds), whenOver: 'close' },
      { kind: 'sensorBeyondLimit', sensorTypeIds: [], minutes: 10 + index, whenOver: 'note' },
      { kind: 'procedureMissed', procedureIds: [], whenOver: 'close' },
    ]
    return events[index % events.length] ?? { kind: 'ticketOpened', ticketTypeIds: [] }
  }

async function withServer<T>(
  backend: Backend,
  work: (server: ServerProcess) => Promise<T>,
): Promise<T> {
  const server = await backend.start()
  try {
    return await work(server)
  } finally {
    await server.stop()
  }
}

/** Rules that are off, with the action of the measured procedure's own rule. */
async function addRules(
  backend: Backend,
  { job }: Found,
  name: string,
  events: readonly WatchedEvent[],
): Promise<void> {
  await backend.withPool((pool) =>
    asSystem(pool, (db) =>
      db.execute(sql`insert into automation
        (company_id, name, event, filters, actions, is_active, created_at, updated_at, watches_since)
        select own.company_id, ${name}, event.value, '[]', own.actions, false, now(), now(), now()
        from jsonb_array_elements(${JSON.stringify(events)}::jsonb) as event,
          (select * from automation where procedure_id = ${job.procedure.id} order by id limit 1) as own`),
    ),
  )
}

async function addSensors(backend: Backend): Promise<number[]> {
  const { rows } = await backend.withPool((pool) =>
    asSystem(pool, async (db) => {
      const types = await db.execute<{ id: number }>(sql`insert into sensor_type
        (company_id, name, metric, unit, every_minutes, created_at, updated_at)
        select company.id, 'Measured ' || turn, 'temperature', '°C', 60, now(), now()
        from (select id from company order by id limit 1) as company,
          generate_series(1, ${TYPES}::int) as turn returning id`)
      const ids = `{${types.rows.map(({ id }) => id).join(',')}}`
      await db.execute(sql`insert into sensor
        (company_id, name, type_id, metric, device_id, upper_limit, limit_minutes, is_active, created_at, updated_at)
        select company.id, 'Measured ' || turn, (${ids}::int[])[1 + turn % ${TYPES}::int], 'temperature',
          'A84042' || lpad(turn::text, 10, '0'), 8, 0, true, now(), now()
        from (select id from company order by id limit 1) as company,
          generate_series(0, ${SENSORS - 1}::int) as turn`)
      return types
    }),
  )
  return rows.map(({ id }) => id)
}

interface Compared {
  rules: string
  turn(server: ServerProcess): Promise<Record<string, number>>
  after?(): Promise<Row['values']>
}

async function compared(
  backend: Backend,
  what: string,
  { rules, turn, after }: Compared,
): Promise<Row> {
  const spent: Record<'without' | 'with', Record<string, number>[]> = { without: [], with: [] }
  for (let turns = 0; turns < TURNS; turns += 1)
    for (const which of ['without', 'with'] as const) {
      await backend.withPool((pool) =>
        asSystem(pool, (db) =>
          db.execute(sql`update automation set is_active = ${which === 'with'}, watches_since = now()
            where procedure_id is null and name = ${rules}`),
        ),
      )
      const values = await withServer(backend, turn)
      console.log(`    ${backend.name}, ${what}, ${which}: ${JSON.stringify(values)}`)
      spent[which].push(values)
    }
  const values = Object.fromEntries(
    Object.keys(spent.with[0] ?? {}).flatMap((name) => {
      const of = (which: 'without' | 'with') => median(spent[which].map((each) => each[name] ?? 0))
      const times = median(
        spent.with.map((each, index) => (each[name] ?? 0) / (spent.without[index]?.[name] ?? 1)),
      )
      return [
        [`${name} without`, hundredths(of('without'))],
        [`${name} with`, hundredths(of('with'))],
        [`${name} times`, hundredths(times)],
      ]
    }),
  )
  await backend.withPool((pool) =>
    asSystem(pool, (db) =>
      db.execute(sql`update automation set is_active = false where procedure_id is null`),
    ),
  )
  const row = {
    part: 'eventRules',
    what,
    where: backend.name,
    values: { ...values, ...(await after?.()) },
  }
  console.log(`    ${backend.name}, ${what}: ${JSON.stringify(row.values)}`)
  return row
}

async function submissionTurn(backend: Backend, server: ServerProcess, { job }: Found) {
  const administrator = await signIn(server.url, 'admin@plantroom.demo')
  const staff = await signIn(server.url, 'staff@plantroom.demo')
  const things = (await administrator.call(equipment.listEquipment, { body: { limit: 100 } })).rows
  let turn = 0
  const submitted = async (count: number) => {
    let last = 0
    await timed(count, 8, async () => {
      const equipmentId = things[(turn += 1) % things.length]?.id ?? job.equipmentId
      last = Math.max(last, (await failProcedure(staff, { ...job, equipmentId })).id)
    })
    await ticketSeen(administrator, last)
  }
  await submitted(WARM_UP)
  const before = processorSeconds(backend, server.child.pid)
  await submitted(SUBMISSIONS)
  return secondsBetween(before, processorSeconds(backend, server.child.pid))
}

async function readingTurn(backend: Backend, server: ServerProcess, { key }: Found) {
  const send = async (readings: readonly { sensor: string; value: number }[]) => {
    const answer = await fetch(`${server.url}/api/iot/ingest/plantroom`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ readings }),
    })
    const said = (await answer.json()) as { accepted?: number }
    if (said.accepted !== readings.length) throw new Error(`Refused: ${JSON.stringify(said)}`)
  }
  await wait(3_000)
  const before = processorSeconds(backend, server.child.pid)
  const begun = performance.now()
  const calls: Promise<void>[] = []
  let turn = 0
  for (const isBeyond of ROUNDS)
    for (let first = 0; first < SENSORS; first += A_REPORT) {
      const due = begun + ((turn += A_REPORT) * 1_000) / READINGS_A_SECOND
      if (due > performance.now()) await wait(due - performance.now())
      calls.push(
        send(
          Array.from({ length: A_REPORT }, (_each, place) => {
            const sensor = first + place
            const isHigh = isBeyond && sensor % BEYOND === 0
            return { sensor: deviceOf(sensor), value: isHigh ? 9 : 5 + (turn % 7) / 10 }
          }),
        ),
      )
    }
  await Promise.all(calls)
  const spent = secondsBetween(before, processorSeconds(backend, server.child.pid))
  const readingsASecond = round((turn * 1_000) / (performance.now() - begun))
  // Alerts end before the next turn.
  await wait(30_000)
  return { ...spent, 'readings a second': readingsASecond }
}

/** From the time at which a rule should act to its verdict, and how many alerts it knew. */
async function verdictDelays(backend: Backend): Promise<Row['values']> {
  const { rows } = await backend.withPool((pool) =>
    asSystem(pool, (db) =>
      db.execute<{ verdicts: number; p50: number; p95: number; most: number; sensors: number }>(sql`
        select count(*)::int as verdicts, count(distinct alert.sensor_id)::int as sensors,
          percentile_cont(0.5) within group (order by delay) as p50,
          percentile_cont(0.95) within group (order by delay) as p95, max(delay) as most
        from (select subject_id, extract(epoch from fired_at - due_at)::float8 as delay
          from automation_wait join automation on automation.id = automation_wait.automation_id
          where automation.name = 'Sensor' and fired_at is not null) as fired
        join alert on alert.id = fired.subject_id`),
    ),
  )
  const [of] = rows
  return {
    verdicts: of?.verdicts ?? 0,
    'sensors judged': of?.sensors ?? 0,
    'verdict p50 s': hundredths(of?.p50 ?? Number.NaN),
    'verdict p95 s': hundredths(of?.p95 ?? Number.NaN),
    'verdict most s': hundredths(of?.most ?? Number.NaN),
  }
}
