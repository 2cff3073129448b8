/**
 * The equipment list, search and detail over HTTP at 100,000 rows (or ROWS). On PostgreSQL also
 * bare Fastify routes with the same statements.
 */
import type pg from 'pg'
import { equipment } from '#contract/equipment/equipment.ts'
import { type Api, signIn } from '#tests/apiClient.ts'
import type { ServerProcess } from '#tests/serverProcess.ts'
import { type Backend, onBoth } from './backends.ts'
import { startBareRoutes, statementsOf, type Statements } from './bareRoute.ts'
import { compareNames } from './names.ts'
import { hundredths, percentiles, type Row, timed } from './measures.ts'
import { hasProc, secondsUnder } from './memory.ts'

const rowsWanted = Number(process.env['ROWS'] ?? 100_000)
/** By the number of people at once. Enough calls of eight for the ticks of processor time. */
const calls: Readonly<Record<number, number>> = { 1: 60, 8: 400 }
/** Warms up: a running server has compiled code and cached plans. */
const warming = 100
const besideBare = ['list, first page', 'search, one found', 'detail']

export async function measureLists(checkout: string): Promise<Row[]> {
  return (
    await onBoth(checkout, async (backend) => [
      ...(await measure(backend)),
      ...(await backend.withPool((pool) => compareNames(pool, backend.name))),
    ])
  ).flat()
}

export const measureNames = async (checkout: string): Promise<Row[]> =>
  (
    await onBoth(checkout, async (backend) => {
      const first = await backend.start()
      await first.stop()
      await backend.withPool(fill)
      return backend.withPool((pool) => compareNames(pool, backend.name))
    })
  ).flat()

async function measure(backend: Backend): Promise<Row[]> {
  const first = await backend.start()
  await first.stop()
  await backend.withPool(fill)
  const statements = await recorded(backend)
  const server = await backend.start()
  try {
    const { questions, count } = await questionsTo(server)
    const measured = await measureAll(questions, {
      name: backend.name,
      pid: server.child.pid,
      count,
    })
    if (backend.databaseUrl === undefined) return measured
    const bare = await startBareRoutes(backend.databaseUrl, statements)
    try {
      const same = Object.fromEntries(besideBare.map((what) => [what, () => bare.ask(what)]))
      const subject = { name: 'bare Fastify route', pid: bare.pid, count }
      const beside = await measureAll(same, subject)
      return [...measured, ...beside, ...timesOfBare(measured, beside, statements)]
    } finally {
      await bare.stop()
    }
  } finally {
    await server.stop()
  }
}

async function recorded(backend: Backend): Promise<Record<string, Statements>> {
  if (backend.databaseUrl === undefined) return {}
  const server = await backend.start({}, './statementRecorder.mjs')
  try {
    const { questions } = await questionsTo(server)
    const calls: Record<string, Statements> = {}
    for (const what of besideBare) {
      const ask = questions[what]
      if (ask) calls[what] = await statementsOf(server.child, () => ask(0))
    }
    return calls
  } finally {
    await server.stop()
  }
}

type Questions = Record<string, (turn: number) => Promise<unknown>>

async function questionsTo(
  server: ServerProcess,
): Promise<{ questions: Questions; count: number }> {
  const api = await signIn(server.url, 'admin@plantroom.demo')
  const { count, rows } = await api.call(equipment.listEquipment, { body: { limit: 500 } })
  if (count < rowsWanted) throw new Error(`Only ${count} equipment are listed.`)
  const ids = rows.map((row) => row.id)
  return { questions: questionsOf(api, ids, rows[0]?.type.id), count }
}

/** What is asked: a process that answers, over so many rows. */
interface Subject {
  name: string
  pid: number | undefined
  count: number
}

async function measureAll(questions: Questions, { name, pid, count }: Subject): Promise<Row[]> {
  const measured: Row[] = []
  for (const [what, ask] of Object.entries(questions)) {
    for (const clients of [1, 8]) {
      await timed(warming, clients, ask)
      const number = calls[clients] ?? 0
      const before = processorSeconds(pid)
      const times = await timed(number, clients, ask)
      const each = hundredths(((processorSeconds(pid) - before) * 1_000) / number)
      const row: Row = {
        part: 'lists',
        what,
        where: whereOf(name, clients),
        values: { rows: count, ...percentiles(times), ...(hasProc() && { 'CPU ms each': each }) },
      }
      console.log(`    ${row.where}: ${what}, p95 ${row.values['p95']} ms, CPU ${each} ms`)
      measured.push(row)
    }
  }
  return measured
}

const whereOf = (name: string, clients: number) =>
  `${name}, ${clients === 1 ? '1 person' : `${clients} at once`}`

const processorSeconds = (pid: number | undefined) =>
  pid !== undefined && hasProc() ? secondsUnder(pid) : 0

/** Processor time of the product's server, in times that of the bare route, for eight at once. */
function timesOfBare(
  product: readonly Row[],
  bare: readonly Row[],
  statements: Record<string, Statements>,
): Row[] {
  return bare
    .filter(({ where }) => where === whereOf('bare Fastify route', 8))
    .map((row) => {
      const own = product.find(
        ({ what, where }) => what === row.what && where === whereOf('PostgreSQL', 8),
      )
      const times = Number(own?.values['CPU ms each']) / Number(row.values['CPU ms each'])
      return {
        part: 'lists',
        what: row.what,
        where: 'PostgreSQL against the bare route, 8 at once',
        values: {
          'CPU times': hundredths(times),
          statements: statements[row.what]?.flat().length ?? 0,
        },
      }
    })
}

function questionsOf(api: Api, ids: readonly number[], typeId: number | undefined): Questions {
  const list = (body: Parameters<typeof listWith>[1]) => listWith(api, body)
  return {
    'list, first page': () => list({ limit: 50, sort: 'name' }),
    'list, page 1,000': () => list({ limit: 50, offset: 50_000, sort: 'name' }),
    'list of one type': () =>
      list({
        limit: 50,
        ...(typeId === undefined ? {} : { filter: { equipmentTypeIds: [typeId] } }),
      }),
    'the exact number of all': () => api.call(equipment.listEquipment, { body: { limit: 1 } }),
    'search, many found': () => list({ limit: 50, search: 'pump' }),
    'search, one found': (turn) => list({ limit: 50, search: `BENCH-${10_000 + turn * 97}` }),
    detail: (turn) =>
      api.call(equipment.getEquipment, { params: { id: ids[turn % ids.length] ?? 0 } }),
  }
}

interface ListBody {
  limit: number
  offset?: number
  search?: string
  sort?: 'name'
  filter?: { equipmentTypeIds: number[] }
}
function listWith(api: Api, body: ListBody): Promise<unknown> {
  return api.call(equipment.listEquipment, { body: { ...body, isCountBounded: true } })
}

/**
 * Adds equipment of the demo company's own types, statuses and locations, as one of its requests
 * would.
 */
export async function fill(pool: pg.Pool): Promise<void> {
  const client = await pool.connect()
  try {
    for (let from = 1; from <= rowsWanted; from += 10_000) {
      await client.query('begin')
      await client.query('set local role plantroom_system')
      await client.query(`
        with own as (select id from company order by id limit 1),
          kind as (select array_agg(t.id order by t.id) ids from equipment_type t join own on t.company_id = own.id),
          state as (select array_agg(s.id order by s.id) ids from equipment_status s join own on s.company_id = own.id),
          place as (select array_agg(l.id order by l.id) ids from location l join own on l.company_id = own.id)
        insert into equipment (company_id, name, equipment_id, type_id, status_id, location_id)
        select own.id, word || ' ' || n, 'BENCH-' || n, kind.ids[1 + n % cardinality(kind.ids)], state.ids[1 + n % cardinality(state.ids)],
          place.ids[1 + n % cardinality(place.ids)]
        from own, kind, state, place, generate_series(${from}, ${from + 9_999}) n,
          lateral (select (array['Infusion pump', 'Patient monitor', 'Bed', 'Ventilator', 'Air handling unit', 'Fire door', 'Defibrillator', 'Freezer'])[1 + n % 8]) as words (word)`)
      await client.query('commit')
    }
    await client.query('analyze')
  } finally {
    client.release()
  }
}
