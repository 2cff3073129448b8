/**
 * Cards, and a dashboard of 24 of them, over a million procedure logs of five years, on PostgreSQL,
 * over HTTP. In the same run, the same questions as plain SQL over the logs.
 */
import type pg from 'pg'
import { dashboardItems } from '#contract/dashboards/dashboardItems.ts'
import { dashboards } from '#contract/dashboards/dashboards.ts'
import { cardRanges, type CardRange } from '#contract/dashboards/periods.ts'
import { reports } from '#contract/reports.ts'
import type { FilterObject } from '#contract/filter.ts'
import { type Api, signIn } from '#tests/apiClient.ts'
import { postgresBackend } from './backends.ts'
import { percentiles, type Row, timed } from './measures.ts'

const THINGS = 10_000
const LOGS = 1_000_000
const CALLS = 30
/** Calls per question as plain SQL, because one takes up to half a minute. */
const PLAIN_CALLS = 3

export async function measureDashboards(checkout: string): Promise<Row[]> {
  const backend = await postgresBackend(checkout)
  try {
    const first = await backend.start()
    await first.stop()
    await backend.withPool(fill)
    const server = await backend.start()
    try {
      const seconds = await backend.withPool(untilSummed)
      console.log(`    all sums were made ${seconds} s after the start`)
      const api = await signIn(server.url, 'admin@plantroom.demo')
      const rows = await backend.withPool((pool) => measure(api, pool))
      return [
        {
          part: 'dashboards',
          what: 'making all sums',
          where: 'PostgreSQL',
          values: { logs: LOGS, p50: `${seconds} s` },
        },
        ...rows,
      ]
    } finally {
      await server.stop()
    }
  } finally {
    await backend.remove()
  }
}

async function untilSummed(pool: pg.Pool): Promise<number> {
  const begun = performance.now()
  for (;;) {
    const {
      rows: [found],
    } = await inSystem<{ done: boolean }>(
      pool,
      `select bool_and(exists (select from summed_span s where s.company_id = own.id and s.source = kind.source and s.kind = 'month' and s.from_day <= kind.oldest::date + 1)) as done
      from (select min(id) as id from company) own, lateral (select 'procedureLog' as source, min(done_at) as oldest from procedure_log where company_id = own.id union all select 'occurrence', min(at) from occurrence where company_id = own.id) kind`,
    )
    if (found?.done === true) return Math.round((performance.now() - begun) / 1_000)
    await new Promise((resolve) => {
      setTimeout(resolve, 1_000)
    })
  }
}

async function inSystem<T extends pg.QueryResultRow>(
  pool: pg.Pool,
  statement: string,
): Promise<pg.QueryResult<T>> {
  const client = await pool.connect()
  try {
    await client.query('begin; set local role plantroom_system')
    return await client.query<T>(statement)
  } finally {
    await client.query('commit')
    client.release()
  }
}

function plain(range: CardRange, where: string): string {
  const periods = { DAY: 14, WEEK: 12, MONTH: 12, YEAR: 5 }[range]
  return `select date_trunc('${range}', l.done_at at time zone c.timezone) as period, count(*) filter (where l.score is not null) as counted, count(*) filter (where l.score is null) as unscored, avg(l.score) as value,
      count(distinct coalesce(l.equipment_id, -l.location_id)) filter (where l.score is not null and l.done_at >= date_trunc('${range}', now())) as objects, max(l.done_at) as last
    from company c join procedure_log l on l.company_id = c.id where c.id = (select min(id) from company) and l.done_at >= date_trunc('${range}', now()) - interval '${periods - 1} ${range}' and (${where}) group by 1`
}

const list = (ids: readonly number[] | undefined) => (ids ?? []).join(', ')
const plainly = (filters: readonly FilterObject[]): string =>
  filters
    .map(({ procedureIds, locationIds }) =>
      procedureIds?.length
        ? `l.procedure_id in (${list(procedureIds)})`
        : locationIds?.length
          ? `l.location_id in (select id from location p where p.company_id = l.company_id and p.path && array[${list(locationIds)}])`
          : 'true',
    )
    .join(' or ') || 'true'

async function measure(api: Api, pool: pg.Pool): Promise<Row[]> {
  const {
    rows: [board],
  } = await api.call(dashboards.listDashboards, { body: { limit: 1, search: 'Monday' } })
  const shown = await api.call(dashboards.getDashboard, { params: { id: board?.id ?? 0 } })
  const rows: Row[] = []
  const add = async (what: string, ask: (turn: number) => Promise<unknown>, count = CALLS) => {
    await timed(count > PLAIN_CALLS ? 2 : 1, 1, ask)
    const row: Row = {
      part: 'dashboards',
      what,
      where: 'PostgreSQL, 1 person',
      values: { logs: LOGS, ...percentiles(await timed(count, 1, ask)) },
    }
    console.log(`    ${what}: p50 ${row.values['p50']} ms, p95 ${row.values['p95']} ms`)
    rows.push(row)
  }
  const filters = filtersOf(
    shown.data.chapters.flatMap(({ items }) => items.flatMap(({ data }) => data.filters)),
  )
  for (const [what, filter] of Object.entries(filters)) {
    for (const range of cardRanges) {
      await add(`card, ${what}, ${range}`, () =>
        api.call(dashboardItems.previewCard, {
          body: { type: 'averageScore', range, data: { filters: filter } },
        }),
      )
      await add(
        `  the same as plain SQL`,
        () => inSystem(pool, plain(range, plainly(filter))),
        PLAIN_CALLS,
      )
    }
  }
  const cards = shown.data.chapters.flatMap(({ items }) => items)
  await add(
    'dashboard of 24 cards',
    () =>
      Promise.all(
        Array.from({ length: 24 }, (_each, index) =>
          api.call(dashboardItems.getCard, {
            params: {
              id: cards[index % cards.length]?.id ?? 0,
              dashboardId: board?.id ?? 0,
              range: cardRanges[index % 4] ?? 'YEAR',
            },
          }),
        ),
      ),
    10,
  )
  await add(
    'report by location, a year',
    () =>
      api.call(reports.getDistributions, {
        body: {
          distributionBy: 'location',
          type: 'performances',
          ranges: [{ from: '2026-01-01', to: '2026-12-31' }],
        },
      }),
    10,
  )
  return rows
}

function filtersOf(all: readonly FilterObject[]): Record<string, FilterObject[]> {
  const withKey = (key: keyof FilterObject) =>
    all.filter((filter) => (filter[key]?.length ?? 0) > 0).slice(0, 1)
  return {
    everything: [],
    'one procedure': withKey('procedureIds'),
    'one building': withKey('locationIds'),
  }
}

async function fill(pool: pg.Pool): Promise<void> {
  const write = (statement: string) => inSystem(pool, statement)
  const own = `own as (select id from company order by id limit 1), place as (select array_agg(l.id order by l.id) ids from location l join own on l.company_id = own.id)`
  await write(`with ${own}, kind as (select array_agg(t.id order by t.id) ids from equipment_type t join own on t.company_id = own.id)
    insert into equipment (company_id, name, equipment_id, type_id, location_id) select own.id, 'Bench ' || n, 'BENCH-' || n, kind.ids[1 + n % cardinality(kind.ids)], place.ids[1 + n % cardinality(place.ids)] from own, kind, place, generate_series(1, ${THINGS}) n`)
  for (let from = 1; from <= LOGS; from += 100_000) {
    await write(`with ${own}, thing as (select array_agg(e.id order by e.id) ids from equipment e join own on e.company_id = own.id), task as (select array_agg(p.id order by p.id) ids from procedure p join own on p.company_id = own.id), person as (select min(u.id) id from app_user u join own on u.company_id = own.id)
      insert into procedure_log (company_id, client_key, procedure_id, procedure_version, equipment_id, location_id, done_by, started_at, done_at, points, maximum, score, questions, answers, breakdown)
      select own.id, gen_random_uuid(), task.ids[1 + n % cardinality(task.ids)], 1, case when n % 3 > 0 then thing.ids[1 + n % cardinality(thing.ids)] end, case when n % 3 = 0 then place.ids[1 + n % cardinality(place.ids)] end, person.id, at, at, 0, 100, case when n % 20 = 0 then null else (n * 37) % 101 end, '[]', '[]', '[]'
      from own, place, thing, task, person, generate_series(${from}, ${from + 99_999}) n, lateral (select now() - interval '5 years' * (n / ${LOGS}.0)) as times (at)`)
  }
  await pool.query('vacuum analyze')
}
