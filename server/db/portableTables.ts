import { createHash } from 'node:crypto'
import type pg from 'pg'

export interface PortableTable {
  name: string
  /** With the database's types. Generated columns are left out. */
  columns: { name: string; type: string }[]
  key: string[]
}

export interface Sequence {
  name: string
  last: string
  isCalled: boolean
}

export interface TableSum {
  rows: number
  sha256: string
}

type Row = (string | null)[]

const STEP = 200

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

export async function tablesOf(client: pg.ClientBase): Promise<PortableTable[]> {
  const { rows } = await client.query<{
    name: string
    columns: { name: string; type: string }[]
    key: string[]
  }>(`select c.relname::text as name,
    (select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod))
        order by a.attnum)
      from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      and a.attgenerated = '') as columns,
    coalesce((select json_agg(a.attname order by array_position(i.indkey::int2[], a.attnum))
      from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey)
      where i.indrelid = c.oid and i.indisprimary), '[]') as key
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'p') order by c.relname`)
  return rows
}

export async function sequencesOf(client: pg.ClientBase): Promise<Sequence[]> {
  const { rows } = await client.query<{ name: string }>(
    `select sequencename::text as name from pg_sequences where schemaname = 'public' order by 1`,
  )
  const found: Sequence[] = []
  for (const { name } of rows) {
    const { rows: state } = await client.query<{ last: string; called: boolean }>(
      `select last_value::text as last, is_called as called from ${quoted(name)}`,
    )
    for (const { last, called } of state) found.push({ name, last, isCalled: called })
  }
  return found
}

/**
 * Needs a transaction that sees every row. Timestamps are in UTC, numbers have all their digits.
 */
export async function* rowsOf(
  client: pg.ClientBase,
  { name, columns, key }: PortableTable,
): AsyncGenerator<Row[]> {
  // Sorts text by bytes, because collations may differ between databases.
  const typeOf = new Map(columns.map((column) => [column.name, column.type]))
  const inOrder = (column: string) =>
    /^(text|character)/.test(typeOf.get(column) ?? '')
      ? `${quoted(column)} collate "C"`
      : quoted(column)
  const order =
    key.length > 0
      ? key.map(inOrder)
      : columns.map((column) => `${quoted(column.name)}::text collate "C"`)
  await client.query(
    `declare portable no scroll cursor for select ${columns.map((column) => `${quoted(column.name)}::text`).join(', ')}
    from ${quoted(name)} order by ${order.join(', ')}`,
  )
  for (;;) {
    const { rows } = await client.query<Row>({
      text: `fetch ${STEP} from portable`,
      rowMode: 'array',
    })
    if (rows.length > 0) yield rows
    if (rows.length < STEP) break
  }
  await client.query('close portable')
}

export const readableText = `set local timezone = 'UTC'; set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres';
  set local extra_float_digits = 1; set local bytea_output = 'hex'`

export function summing(): { add(rows: readonly Row[]): void; sum(): TableSum } {
  const hash = createHash('sha256')
  let rows = 0
  return {
    add(some) {
      rows += some.length
      for (const row of some) hash.update(`${JSON.stringify(row)}\n`)
    },
    sum: () => ({ rows, sha256: hash.digest('hex') }),
  }
}

export async function insertRows(
  client: pg.ClientBase,
  { name, columns }: PortableTable,
  rows: readonly Row[],
): Promise<void> {
  const given = rows.map((row) =>
    Object.fromEntries(row.map((value, place) => [`c${place}`, value])),
  )
  await client.query(
    `insert into ${quoted(name)} (${columns.map((column) => quoted(column.name)).join(', ')})
    overriding system value
    select ${columns.map(({ type }, place) => `c${place}::${type}`).join(', ')}
    from json_to_recordset($1::json) as given(${columns.map((_column, place) => `c${place} text`).join(', ')})`,
    [JSON.stringify(given)],
  )
}

export async function setSequence(
  client: pg.ClientBase,
  { name, last, isCalled }: Sequence,
): Promise<void> {
  await client.query('select setval($1::regclass, $2::bigint, $3)', [
    `public.${quoted(name)}`,
    last,
    isCalled,
  ])
}

/**
 * Drops foreign keys while `work` writes, because rows may reference later rows. The database
 * checks all of them when they are added back.
 */
export async function withoutForeignKeys(
  client: pg.ClientBase,
  work: () => Promise<void>,
): Promise<void> {
  const { rows } = await client.query<{ place: string; name: string; says: string }>(
    `select conrelid::regclass::text as place, conname::text as name, pg_get_constraintdef(oid) as says
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace
    order by conrelid::regclass::text, conname`,
  )
  for (const { place, name } of rows)
    await client.query(`alter table ${place} drop constraint ${quoted(name)}`)
  await work()
  for (const { place, name, says } of rows)
    await client.query(`alter table ${place} add constraint ${quoted(name)} ${says}`)
}
