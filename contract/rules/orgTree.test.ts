import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MAX_ORG_DEPTH } from '#contract/orgEntities/orgEntities.ts'
import { orgBelow, orgFault, orgOrder, orgPath, orgSums } from './orgTree.ts'

const node = (id: number, parentId: number | null, name = `N${id}`) => ({ id, parentId, name })
const nodes = [node(1, null), node(2, 1), node(3, 2), node(4, null)]

describe('the tree of the organisation', () => {
  it.each([
    ['itself', 1, 1, 'circle'],
    ['what lies below it', 1, 3, 'circle'],
    ['another', 1, 4, null],
    ['its own parent again', 3, 2, null],
    ['nothing', 2, null, null],
  ])('lets a node stand below %s, or says why not', (_what, id, parentId, fault) =>
    expect(orgFault(nodes, id, parentId)).toBe(fault),
  )
  it('ends', () => {
    const deep = Array.from({ length: MAX_ORG_DEPTH }, (_, at) =>
      node(at + 1, at === 0 ? null : at),
    )
    expect(orgFault(deep, null, MAX_ORG_DEPTH)).toBe('tooDeep')
    expect(orgFault(deep, null, MAX_ORG_DEPTH - 1)).toBeNull()
    expect(orgFault([...deep, node(90, null), node(91, 90)], 90, MAX_ORG_DEPTH - 1)).toBe('tooDeep')
  })
  it('adds up what lies below each node, also for two thousand below one', () => {
    const wide = [...nodes, ...Array.from({ length: 2_000 }, (_, at) => node(at + 10, 3))]
    const sums = orgSums(wide, ({ id }) => ({ things: id >= 10 ? 1 : 0, people: id === 2 ? 5 : 0 }))
    expect([1, 2, 3, 4, 10].map((id) => sums.get(id))).toEqual([
      { things: 2_000, people: 5 },
      { things: 2_000, people: 5 },
      { things: 2_000, people: 0 },
      { things: 0, people: 0 },
      { things: 1, people: 0 },
    ])
  })
  it('gives each node once, its parent before it, for any tree', () => {
    const trees = fc.array(fc.option(fc.nat({ max: 30 }), { nil: null }), { maxLength: 30 })
    fc.assert(
      fc.property(trees, (parents) => {
        const all = parents.map((parent, at) =>
          node(at + 1, parent === null || parent === 0 || parent > at ? null : parent),
        )
        const ordered = orgOrder(all, new Intl.Collator('en'))
        expect(ordered.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(
          all.map(({ id }) => id),
        )
        const place = new Map(ordered.map(({ id }, at) => [id, at]))
        const byId = new Map(all.map((one) => [one.id, one]))
        for (const { id, parentId } of all) {
          expect(place.get(parentId ?? 0) ?? -1).toBeLessThan(place.get(id) ?? 0)
          const path = orgPath(byId, id).map((one) => one.id)
          expect(path.at(-1)).toBe(id)
          for (const above of path) {
            expect(orgBelow(all, [above]).has(id)).toBe(true)
            expect(orgFault(all, above, id)).toBe('circle')
          }
        }
      }),
    )
  })
})
