import { expect, it } from 'vitest'
import { isolateInChart } from './isolateInChart.ts'

it('right-to-left words keep together on a chart that is drawn left to right', () => {
  const day = '26\u200f/11\u200f'
  expect(isolateInChart(day, true)).toBe(`\u2067${day}\u2069`)
  expect(isolateInChart('26/11', false)).toBe('26/11')
})
