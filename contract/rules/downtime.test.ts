import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { downtimeSpans, keptDowntime, type EquipmentLife, type StatusMove } from './downtime.ts'

const kinds = { Ready: 'usable', Broken: 'failure', 'In repair': 'failure', Cleaning: 'planned' }
type Name = keyof typeof kinds
const kindOf = (name: string) => (name in kinds ? kinds[name as Name] : 'usable') as 'usable'
const life = (patch: Partial<EquipmentLife> = {}): EquipmentLife => ({
  createdAt: 0,
  deletedAt: null,
  journalSince: 0,
  status: { name: 'Ready', kind: 'usable' },
  ...patch,
})
const move = (at: number, before: Name | null, after: Name | null): StatusMove => ({
  at,
  before,
  after,
})

describe('downtime of equipment', () => {
  it('begins with a status that is not usable and ends with one that is', () => {
    const moves = [move(10, 'Ready', 'Broken'), move(30, 'Broken', 'Ready')]
    expect(downtimeSpans(moves, life(), kindOf)).toEqual([
      { since: 10, until: 30, status: 'Broken', isPlanned: false },
    ])
  })

  it('goes on through statuses of the same kind and is divided where planned work begins', () => {
    const moves = [
      move(10, 'Ready', 'Broken'),
      move(20, 'Broken', 'In repair'),
      move(30, 'In repair', 'Cleaning'),
      move(40, 'Cleaning', 'Ready'),
    ]
    expect(downtimeSpans(moves, life(), kindOf)).toEqual([
      { since: 10, until: 30, status: 'Broken', isPlanned: false },
      { since: 30, until: 40, status: 'Cleaning', isPlanned: true },
    ])
  })

  it('lasts if the present status is not usable, since its creation if the journal has no change', () => {
    const status = { name: 'Broken', kind: 'failure' } as const
    expect(downtimeSpans([], life({ createdAt: 5, status }), kindOf)).toEqual([
      { since: 5, until: null, status: 'Broken', isPlanned: false },
    ])
  })

  it('begins with the journal if older entries were removed', () => {
    const moves = [move(150, 'Broken', 'Ready')]
    expect(downtimeSpans(moves, life({ journalSince: 100 }), kindOf)).toEqual([
      { since: 100, until: 150, status: 'Broken', isPlanned: false },
    ])
  })

  it('ends when the equipment is deleted', () => {
    const status = { name: 'Broken', kind: 'failure' } as const
    const moves = [move(10, 'Ready', 'Broken')]
    expect(downtimeSpans(moves, life({ status, deletedAt: 25 }), kindOf)).toEqual([
      { since: 10, until: 25, status: 'Broken', isPlanned: false },
    ])
  })

  it('never overlaps, is in order, and does not depend on the order of arrival', () => {
    const names = fc.constantFrom<Name>('Ready', 'Broken', 'In repair', 'Cleaning')
    const histories = fc
      .array(fc.tuple(fc.integer({ min: 1, max: 50 }), names), { maxLength: 30 })
      .map((steps) => {
        let [at, before] = [0, 'Ready' as Name]
        return steps.map(([later, after]) => {
          at += later
          const made = move(at, before, after)
          before = after
          return made
        })
      })
    fc.assert(
      fc.property(histories, fc.integer(), (moves, seed) => {
        const last = moves.at(-1)?.after ?? 'Ready'
        const own = life({ status: { name: last, kind: kindOf(last) } })
        const spans = downtimeSpans(moves, own, kindOf)
        for (const [index, { since, until }] of spans.entries()) {
          expect(until === null ? index === spans.length - 1 : until > since).toBe(true)
          const next = spans[index + 1]
          if (next !== undefined) expect(next.since).toBeGreaterThanOrEqual(until ?? Infinity)
        }
        const shuffled = moves.toSorted((a, b) => ((a.at * 7919 + seed) % 13) - (b.at % 13))
        expect(downtimeSpans(shuffled, own, kindOf)).toEqual(spans)
        const downAt = (time: number) =>
          spans.some(({ since, until }) => since <= time && (until === null || time < until))
        for (const [index, { at, after }] of moves.entries())
          if (moves[index + 1]?.at !== at) expect(downAt(at)).toBe(kindOf(after ?? '') !== 'usable')
      }),
    )
  })
})

describe('downtime that is stored', () => {
  const span = (since: number, until: number | null, isPlanned = false) => ({
    since,
    until,
    status: 'Broken',
    isPlanned,
  })
  it('stays where the journal no longer reaches', () => {
    expect(keptDowntime([span(150, 160)], [span(10, 20), span(150, 155)], 100)).toEqual([
      span(10, 20),
      span(150, 160),
    ])
  })
  it('goes on over the oldest entry of the journal', () => {
    expect(keptDowntime([span(100, 130)], [span(50, null)], 100)).toEqual([span(50, 130)])
  })
  it('ends at the oldest entry if the journal says that it was usable or planned then', () => {
    expect(keptDowntime([], [span(50, null)], 100)).toEqual([span(50, 100)])
    expect(keptDowntime([span(100, 130, true)], [span(50, null)], 100)).toEqual([
      span(50, 100),
      span(100, 130, true),
    ])
  })
})
