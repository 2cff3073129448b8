import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Id } from '#contract/ids.ts'
import { contract } from '#contract/index.ts'
import type { Fixtures } from '#tests/fixtures.ts'
import { openTestAppWithFixtures } from '#tests/fixturesTemplate.ts'
import type { TestApp } from '#tests/testApp.ts'

const { listIdentifierMoves, moveIdentifiers, undoIdentifierMove } = contract.identifierMoves

let testApp: TestApp
let own: Fixtures
let admin: string
let stranger: string
beforeAll(async () => {
  ;({ testApp, token: admin, fixtures: own } = await openTestAppWithFixtures())
  stranger = await testApp.signIn('administrator', 'there')
})
afterAll(() => testApp.close())

const make = async (body: object) =>
  (
    await testApp.call(admin, contract.equipment.createEquipment, {
      body: { typeId: own.equipmentType ?? 0, name: 'Piece', ...body },
    })
  ).body.id
const read = async (id: Id<'equipment'>) =>
  (await testApp.call(admin, contract.equipment.getEquipment, { params: { id } })).body
const fact = (key: string, value: string) => ({ key, value })
const listed = async (token = admin) => (await testApp.call(token, listIdentifierMoves, {})).body
const named = (name: string) => ({ kind: 'fact' as const, name })

describe('facts with the name of an identifier', () => {
  it('are proposed with counts, moved, and taken back', async () => {
    const colour = fact('Colour', 'white')
    const moves = await make({ details: [fact('Výrobní číslo', ' VC-1 '), colour] })
    const same = await make({ details: [fact('Výrobní číslo', 'vc-2')], serialNumber: 'VC-2' })
    const other = await make({ details: [fact('Výrobní číslo', 'VC-3')], serialNumber: 'X-3' })
    const source = named('Výrobní číslo')
    expect((await listed()).proposals).toContainEqual({
      source,
      name: 'Výrobní číslo',
      field: 'serialNumber',
      movable: 2,
      conflicts: 1,
      unfit: 0,
    })
    expect(JSON.stringify(await listed(stranger))).not.toContain('Výrobní číslo')

    const body = { source, field: 'serialNumber' as const }
    expect((await testApp.call(admin, moveIdentifiers, { body })).body).toEqual({
      done: 2,
      left: 1,
      next: null,
    })
    expect(await read(moves)).toMatchObject({ serialNumber: 'VC-1', details: [colour] })
    expect(await read(same)).toMatchObject({ serialNumber: 'VC-2', details: [] })
    expect(await read(other)).toMatchObject({
      serialNumber: 'X-3',
      details: [fact('Výrobní číslo', 'VC-3')],
    })
    expect((await listed()).moved).toContainEqual({
      source,
      name: 'Výrobní číslo',
      field: 'serialNumber',
      count: 2,
    })
    const { rows } = (
      await testApp.call(admin, contract.journal.listJournal, {
        body: { entity: 'equipment', entityId: moves },
      })
    ).body
    expect(rows[0]?.changes.map(({ field }) => field)).toContain('serialNumber')

    expect((await testApp.call(admin, undoIdentifierMove, { body })).body).toMatchObject({
      done: 2,
    })
    expect(await read(moves)).toMatchObject({
      serialNumber: null,
      details: [colour, fact('Výrobní číslo', ' VC-1 ')],
    })
    expect((await read(same)).details).toEqual([fact('Výrobní číslo', 'vc-2')])
  })

  it('stay if their value does not fit, and an undo leaves what changed since', async () => {
    const wrong = await make({ details: [fact('EAN', '4006381333932')] })
    const right = await make({ details: [fact('EAN', '4006381333931')] })
    const body = { source: named('EAN'), field: 'gtin' as const }
    expect((await listed()).proposals).toContainEqual(
      expect.objectContaining({ source: body.source, movable: 1, conflicts: 0, unfit: 1 }),
    )
    expect((await testApp.call(admin, moveIdentifiers, { body })).body).toMatchObject({
      done: 1,
      left: 1,
    })
    expect((await read(wrong)).details).toEqual([fact('EAN', '4006381333932')])
    const { version } = await read(right)
    await testApp.call(admin, contract.equipment.updateEquipment, {
      params: { id: right },
      body: { gtin: '07610000000011', version },
    })
    expect((await testApp.call(admin, undoIdentifierMove, { body })).body).toMatchObject({
      done: 0,
      left: 1,
    })
    expect(await read(right)).toMatchObject({ gtin: '07610000000011', details: [] })
  })
})

it('metadata fields with the name of an identifier are copied, because rules may name them', async () => {
  const { body: field } = await testApp.call(admin, contract.referenceData.createMetadataField, {
    body: {
      name: 'Производитель',
      dataType: 'text',
      choices: [],
      unit: null,
      equipmentTypeIds: [],
    },
  })
  const id = await make({ metadata: [{ fieldId: field.id, value: 'Атлант' }] })
  const source = { kind: 'metadata' as const, metadataFieldId: field.id }
  const body = { source, field: 'manufacturer' as const }
  expect((await listed()).proposals).toContainEqual(
    expect.objectContaining({ source, movable: 1, conflicts: 0 }),
  )
  expect((await testApp.call(admin, moveIdentifiers, { body })).body).toMatchObject({ done: 1 })
  expect(await read(id)).toMatchObject({
    manufacturer: 'Атлант',
    metadata: [{ fieldId: field.id, value: 'Атлант' }],
  })
  expect((await listed()).proposals.filter(({ name }) => name === 'Производитель')).toEqual([])
  await testApp.call(admin, undoIdentifierMove, { body })
  expect(await read(id)).toMatchObject({ manufacturer: null, metadata: [{ value: 'Атлант' }] })
})
