import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  endEntry,
  LONGEST_ENTRY,
  MAX_ENTRY_MINUTES,
  placePause,
  placeStart,
  workRoom,
  type OwnEntry,
} from './workTime.ts'

const MINUTE = 60_000

describe('endEntry()', () => {
  it('never gives a negative time, and at most 24 hours', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer(), (startedAt, at) => {
        const { endedAt, minutes } = endEntry(startedAt, at)
        expect(endedAt).toBeGreaterThanOrEqual(startedAt)
        expect(endedAt - startedAt).toBeLessThanOrEqual(LONGEST_ENTRY)
        expect(minutes).toBeGreaterThanOrEqual(0)
        expect(minutes).toBeLessThanOrEqual(24 * 60)
      }),
    )
  })
  it('rounds to whole minutes', () =>
    expect(endEntry(0, 80 * MINUTE + 31_000)).toEqual({
      endedAt: 80 * MINUTE + 31_000,
      minutes: 81,
    }))
})

interface Said {
  ticketId: number
  /** Minutes. */
  at: number
  act: 'start' | 'pause'
}

/** Applies starts and pauses of one person as the server does. */
function applied(said: readonly Said[]): OwnEntry[] {
  let own: OwnEntry[] = []
  let id = 0
  const end = (which: readonly number[], endedAt: number) => {
    own = own.map((entry) => (which.includes(entry.id) ? { ...entry, endedAt } : entry))
  }
  for (const { ticketId, at: minute, act } of said) {
    const at = minute * MINUTE
    if (act === 'pause') {
      const found = placePause(own, ticketId, at)
      if (found !== null) end([found.id], at)
      continue
    }
    const start = placeStart(own, ticketId, at)
    if (start.kind === 'earlier')
      own = own.map((entry) =>
        entry.id === start.id ? { ...entry, startedAt: start.startedAt } : entry,
      )
    if (start.kind !== 'new') continue
    end(start.ends, at)
    own.push({ id: ++id, ticketId, startedAt: at, endedAt: start.endedAt, isFixed: false })
  }
  return own
}

const totals = (own: readonly OwnEntry[], now: number): Record<number, number> => {
  const sums: Record<number, number> = {}
  for (const { ticketId, startedAt, endedAt } of own) {
    const some = (endedAt ?? now * MINUTE) - startedAt
    if (some > 0) sums[ticketId] = (sums[ticketId] ?? 0) + some / MINUTE
  }
  return sums
}

describe('placeStart() and placePause()', () => {
  it('a start at the same ticket again is known', () =>
    expect(
      applied([
        { ticketId: 1, at: 0, act: 'start' },
        { ticketId: 1, at: 5, act: 'start' },
      ]),
    ).toHaveLength(1))

  it('a second tab whose press is dated a little earlier makes no second entry', () => {
    const own: OwnEntry[] = [
      { id: 1, ticketId: 1, startedAt: 1_000, endedAt: null, isFixed: false },
    ]
    expect(placeStart(own, 1, 400)).toEqual({ kind: 'earlier', id: 1, startedAt: 400 })
  })

  it('a start at another ticket ends the former one', () =>
    expect(
      totals(
        applied([
          { ticketId: 1, at: 0, act: 'start' },
          { ticketId: 2, at: 30, act: 'start' },
        ]),
        40,
      ),
    ).toEqual({ 1: 30, 2: 10 }))

  it('a start and a pause that arrive after a later start count when they were done', () =>
    expect(
      totals(
        applied([
          { ticketId: 2, at: 60, act: 'start' },
          { ticketId: 1, at: 0, act: 'start' },
          { ticketId: 1, at: 40, act: 'pause' },
        ]),
        70,
      ),
    ).toEqual({ 1: 40, 2: 10 }))

  it('entries by hand are left alone', () => {
    const own: OwnEntry[] = [
      { id: 1, ticketId: 1, startedAt: 0, endedAt: 60 * MINUTE, isFixed: true },
    ]
    expect(placePause(own, 1, 30 * MINUTE)).toBeNull()
    expect(placeStart(own, 2, 30 * MINUTE)).toEqual({ kind: 'new', ends: [], endedAt: null })
  })

  it('starts in whatever order give each ticket the same time, and never overlap', () => {
    // A person starts a ticket that runs only in two tabs, which another case holds.
    const starts = fc
      .uniqueArray(fc.integer({ min: 0, max: 600 }), { minLength: 1, maxLength: 12 })
      .map((times) => times.map((at, ticketId) => ({ ticketId, at })))
    fc.assert(
      fc.property(
        starts.chain((all) =>
          fc.tuple(
            fc.constant(all),
            fc.shuffledSubarray(all, { minLength: all.length, maxLength: all.length }),
          ),
        ),
        ([all, shuffled]) => {
          const said = (list: typeof all) => list.map((one) => ({ ...one, act: 'start' as const }))
          const inTime = all.toSorted((one, other) => one.at - other.at)
          const own = applied(said(shuffled))
          expect(totals(own, 700)).toEqual(totals(applied(said(inTime)), 700))
          const spans = own.toSorted((one, other) => one.startedAt - other.startedAt)
          for (const [index, { endedAt }] of spans.entries())
            expect(endedAt ?? Infinity).toBeLessThanOrEqual(spans[index + 1]?.startedAt ?? Infinity)
        },
      ),
    )
  })
})

describe('workRoom()', () => {
  const day = { start: 0, end: 24 * 60 * MINUTE }

  it.each([
    ['a past day', { now: day.end * 3, recorded: 0 }, 1_440],
    ['a past day with work', { now: day.end * 3, recorded: 1_000.4 }, 439],
    ['today at eight', { now: 8 * 60 * MINUTE, recorded: 60 }, 420],
    ['a full day', { now: day.end, recorded: 1_500 }, 0],
  ])('of %s', (_what, given, room) => {
    expect(workRoom({ ...day, ...given })).toBe(room)
  })

  it('has 24 hours on a day of 25, and 23 on a day of 23', () => {
    for (const [hours, room] of [
      [25, MAX_ENTRY_MINUTES],
      [23, 23 * 60],
    ] as const) {
      const end = hours * 60 * MINUTE
      expect(workRoom({ start: 0, end, now: end * 2, recorded: 0 })).toBe(room)
    }
  })
})
