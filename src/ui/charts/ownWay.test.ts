import { expect, it } from 'vitest'
import { ownWay } from './ownWay.ts'

it('right-to-left words keep together on a chart that is drawn left to right', () => {
  const day = '26\u200f/11\u200f'
  expect(ownWay(day, true)).toBe(`\u2067${day}\u2069`)
  expect(ownWay('26/11', false)).toBe('26/11')
})
