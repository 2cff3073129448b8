import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import type { Id } from '#contract/ids.ts'
import type { MetadataOwner, MetadataType, MetadataValue } from '#contract/rules/metadata.ts'
import { openTestApp, type TestApp } from '#tests/testApp.ts'

const { equipment, locations, referenceLists, referenceData, listExports } = contract
let testApp: TestApp
let admin: string
let typeId: Id<'locationType'>
let fields = 0

beforeAll(async () => {
  testApp = await openTestApp()
  admin = await testApp.signIn('administrator')
  const type = await testApp.ok(admin, referenceLists.createLocationType, {
    body: { name: 'Room' },
  })
  typeId = type.id
})
afterAll(() => testApp.close())

const field = (
  belongsTo: MetadataOwner,
  dataType: MetadataType,
  choices: string[] = [],
): Promise<{ id: Id<'metadataField'> }> =>
  testApp.ok(admin, referenceData.createMetadataField, {
    body: {
      name: `${belongsTo} ${dataType} ${(fields += 1)}`,
      dataType,
      choices,
      unit: null,
      equipmentTypeIds: [],
      belongsTo,
    },
  })
const valueOf = (fieldId: Id<'metadataField'>, value: MetadataValue) => [
  { fieldId, value: Array.isArray(value) ? [...value] : (value as string | number | boolean) },
]
const found = async (fieldId: Id<'metadataField'>, text: string) =>
  (
    await testApp.ok(admin, locations.listLocations, { body: { ownField: { fieldId, text } } })
  ).rows.map(({ name }) => name)

describe('the filter of locations by an own field', () => {
  it.each<[MetadataType, string[], MetadataValue, MetadataValue, string[]]>([
    ['number', [], 12.5, 30, ['12.5', '12,5', '١٢٫٥']],
    ['date', [], '2026-12-24', '2027-01-02', ['2026-12-24', '24.12.2026', '12/24/2026']],
    ['boolean', [], true, false, ['true', 'ano', 'YES']],
    ['choice', ['Carpet', 'Tiles'], 'Carpet', 'Tiles', ['Carpet', 'CARPET', 'carp']],
    ['choices', ['Water', 'Gas'], ['Water', 'Gas'], ['Gas'], ['water']],
    ['text', [], 'Černý most', 'Other', ['cerny', 'ČERNÝ']],
  ])('finds a %s as people write it', async (dataType, choices, value, other, texts) => {
    const { id } = await field('location', dataType, choices)
    for (const [name, one] of [
      ['Wanted', value],
      ['Other', other],
    ] as const)
      await testApp.ok(admin, locations.createLocation, {
        body: { name: `${name} ${dataType}`, typeId, metadata: valueOf(id, one) },
      })
    for (const text of texts) expect(await found(id, text), text).toEqual([`Wanted ${dataType}`])
    expect(await found(id, 'nothing like it')).toEqual([])
  })

  it('is the same in the export of the list', async () => {
    const { id } = await field('location', 'number')
    await testApp.ok(admin, locations.createLocation, {
      body: { name: 'Exported', typeId, metadata: valueOf(id, 7.25) },
    })
    const answer = await testApp.call(admin, listExports.startListExport, {
      body: { what: { list: 'locations', question: { ownField: { fieldId: id, text: '7,25' } } } },
    })
    expect(answer.body).toMatchObject({ total: 1 })
  })
})

describe('the filter of equipment by an own field', () => {
  it('finds a number as people write it', async () => {
    const { id } = await field('equipment', 'number')
    const type = await testApp.ok(admin, referenceLists.createEquipmentType, {
      body: { name: 'Pump' },
    })
    for (const [name, value] of [
      ['Wanted', 1234.5],
      ['Other', 1234],
    ] as const)
      await testApp.ok(admin, equipment.createEquipment, {
        body: { name, typeId: type.id, metadata: valueOf(id, value) },
      })
    const { rows } = await testApp.ok(admin, equipment.listEquipment, {
      body: { ownField: { fieldId: id, text: '1 234,5' } },
    })
    expect(rows.map(({ name }) => name)).toEqual(['Wanted'])
  })
})

describe('own fields as columns of a list', () => {
  it('come with the rows if the request names them, and only then', async () => {
    const [area, floor] = [await field('location', 'number'), await field('location', 'text')]
    await testApp.ok(admin, locations.createLocation, {
      body: {
        name: 'Column room',
        typeId,
        metadata: [...valueOf(area.id, 20), ...valueOf(floor.id, 'Tiles')],
      },
    })
    const rows = async (body: object) =>
      (
        await testApp.ok(admin, locations.listLocations, {
          body: { search: 'Column room', ...body },
        })
      ).rows
    expect((await rows({}))[0]).not.toHaveProperty('ownValues')
    expect((await rows({ ownColumns: [floor.id] }))[0]?.ownValues).toEqual([
      { fieldId: floor.id, value: 'Tiles' },
    ])
    const six = Array.from({ length: 6 }, () => area.id)
    const refused = await testApp.call(admin, locations.listLocations, {
      body: { ownColumns: six },
    })
    expect(refused.status).toBe(400)
  })
})
