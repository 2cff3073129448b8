import { PgDialect } from 'drizzle-orm/pg-core'
import { expect, it } from 'vitest'
import * as tables from '#db/schema/index.ts'
import { updateRows } from './updateRows.ts'

const written = (changes: Parameters<typeof updateRows>[1]) =>
  new PgDialect().sqlToQuery(
    updateRows(tables.tag, changes, { at: new Date(0), where: (isOfRow) => isOfRow }),
  )
const change = (id: number, set: object) => ({ id, version: 1, set })

it('updateRows() has the same text and as many parameters for any number of rows', () => {
  const one = written([change(1, { name: 'A' })])
  const many = written([change(1, { name: 'A' }), change(2, { name: 'B' })])
  expect(many.sql).toBe(one.sql)
  expect(many.params).toHaveLength(one.params.length)
})

it('updateRows() writes only the given columns, and refuses rows with different columns', () => {
  expect(written([change(1, { name: 'A' })]).sql).not.toContain('colour')
  for (const other of [{ colour: 'red' }, { name: 'B', colour: 'red' }, {}])
    expect(() => written([change(1, { name: 'A' }), change(2, other)])).toThrow(/different columns/)
})
