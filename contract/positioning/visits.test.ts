import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { presencesAfter, type EndedPresence, type Presence, type Zone } from './visits.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const room = (id: number): Zone => ({ kind: 'room', id, buildingId: 1 })

/** Moves equipment through `[seconds, room]`. Returns its completed visits with their seconds. */
function walked(
  steps: readonly (readonly [at: number, rooms: readonly number[]])[],
  until: number,
  isPlaced = false,
) {
  let presences: Presence[] = []
  const ended: EndedPresence[] = []
  const begun: Presence[] = []
  let seen = { at: 0, zones: [] as Zone[], isPlaced }
  const tick = (now: number) => {
    const after = presencesAfter(presences, seen, now)
    presences = after.presences
    ended.push(...after.ended)
    begun.push(...after.begun)
  }
  for (const [seconds, rooms] of steps) {
    seen = { at: seconds * SECOND, zones: rooms.map(room), isPlaced }
    tick(seen.at)
  }
  tick(until * SECOND)
  return {
    ended: ended.map(({ id, from, to }) => [id, from / SECOND, to / SECOND]),
    open: presences.filter(({ isVisit }) => isVisit).map(({ id, from }) => [id, from / SECOND]),
    begun: begun.length,
  }
}

describe('a visit', () => {
  it('begins when it has lasted twenty seconds, at the first of them, and once', () => {
    expect(
      walked(
        [
          [0, [1]],
          [10, [1]],
        ],
        10,
      ).open,
    ).toEqual([])
    const { open, begun } = walked(
      [
        [0, [1]],
        [10, [1]],
        [20, [1]],
        [30, [1]],
      ],
      30,
    )
    expect(open).toEqual([[1, 0]])
    expect(begun).toBe(1)
  })

  it('ends when it was elsewhere for twenty seconds, at the first of them', () => {
    const { ended, open } = walked(
      [
        [0, [1]],
        [60, [1]],
        [61, [2]],
        [90, [2]],
      ],
      90,
    )
    expect(ended).toEqual([[1, 0, 61]])
    expect(open).toEqual([[2, 61]])
  })

  it('continues after a short step outside, and passing through is not a visit', () => {
    const { ended, open } = walked(
      [
        [0, [1]],
        [60, [1]],
        [65, [2]],
        [75, [1]],
        [120, [1]],
      ],
      120,
    )
    expect(ended).toEqual([])
    expect(open).toEqual([[1, 0]])
  })

  it('lasts until another room is heard, and ends with the last word after half an hour of silence', () => {
    expect(
      walked(
        [
          [0, [1]],
          [60, [1]],
        ],
        29 * 60,
      ).open,
    ).toEqual([[1, 0]])
    expect(
      walked(
        [
          [0, [1]],
          [60, [1]],
        ],
        32 * 60,
      ).ended,
    ).toEqual([[1, 0, 60]])
    expect(
      walked(
        [
          [0, [1]],
          [60, [1]],
          [3 * 3600, [1]],
          [3 * 3600 + 30, [1]],
        ],
        3 * 3600 + 30,
      ),
    ).toEqual({
      ended: [[1, 0, 60]],
      open: [[1, 3 * 3600]],
      begun: 2,
    })
  })

  it('of equipment placed by hand begins at once and lasts without a word', () => {
    expect(walked([[0, [1]]], 72 * 3600, true).open).toEqual([[1, 0]])
    expect(
      walked(
        [
          [0, [1]],
          [3600, [2]],
        ],
        3600,
        true,
      ),
    ).toMatchObject({
      ended: [[1, 0, 3600]],
      open: [[2, 3600]],
    })
  })

  it('may be of several zones at once: the room ends, the floor around it goes on', () => {
    expect(
      walked(
        [
          [0, [1, 9]],
          [60, [1, 9]],
          [61, [9]],
          [90, [9]],
        ],
        90,
      ),
    ).toMatchObject({
      ended: [[1, 0, 61]],
      open: [[9, 0]],
    })
  })

  it('changes nothing when the same sighting comes again', () => {
    const seen = { at: MINUTE, zones: [room(1)], isPlaced: false }
    const { presences } = presencesAfter([], seen, MINUTE)
    expect(presencesAfter(presences, seen, MINUTE)).toEqual({ presences, begun: [], ended: [] })
  })
})

it('a visit never overlaps another room’s visit of the same equipment, and never runs backwards', () => {
  const step = fc.tuple(fc.integer({ min: 1, max: 4_000 }), fc.integer({ min: 1, max: 3 }))
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      let at = 0
      const path = steps.map(([wait, id]) => [(at += wait), [id]] as const)
      const { ended, open } = walked(path, at + 10)
      const spans = [...ended, ...open.map(([id, from]) => [id, from, Infinity])]
        .map(([, from = 0, to = 0]) => ({ from, to }))
        .sort((a, b) => a.from - b.from)
      for (const [index, span] of spans.entries()) {
        expect(span.to).toBeGreaterThanOrEqual(span.from)
        expect(span.to).toBeLessThanOrEqual(spans[index + 1]?.from ?? Infinity)
      }
    }),
  )
})
