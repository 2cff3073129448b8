import { describe, expect, it } from 'vitest'
import { readRow } from './readRow.ts'

const read = (cell: string, column: 'detail' | 'tags' = 'detail', heading = 'Note') =>
  readRow(
    'equipment',
    {
      headings: ['Name', 'Maker', heading],
      mapping: {
        columns: ['name', 'detail', column],
        defaults: { type: 'Pump' },
        emptyValues: [],
      },
      surplus: new Set(),
      metadata: new Map(),
      zone: 'UTC',
    },
    { row: 7, cells: ['Pump 1', 'Acme', cell] },
  )

describe('a fact of an imported row', () => {
  it('is kept whole up to 2,000 characters', () => {
    const note = 'n'.repeat(1_998) + '😀'
    expect(read(note).details).toEqual([
      { key: 'Maker', value: 'Acme' },
      { key: 'Note', value: note },
    ])
  })

  it('beyond 2,000 characters is a fault of its column, and loses nothing in silence', () => {
    const { faults } = read('n'.repeat(2_001))
    expect(faults).toEqual([
      { row: 7, column: 'Note', code: 'tooLong', value: `${'n'.repeat(199)}…` },
    ])
  })

  it('under a heading beyond 200 characters has a key that shows it was cut, between characters', () => {
    const { details } = read('x', 'detail', `${'h'.repeat(198)}😀${'h'.repeat(50)}`)
    expect(details[1]).toEqual({ key: `${'h'.repeat(198)}…`, value: 'x' })
  })
})

it('a tag beyond 200 characters is a fault of the row, and is not cut', () => {
  expect(read(`dry; ${'t'.repeat(201)}`, 'tags').faults).toMatchObject([
    { code: 'tooLong', field: 'tags' },
  ])
})
