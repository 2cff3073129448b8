import fc from 'fast-check'
import { expect, it } from 'vitest'
import { mergeRows } from './mergeRows.ts'

interface Line {
  id: number
  text: string
}
const line = (id: number, text = `line ${id}`): Line => ({ id, text })
const from = [line(1), line(2), line(3)]
const merged = (mine: readonly Line[], theirs: readonly Line[], needed: readonly number[] = []) =>
  mergeRows({
    from,
    mine,
    theirs,
    merge: (old, own, other) => (own.text === old.text ? other : own),
    isNeeded: ({ id }) => needed.includes(id),
  })
const ids = (lines: readonly Line[]) => lines.map(({ id }) => id)

it('mergeRows() takes each changed row from the side that changed it', () => {
  const mine = [line(1, 'ours'), line(2), line(3)]
  const theirs = [line(1), line(2), line(3, 'theirs')]
  expect(merged(mine, theirs)).toEqual([line(1, 'ours'), line(2), line(3, 'theirs')])
})

it('mergeRows() drops rows that either side deleted, unless the other changed or names them', () => {
  const without2 = [line(1), line(3)]
  expect(ids(merged(without2, from))).toEqual([1, 3])
  expect(ids(merged(from, without2))).toEqual([1, 3])
  expect(merged([line(1), line(2, 'ours'), line(3)], without2)[1]).toEqual(line(2, 'ours'))
  expect(ids(merged(from, without2, [2]))).toEqual([1, 2, 3])
})

it('mergeRows() puts rows of one side behind the row that they stood behind', () => {
  expect(ids(merged([line(1), line(-1), line(2), line(3)], [line(3), line(1), line(2)]))).toEqual([
    3, 1, -1, 2,
  ])
  expect(ids(merged([line(3), line(2), line(1)], [line(9), line(1), line(2), line(3)]))).toEqual([
    9, 3, 2, 1,
  ])
})

const versions = fc
  .uniqueArray(fc.record({ id: fc.integer({ min: 1, max: 8 }), text: fc.constantFrom('a', 'b') }), {
    selector: ({ id }) => id,
  })
  .map((lines) => lines as readonly Line[])

it('mergeRows() gives the other version if one side changed nothing, and no row twice', () => {
  fc.assert(
    fc.property(versions, versions, (mine, theirs) => {
      expect(merged(from, theirs)).toEqual(theirs)
      expect(merged(mine, from)).toEqual(mine)
      const both = ids(merged(mine, theirs))
      expect(new Set(both).size).toBe(both.length)
    }),
  )
})

it('mergeRows() loses no row that we added or changed', () => {
  fc.assert(
    fc.property(versions, versions, (mine, theirs) => {
      const texts = new Map(from.map(({ id, text }) => [id, text]))
      const ours = mine.filter(({ id, text }) => texts.get(id) !== text)
      expect(ids(merged(mine, theirs))).toEqual(expect.arrayContaining(ids(ours)))
    }),
  )
})
