/**
 * Position history: contacts, a floor's replay and its heat map, over a million positions, on
 * PostgreSQL.
 */
import type pg from 'pg'
import { sql } from 'drizzle-orm'
import { migrate } from '#db/migrate.ts'
import * as tables from '#db/schema/index.ts'
import { systemActor } from '#kernel/access/actor.ts'
import { makeScope, type Scope } from '#kernel/access/scope.ts'
import { asSystem, inCompany } from '#kernel/data/transaction.ts'
import { heatmap, replay } from '../../server/modules/site/positionHistory/index.ts'
import { nearestHistory } from '../../server/modules/site/nearest/index.ts'
import { systemClock } from '#ports/clock.ts'
import { createDatabase, createRoles, startCluster } from '#tests/postgresCluster.ts'
import { percentiles, type Row, timed } from './measures.ts'
import { openPool } from '#db/pool.ts'

const POSITIONS = Number(process.env['BENCH_POSITIONS'] ?? 1_000_000)
const TURNS = Number(process.env['BENCH_TURNS'] ?? 10)
const [THINGS, FLOORS, ROOMS, DAYS] = [400, 8, 40, 10]

export async function measureHistory(): Promise<Row[]> {
  const cluster = await startCluster({ durable: true })
  try {
    await createRoles(cluster, new URL('../../server/db/roles.sql', import.meta.url))
    await createDatabase(cluster, 'positions')
    const pool = openPool(cluster.owner('positions'))
    await migrate(pool)
    await asSystem(pool, (db) =>
      db.insert(tables.company).values({ name: 'Bench', timezone: 'UTC', language: 'en' }),
    )
    await fillPositions(pool, POSITIONS)
    const day = {
      from: new Date(Date.now() - 86_400_000).toISOString(),
      to: new Date().toISOString(),
    }
    const [equipmentId, floorId] = [7 as never, 1 as never]
    const questions: Record<string, (scope: Scope) => Promise<unknown>> = {
      'who met one thing in a day': (scope) =>
        nearestHistory(scope, { equipmentId, ...day, limit: 100 }),
      'replay of one thing, a day': (scope) => replay(scope, { equipmentId, ...day }),
      'replay of a floor, a day': (scope) => replay(scope, { floorId, ...day }),
      'heat of a floor, a day': (scope) => heatmap(scope, { floorId, ...day }),
    }
    const rows: Row[] = []
    for (const [what, ask] of Object.entries(questions)) {
      const call = () => asked(pool, ask)
      await call()
      rows.push({
        part: 'history',
        what,
        where: `PostgreSQL, ${POSITIONS} positions`,
        values: percentiles(await timed(TURNS, 1, call)),
      })
      console.log(`    ${what}: ${JSON.stringify(rows.at(-1)?.values)}`)
    }
    await pool.end()
    return rows
  } finally {
    await cluster.stop()
  }
}

async function asked<T>(pool: pg.Pool, work: (scope: Scope) => Promise<T>): Promise<T> {
  const [home] = await asSystem(pool, (db) =>
    db.select({ id: tables.company.id }).from(tables.company),
  )
  if (home === undefined) throw new Error('No company')
  const actor = systemActor(home.id, 'UTC', 'en', { kind: 'system', id: null, name: 'Bench' })
  return inCompany(pool, home.id, (db) =>
    work(
      makeScope({
        actor,
        clock: systemClock,
        db,
        tags: [],
        open: (_, inside) => inCompany(pool, home.id, inside),
      }),
    ),
  )
}

/**
 * Fills the first company. Each equipment changes rooms about every forty minutes, mostly on its
 * own floor, and is recorded continuously.
 */
export async function fillPositions(pool: pg.Pool, positions: number): Promise<void> {
  const write = (statement: string) => asSystem(pool, (db) => db.execute(sql.raw(statement)))
  const square = `'{"type":"Polygon","coordinates":[[[14,50],[14.001,50],[14.001,50.001],[14,50.001],[14,50]]]}'`
  const own = '(select min(id) from company)'
  await write(`insert into equipment_type (company_id, name) values (${own}, 'Pump')`)
  await write(
    `insert into equipment (company_id, name, type_id) select ${own}, 'Thing ' || n, 1 from generate_series(1, ${THINGS}) n`,
  )
  await write(
    `insert into building (company_id, name, longitude, latitude, outline) values (${own}, 'House', 14, 50, ${square})`,
  )
  await write(
    `insert into floor (company_id, building_id, name, short_name, ordinal, outline, parts) select ${own}, 1, 'Floor ' || n, n, n, ${square}, '[]' from generate_series(1, ${FLOORS}) n`,
  )
  await write(
    `insert into room (company_id, floor_id, name, kind, longitude, latitude, outline) select ${own}, 1 + n / ${ROOMS}, 'Room ' || n, 'room', 14, 50, ${square} from generate_series(0, ${FLOORS * ROOMS - 1}) n`,
  )
  for (let from = 1; from <= positions; from += 100_000) {
    await write(`insert into position (company_id, equipment_id, floor_id, room_id, longitude, latitude, accuracy, method, at, heard, rejected)
      select ${own}, thing, 1 + place / ${ROOMS}, 1 + place, 14 + place * 0.000001, 50 + (n % 50) * 0.000001, 2, 'distances', at, '[]', '[]'
      from generate_series(${from}::bigint, ${Math.min(positions, from + 99_999)}) n,
        lateral (select (1 + n % ${THINGS})::int as thing, now() - interval '${DAYS} days' * (n / ${positions}.0) as at) as told,
        lateral (select abs(hashint4(thing * 1000 + (extract(epoch from at) / 2400)::int % 1000)) as dice) as thrown,
        lateral (select case when dice % 7 = 0 then dice % ${FLOORS * ROOMS} else thing % ${FLOORS} * ${ROOMS} + dice % ${ROOMS} end as place) as went`)
  }
  await pool.query('vacuum analyze')
}
