import { afterAll, beforeAll, expect, it, describe } from 'vitest'
import { contract } from '#contract/index.ts'
import type { Id } from '#contract/ids.ts'
import type { MetadataType, MetadataValue } from '#contract/rules/metadata.ts'
import { openTestApp, type TestApp } from '#tests/testApp.ts'

const { locations, referenceLists, referenceData } = contract
let testApp: TestApp
let admin: string
let typeId: Id<'locationType'>
let made = 0

beforeAll(async () => {
  testApp = await openTestApp()
  admin = await testApp.signIn('administrator')
  const type = await testApp.ok(admin, referenceLists.createLocationType, {
    body: { name: 'Room' },
  })
  typeId = type.id
})
afterAll(() => testApp.close())

/** A field of locations, and one location for each value. */
async function fieldWith(dataType: MetadataType, choices: string[], values: MetadataValue[]) {
  const field = await testApp.ok(admin, referenceData.createMetadataField, {
    body: {
      name: `Field ${(made += 1)}`,
      dataType,
      choices,
      unit: null,
      equipmentTypeIds: [],
      belongsTo: 'location',
    },
  })
  const ids: Id<'location'>[] = []
  for (const value of values) {
    const { id } = await testApp.ok(admin, locations.createLocation, {
      body: {
        name: `Room ${(made += 1)}`,
        typeId,
        metadata: [{ fieldId: field.id, value: value as string }],
      },
    })
    ids.push(id)
  }
  const change = (body: object, version = 1) =>
    testApp.call(admin, referenceData.updateMetadataField, {
      params: { id: field.id },
      body: { version, ...body },
    })
  const read = async (at = 0) => {
    const { metadata, version } = await testApp.ok(admin, locations.getLocation, {
      params: { id: ids[at] ?? (0 as Id<'location'>) },
    })
    return { metadata, version }
  }
  return { field, ids, change, read }
}
const affected = (count: number, path: string) => ({
  status: 409,
  body: { errors: [{ code: 'valuesAffected', path, message: String(count) }] },
})

describe('a change of an own field in use', () => {
  it.each<[MetadataType, string[], MetadataValue[], object, number]>([
    ['number', [], [12.5, 3], { dataType: 'date' }, 2],
    ['number', [], [12.5], { dataType: 'text' }, 1],
    ['text', [], ['x', '2026-01-31'], { dataType: 'date' }, 1],
    ['text', [], ['A', 'B', 'C'], { dataType: 'choice', choices: ['A', 'B'] }, 1],
    ['boolean', [], [false], { dataType: 'number' }, 1],
    ['choice', ['A', 'B'], ['A', 'A', 'B'], { dataType: 'choices' }, 3],
  ])('of kind %s says how many of its values would not fit', async (...row) => {
    const [dataType, choices, values, body, count] = row
    const { change, field } = await fieldWith(dataType, choices, values)
    expect(await change({ choices, ...body })).toMatchObject(affected(count, 'body.dataType'))
    expect((await change({ choices, ...body, keepsValues: true })).body).toMatchObject({
      id: field.id,
      version: 2,
    })
  })

  it.each<[MetadataType, MetadataValue[], number]>([
    ['choice', ['A', 'B', 'B'], 2],
    ['choices', [['A', 'B'], ['A'], ['B']], 2],
  ])('says how many have a removed %s', async (dataType, values, count) => {
    const { change } = await fieldWith(dataType, ['A', 'B'], values)
    expect(await change({ choices: ['A'] })).toMatchObject(affected(count, 'body.choices'))
  })

  it('asks nothing if every value still fits', async () => {
    const { change } = await fieldWith('choice', ['A', 'B'], ['A'])
    expect((await change({ choices: ['A', 'C'] })).status).toBe(200)
    expect((await change({ name: 'Renamed', choices: ['C', 'A', 'D'] }, 2)).status).toBe(200)
    const { change: changeText } = await fieldWith('text', [], ['2026-01-31'])
    expect((await changeText({ dataType: 'date' })).status).toBe(200)
  })

  it('keeps what is stored, marked, also when the row is saved', async () => {
    const { change, read, ids, field } = await fieldWith('choice', ['A', 'B'], ['B'])
    expect((await read()).metadata).toEqual([
      { fieldId: field.id, name: field.name, unit: null, value: 'B' },
    ])
    await change({ choices: ['A'], keepsValues: true })
    const { metadata, version } = await read()
    expect(metadata).toMatchObject([{ value: 'B', isOutdated: true }])
    const save = (value: string, name: string, at: number) =>
      testApp.call(admin, locations.updateLocation, {
        params: { id: ids[0] ?? (0 as Id<'location'>) },
        body: { version: at, name, metadata: [{ fieldId: field.id, value }] },
      })
    expect((await save('B', 'Renamed room', version)).status).toBe(200)
    expect((await read()).metadata).toMatchObject([{ value: 'B', isOutdated: true }])
    expect((await save('C', 'Renamed room', version + 1)).status).toBe(400)
    expect((await save('A', 'Renamed room', version + 1)).status).toBe(200)
    expect((await read()).metadata[0]).not.toHaveProperty('isOutdated')
  })
})
