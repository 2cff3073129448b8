import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MAX_CORNERS, MAX_ROOMS } from '#contract/venue/planBounds.ts'
import { applyCommand, faultOf, type Command } from './commands.ts'
import { emptyPlan, type Plan } from './plan.ts'
import { areaOf, rectangle } from './shapes.ts'

const start = emptyPlan({ name: 'First floor', shortName: '1', ordinal: 1 })
const after = (commands: readonly Command[], plan: Plan = start): Plan =>
  commands.reduce((now, command) => {
    const next = applyCommand(now, command)
    return 'plan' in next ? next.plan : now
  }, plan)
const at = (x: number, y: number) => ({ x, y })
const room = (x: number, y: number, wide = 5, deep = 4): Command => ({
  do: 'addRoom',
  corners: rectangle(at(x, y), at(x + wide, y + deep)),
})
const codes = ({ rooms }: Plan) => rooms.map(({ code }) => code)

describe('a drawn plan', () => {
  it('numbers its rooms on from the last', () => {
    const plan = after([
      room(0, 0),
      room(5, 0),
      { do: 'changeRooms', keys: ['n2'], facts: { code: 'A1.09' } },
      room(10, 0),
    ])
    expect(codes(plan)).toEqual(['1.01', 'A1.09', 'A1.10'])
  })

  it('copies a row of rooms with their doors, beside each other and numbered on', () => {
    const plan = after([
      room(0, 0),
      { do: 'setOpening', kind: 'door', at: at(2.5, 0.1), wide: 0.9, reach: 1 },
      { do: 'copy', keys: ['n1', 'n2'], by: at(5, 0), times: 11 },
    ])
    expect(codes(plan)).toEqual(
      Array.from({ length: 12 }, (_, n) => `1.${String(n + 1).padStart(2, '0')}`),
    )
    expect(plan.parts).toHaveLength(12)
    expect(plan.parts.at(-1)?.lines[0]?.[0]?.x).toBeCloseTo(57.05)
  })

  it('splits a room along a line into itself and a new one', () => {
    const plan = after([
      room(0, 0, 6, 4),
      { do: 'split', key: 'n1', from: at(2, -1), to: at(2, 9) },
    ])
    expect(plan.rooms.map(({ corners, code }) => [code, areaOf(corners)])).toEqual([
      ['1.01', 8],
      ['1.02', 16],
    ])
  })

  it('moves the wall between two rooms in both', () => {
    const plan = after([
      room(0, 0),
      room(5, 0),
      { do: 'moveCorner', key: 'n1', index: 1, to: at(6, 0) },
    ])
    expect(plan.rooms.map(({ corners }) => areaOf(corners))).toEqual([22, 18])
  })

  it('sets an opening in the nearest wall, no wider than the wall, and nowhere else', () => {
    const plan = after([
      room(0, 0, 1, 4),
      { do: 'setOpening', kind: 'door', at: at(0.9, -0.3), wide: 2, reach: 1 },
      { do: 'setOpening', kind: 'door', at: at(20, 20), wide: 1, reach: 1 },
    ])
    expect(plan.parts).toHaveLength(1)
    expect(plan.parts[0]?.lines[0]?.map(({ x }) => Number(x.toFixed(6)))).toEqual([0.1, 0.9])
  })

  it('turns a room into a stair, a lift or a toilet, and draws one where there is none', () => {
    const plan = after([
      room(0, 0),
      { do: 'setSign', kind: 'stairs', at: at(1, 1) },
      { do: 'setSign', kind: 'lift', at: at(20, 20) },
    ])
    expect(plan.rooms.map(({ kind, corners }) => [kind, areaOf(corners)])).toEqual([
      ['stairs', 20],
      ['lift', 4],
    ])
  })

  it('has rooms of given sizes, corners and all', () => {
    const plan = after([
      room(0, 0),
      { do: 'resize', key: 'n1', box: { x: 1, y: 2, wide: 10, deep: 3 } },
    ])
    expect(plan.rooms[0]?.corners).toEqual(rectangle(at(1, 2), at(11, 5)))
  })

  it.each([
    [
      'a corner over the opposite wall',
      { do: 'moveCorner', key: 'n1', index: 0, to: at(9, 2) },
      'crosses',
    ],
    [
      'nothing for a size',
      { do: 'resize', key: 'n1', box: { x: 0, y: 0, wide: 0, deep: 3 } },
      'tooSmall',
    ],
    [
      'a place at the other end of the town',
      { do: 'move', keys: ['n1'], by: at(9_000, 0) },
      'tooFar',
    ],
    ['a cut beside it', { do: 'split', key: 'n1', from: at(9, 0), to: at(9, 4) }, 'notParted'],
    [
      'more copies than a floor holds',
      { do: 'copy', keys: ['n1'], by: at(0, 0), times: MAX_ROOMS },
      'tooMany',
    ],
    ['a room without walls', { do: 'addRoom', corners: [at(0, 0), at(4, 0)] }, 'tooSmall'],
  ] satisfies [string, Command, string][])(
    'refuses %s, and says why',
    (_what, command, refused) => {
      expect(applyCommand(after([room(0, 0)]), command)).toEqual({ refused })
    },
  )
})

const metres = fc.integer({ min: -60, max: 60 }).map((value) => value / 2)
const point = fc.record({ x: metres, y: metres })
const key = fc.integer({ min: 1, max: 12 }).map((number) => `n${number}`)
const command: fc.Arbitrary<Command> = fc.oneof(
  fc.record({
    do: fc.constant('addRoom' as const),
    corners: fc.array(point, { minLength: 3, maxLength: 6 }),
  }),
  fc.record({
    do: fc.constant('addRoom' as const),
    corners: fc.tuple(point, point).map(([a, b]) => rectangle(a, b)),
  }),
  fc.record({ do: fc.constant('moveCorner' as const), key, index: fc.nat(6), to: point }),
  fc.record({ do: fc.constant('addCorner' as const), key, after: fc.nat(6), at: point }),
  fc.record({ do: fc.constant('removeCorner' as const), key, index: fc.nat(6) }),
  fc.record({ do: fc.constant('split' as const), key, from: point, to: point }),
  fc.record({ do: fc.constant('move' as const), keys: fc.array(key, { maxLength: 3 }), by: point }),
  fc.record({
    do: fc.constant('copy' as const),
    keys: fc.array(key, { maxLength: 3 }),
    by: point,
    times: fc.integer({ min: 1, max: 3 }),
  }),
  fc.record({ do: fc.constant('remove' as const), keys: fc.array(key, { maxLength: 2 }) }),
  fc.record({
    do: fc.constant('setOpening' as const),
    kind: fc.constant('door' as const),
    at: point,
    wide: fc.constant(1),
    reach: fc.constant(2),
  }),
  fc.record({ do: fc.constant('setSign' as const), kind: fc.constant('lift' as const), at: point }),
)

it('a drawn plan never has crossing rooms or doubled keys and numbers, and stays within bounds', () => {
  fc.assert(
    fc.property(fc.array(command, { maxLength: 25 }), (commands) => {
      const plan = after(commands)
      for (const { corners } of plan.rooms) expect(faultOf(corners)).toBeNull()
      expect(plan.rooms.every(({ corners }) => corners.length <= MAX_CORNERS)).toBe(true)
      const keys = [...plan.rooms, ...plan.parts].map((one) => one.key)
      expect(new Set(keys).size).toBe(keys.length)
      const numbers = codes(plan).filter((code) => code !== '')
      expect(new Set(numbers).size).toBe(numbers.length)
    }),
    { numRuns: 300 },
  )
})

it('a drawn plan has as much floor after a cut as before', () => {
  fc.assert(
    fc.property(point, point, point, point, (a, b, from, to) => {
      const before = applyCommand(start, { do: 'addRoom', corners: rectangle(a, b) })
      if (!('plan' in before)) return
      const cut = applyCommand(before.plan, { do: 'split', key: 'n1', from, to })
      if (!('plan' in cut)) return
      const areas = cut.plan.rooms.map(({ corners }) => areaOf(corners))
      expect(areas.reduce((sum, one) => sum + one, 0)).toBeCloseTo(areaOf(rectangle(a, b)), 6)
    }),
  )
})
