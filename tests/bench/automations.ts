/**
 * Automations under load: events per second, and the time from submission to ticket, with 10 and
 * 1,000 active rules, on both databases. Beside it, Node-RED runs an equal rule that inserts into
 * the same PostgreSQL.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type pg from 'pg'
import { referenceLists } from '#contract/referenceLists/referenceLists.ts'
import { procedures } from '#contract/procedures/procedures.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import { type Api, signIn } from '#tests/apiClient.ts'
import {
  failProcedure,
  makeRuledProcedure,
  ticketsOf,
  type RuledProcedure,
} from '#tests/mainJob.ts'
import { createDatabase, createRoles, startCluster } from '#tests/postgresCluster.ts'
import { type Backend, onBoth } from './backends.ts'
import { hundredths, paced, percentiles, round, timed, type Row } from './measures.ts'
import { startNodeRed } from './nodeRed.ts'
import { openPool } from '#db/pool.ts'

/** A burst shows the throughput; a busy hospital's pace shows the latency. */
const loads = [
  {
    name: '1,000 at once by 8 clients',
    submit: (call: () => Promise<void>) => timed(1_000, 8, call),
  },
  { name: '5 a second for 20 s', submit: (call: () => Promise<void>) => paced(100, 5, call) },
] as const
type Load = (typeof loads)[number]
/** `RULES` selects, for example `RULES=10`. */
const chosenRules = process.env['RULES']?.split(',').map(Number)
const isChosen = (rules: number) => chosenRules?.includes(rules) ?? true
const RULES = [10, 1_000, 10_000].filter(isChosen)
/** The Node-RED flow evaluates every rule: 10,000 take minutes. */
const NODE_RED_RULES = [10, 1_000].filter(isChosen)
const OWN = 10

export async function measureAutomations(checkout: string): Promise<Row[]> {
  const plantroom = (await onBoth(checkout, measurePlantroom)).flat()
  const nodeRed = await measureNodeRed()
  return [...plantroom, ...nodeRed, ...timesOfNodeRed(plantroom, nodeRed)]
}

const whatOf = (rules: number, load: string) =>
  `procedure done → ticket, ${rules} active rules, ${load}`
const whatOfNodeRed = (rules: number, load: string) => `message → row, ${rules} rules, ${load}`

/** Tickets a second of the burst, in times the rows a second of Node-RED. */
function timesOfNodeRed(plantroom: readonly Row[], nodeRed: readonly Row[]): Row[] {
  const [{ name: burst }] = loads
  return NODE_RED_RULES.flatMap((rules) => {
    const theirs = nodeRed.find(({ what }) => what === whatOfNodeRed(rules, burst))
    return plantroom
      .filter(({ what }) => what === whatOf(rules, burst))
      .map(({ what, where, values }) => ({
        part: 'automations',
        what,
        where: `${where} against Node-RED`,
        values: {
          times: hundredths(Number(values['a second']) / Number(theirs?.values['a second'])),
        },
      }))
  })
}

async function measurePlantroom(backend: Backend): Promise<Row[]> {
  const rows: Row[] = []
  let known: RuledProcedure | undefined
  for (const rules of RULES) {
    if (known) await fillUp(backend, known, rules)
    const { job, measured } = await measureOnce(backend, known)
    known = job
    for (const { load, values } of measured)
      rows.push(report(whatOf(rules, load), backend.name, values))
  }
  return rows
}

function report(what: string, where: string, values: Row['values']): Row {
  console.log(`    ${where}, ${what}: ${JSON.stringify(values)}`)
  return { part: 'automations', what, where, values }
}

async function measureOnce(
  backend: Backend,
  known: RuledProcedure | undefined,
): Promise<{ job: RuledProcedure; measured: { load: string; values: Row['values'] }[] }> {
  const server = await backend.start()
  try {
    const administrator = await signIn(server.url, 'admin@plantroom.demo')
    const staff = await signIn(server.url, 'staff@plantroom.demo')
    const job =
      known ??
      (await withOwnRules(
        administrator,
        await makeRuledProcedure(administrator, `Measured ${randomUUID().slice(0, 8)}`),
      ))
    const measured = []
    for (const load of loads)
      measured.push({ load: load.name, values: await run(administrator, staff, job, load) })
    return { job, measured }
  } finally {
    await server.stop()
  }
}

/** Adds the same rules to other procedures of the company, up to the wanted number. */
async function fillUp(backend: Backend, job: RuledProcedure, rules: number): Promise<void> {
  await backend.withPool((pool) =>
    asSystem(pool, (db) =>
      db.execute(sql`
    with own as (select * from automation where procedure_id = ${job.procedure.id} order by id),
      place as (select id, row_number() over (order by id) - 1 as place, count(*) over () as places from procedure where company_id = (select company_id from own limit 1) and id <> ${job.procedure.id} and deleted_at is null),
      turn as (select generate_series(0, ${rules - OWN - 1}) as turn)
    insert into automation (company_id, procedure_id, name, filters, actions, is_active, created_at, updated_at)
    select mine.company_id, place.id, mine.name, mine.filters, mine.actions, true, now(), now() from turn
      join place on place.place = turn.turn % place.places join lateral (select * from own offset turn.turn % ${OWN} limit 1) as mine on true`),
    ),
  )
}

export async function withOwnRules(
  administrator: Api,
  job: RuledProcedure,
): Promise<RuledProcedure> {
  const [rule] = job.procedure.triggeredEvents
  if (!rule) throw new Error('The procedure has no rule')
  const { filters, actions, event } = rule
  const types = await administrator.call(referenceLists.listEquipmentTypes, {
    body: { limit: 5, sort: 'name' },
  })
  const others = Array.from({ length: OWN - 1 }, (_, index) => ({
    id: null,
    name: `Looks only ${index}`,
    event,
    actions,
    isActive: true,
    validFrom: null,
    validTo: null,
    filters:
      index % 2 === 0
        ? [{ kind: 'score' as const, operator: 'greaterThan' as const, value: 90 + index }]
        : [
            ...filters,
            {
              kind: 'objects' as const,
              filter: { equipmentTypeIds: types.rows.slice(-1).map(({ id }) => id) },
            },
          ],
  }))
  const procedure = await administrator.call(procedures.updateProcedure, {
    params: { id: job.procedure.id },
    body: {
      version: job.procedure.version,
      triggeredEvents: [
        {
          id: rule.id,
          name: rule.name,
          event,
          filters,
          actions,
          isActive: true,
          validFrom: null,
          validTo: null,
        },
        ...others,
      ],
    },
  })
  return { ...job, procedure }
}

async function run(
  administrator: Api,
  staff: Api,
  job: RuledProcedure,
  { submit }: Load,
): Promise<Row['values']> {
  const begun = new Map<number, number>()
  const answers: number[] = []
  const start = Date.now()
  await submit(async () => {
    const at = Date.now()
    begun.set((await failProcedure(staff, job)).id, at)
    answers.push(Date.now() - at)
  })
  const answered = Date.now() - start
  const effects: number[] = []
  let last = start
  for (const [logId, at] of begun) {
    const ticket = await ticketSeen(administrator, logId)
    const opened = Date.parse(ticket)
    last = Math.max(last, opened)
    effects.push(opened - at)
  }
  return {
    events: begun.size,
    'a second': round(begun.size / ((last - start) / 1000)),
    ...percentiles(effects),
    'answered a second': round(begun.size / (answered / 1000)),
    'answer p99': percentiles(answers)['p99'] ?? Number.NaN,
  }
}

export async function ticketSeen(person: Api, logId: number): Promise<string> {
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; await wait(20)) {
    const [ticket] = await ticketsOf(person, logId)
    if (ticket) return ticket.openedAt
  }
  throw new Error('No ticket was seen within a minute.')
}

async function measureNodeRed(): Promise<Row[]> {
  const cluster = await startCluster({ durable: true })
  const rows: Row[] = []
  try {
    await createRoles(cluster, new URL('../../server/db/roles.sql', import.meta.url))
    await createDatabase(cluster, 'nodered')
    const pool = openPool(cluster.owner('nodered'))
    await pool.query(
      'create table ticket (id serial primary key, procedure_id int not null, score int not null, log uuid not null unique, created_at timestamptz not null default clock_timestamp())',
    )
    for (const rules of NODE_RED_RULES) {
      const red = await startNodeRed(cluster.owner('nodered'), rules)
      try {
        for (const load of loads)
          rows.push(
            report(
              whatOfNodeRed(rules, load.name),
              'Node-RED',
              await runNodeRed(red.url, pool, load),
            ),
          )
      } finally {
        await red.stop()
      }
    }
    await pool.end()
  } finally {
    await cluster.stop()
  }
  return rows
}

async function runNodeRed(url: string, pool: pg.Pool, { submit }: Load): Promise<Row['values']> {
  const begun = new Map<string, number>()
  const start = Date.now()
  await submit(async () => {
    const log = randomUUID()
    begun.set(log, Date.now())
    const answer = await fetch(`${url}/done`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ procedureId: 1, score: 0, log }),
    })
    if (!answer.ok) throw new Error(`Node-RED answered ${answer.status}`)
  })
  let made = new Map<string, number>()
  for (
    const deadline = Date.now() + 60_000;
    made.size < begun.size && Date.now() < deadline;
    await wait(50)
  ) {
    const { rows } = await pool.query<{ log: string; created_at: Date }>(
      'select log, created_at from ticket where log = any($1)',
      [[...begun.keys()]],
    )
    made = new Map(rows.map(({ log, created_at: at }) => [log, at.getTime()]))
  }
  if (made.size < begun.size) throw new Error(`Node-RED made ${made.size} of ${begun.size} rows.`)
  const effects = [...made].map(([log, at]) => at - (begun.get(log) ?? at))
  return {
    events: begun.size,
    'a second': round(begun.size / ((Math.max(...made.values()) - start) / 1000)),
    ...percentiles(effects),
  }
}
