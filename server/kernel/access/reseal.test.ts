import { getTableColumns, getTableName, is } from 'drizzle-orm'
import { PgCustomColumn, PgTable } from 'drizzle-orm/pg-core'
import { expect, it } from 'vitest'
import * as tables from '#db/schema/index.ts'
import { sealedColumns } from './reseal.ts'

it('sealedColumns names every sealed column of the schema, so that a new data key loses none', () => {
  const known = sealedColumns.map(({ column }) => nameOf(column))
  const kept = Object.values<unknown>(tables)
    .filter((one) => is(one, PgTable))
    .flatMap((table) => Object.values(getTableColumns(table)))
    .filter((column) => is(column, PgCustomColumn) && column.getSQLType() === 'text')
    .map(nameOf)
  expect(kept.length).toBeGreaterThan(3)
  expect(kept.filter((column) => !known.includes(column))).toEqual([])
})

const nameOf = (column: { table: Parameters<typeof getTableName>[0]; name: string }) =>
  `${getTableName(column.table)}.${column.name}`
