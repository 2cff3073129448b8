/**
 * Migrations run as an ordinary owner of the tables, who sees no rows under row-level security: a
 * change of data would silently do nothing on PostgreSQL.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from './root.ts'

const folder = join(root, 'server/db/migrations')
/** First checked migration. Earlier ones cannot change any more; 0040 and 0044 have this fault. */
const FIRST = '0053'

const files = readdirSync(folder).filter((name) => name.endsWith('.sql') && name >= FIRST)

function tablesOf(sql: string): Set<string> {
  const code = sql.replaceAll(/--(?!>).*$/gm, '')
  const madeInside = new Set([...code.matchAll(/"(\w+)" AS \(/g)].map(([, name]) => name))
  return new Set(
    [...code.matchAll(/\b(?:UPDATE|INSERT INTO|DELETE FROM|FROM|JOIN)\s+"(\w+)"/gi)].flatMap(
      ([, name]) => (name === undefined || madeInside.has(name) ? [] : [name]),
    ),
  )
}

const lifts = (sql: string, table: string) =>
  sql.includes(`ALTER TABLE "${table}" NO FORCE ROW LEVEL SECURITY`) &&
  sql.includes(`ALTER TABLE "${table}" FORCE ROW LEVEL SECURITY`)

it('the check of migrations finds them', () => {
  expect(files.length).toBeGreaterThan(2)
  expect(tablesOf('UPDATE "a" SET x = 1 FROM "b"; -- UPDATE "c"')).toEqual(new Set(['a', 'b']))
})

it.each(files)('the migration %s sees the rows of every table that it reads or writes', (name) => {
  const sql = readFileSync(join(folder, name), 'utf8')
  expect([...tablesOf(sql)].filter((table) => !lifts(sql, table))).toEqual([])
})
