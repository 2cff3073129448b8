import { describe, expect, it } from 'vitest'
import type { FilterObject } from '#contract/filter.ts'
import { countingFilters } from './counting.ts'

const thing = {
  id: 1,
  typeId: 2,
  statusId: 3,
  tagIds: [4],
  orgEntityIds: [7, 8],
  procedureIds: [5],
  procedureTypeIds: [6],
}
const ask = (...filters: object[]) => countingFilters(filters as FilterObject[], thing)

describe('the rule by which a card counts an object', () => {
  it.each([
    ['everything', [], 'counted'],
    ['an empty filter', [{}], 'counted'],
    ['what is done on things', [{ procedureIds: [5] }], 'counted'],
    ['what is done at places alone', [{ procedureIds: [9] }], 'no'],
    ['itself', [{ equipmentIds: [1] }], 'meant'],
    [
      'its type and what is done on it',
      [{ equipmentTypeIds: [2], procedureTypeIds: [6] }],
      'meant',
    ],
    ['its type and something else', [{ equipmentTypeIds: [2], procedureIds: [9] }], 'no'],
    ['a tag of it', [{ tagIds: [4, 8] }], 'meant'],
    ['what its owner belongs to', [{ orgEntityIds: [8] }], 'meant'],
    ['another thing', [{ equipmentIds: [9] }], 'no'],
    ['one of two', [{ equipmentIds: [9] }, { equipmentStatusIds: [3] }], 'meant'],
    ['a place', [{ locationIds: [1] }], 'no'],
  ] as const)('that asks for %s', (_what, filters, how) => expect(ask(...filters)).toBe(how))
})
