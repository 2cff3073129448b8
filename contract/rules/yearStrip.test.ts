import fc from 'fast-check'
import { expect, it } from 'vitest'
import { lineOf, stateOfWeek, statesOfLine, weekStates, type YearWeek } from './yearStrip.ts'

const quiet: YearWeek = { done: 0, missed: 0, score: null, openTickets: 0, isUnusable: false }

it('a week of the year strip is good by finished work, and empty without any', () => {
  expect(stateOfWeek(quiet)).toBe('none')
  expect(stateOfWeek({ ...quiet, done: 2 })).toBe('good')
  expect(stateOfWeek({ ...quiet, done: 2, score: 85 })).toBe('good')
})

it('a week of the year strip warns of an open ticket and a middling score', () => {
  expect(stateOfWeek({ ...quiet, openTickets: 1 })).toBe('warn')
  expect(stateOfWeek({ ...quiet, done: 1, score: 84.9 })).toBe('warn')
  expect(stateOfWeek({ ...quiet, done: 1, score: 60 })).toBe('warn')
})

it('a week of the year strip is bad by a missed check, a bad score or being out of use, whatever else was good', () => {
  expect(stateOfWeek({ ...quiet, done: 3, missed: 1, score: 100 })).toBe('bad')
  expect(stateOfWeek({ ...quiet, done: 1, score: 59.9 })).toBe('bad')
  expect(stateOfWeek({ ...quiet, isUnusable: true })).toBe('bad')
})

const anyWeek = fc.record({
  done: fc.nat(5),
  missed: fc.nat(2),
  score: fc.option(fc.integer({ min: 0, max: 100 })),
  openTickets: fc.nat(2),
  isUnusable: fc.boolean(),
})

it('a week of the year strip never improves by something bad', () => {
  const rank = (week: YearWeek) => weekStates.indexOf(stateOfWeek(week))
  fc.assert(
    fc.property(anyWeek, (week) => {
      for (const worse of [{ missed: 1 }, { isUnusable: true }, { openTickets: 3 }])
        expect(rank({ ...week, ...worse })).toBeGreaterThanOrEqual(
          rank({ ...week, missed: 0, isUnusable: false, openTickets: 0 }),
        )
    }),
  )
})

it('the year strip is read from its line as it was written', () => {
  fc.assert(
    fc.property(fc.array(anyWeek, { maxLength: 52 }), (weeks) => {
      expect(statesOfLine(lineOf(weeks))).toEqual(weeks.map(stateOfWeek))
    }),
  )
  expect(statesOfLine('?')).toEqual(['none'])
})
