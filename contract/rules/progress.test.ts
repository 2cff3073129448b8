import fc from 'fast-check'
import { expect, it } from 'vitest'
import { verdictOf, type ProgressMapFacts } from './progress.ts'

const map = (
  id: number,
  statusIds: number[],
  equipmentTypeIds: number[] = [],
): ProgressMapFacts => ({ id, name: `Map ${id}`, statusIds, equipmentTypeIds })
const repair = map(1, [10, 11, 12], [5])

it('a progress map allows moves along it, and no others', () => {
  expect(verdictOf({ typeId: 5, statusId: 10 }, 12, [repair])).toEqual({ kind: 'change' })
  expect(verdictOf({ typeId: 5, statusId: 10 }, 99, [repair])).toEqual({
    kind: 'forbidden',
    reason: 'leaves',
    map: repair,
  })
  expect(verdictOf({ typeId: 5, statusId: 10 }, null, [repair])).toMatchObject({ reason: 'leaves' })
})

it('a progress map forbids nothing to a status that no map has', () => {
  expect(verdictOf({ typeId: 6, statusId: 10 }, 99, [repair])).toEqual({ kind: 'change' })
  expect(verdictOf({ typeId: 5, statusId: 98 }, 99, [repair])).toEqual({ kind: 'change' })
  expect(verdictOf({ typeId: 5, statusId: null }, 99, [repair])).toEqual({ kind: 'change' })
})

it('a progress map allows a move that one of two maps has', () => {
  expect(verdictOf({ typeId: 5, statusId: 10 }, 99, [repair, map(2, [10, 99])])).toEqual({
    kind: 'change',
  })
})

it('a progress map carries along only what runs through it', () => {
  expect(verdictOf({ typeId: 6, statusId: null }, 10, [repair], repair)).toMatchObject({
    reason: 'otherType',
  })
  expect(verdictOf({ typeId: 5, statusId: 98 }, 10, [repair], repair)).toEqual({ kind: 'change' })
})

it('the next status does not depend on the order of the maps', () => {
  const small = fc.integer({ min: 1, max: 4 })
  const maps = fc.array(fc.tuple(fc.array(small), fc.array(small)), { maxLength: 4 })
  fc.assert(
    fc.property(small, fc.option(small), fc.option(small), maps, (typeId, now, to, all) => {
      const facts = all.map(([statusIds, types], index) => map(index, statusIds, types))
      const one = verdictOf({ typeId, statusId: now }, to, facts)
      expect(verdictOf({ typeId, statusId: now }, to, facts.toReversed()).kind).toBe(one.kind)
      expect(one.kind === 'same').toBe(now === to)
    }),
  )
})
