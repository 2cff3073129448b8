import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { permissionGroups, type PermissionGroup } from '#contract/people/permissions.ts'
import { beyondOwnRights, type Giver, type Rights } from './ownRights.ts'

const rights = (change: Partial<Rights> = {}): Rights => ({
  permissions: [],
  allEquipment: false,
  allLocations: false,
  allProcedures: false,
  equipmentTypeIds: [],
  locationTypeIds: [],
  procedureTypeIds: [],
  ...change,
})
const giver = (change: Partial<Giver> = {}): Giver => ({
  permissions: new Set<PermissionGroup>(['editor|users', 'editor|tickets']),
  equipmentTypeIds: [1, 2],
  locationTypeIds: null,
  procedureTypeIds: [],
  ...change,
})

describe('giving and taking rights', () => {
  it.each<[string, Rights | null, Rights, string[]]>([
    ['a group one has', null, rights({ permissions: ['editor|tickets'] }), []],
    ['a group one has not', null, rights({ permissions: ['editor|company'] }), ['roleIds']],
    [
      'a group the other had already',
      rights({ permissions: ['editor|company'] }),
      rights({ permissions: ['editor|company', 'editor|tickets'] }),
      [],
    ],
    [
      'all equipment with two types of one’s own',
      null,
      rights({ allEquipment: true }),
      ['allEquipment'],
    ],
    ['all locations, which one has', null, rights({ allLocations: true }), []],
    ['a type of one’s own', null, rights({ equipmentTypeIds: [2] }), []],
    ['a type beyond', null, rights({ equipmentTypeIds: [2, 3] }), ['equipmentTypeIds']],
    [
      'a type the other had',
      rights({ equipmentTypeIds: [3] }),
      rights({ equipmentTypeIds: [1, 3] }),
      [],
    ],
    ['a group one has taken away', rights({ permissions: ['editor|tickets'] }), rights(), []],
    [
      'a group one has not taken away',
      rights({ permissions: ['editor|company'] }),
      rights(),
      ['roleIds'],
    ],
    [
      'all equipment taken away by who has two types',
      rights({ allEquipment: true }),
      rights({ equipmentTypeIds: [1] }),
      ['allEquipment'],
    ],
    [
      'a type of one’s own taken away',
      rights({ equipmentTypeIds: [1, 3] }),
      rights({ equipmentTypeIds: [3] }),
      [],
    ],
    [
      'a type beyond taken away',
      rights({ equipmentTypeIds: [1, 3] }),
      rights({ equipmentTypeIds: [1] }),
      ['equipmentTypeIds'],
    ],
  ])('%s', (_what, before, after, faults) =>
    expect(beyondOwnRights(giver(), before, after)).toEqual(faults),
  )

  const anyRights = fc.record({
    permissions: fc.subarray([...permissionGroups]),
    allEquipment: fc.boolean(),
    allLocations: fc.boolean(),
    allProcedures: fc.boolean(),
    equipmentTypeIds: fc.subarray([1, 2, 3]),
    locationTypeIds: fc.subarray([1, 2, 3]),
    procedureTypeIds: fc.subarray([1, 2, 3]),
  })
  it('is always allowed to a user with every right', () => {
    const all: Giver = {
      permissions: new Set(permissionGroups),
      equipmentTypeIds: null,
      locationTypeIds: null,
      procedureTypeIds: null,
    }
    fc.assert(
      fc.property(
        fc.option(anyRights),
        anyRights,
        (before, after) => beyondOwnRights(all, before, after).length === 0,
      ),
    )
  })
  it('never prevents leaving rights as they are', () => {
    fc.assert(
      fc.property(anyRights, (before) => beyondOwnRights(giver(), before, before).length === 0),
    )
  })
})
