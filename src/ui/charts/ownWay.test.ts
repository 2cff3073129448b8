import { expect, it } from 'vitest'
import { ownWay } from './ownWay.ts'

it('keeps words together that run from right to left on a chart drawn from left to right', () => {
  const day = '26\u200f/11\u200f'
  expect(ownWay(day, true)).toBe(`\u2067${day}\u2069`)
  expect(ownWay('26/11', false)).toBe('26/11')
})
