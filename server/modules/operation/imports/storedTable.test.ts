import { describe, expect, it } from 'vitest'
import { readTable } from './csvFile.ts'
import { isStoredTable, readStoredTable, encodeTable } from './storedTable.ts'

const rows = [['Name', 'Remark'], ['Pump', 'two\nlines, a "quote"; ציוד 😀'], [], ['Fan', "'=1+1"]]

describe('the stored table of a workbook', () => {
  it('comes back with its rows and their numbers', async () => {
    const bytes = Buffer.from(encodeTable(rows))
    expect(isStoredTable(bytes)).toBe(true)
    const table = await readStoredTable(bytes, { heading: 'first' })
    expect(table.headings).toEqual(['Name', 'Remark'])
    expect(table.rows).toEqual([
      { row: 2, cells: ['Pump', 'two\nlines, a "quote"; ציוד 😀'] },
      { row: 4, cells: ['Fan', '=1+1'] },
    ])
  })

  it('is told from a CSV of an earlier version, which is still read', async () => {
    const bytes = Buffer.from('"{""rows"":1}",Remark\nPump,x')
    expect(isStoredTable(bytes)).toBe(false)
    expect((await readTable(bytes, { delimiter: ',' })).headings).toEqual(['{"rows":1}', 'Remark'])
  })
})
