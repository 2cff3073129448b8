/**
 * 100,000 meters: reading what sensors and statuses say of them, and schedules by use over them,
 * beside a rolling schedule over as many equipment, in one run.
 */
import { readFileSync } from 'node:fs'
import type pg from 'pg'
import { sql } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import { migrate } from '#db/migrate.ts'
import * as tables from '#db/schema/index.ts'
import { systemActor } from '#kernel/access/actor.ts'
import { makeScope, type Scope } from '#kernel/access/scope.ts'
import { asSystem, inCompany } from '#kernel/data/transaction.ts'
import { systemClock } from '#ports/clock.ts'
import { settleMeterType } from '../../server/modules/site/meters/index.ts'
import { evaluateRule } from '../../server/modules/work/schedules/index.ts'
import { onBoth } from './backends.ts'
import { hundredths, round, type Row } from './measures.ts'

const METERS = Number(process.env['BENCH_METERS'] ?? 100_000)
/** Weekly readings of each meter. */
const READINGS = 13
/** The quantity of the schedules is used up by a tenth of the meters. */
const QUANTITY = 900

export async function measureMeters(checkout: string): Promise<Row[]> {
  const measured = await onBoth(checkout, async ({ name, withPool }) =>
    withPool(async (pool) => {
      await migrate(pool)
      await fill(pool)
      return rowsOf(name, pool)
    }),
  )
  return measured.flat()
}

async function rowsOf(where: string, pool: pg.Pool): Promise<Row[]> {
  const rows: Row[] = []
  const measure = async (what: string, work: (scope: Scope) => Promise<unknown>) => {
    const taken = await watched(() => asked(pool, work))
    rows.push({ part: 'meters', what, where: `${where}, ${METERS} meters`, values: taken })
    console.log(`    ${where}, ${what}: ${JSON.stringify(taken)}`)
    return taken.seconds
  }
  const rule = (id: number) => (scope: Scope) => evaluateRule(scope, id as Id<'rrule'>)
  const type = (id: number) => (scope: Scope) => settleMeterType(scope, id as Id<'meterType'>)
  const rolling = await measure('runner, rolling schedule: first run', rule(1))
  const again = await measure('runner, rolling schedule: again', rule(1))
  const figures = {
    'first run': (await measure('runner, schedule by use: first run', rule(2))) / rolling,
    // The first run made occurrences, so their targets are settled once more.
    again: (await measure('runner, schedule by use: again', rule(2))) / again,
    unchanged: (await measure('runner, schedule by use: nothing new', rule(2))) / again,
    'a counter of each': (await measure('meters, a counter of each', type(2))) / rolling,
    'a status of each': (await measure('meters, a status of each', type(3))) / rolling,
    'nothing new':
      ((await measure('meters, nothing new', type(2))) +
        (await measure('meters, no status changed', type(3)))) /
      again,
  }
  const ratios = Object.entries(figures).map(([of, ratio]) => [of, hundredths(ratio)] as const)
  return [
    ...rows,
    {
      part: 'meters',
      what: 'times the runner with a rolling schedule',
      where,
      values: Object.fromEntries(ratios),
    },
  ]
}

/** Milliseconds in which this thread ran. 0 if the system does not report them. */
function ranUntilNow(): number {
  try {
    return Number(readFileSync('/proc/self/schedstat', 'utf8').split(' ')[0]) / 1e6
  } catch {
    return 0
  }
}

/** Seconds, and the longest turn of the event loop in milliseconds of the processor. */
async function watched(work: () => Promise<unknown>): Promise<Record<'seconds' | 'turn', number>> {
  let [longest, before] = [0, ranUntilNow()]
  const watch = setInterval(() => {
    const now = ranUntilNow()
    longest = Math.max(longest, now - before)
    before = now
  }, 5)
  const begun = performance.now()
  await work()
  const seconds = hundredths((performance.now() - begun) / 1_000)
  clearInterval(watch)
  return { seconds, turn: round(longest) }
}

async function asked(pool: pg.Pool, work: (scope: Scope) => Promise<unknown>): Promise<void> {
  const companyId = 1 as Id<'company'>
  const actor = systemActor(companyId, 'UTC', 'en', { kind: 'system', id: null, name: 'Bench' })
  await inCompany(pool, companyId, (db) =>
    work(
      makeScope({
        actor,
        clock: systemClock,
        db,
        tags: [],
        open: (_, inside) => inCompany(pool, companyId, inside),
      }),
    ),
  )
}

/** One company with three meters of each equipment: by hand, by a sensor, and of statuses. */
async function fill(pool: pg.Pool): Promise<void> {
  await asSystem(pool, (db) =>
    db.insert(tables.company).values({ name: 'Bench', timezone: 'UTC', language: 'en' }),
  )
  const write = (statement: string) => asSystem(pool, (db) => db.execute(sql.raw(statement)))
  const each = (columns: string, values: string, into: string) =>
    write(`insert into ${into} (company_id, ${columns})
      select 1, ${values} from generate_series(1, ${METERS}) n`)
  await write(`insert into equipment_type (company_id, name) values (1, 'Pump')`)
  await write(
    `insert into equipment_status (company_id, name, colour, is_usable) values (1, 'In use', '#00ff00', true), (1, 'Stored', '#888888', true)`,
  )
  await write(`insert into procedure_type (company_id, name) values (1, 'Service')`)
  await write(
    `insert into procedure (company_id, name, type_id, target) values (1, 'Service', 1, 'equipment')`,
  )
  await each('name, type_id, status_id', `'Pump ' || n, 1, 1 + n % 2`, 'equipment')
  await write(
    `insert into sensor_type (company_id, name, metric, every_minutes) values (1, 'Counter', 'count', 60)`,
  )
  await each('name, type_id, metric, equipment_id', `'Counter ' || n, 1, 'count', n`, 'sensor')
  await each(
    'sensor_id, at, value',
    `n, now() - interval '5 minutes', 1000 + n % 500`,
    'sensor_reading',
  )
  await write(`insert into meter_type (company_id, name, unit, source, equipment_type_ids, status_ids, sensor_type_id)
    values (1, 'Hours', 'h', 'hand', '{1}', '{}', null), (1, 'Trips', '', 'sensor', '{1}', '{}', 1),
      (1, 'In use', 'h', 'status', '{1}', '{1}', null)`)
  for (const type of [1, 2, 3]) await each('equipment_id, type_id', `n, ${type}`, 'meter')
  await write(`insert into meter_reading (company_id, meter_id, at, value, kind, total, source)
    select 1, m.id, now() - interval '1 week' * (${READINGS} - week), week * (20 + m.id % 55), 'read',
      (week - 1) * (20 + m.id % 55), 'hand'
    from meter m, generate_series(1, ${READINGS}) week where m.type_id = 1`)
  await write(`update meter set value = ${READINGS} * (20 + id % 55),
    total = ${READINGS - 1} * (20 + id % 55), read_at = now() where type_id = 1`)
  await write(`insert into journal_entry (company_id, entity, entity_id, entity_name, change, changes, at, by_kind, by_name)
    select 1, 'equipment', n, 'Pump ' || n, 'updated', jsonb_build_array(jsonb_build_object(
      'field', 'status', 'before', 'Stored', 'after', 'In use')), now() - interval '1 hour', 'system', 'Bench'
    from generate_series(1, ${METERS}) n`)
  const rule = (kind: string, every: string, use: string, meterType: string) =>
    write(`insert into rrule (company_id, procedure_id, data, objects, kind, every, use, meter_type_id, start,
        deadline, on_holiday, on_non_working_day, when_overdue, is_active, active_from, user_ids, role_ids)
      values (1, 1, '{"equipmentTypeIds":[1]}', 'equipment', '${kind}', ${every}, ${use}, ${meterType},
        to_char(now() - interval '100 days', 'YYYY-MM-DD"T"HH24:MI'),
        '{"kind":"custom","amount":30,"unit":"days"}', 'keep', 'keep', 'keepOpen', true,
        now() - interval '100 days', '{}', '{}')`)
  await rule('rolling', `'{"amount":6,"unit":"months"}'`, 'null', 'null')
  await rule('byUse', 'null', `'{"quantity":${QUANTITY},"latest":null,"earliest":null}'`, '1')
  await pool.query('vacuum analyze')
}
