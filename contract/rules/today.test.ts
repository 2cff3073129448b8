import fc from 'fast-check'
import { expect, it } from 'vitest'
import { roundsOf, type Check } from './today.ts'

const check = (id: number, rruleId: number, at: string, more: Partial<Check> = {}): Check => ({
  id,
  rruleId,
  at,
  dueBy: null,
  isLate: false,
  equipment: null,
  location: { name: `A1.${id}` },
  place: null,
  ...more,
})
const ids = (checks: readonly Check[]) =>
  roundsOf(checks, 'en').map((round) => round.checks.map(({ id }) => id))

it('roundsOf() makes one round of one schedule’s checks at one time, ordered by name', () => {
  const morning = '2026-03-10T07:00:00.000Z'
  const evening = '2026-03-10T19:00:00.000Z'
  expect(
    ids([check(10, 1, morning), check(2, 1, morning), check(3, 1, evening), check(4, 2, morning)]),
  ).toEqual([[2, 10], [4], [3]])
})

it('roundsOf() finishes one location before the next', () => {
  const at = '2026-03-10T07:00:00.000Z'
  expect(
    ids([
      check(1, 1, at, { place: 'B2' }),
      check(2, 1, at, { place: 'A10' }),
      check(3, 1, at, { place: 'B2' }),
      check(4, 1, at, { place: 'A9' }),
    ]),
  ).toEqual([[4, 2, 1, 3]])
})

it('roundsOf() puts rounds with late checks first, then the nearest deadline, and none last', () => {
  const at = '2026-03-10T07:00:00.000Z'
  const until = (day: number) => ({ dueBy: `2026-03-${day}T07:00:00.000Z` })
  expect(
    ids([
      check(1, 1, at),
      check(2, 2, at, until(14)),
      check(3, 3, at, until(12)),
      check(4, 4, at, { ...until(15), isLate: true }),
    ]),
  ).toEqual([[4], [3], [2], [1]])
})

it('roundsOf() loses and doubles no check, for any order of arrival', () => {
  const any = fc.record({
    rruleId: fc.integer({ min: 1, max: 3 }),
    hour: fc.integer({ min: 10, max: 13 }),
    isLate: fc.boolean(),
    isDue: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(any, { maxLength: 30 }), (given) => {
      const checks = given.map(({ rruleId, hour, isLate, isDue }, index) => {
        const at = `2026-03-10T${hour}:00:00.000Z`
        return check(index + 1, rruleId, at, { isLate, dueBy: isDue ? at : null })
      })
      const rounds = ids(checks)
      expect(rounds.flat().toSorted((a, b) => a - b)).toEqual(checks.map(({ id }) => id))
      expect(ids(checks.toReversed())).toEqual(rounds)
    }),
  )
})
