/**
 * Order and search of names compared with those before decision 63 (by bytes, in lower case),
 * alternating in one run. Also the cost of the name indexes for an import's inserts.
 */
import type pg from 'pg'
import { createNameIndexes } from '#db/nameOrder.ts'
import type { Backend } from './backends.ts'
import { median, type Row } from './measures.ts'

const TURNS = 31
const INSERTED = 2_000

type Statement = () => Promise<unknown>

export async function compareNames(pool: pg.Pool, where: Backend['name']): Promise<Row[]> {
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    const company = await prepare(client, where)
    const rows: Row[] = []
    const compare = async (what: string, before: Statement, after: Statement): Promise<void> => {
      const values = await inTurns(before, after)
      console.log(`    ${where}: ${what}, ${values.before} to ${values.after} ms`)
      rows.push({ part: 'names', what, where, values })
    }
    for (const offset of [0, 50_000, 99_900])
      await compare(
        `by name, offset ${offset}`,
        page(client, company, 'name', offset),
        page(client, company, 'names_cs(name)::name_in_cs', offset),
      )
    for (const [what, old, typed] of [
      ['one found', 'bench-50017', 'BENCH-50017'],
      ['many found', 'čekárna', 'cekarna'],
    ] as const)
      await compare(
        `search, ${what}`,
        search(client, company, 'search', `'%${old}%'`),
        search(client, company, 'folded', `fold_text_2('%${typed}%')`),
      )
    await compare(
      `${INSERTED} inserts, without and with an index of names`,
      insert(client, company, 'drop index equipment_names_cs'),
      insert(client, company, 'select 1'),
    )
    return rows
  } finally {
    client.release(true)
  }
}

/** Gives half of the names characters beyond ASCII, and recreates the former search index. */
async function prepare(client: pg.PoolClient, where: Backend['name']): Promise<number> {
  await client.query('begin')
  await client.query('set local role plantroom_system')
  await client.query(`update equipment set name = 'Čekárna ' || id where id % 2 = 0`)
  await client.query(
    `update app_user set language = 'cs' where id = (select min(id) from app_user)`,
  )
  const { rows } = await client.query<{ id: number }>('select min(id) as id from company')
  await client.query('commit')
  await createNameIndexes(client, { concurrently: where === 'PostgreSQL' })
  await client.query(`create index if not exists bench_search on equipment
    using gin (company_id, search gin_trgm_ops) with (gin_pending_list_limit = 256)`)
  await client.query('vacuum analyze equipment')
  return rows[0]?.id ?? 0
}

/** Alternates, so that both meet the same noise. Medians in milliseconds. */
async function inTurns(before: Statement, after: Statement) {
  const times: [number[], number[]] = [[], []]
  for (let turn = -3; turn < TURNS; turn += 1)
    for (const [side, statement] of [
      [0, before],
      [1, after],
    ] as const) {
      const begun = performance.now()
      await statement()
      if (turn >= 0) times[side].push(performance.now() - begun)
    }
  const [old, now] = times.map(median)
  const short = (value: number) => Number(value.toFixed(2))
  return { before: short(old ?? 0), after: short(now ?? 0), times: short((now ?? 0) / (old ?? 1)) }
}

const page =
  (client: pg.PoolClient, company: number, order: string, offset: number): Statement =>
  () =>
    asSystem(
      client,
      `${order === 'name' || offset < 10_000 ? '' : `set local enable_sort = off;`}select id from equipment where company_id = ${company} and deleted_at is null
      order by ${order}, id limit 50 offset ${offset}`,
    )

const search =
  (client: pg.PoolClient, company: number, column: string, pattern: string): Statement =>
  () =>
    asSystem(
      client,
      `select count(*) from (select id from equipment where company_id = ${company}
      and deleted_at is null and ${column} like ${pattern} limit 10001) as found`,
    )

const insert =
  (client: pg.PoolClient, company: number, first: string): Statement =>
  async () => {
    await client.query('begin')
    await client.query(first)
    await client.query('set local role plantroom_system')
    await client.query(`insert into equipment (company_id, name, equipment_id, type_id)
      select ${company}, 'Čerpadlo ' || n, 'NEW-' || n,
        (select min(id) from equipment_type where company_id = ${company})
      from generate_series(1, ${INSERTED}) n`)
    await client.query('rollback')
  }

async function asSystem(client: pg.PoolClient, statement: string): Promise<unknown> {
  await client.query('begin')
  await client.query('set local role plantroom_system')
  const answer = await client.query(statement)
  await client.query('commit')
  return answer
}
