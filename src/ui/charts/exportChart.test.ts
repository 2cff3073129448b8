import { expect, it } from 'vitest'
import { asCsv } from './exportChart.ts'

it('writes what a spreadsheet reads and never runs', () => {
  expect(asCsv(['Name', 'Score'], [['Room "A", upper', 87.5], ['=1+1', null], ['-Pump', 3]])).toBe('Name,Score\r\n"Room ""A"", upper",87.5\r\n\'=1+1,\r\n\'-Pump,3')
})
