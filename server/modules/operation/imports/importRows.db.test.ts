import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import { openTestAppWithFixtures } from '#tests/fixturesTemplate.ts'
import { importSteps } from '#tests/importSteps.ts'
import type { TestApp } from '#tests/testApp.ts'

let testApp: TestApp
let token: string
const { equipment } = contract

beforeAll(async () => {
  ;({ testApp, token } = await openTestAppWithFixtures())
})
afterAll(() => testApp.close())

const { upload, check, write, uploadAndCheck } = importSteps(() => ({
  testApp,
  token,
}))

describe('a row of an import', () => {
  it('does not decide which of several objects of one name is meant', async () => {
    await write(
      await uploadAndCheck('equipment', 'asset no,name,type\nTW-1,Twin,Pump\nTW-2,Twin,Pump\n'),
    )
    await write(
      await uploadAndCheck(
        'locations',
        'code,name,type,parent\nTA,Twin room,Room,OURS-A\nTB,Twin room,Room,OURS-A\n',
      ),
    )
    const things = await uploadAndCheck(
      'equipment',
      'name,type,location\nTwin,Pump,\nAlone,Pump,Twin room\nBeside,Pump,TA\n',
    )
    expect(things.faults.map(({ row, column, code }) => [row, column, code])).toEqual([
      [2, 'name', 'ambiguousEquipment'],
      [3, 'location', 'ambiguousPlace'],
    ])
    expect(things).toMatchObject({ created: 1, updated: 0 })
    const places = await uploadAndCheck(
      'locations',
      'name,type,parent\nTwin room,Room,\nNook,Room,Twin room\nAlcove,Room,Hall\nHall,Room,\nHall,Room,OURS-A\n',
    )
    const found = places.faults.toSorted((one, other) => one.row - other.row)
    expect(found.map(({ row, code }) => [row, code])).toEqual([
      [2, 'ambiguousPlace'],
      [3, 'unknownParent'],
      [4, 'ambiguousPlace'],
    ])
    const alike = await uploadAndCheck(
      'locations',
      'name,type,parent\nHall,Room,\nHall,Room,OURS-A\nHall,Room,ours-a\n',
    )
    expect(alike.faults.map(({ row, code }) => [row, code])).toEqual([[4, 'duplicateKey']])
  })

  it('fills metadata fields by their names, with their types and choices', async () => {
    const { createMetadataField } = contract.referenceData
    const make = async (
      body: Parameters<typeof testApp.call<typeof createMetadataField>>[2]['body'],
    ) => (await testApp.call(token, createMetadataField, { body })).body.id
    const plain = { choices: [], unit: null, equipmentTypeIds: [] }
    const bought = await make({ ...plain, name: 'Purchase date', dataType: 'date' })
    const power = await make({ ...plain, name: 'Power', dataType: 'number', unit: 'kW' })
    const risk = await make({
      ...plain,
      name: 'Risk',
      dataType: 'choice',
      choices: ['Low', 'High'],
    })
    const { body } = await upload(
      'equipment',
      'asset no,name,type,purchase date,POWER,risk\nMF-1,Press,Press,5.3.2026,7.5 kW,high\nMF-2,Mill,Mill,never,1,Medium\n',
    )
    expect(body.mapping.columns.slice(3)).toEqual(
      [bought, power, risk].map((id) => `metadata:${id}`),
    )
    const job = await check(body)
    expect(job.faults.map(({ row, column, code }) => [row, column, code])).toEqual([
      [3, 'purchase date', 'notADay'],
      [3, 'risk', 'notAChoice'],
    ])
    await write(job)
    const [row] = (await testApp.call(token, equipment.listEquipment, { body: { search: 'MF-1' } }))
      .body.rows
    const detail = await testApp.call(token, equipment.getEquipment, {
      params: { id: row?.id ?? (0 as never) },
    })
    const valuesOf = (all: typeof detail.body.metadata) =>
      new Map(all.map(({ fieldId, value }) => [Number(fieldId), value]))
    expect(valuesOf(detail.body.metadata)).toEqual(
      new Map<number, unknown>([
        [bought, '2026-03-05'],
        [power, 7.5],
        [risk, 'High'],
      ]),
    )
    const again = await uploadAndCheck(
      'equipment',
      'asset no,name,type,purchase date,Power\nMF-1,Press,Press,2026-03-05,8\n',
    )
    expect(again.preview).toMatchObject([
      { action: 'update', changes: [{ field: 'Power', before: '7.5', after: '8' }] },
    ])
    await write(again)
    const now = await testApp.call(token, equipment.getEquipment, {
      params: { id: row?.id ?? (0 as never) },
    })
    expect(valuesOf(now.body.metadata)).toEqual(
      new Map<number, unknown>([
        [bought, '2026-03-05'],
        [power, 8],
        [risk, 'High'],
      ]),
    )
  })

  it('without a number is known by name and place, or is new', async () => {
    const file =
      'asset no,name,type,location\nNN-1,Numbered,Pump,OURS-A\n,Sink,Basin,OURS-A\n,Sink,Basin,OURS-A1\n,Sink,Basin,OURS-A1\n'
    const first = await uploadAndCheck('equipment', file)
    expect(first.preview.map(({ row, action, isByName }) => [row, action, isByName])).toEqual([
      [2, 'create', undefined],
      [3, 'create', true],
      [4, 'create', true],
      [5, 'fail', true],
    ])
    expect(first.faults).toMatchObject([{ row: 5, column: 'name', code: 'duplicateKey' }])
    await write(first)
    const again = await uploadAndCheck(
      'equipment',
      'asset no,name,type,location,maker\n,Sink,Basin,OURS-A1,Acme\n,Sink,Basin,ours-a,\n,Numbered,Pump,OURS-A,\n,Sink,Basin,,\n',
    )
    expect(again.preview.map(({ row, action }) => [row, action])).toEqual([
      [2, 'update'],
      [3, 'unchanged'],
      [4, 'unchanged'],
      [5, 'fail'],
    ])
    expect(again.faults).toMatchObject([{ row: 5, code: 'ambiguousEquipment' }])
  })

  it('cannot have a name that no form takes, or an invisible number', async () => {
    const job = await uploadAndCheck(
      'equipment',
      'asset no,name,type\nS-1,\u0007bell,Pump\nS-2,"a\nline",Pump\nS-3,ok,Ty\u0007pe\nS\u0007-4,ok,Pump\nS-5,\u202eturned\u202c,Pump\n\u200b,seen,Pump\n',
    )
    expect(job.faults.map(({ row, column, code }) => [row, column, code])).toEqual([
      [2, 'name', 'strayCharacters'],
      [3, 'name', 'severalLines'],
      [4, 'type', 'strayCharacters'],
      [5, 'asset no', 'strayCharacters'],
    ])
  })
})
