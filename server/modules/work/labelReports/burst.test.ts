import { expect, it } from 'vitest'
import { BURST, makeBurst } from './burst.ts'

it('a burst of one network is delayed, then refused, and does not touch another network', () => {
  let now = 0
  const burst = makeBurst(() => now)
  const delays = Array.from({ length: BURST.free }, () => burst.take('hospital'))
  expect(delays.every((delay) => delay === 0)).toBe(true)
  expect(burst.take('hospital')).toBeGreaterThan(0)
  let last: number | null = 0
  for (let count = 0; count < 60 && last !== null; count += 1) last = burst.take('hospital')
  expect(last).toBeNull()
  expect(burst.take('elsewhere')).toBe(0)
  now += 60_000
  expect(burst.take('hospital')).toBe(0)
})

it('a clock that is set back by an hour delays a network by seconds alone', () => {
  let now = 3_600_000
  const burst = makeBurst(() => now)
  for (let count = 0; count <= BURST.free; count += 1) burst.take('hospital')
  now = 0
  burst.take('hospital')
  now += 60_000
  expect(burst.take('hospital')).toBe(0)
})
