import { describe, expect, it } from 'vitest'
import { xlsxOf } from '../../../tests/xlsx.ts'
import { readSheet } from './xlsxFile.ts'

describe('the sheet that is read', () => {
  it('is the first that is shown and has rows, however many hidden ones stand before it', async () => {
    const sheets = {
      'Lists > "old"': [['code'], ['x']],
      Notes: [],
      Pumps: [['name'], ['Pump']],
    }
    const hidden = ['Lists > "old"']
    const { reading, csv } = await readSheet(xlsxOf(sheets, [], { hidden }), undefined)
    expect(reading.sheet).toBe('Pumps')
    expect(csv).toBe('name\nPump')
    expect(reading.sheets.map(({ name }) => name)).toEqual(Object.keys(sheets))
    const asked = await readSheet(xlsxOf(sheets, [], { hidden }), 'Lists > "old"')
    expect(asked.csv).toBe('code\nx')
  })

  it('is a hidden one where no other has rows', async () => {
    const bytes = xlsxOf({ Notes: [], Data: [['name'], ['Pump']] }, [], { hidden: ['Data'] })
    expect((await readSheet(bytes, undefined)).reading.sheet).toBe('Data')
  })
})
