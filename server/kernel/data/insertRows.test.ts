import { PgDialect } from 'drizzle-orm/pg-core'
import { expect, it } from 'vitest'
import * as tables from '#db/schema/index.ts'
import { insertRows } from './insertRows.ts'

const textOf = (rows: Parameters<typeof insertRows<typeof tables.tag>>[1]) =>
  new PgDialect().sqlToQuery(insertRows(tables.tag, rows))

const row = (name: string) => ({ companyId: 1 as never, name, colour: 'blue' as const })

it('insertRows() uses one parameter and the same text for any number of rows', () => {
  const [one, many] = [textOf([row('A')]), textOf([row('A'), row('B'), row('C')])]
  expect(many.sql).toBe(one.sql)
  expect(many.params).toHaveLength(1)
})

it('insertRows() refuses a row with a column that the first row leaves out', () => {
  expect(() => textOf([row('A'), { ...row('B'), version: 2 }])).toThrow(/version is not named/)
})
