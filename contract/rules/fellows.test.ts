import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  findRuleFor,
  descendantsOf,
  inheritedChanges,
  MAX_FELLOW_DEPTH,
  type Became,
  type Belonging,
  type FellowRule,
} from './fellows.ts'

const [PUMP, RACK, BED] = [1, 2, 3]
const rack: FellowRule = {
  id: 1,
  name: 'Rack',
  ownerTypeIds: [PUMP, BED],
  fellowTypeIds: [RACK],
  maximum: 1,
}
const wide: FellowRule = { ...rack, id: 2, name: 'Wide rack', ownerTypeIds: [PUMP] }
const chained: FellowRule = {
  id: 3,
  name: 'Chain',
  ownerTypeIds: [RACK],
  fellowTypeIds: [RACK],
  maximum: 9,
}
const of = (equipmentId: number, ownerId: number, fellowTypeId = 3): Belonging => ({
  equipmentId,
  ownerId,
  fellowTypeId,
})
const racks = (thing: number, owner: number) => ({
  thing: { id: thing, typeId: RACK },
  owner: { id: owner, typeId: RACK },
})

describe('attached()', () => {
  it('accepts the first of the given types that fits, then the next with room', () => {
    const asked = { thing: { id: 11, typeId: RACK }, owner: { id: 1, typeId: PUMP } }
    expect(findRuleFor([rack, wide], [], asked)).toEqual({ rule: rack })
    expect(findRuleFor([rack, wide], [of(10, 1, 1)], asked)).toEqual({ rule: wide })
    expect(findRuleFor([rack, wide], [of(10, 1, 1), of(12, 1, 2)], asked)).toMatchObject({
      fault: 'fellowTypeFull',
    })
    expect(findRuleFor([wide, rack], [], { ...asked, ruleId: 2 })).toEqual({ rule: wide })
  })
  it.each([
    ['itself', findRuleFor([chained], [], racks(1, 1)), 'fellowOfItself'],
    ['its own fellow', findRuleFor([chained], [of(2, 1)], racks(1, 2)), 'fellowCircle'],
    [
      'a fellow of its fellow',
      findRuleFor([chained], [of(2, 1), of(3, 2)], racks(1, 3)),
      'fellowCircle',
    ],
    ['two', findRuleFor([chained], [of(2, 1)], racks(2, 3)), 'hasOwner'],
    [
      'a thing of a foreign type',
      findRuleFor([rack], [], { thing: { id: 1, typeId: BED }, owner: { id: 2, typeId: PUMP } }),
      'noFellowType',
    ],
  ])('refuses what would belong to %s', (_what, answer, fault) => {
    expect(answer).toMatchObject({ fault })
  })
  it('moves it from its owner if that is meant, and not to the same one again', () => {
    const taken = { ...racks(2, 3), isTaken: true }
    expect(findRuleFor([chained], [of(2, 1)], taken)).toMatchObject({ rule: { id: 3 } })
    expect(findRuleFor([chained], [of(2, 3)], taken)).toMatchObject({ fault: 'hasOwner' })
  })
  it('ends at its depth, counted through both halves', () => {
    const high = Array.from({ length: MAX_FELLOW_DEPTH - 1 }, (_, at) => of(at + 2, at + 1))
    expect(findRuleFor([chained], high, racks(90, MAX_FELLOW_DEPTH - 1))).toMatchObject({
      rule: {},
    })
    expect(findRuleFor([chained], high, racks(90, MAX_FELLOW_DEPTH))).toMatchObject({
      fault: 'tooManyFellows',
    })
    expect(
      findRuleFor([chained], [...high, of(91, 90)], racks(90, MAX_FELLOW_DEPTH - 1)),
    ).toMatchObject({ fault: 'tooManyFellows' })
  })
  it('never allows a loop, for any order of attempts', () => {
    const tries = fc.array(fc.tuple(fc.nat(12), fc.nat(12), fc.boolean()), { maxLength: 60 })
    fc.assert(
      fc.property(tries, (all) => {
        let belongings: Belonging[] = []
        for (const [thing, owner, isTaken] of all) {
          const answer = findRuleFor([chained], belongings, { ...racks(thing, owner), isTaken })
          if (!('fault' in answer))
            belongings = [
              ...belongings.filter(({ equipmentId }) => equipmentId !== thing),
              of(thing, owner),
            ]
        }
        for (const { equipmentId } of belongings) {
          const owners = new Map(belongings.map((one) => [one.equipmentId, one.ownerId]))
          const seen: number[] = []
          for (let id: number | undefined = equipmentId; id !== undefined; id = owners.get(id)) {
            expect(seen).not.toContain(id)
            seen.push(id)
          }
          expect(seen.length).toBeLessThanOrEqual(MAX_FELLOW_DEPTH)
        }
      }),
    )
  })
})

describe('what follows an owner', () => {
  const loose = (equipmentId: number, ownerId: number, statusFollows = false) => ({
    equipmentId,
    ownerId,
    statusFollows,
  })
  it('is the location of everything below, and the status if its type says so', () => {
    const fellows = [loose(2, 1, true), loose(3, 2), loose(4, 1), loose(9, 8, true)]
    expect(inheritedChanges(fellows, new Map([[1, { locationId: 7, statusId: 5 }]]))).toEqual([
      { equipmentId: 2, withId: 1, locationId: 7, statusId: 5 },
      { equipmentId: 4, withId: 1, locationId: 7 },
      { equipmentId: 3, withId: 1, locationId: 7 },
    ])
  })
  it('stops if the write itself says something else, and passes that on', () => {
    const fellows = [loose(2, 1), loose(3, 2)]
    const became = new Map<number, Became>([
      [1, { locationId: 7 }],
      [2, { locationId: 8 }],
    ])
    const said = new Map([1, 2].map((id) => [id, { location: true, status: false }]))
    expect(inheritedChanges(fellows, became, said)).toEqual([
      { equipmentId: 3, withId: 2, locationId: 8 },
    ])
  })
  it('ends even if the rows were a ring, names each once, and only what is below', () => {
    const ring = fc.array(fc.tuple(fc.nat(9), fc.nat(9), fc.boolean()), { maxLength: 30 })
    fc.assert(
      fc.property(ring, fc.uniqueArray(fc.nat(9)), (pairs, moved) => {
        const fellows = pairs.map(([one, owner, statusFollows]) => loose(one, owner, statusFollows))
        const all = inheritedChanges(fellows, new Map(moved.map((id) => [id, { locationId: id }])))
        const told = all.map(({ equipmentId }) => equipmentId)
        expect(new Set(told).size).toBe(told.length)
        const reached = new Set(descendantsOf(moved, fellows).map((one) => one.of.equipmentId))
        for (const { equipmentId, withId, locationId } of all) {
          expect(reached.has(equipmentId) || moved.includes(equipmentId)).toBe(true)
          expect(locationId).toBe(withId)
        }
      }),
    )
  })
})
