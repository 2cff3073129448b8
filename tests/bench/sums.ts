/**
 * The gain of rollups: numbers over a million logs of 10,000 equipment and five years, with and
 * without rollups, in one run on PostgreSQL.
 */
import type pg from 'pg'
import { sql } from 'drizzle-orm'
import { cardRanges } from '#contract/dashboards/periods.ts'
import { migrate } from '#db/migrate.ts'
import * as tables from '#db/schema/index.ts'
import { systemActor, type Actor } from '#kernel/access/actor.ts'
import { makeScope, type Scope } from '#kernel/access/scope.ts'
import { asSystem, inCompany, type Db } from '#kernel/data/transaction.ts'
import {
  updateRollups,
  numberOf,
  unrestricted,
  type CardQuestion,
} from '../../server/modules/insight/dashboards/index.ts'
import { systemClock } from '#ports/clock.ts'
import { createDatabase, createRoles, startCluster } from '#tests/postgresCluster.ts'
import { percentiles, round, type Row, timed } from './measures.ts'
import { openPool } from '#db/pool.ts'

const THINGS = 10_000
const LOGS = Number(process.env['BENCH_LOGS'] ?? 1_000_000)
const TURNS = Number(process.env['BENCH_TURNS'] ?? 20)
const zone = 'Asia/Jerusalem'

const cards: { what: string; filters: CardQuestion['filters']; rights?: Partial<Actor> }[] = [
  { what: 'everything', filters: [] },
  { what: 'one procedure', filters: [{ procedureIds: [1] }] as unknown as CardQuestion['filters'] },
  {
    what: 'three types of equipment',
    filters: [{ equipmentTypeIds: [1, 2, 3] }] as unknown as CardQuestion['filters'],
  },
  {
    what: 'types and a procedure',
    filters: [
      { equipmentTypeIds: [1, 2, 3], procedureTypeIds: [1] },
    ] as unknown as CardQuestion['filters'],
  },
  {
    what: 'one place’s rows',
    filters: [{ locationIds: [1] }] as unknown as CardQuestion['filters'],
  },
  {
    what: 'everything, seen with narrow rights',
    filters: [],
    rights: { equipmentTypeIds: [1, 2, 3, 4] as unknown as Actor['equipmentTypeIds'] },
  },
]

export async function measureSums(): Promise<Row[]> {
  const cluster = await startCluster({ durable: true })
  try {
    await createRoles(cluster, new URL('../../server/db/roles.sql', import.meta.url))
    await createDatabase(cluster, 'sums')
    const pool = openPool(cluster.owner('sums'))
    await migrate(pool)
    await fill(pool)
    const begun = performance.now()
    const made = await updateRollups({ pool, clock: systemClock })
    await pool.query('vacuum analyze')
    console.log(
      `    ${made} sums made of ${LOGS} logs in ${round((performance.now() - begun) / 1_000)} s`,
    )
    const rows: Row[] = []
    for (const { what, filters, rights = {} } of cards) {
      for (const range of cardRanges) {
        const question: CardQuestion = {
          type: 'averageScore',
          range,
          filters,
          restrictions: unrestricted,
          accessScope: 'viewer',
        }
        const summed = await measure(pool, question, rights, false)
        const counted = await measure(pool, question, rights, true)
        rows.push({
          part: 'sums',
          what: `${what}, ${range}`,
          where: 'PostgreSQL',
          values: {
            'p50 ms': summed['p50'] ?? 0,
            'p95 ms': summed['p95'] ?? 0,
            'counted p50 ms': counted['p50'] ?? 0,
            'counted p95 ms': counted['p95'] ?? 0,
            'times quicker': round((counted['p50'] ?? 0) / (summed['p50'] ?? 1)),
          },
        })
        console.log(`    ${what}, ${range}: ${JSON.stringify(rows.at(-1)?.values)}`)
      }
    }
    const board = async () => {
      for (let card = 0; card < 24; card += 1)
        await asked(pool, cards[card % cards.length]?.rights ?? {}, (scope) =>
          numberOf(scope, {
            type: 'averageScore',
            range: cardRanges[card % 4] ?? 'YEAR',
            filters: cards[card % cards.length]?.filters ?? [],
            restrictions: unrestricted,
            accessScope: 'viewer',
          }),
        )
    }
    rows.push({
      part: 'sums',
      what: '24 cards, one after the other',
      where: 'PostgreSQL',
      values: { 'p50 ms': percentiles(await timed(5, 1, board))['p50'] ?? 0 },
    })
    console.log(`    24 cards: ${JSON.stringify(rows.at(-1)?.values)}`)
    await pool.end()
    return rows
  } finally {
    await cluster.stop()
  }
}

async function asked<T>(
  pool: pg.Pool,
  rights: Partial<Actor>,
  work: (scope: Scope) => Promise<T>,
): Promise<T> {
  const [home] = await asSystem(pool, (db) =>
    db.select({ id: tables.company.id }).from(tables.company),
  )
  if (home === undefined) throw new Error('No company')
  const actor = {
    ...systemActor(home.id, zone, 'en', { kind: 'system', id: null, name: 'Bench' }),
    ...rights,
  }
  return inCompany(pool, home.id, (db: Db) =>
    work(
      makeScope({
        actor,
        clock: systemClock,
        db,
        tags: [],
        open: () => {
          throw new Error('Not here')
        },
      }),
    ),
  )
}

/** Measures without rollups, by deleting them in a transaction that is rolled back. */
async function measure(
  pool: pg.Pool,
  question: CardQuestion,
  rights: Partial<Actor>,
  isWithout: boolean,
): Promise<Record<string, number>> {
  let times: number[] = []
  await asked(pool, rights, async (scope) => {
    if (isWithout) await scope.db.delete(tables.summedSpan)
    await numberOf(scope, question)
    times = await timed(TURNS, 1, () => numberOf(scope, question))
    if (isWithout) throw new Error('taken back')
  }).catch((error: unknown) => {
    if (times.length === 0) throw error
  })
  return percentiles(times)
}

/**
 * 24 procedures, 20 types of equipment, 300 locations. Each equipment has three procedures, and a
 * third of the work is at locations.
 */
async function fill(pool: pg.Pool): Promise<void> {
  const write = (statement: string) => asSystem(pool, (db) => db.execute(sql.raw(statement)))
  await write(`insert into company (name, timezone, language) values ('Bench', '${zone}', 'en')`)
  const own = '(select min(id) from company)'
  await write(
    `insert into equipment_type (company_id, name) select ${own}, 'Type ' || n from generate_series(1, 20) n`,
  )
  await write(`insert into location_type (company_id, name) values (${own}, 'Room')`)
  await write(
    `insert into procedure_type (company_id, name) select ${own}, 'Kind ' || n from generate_series(1, 4) n`,
  )
  await write(
    `insert into location (company_id, name, type_id, path) select ${own}, 'Place ' || n, 1, array[n] from generate_series(1, 300) n`,
  )
  await write(
    `insert into procedure (company_id, name, type_id, target) select ${own}, 'Procedure ' || n, 1 + n % 4, 'either' from generate_series(1, 24) n`,
  )
  await write(
    `insert into equipment (company_id, name, type_id) select ${own}, 'Thing ' || n, 1 + n % 20 from generate_series(1, ${THINGS}) n`,
  )
  await write(`insert into person (email, password_hash) values ('bench@bench.test', '')`)
  await write(
    `insert into app_user (company_id, person_id, first_name, last_name, language) select ${own}, min(id), 'Bench', 'Bench', 'en' from person`,
  )
  for (let from = 1; from <= LOGS; from += 100_000) {
    await write(`insert into procedure_log (company_id, client_key, procedure_id, procedure_version, equipment_id, location_id, done_by, started_at, done_at, points, maximum, score, questions, answers, breakdown)
      select ${own}, gen_random_uuid(), 1 + (n * 7919 % ${THINGS} + (n / 3) % 3 * 7) % 24, 1, case when n % 3 > 0 then 1 + (n * 7919::bigint) % ${THINGS} end, case when n % 3 = 0 then 1 + n % 300 end, (select min(id) from app_user), at, at, 0, 100, case when n % 20 = 0 then null else (n * 37) % 101 end, '[]', '[]', '[]'
      from generate_series(${from}::bigint, ${Math.min(LOGS, from + 99_999)}) n, lateral (select now() - interval '5 years' * (n / ${LOGS}.0)) as times (at)`)
  }
  await pool.query('vacuum analyze')
}
