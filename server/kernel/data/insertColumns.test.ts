import { PgDialect } from 'drizzle-orm/pg-core'
import { expect, it } from 'vitest'
import * as tables from '#db/schema/index.ts'
import { insertColumns } from './insertColumns.ts'

const row = (heard: (typeof tables.position.$inferInsert)['heard'], roomId: number | null) => ({
  companyId: 1 as never,
  roomId: roomId as never,
  longitude: 1.5,
  method: 'a "quoted" \\ text, {with} a comma' as never,
  at: new Date(0),
  heard,
})
const toQuery = (rows: readonly object[]) =>
  new PgDialect().sqlToQuery(insertColumns(tables.position, rows as never))

it('insertColumns() has one array for each column, and the same text for any number of rows', () => {
  const rows = [row([], null), row([{ gatewayId: 7 } as never], 4)]
  const [one, many] = [toQuery(rows.slice(0, 1)), toQuery(rows)]
  expect(many.sql).toBe(one.sql)
  expect(many.sql).toContain('$5::timestamp with time zone[], $6::jsonb[]')
  expect(many.params).toEqual([
    '{1,1}',
    '{NULL,4}',
    '{1.5,1.5}',
    '{"a \\"quoted\\" \\\\ text, {with} a comma","a \\"quoted\\" \\\\ text, {with} a comma"}',
    '{"1970-01-01T00:00:00.000Z","1970-01-01T00:00:00.000Z"}',
    '{"[]","[{\\"gatewayId\\":7}]"}',
  ])
})

it('insertColumns() refuses what is not a column', () => {
  expect(() => toQuery([{ ...row([], 1), colour: 'blue' }])).toThrow(/colour is not a column/)
})
