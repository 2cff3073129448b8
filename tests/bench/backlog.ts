/**
 * A hundred thousand procedure logs wait when the server starts: how fast they are processed, and
 * with how much memory. More than a gigabyte is a failure.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type pg from 'pg'
import { asSystem } from '#kernel/data/transaction.ts'
import { signIn } from '#tests/apiClient.ts'
import { failProcedure, makeRuledProcedure } from '#tests/mainJob.ts'
import { type Backend, postgresBackend } from './backends.ts'
import { mostMegabytesOf } from './memory.ts'
import { round, type Row } from './measures.ts'

const EVENTS = Number(process.env['BENCH_EVENTS'] ?? 100_000)
const MAX_MEGABYTES = 1_024
const LOOKS_EVERY = 1_000

export async function measureBacklog(checkout: string): Promise<Row[]> {
  const backend = await postgresBackend(checkout)
  try {
    const logId = await performOnce(backend)
    await backend.withPool((pool) => repeat(pool, logId))
    return [await workOff(backend)]
  } finally {
    await backend.remove()
  }
}

async function performOnce(backend: Backend): Promise<number> {
  const server = await backend.start()
  try {
    const administrator = await signIn(server.url, 'admin@plantroom.demo')
    const staff = await signIn(server.url, 'staff@plantroom.demo')
    const job = await makeRuledProcedure(administrator, `Measured ${randomUUID().slice(0, 8)}`)
    return (await failProcedure(staff, job)).id
  } finally {
    await server.stop()
  }
}

/** Copies the procedure log to every equipment in turn, each with a waiting event. */
async function repeat(pool: pg.Pool, logId: number): Promise<void> {
  await asSystem(pool, (db) =>
    db.execute(sql`
    with one as (select * from procedure_log where id = ${logId}),
      thing as (select array_agg(e.id order by e.id) as ids from equipment e
        where e.company_id = (select company_id from one) and e.deleted_at is null
        and e.type_id = (select type_id from equipment where id = (select equipment_id from one))),
      made as (insert into procedure_log overriding system value
        select again.* from one, thing, generate_series(1, ${EVENTS}::int) as turn,
          jsonb_populate_record(null::procedure_log, to_jsonb(one) || jsonb_build_object(
            'id', nextval(pg_get_serial_sequence('procedure_log', 'id')),
            'client_key', gen_random_uuid(),
            'equipment_id', thing.ids[1 + turn % array_length(thing.ids, 1)])) as again
        returning id, company_id)
    insert into outbox_event (company_id, payload, depth, created_at, available_at)
    select made.company_id, jsonb_set(event.payload, '{procedureLogId}', to_jsonb(made.id)), 0,
      now(), now()
    from made, (select payload from outbox_event
      where payload ->> 'type' = 'procedure.performed'
      and payload ->> 'procedureLogId' = ${String(logId)}) as event`),
  )
  await pool.query('analyze')
}

async function workOff(backend: Backend): Promise<Row> {
  const before = await backend.withPool(waiting)
  const server = await backend.start()
  const begun = performance.now()
  try {
    await backend.withPool(async (pool) => {
      for (let looks = 1, left = before; left > 0; looks += 1) {
        await wait(LOOKS_EVERY)
        left = await waiting(pool)
        if (looks % 30 === 0)
          console.log(`    ${left} wait, ${mostMegabytesOf(server)} MB at most so far`)
      }
    })
    const seconds = (performance.now() - begun) / 1_000
    const most = mostMegabytesOf(server)
    const values = {
      events: before,
      seconds: Math.round(seconds),
      'a second': round(before / seconds),
      'MB most': most,
    }
    console.log(`    backlog: ${JSON.stringify(values)}`)
    if (most > MAX_MEGABYTES) throw new Error(`The server grew to ${most} MB.`)
    return { part: 'backlog', what: 'events that wait at the start', where: backend.name, values }
  } finally {
    await server.stop()
  }
}

async function waiting(pool: pg.Pool): Promise<number> {
  const { rows } = await asSystem(pool, (db) =>
    db.execute<{ count: number }>(sql`select count(*)::int as count from outbox_event
      where handled_at is null and failed_at is null`),
  )
  return rows[0]?.count ?? 0
}
