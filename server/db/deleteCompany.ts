/**
 * Deletes a company with all its rows in one transaction, after counting them. People who belong to
 * another company keep that membership.
 */
import type pg from 'pg'
import { liftTimeLimit } from './pool.ts'
import { tenantTables } from './tenantTable.ts'

export class CannotDelete extends Error {
  override name = 'CannotDelete'
}

export interface CompanyCount {
  id: number
  uuid: string
  name: string
  tables: { name: string; rows: number }[]
  people: number
}
interface Deleted extends CompanyCount {
  storageKeys: string[]
}

export async function companiesOf(
  pool: pg.Pool,
): Promise<{ uuid: string; name: string; createdAt: Date }[]> {
  return asSystem(pool, async (client) => {
    const { rows } = await client.query<{ uuid: string; name: string; createdAt: Date }>(
      'select uuid, name, created_at as "createdAt" from company order by id',
    )
    return rows
  })
}

export const countCompany = (pool: pg.Pool, uuid: string): Promise<CompanyCount> =>
  asSystem(pool, (client) => countOf(client, uuid))

/** `name` must match the company's name, as confirmation. */
export function deleteCompany(pool: pg.Pool, uuid: string, name: string): Promise<Deleted> {
  return asSystem(pool, async (client) => {
    const counted = await countOf(client, uuid)
    if (counted.name !== name)
      throw new CannotDelete(
        `The company is called ${JSON.stringify(counted.name)}, not ${JSON.stringify(name)}. Nothing was deleted.`,
      )
    liftTimeLimit(client)
    await client.query('set local statement_timeout = 0')
    await client.query('select from company where id = $1 for update', [counted.id])
    const storageKeys = await keysOf(client, counted.id)
    const { rows: people } = await client.query<{ id: number }>(
      'select distinct person_id as id from app_user where company_id = $1',
      [counted.id],
    )
    const order = await childrenFirst(client)
    for (const table of order)
      await client.query(`delete from ${table} where company_id = $1`, [counted.id])
    // Deletes again, because the triggers of the first deletes inserted new marks.
    for (const table of order)
      await client.query(`delete from ${table} where company_id = $1`, [counted.id])
    await client.query('delete from letter where company_id = $1', [counted.id])
    await client.query('delete from company where id = $1', [counted.id])
    await client.query(
      `delete from person p where p.id = any($1::int[])
        and not exists (select from app_user u where u.person_id = p.id)`,
      [people.map(({ id }) => id)],
    )
    return { ...counted, storageKeys }
  })
}

async function countOf(client: pg.ClientBase, uuid: string): Promise<CompanyCount> {
  const isUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(uuid)
  const { rows } = isUuid
    ? await client.query<{ id: number; uuid: string; name: string }>(
        'select id, uuid, name from company where uuid = $1',
        [uuid],
      )
    : { rows: [] }
  const [found] = rows
  if (found === undefined) throw new CannotDelete(`There is no company ${uuid}.`)
  const tables: CompanyCount['tables'] = []
  for (const name of [...tenantTables.keys()].toSorted()) {
    const { rows: counts } = await client.query<{ n: string }>(
      `select count(*) as n from ${name} where company_id = $1`,
      [found.id],
    )
    const count = Number(counts[0]?.n ?? 0)
    if (count > 0) tables.push({ name, rows: count })
  }
  const { rows: people } = await client.query<{ n: string }>(
    `select count(*) as n from person p where exists (select from app_user u
      where u.company_id = $1 and u.person_id = p.id) and not exists (select from app_user u
      where u.company_id <> $1 and u.person_id = p.id)`,
    [found.id],
  )
  return { ...found, tables, people: Number(people[0]?.n ?? 0) }
}

async function keysOf(client: pg.ClientBase, companyId: number): Promise<string[]> {
  const { rows } = await client.query<{ key: string }>(
    `select storage_key as key from file where company_id = $1
      union all select unnest(array[storage_key, table_key, faults_key]) from import_job
        where company_id = $1
      union all select storage_key from data_export where company_id = $1`,
    [companyId],
  )
  return rows.flatMap(({ key }) => (key === null ? [] : [key]))
}

async function childrenFirst(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ child: string; parent: string }>(
    `select distinct conrelid::regclass::text as child, confrelid::regclass::text as parent
      from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace
      and conrelid <> confrelid`,
  )
  const left = new Set([...tenantTables.keys()].toSorted())
  const order: string[] = []
  while (left.size > 0) {
    const free = [...left].filter(
      (table) => !rows.some(({ child, parent }) => parent === table && left.has(child)),
    )
    if (free.length === 0)
      throw new Error(`These tables name each other in a circle: ${[...left].join(', ')}`)
    for (const table of free) {
      order.push(table)
      left.delete(table)
    }
  }
  return order
}

async function asSystem<T>(pool: pg.Pool, work: (client: pg.ClientBase) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query('set local role plantroom_system')
    const result = await work(client)
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  } finally {
    client.release()
  }
}
