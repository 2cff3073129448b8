import { describe, expect, it } from 'vitest'
import { toldAtOnce, zoneIncidents, type VisitSpan } from './zoneAlerts.ts'

const MINUTE = 60_000
/** `[equipmentId, from, to]` in minutes. */
const spans = (...all: [number, number, number | null][]): VisitSpan[] =>
  all.map(([equipmentId, from, to]) => ({
    equipmentId,
    from: from * MINUTE,
    to: to === null ? null : to * MINUTE,
  }))
const told = (
  rule: Partial<Parameters<typeof zoneIncidents>[0]> & { kind: 'left' | 'idle' | 'fewer' },
  visits: VisitSpan[],
  from: number,
  to: number,
) =>
  zoneIncidents({ minutes: 10, minimum: 2, ...rule }, visits, {
    from: from * MINUTE,
    to: to * MINUTE,
  }).map((one) => [one.equipmentId, one.from / MINUTE, one.to === null ? null : one.to / MINUTE])

describe('something left', () => {
  it('is told when it is away for the minutes, and is over when it is back', () => {
    expect(told({ kind: 'left' }, spans([1, 0, 20]), 0, 29)).toEqual([])
    expect(told({ kind: 'left' }, spans([1, 0, 20]), 0, 30)).toEqual([[1, 30, null]])
    expect(told({ kind: 'left' }, spans([1, 0, 20], [1, 50, null]), 0, 60)).toEqual([[1, 30, 50]])
  })
  it('is not told of who was back sooner, of who is still in another part, or of what was before', () => {
    expect(told({ kind: 'left' }, spans([1, 0, 20], [1, 25, null]), 0, 60)).toEqual([])
    expect(told({ kind: 'left' }, spans([1, 0, 20], [1, 10, null]), 0, 60)).toEqual([])
    expect(told({ kind: 'left' }, spans([1, 0, 20]), 21, 60)).toEqual([])
  })
})

describe('something stands idle', () => {
  it('is told once it stands in one room for so long, until it leaves', () => {
    expect(told({ kind: 'idle' }, spans([1, 0, null], [2, 3, null]), 0, 12)).toEqual([
      [1, 10, null],
    ])
    expect(told({ kind: 'idle' }, spans([1, 0, 40], [1, 40, 45]), 0, 60)).toEqual([[1, 10, 40]])
  })
})

describe('too few', () => {
  it('is told when it lasts, and over when enough are there for as long', () => {
    const visits = spans([1, 0, null], [2, 0, 20], [2, 50, null])
    expect(told({ kind: 'fewer' }, visits, 0, 29)).toEqual([])
    expect(told({ kind: 'fewer' }, visits, 0, 40)).toEqual([[null, 30, null]])
    expect(told({ kind: 'fewer' }, visits, 0, 55)).toEqual([[null, 30, null]])
    expect(told({ kind: 'fewer' }, visits, 0, 60)).toEqual([[null, 30, 60]])
  })
  it('does not flap: a short lack is none, and a short plenty does not end it', () => {
    expect(told({ kind: 'fewer' }, spans([1, 0, null], [2, 0, 20], [2, 25, null]), 0, 60)).toEqual(
      [],
    )
    const visits = spans([1, 0, null], [2, 0, 20], [2, 40, 45])
    expect(told({ kind: 'fewer' }, visits, 0, 60)).toEqual([[null, 30, null]])
  })
  it('counts a thing once, in however many rooms of the place it is said to be', () => {
    expect(told({ kind: 'fewer' }, spans([1, 0, null], [1, 0, 30]), 0, 20)).toEqual([
      [null, 10, null],
    ])
  })
  it('is told of a place in which nothing ever was', () => {
    expect(told({ kind: 'fewer' }, [], 0, 20)).toEqual([[null, 10, null]])
  })
})

it('foretells what a new rule tells at once: of what stands or lacks now, and not of what left before', () => {
  const there = spans([1, 0, null], [2, 50, null])
  const at = (rule: Parameters<typeof toldAtOnce>[0]) => toldAtOnce(rule, there, 60 * MINUTE)
  expect(at({ kind: 'left', minutes: 0, minimum: 1 })).toBe(0)
  expect(at({ kind: 'idle', minutes: 30, minimum: 1 })).toBe(1)
  expect(at({ kind: 'fewer', minutes: 5, minimum: 3 })).toBe(1)
  expect(at({ kind: 'fewer', minutes: 5, minimum: 2 })).toBe(0)
})
