/** Cards and a dashboard of 24 of them over a million procedure logs of five years, on PostgreSQL, over HTTP. */
import type pg from 'pg'
import { dashboardItems } from '#contract/dashboardItems'
import { dashboards } from '#contract/dashboards'
import { cardRanges } from '#contract/dashboards/periods'
import { reports } from '#contract/reports'
import type { FilterObject } from '#contract/filter'
import { type Api, signIn } from '../apiClient.ts'
import { postgresBackend } from './backends.ts'
import { percentiles, type Row, timed } from './measures.ts'

const THINGS = 10_000
const LOGS = 1_000_000
const CALLS = 30

export async function measureDashboards(): Promise<Row[]> {
  const backend = await postgresBackend()
  try {
    const first = await backend.start() // migrates and makes the demo company
    await first.stop()
    await backend.withPool(fill)
    const server = await backend.start()
    try {
      return await measure(await signIn(server.url, 'admin@plantroom.demo'))
    } finally {
      await server.stop()
    }
  } finally {
    await backend.remove()
  }
}

async function measure(api: Api): Promise<Row[]> {
  const { rows: [board] } = await api.call(dashboards.listDashboards, { body: { limit: 1, search: 'Monday' } })
  const shown = await api.call(dashboards.getDashboard, { params: { id: board?.id ?? 0 } })
  const rows: Row[] = []
  const add = async (what: string, ask: (turn: number) => Promise<unknown>, count = CALLS) => {
    await timed(2, 1, ask) // warm
    const row: Row = { part: 'dashboards', what, where: 'PostgreSQL, 1 person', values: { logs: LOGS, ...percentiles(await timed(count, 1, ask)) } }
    console.log(`    ${what}: p50 ${row.values['p50']} ms, p95 ${row.values['p95']} ms`)
    rows.push(row)
  }
  const filters = filtersOf(shown.data.chapters.flatMap(({ items }) => items.flatMap(({ data }) => data.filters)))
  for (const [what, filter] of Object.entries(filters)) {
    for (const range of cardRanges) await add(`card, ${what}, ${range}`, () => api.call(dashboardItems.previewCard, { body: { type: 'averageScore', range, data: { filters: filter } } }))
  }
  const cards = shown.data.chapters.flatMap(({ items }) => items)
  await add('dashboard of 24 cards', () => Promise.all(Array.from({ length: 24 }, (_each, index) => api.call(dashboardItems.getCard, { params: { id: cards[index % cards.length]?.id ?? 0, dashboardId: board?.id ?? 0, range: cardRanges[index % 4] ?? 'YEAR' } }))), 10)
  await add('report by location, a year', () => api.call(reports.getDistributions, { body: { distributionBy: 'location', type: 'performances', ranges: [{ from: '2026-01-01', to: '2026-12-31' }] } }), 10)
  return rows
}

/** What the demo's own cards ask, one of each kind. */
function filtersOf(all: readonly FilterObject[]): Record<string, FilterObject[]> {
  const withKey = (key: keyof FilterObject) => all.filter((filter) => (filter[key]?.length ?? 0) > 0).slice(0, 1)
  return { 'everything': [], 'one procedure': withKey('procedureIds'), 'one building': withKey('locationIds') }
}

/** Things and logs of the demo's own types, places and people. */
async function fill(pool: pg.Pool): Promise<void> {
  const client = await pool.connect()
  const inSystem = async (statement: string) => {
    await client.query('begin')
    await client.query('set local role plantroom_system')
    await client.query(statement)
    await client.query('commit')
  }
  const own = `own as (select id from company order by id limit 1), place as (select array_agg(l.id order by l.id) ids from location l join own on l.company_id = own.id)`
  try {
    await inSystem(`with ${own}, kind as (select array_agg(t.id order by t.id) ids from equipment_type t join own on t.company_id = own.id)
      insert into equipment (company_id, name, equipment_id, type_id, location_id, search) select own.id, 'Bench ' || n, 'BENCH-' || n, kind.ids[1 + n % cardinality(kind.ids)], place.ids[1 + n % cardinality(place.ids)], 'bench ' || n from own, kind, place, generate_series(1, ${THINGS}) n`)
    for (let from = 1; from <= LOGS; from += 100_000) {
      await inSystem(`with ${own}, thing as (select array_agg(e.id order by e.id) ids from equipment e join own on e.company_id = own.id), task as (select array_agg(p.id order by p.id) ids from procedure p join own on p.company_id = own.id), person as (select min(u.id) id from app_user u join own on u.company_id = own.id)
        insert into procedure_log (company_id, client_key, procedure_id, procedure_version, equipment_id, location_id, done_by, started_at, done_at, points, maximum, score, questions, answers, breakdown)
        select own.id, gen_random_uuid(), task.ids[1 + n % cardinality(task.ids)], 1, case when n % 3 > 0 then thing.ids[1 + n % cardinality(thing.ids)] end, case when n % 3 = 0 then place.ids[1 + n % cardinality(place.ids)] end, person.id, at, at, 0, 100, case when n % 20 = 0 then null else (n * 37) % 101 end, '[]', '[]', '[]'
        from own, place, thing, task, person, generate_series(${from}, ${from + 99_999}) n, lateral (select now() - interval '5 years' * (n / ${LOGS}.0)) as times (at)`)
    }
    await client.query('vacuum analyze')
  } finally {
    client.release()
  }
}
