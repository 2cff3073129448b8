import { describe, expect, it } from 'vitest'
import { immediateAlerts, zoneIncidents, type VisitSpan } from './zoneAlerts.ts'

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

describe('the rule "left"', () => {
  it('alerts when equipment is away for the minutes, and ends when it is back', () => {
    expect(told({ kind: 'left' }, spans([1, 0, 20]), 0, 29)).toEqual([])
    expect(told({ kind: 'left' }, spans([1, 0, 20]), 0, 30)).toEqual([[1, 30, null]])
    expect(told({ kind: 'left' }, spans([1, 0, 20], [1, 50, null]), 0, 60)).toEqual([[1, 30, 50]])
  })
  it('does not alert about equipment that returned sooner, is in another part, or left before', () => {
    expect(told({ kind: 'left' }, spans([1, 0, 20], [1, 25, null]), 0, 60)).toEqual([])
    expect(told({ kind: 'left' }, spans([1, 0, 20], [1, 10, null]), 0, 60)).toEqual([])
    expect(told({ kind: 'left' }, spans([1, 0, 20]), 21, 60)).toEqual([])
  })
})

describe('the rule "idle"', () => {
  it('alerts when equipment stands in one room for so long, until it leaves', () => {
    expect(told({ kind: 'idle' }, spans([1, 0, null], [2, 3, null]), 0, 12)).toEqual([
      [1, 10, null],
    ])
    expect(told({ kind: 'idle' }, spans([1, 0, 40], [1, 40, 45]), 0, 60)).toEqual([[1, 10, 40]])
  })
})

describe('the rule "fewer"', () => {
  it('alerts when the lack lasts, and ends when enough are there for as long', () => {
    const visits = spans([1, 0, null], [2, 0, 20], [2, 50, null])
    expect(told({ kind: 'fewer' }, visits, 0, 29)).toEqual([])
    expect(told({ kind: 'fewer' }, visits, 0, 40)).toEqual([[null, 30, null]])
    expect(told({ kind: 'fewer' }, visits, 0, 55)).toEqual([[null, 30, null]])
    expect(told({ kind: 'fewer' }, visits, 0, 60)).toEqual([[null, 30, 60]])
  })
  it('does not flap: a short lack does not alert, and a short plenty does not end it', () => {
    expect(told({ kind: 'fewer' }, spans([1, 0, null], [2, 0, 20], [2, 25, null]), 0, 60)).toEqual(
      [],
    )
    const visits = spans([1, 0, null], [2, 0, 20], [2, 40, 45])
    expect(told({ kind: 'fewer' }, visits, 0, 60)).toEqual([[null, 30, null]])
  })
  it('counts equipment once, in however many rooms of the location it is', () => {
    expect(told({ kind: 'fewer' }, spans([1, 0, null], [1, 0, 30]), 0, 20)).toEqual([
      [null, 10, null],
    ])
  })
  it('alerts about a location in which nothing ever was', () => {
    expect(told({ kind: 'fewer' }, [], 0, 20)).toEqual([[null, 10, null]])
  })
})

it('a preview of a new zone rule shows what stands or lacks now, and not what left before', () => {
  const there = spans([1, 0, null], [2, 50, null])
  const at = (rule: Parameters<typeof immediateAlerts>[0]) =>
    immediateAlerts(rule, there, 60 * MINUTE)
  expect(at({ kind: 'left', minutes: 0, minimum: 1 })).toBe(0)
  expect(at({ kind: 'idle', minutes: 30, minimum: 1 })).toBe(1)
  expect(at({ kind: 'fewer', minutes: 5, minimum: 3 })).toBe(1)
  expect(at({ kind: 'fewer', minutes: 5, minimum: 2 })).toBe(0)
})
