import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DOOR_REACH_M, MAX_OVERLAP_M2, MAX_OVERLAP_SHARE } from './planBounds.ts'
import { planFaults, type CheckedPlan } from './planFaults.ts'
import type { Metres } from './plane.ts'

const box = (x: number, y: number, wide: number, deep: number): Metres[] => [
  { x, y },
  { x: x + wide, y },
  { x: x + wide, y: y + deep },
  { x, y: y + deep },
]
const room = (key: string, corners: readonly Metres[], ...holes: (readonly Metres[])[]) => ({
  key,
  rings: [corners, ...holes],
})
const door = (x: number, y: number) => ({
  key: `${x} ${y}`,
  kind: 'door' as const,
  isArea: false,
  lines: [
    [
      { x, y },
      { x: x + 1, y },
    ],
  ],
})
const plan = (
  rooms: CheckedPlan['rooms'],
  parts: CheckedPlan['parts'] = [],
  outline = box(0, 0, 60, 40),
): CheckedPlan => ({ outline: [outline], rooms, parts })
const told = (of: CheckedPlan, before: CheckedPlan | null = null) =>
  planFaults(of, before).map(({ code, ...at }) => [code, ...Object.values(at)])

describe('planFaults()', () => {
  it.each<[string, CheckedPlan, unknown[][]]>([
    ['nothing drawn yet', plan([]), []],
    ['rooms side by side', plan([room('a', box(0, 0, 5, 4)), room('b', box(5, 0, 5, 4))]), []],
    [
      'a wall drawn twice, once from either side',
      plan([room('a', box(0, 0, 5.1, 4)), room('b', box(4.9, 0, 5, 4))]),
      [],
    ],
    [
      'two rooms on each other',
      plan([room('a', box(0, 0, 5, 4)), room('b', box(4, 1, 5, 4))]),
      [['roomsOverlap', 0, 1]],
    ],
    [
      'the same room twice',
      plan([room('a', box(9, 9, 5, 4)), room('b', box(9, 9, 5, 4))]),
      [['roomsOverlap', 0, 1]],
    ],
    ['a lift in a hall', plan([room('hall', box(0, 0, 20, 20)), room('a', box(5, 5, 2, 2))]), []],
    [
      'a room in the court of another',
      plan([room('ring', box(0, 0, 20, 20), box(4, 4, 12, 12)), room('a', box(4, 4, 12, 12))]),
      [],
    ],
    [
      'a room around which the other bends',
      plan([
        room('a', [
          ...box(0, 0, 10, 10).slice(0, 2),
          { x: 10, y: 3 },
          { x: 3, y: 3 },
          { x: 3, y: 10 },
          { x: 0, y: 10 },
        ]),
        room('b', box(3, 3, 7, 7)),
      ]),
      [],
    ],
    ['a room that meets the outline', plan([room('a', box(55.2, 0, 5, 4))]), []],
    ['a room half outside', plan([room('a', box(58, 0, 5, 4))]), [['roomOutsideFloor', 0]]],
    ['a room in another street', plan([room('a', box(900, 0, 5, 4))]), [['roomOutsideFloor', 0]]],
    ['a door in a wall', plan([room('a', box(9, 9, 5, 4))], [door(10, 13)]), []],
    [
      'a door in a wall that is drawn',
      plan([], [{ ...door(20, 20), kind: 'wall' }, door(20, 20 + DOOR_REACH_M)]),
      [],
    ],
    [
      'a door in the middle of a hall, beside the nearer room',
      plan([room('a', box(0, 0, 5, 4)), room('b', box(40, 0, 5, 4))], [door(30, 20)]),
      [['doorAwayFromWall', 0, 1]],
    ],
    ['a door where nothing is drawn', plan([], [door(30, 20)]), [['doorAwayFromWall', 0, null]]],
    [
      'no wall lies between the ends of one that is open',
      plan(
        [],
        [
          {
            key: 'w',
            kind: 'wall',
            isArea: false,
            lines: [
              [
                { x: 10, y: 10 },
                { x: 10, y: 30 },
                { x: 50, y: 30 },
              ],
            ],
          },
          door(30, 20),
        ],
      ),
      [['doorAwayFromWall', 1, null]],
    ],
  ])('names %s', (_what, of, faults) => expect(told(of)).toEqual(faults))

  it('does not name what was wrong before, in any order', () => {
    const [a, b] = [room('a', box(0, 0, 5, 4)), room('b', box(2, 0, 5, 4))]
    const before = plan([a, b], [door(30, 20)])
    expect(told(plan([b, a], [door(30, 20)]), before)).toEqual([])
    const c = room('c', box(4, 0, 5, 4))
    expect(told(plan([a, b, c], [door(30, 20)]), before)).toEqual([
      ['roomsOverlap', 0, 2],
      ['roomsOverlap', 1, 2],
    ])
  })
})

describe('planFaults() of a drawn plan', () => {
  const side = fc.double({ min: 1, max: 20, noNaN: true })
  const spot = fc.double({ min: 0, max: 100, noNaN: true })
  const boxes = fc.record({ x: spot, y: spot, wide: side, deep: side })
  /** Rotates a plan with its floor: faults must not depend on the axes. */
  const turned = (points: readonly Metres[], angle: number): Metres[] =>
    points.map(({ x, y }) => ({
      x: x * Math.cos(angle) - y * Math.sin(angle),
      y: x * Math.sin(angle) + y * Math.cos(angle),
    }))

  it('names two boxes that share more than the tolerance, however the building is turned', () => {
    fc.assert(
      fc.property(boxes, boxes, fc.double({ min: 0, max: 6.2, noNaN: true }), (a, b, angle) => {
        const wide = Math.min(a.x + a.wide, b.x + b.wide) - Math.max(a.x, b.x)
        const deep = Math.min(a.y + a.deep, b.y + b.deep) - Math.max(a.y, b.y)
        const shared = Math.max(0, wide) * Math.max(0, deep)
        const small = Math.min(a.wide * a.deep, b.wide * b.deep)
        const large = Math.max(a.wide * a.deep, b.wide * b.deep)
        const limit = Math.max(MAX_OVERLAP_M2, small * MAX_OVERLAP_SHARE)
        // Skips cases near a limit, because areas are accurate only to a few hundredths.
        fc.pre(Math.abs(shared - limit) > 0.05 * small)
        fc.pre(Math.abs(shared - small * (1 - MAX_OVERLAP_SHARE)) > 0.05 * small)
        fc.pre(Math.abs(small - large / 2) > 0.05 * large)
        const standsIn = shared > small * (1 - MAX_OVERLAP_SHARE) && small < large / 2
        const of = plan(
          [a, b].map(({ x, y, wide: w, deep: d }, index) =>
            room(`${index}`, turned(box(x, y, w, d), angle)),
          ),
          [],
          turned(box(-1, -1, 130, 130), angle),
        )
        expect(told(of)).toEqual(shared > limit && !standsIn ? [['roomsOverlap', 0, 1]] : [])
      }),
      { numRuns: 200 },
    )
  })

  it('accepts a grid of rooms with doors in their walls', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 1, max: 6 }), (across, up) => {
        const rooms = Array.from({ length: across * up }, (_, index) =>
          room(`${index}`, box((index % across) * 4, Math.floor(index / across) * 5, 4, 5)),
        )
        const doors = rooms.map(({ rings }) =>
          door((rings[0]?.[0]?.x ?? 0) + 1, rings[0]?.[0]?.y ?? 0),
        )
        expect(told(plan(rooms, doors, box(0, 0, across * 4, up * 5)))).toEqual([])
      }),
      { numRuns: 20 },
    )
  })
})
