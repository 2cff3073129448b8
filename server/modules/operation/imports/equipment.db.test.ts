import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import type { Id } from '#contract/ids.ts'
import type { Fixtures } from '#tests/fixtures.ts'
import { xlsxOf } from '#tests/xlsx.ts'
import { openTestAppWithFixtures } from '#tests/fixturesTemplate.ts'
import { faultsOf, importSteps } from '#tests/importSteps.ts'
import type { TestApp } from '#tests/testApp.ts'

let testApp: TestApp
let token: string
let own: Fixtures
const { equipment } = contract

beforeAll(async () => {
  ;({ testApp, token, fixtures: own } = await openTestAppWithFixtures())
})
afterAll(() => testApp.close())

const { uploadAndCheck, write, takeBack, rowsIn } = importSteps(() => ({ testApp, token }))

describe('day numbers of a spreadsheet', () => {
  it('are read only if the user says so, and only in columns that hold nothing else', async () => {
    const rows =
      'asset no,name,type,purchased on,warranty until\nDN-1,One,Pump,45292,45292\nDN-2,Two,Pump,45293,2024-01-02\n'
    const plain = await uploadAndCheck('equipment', rows)
    expect(plain.faults.map(({ code }) => code)).toEqual(['notADay', 'notADay', 'notADay'])
    const job = await uploadAndCheck('equipment', rows, { dayNumbers: true })
    expect(faultsOf(job)).toEqual([['warranty until', 'notADay']])
    expect(job.preview.find(({ name }) => name === 'Two')?.changes).toContainEqual({
      field: 'purchasedOn',
      before: '',
      after: '2024-01-02',
    })
  })
})

it('day numbers of a workbook that counts from 1904 are its own days', async () => {
  const file = xlsxOf(
    {
      One: [
        ['asset no', 'name', 'type', 'purchased on'],
        ['DN-9', 'Nine', 'Pump', 43_830],
      ],
    },
    [],
    {
      isOf1904: true,
    },
  )
  const job = await uploadAndCheck('equipment', file, { dayNumbers: true })
  expect(job.faults).toEqual([])
  expect(job.preview[0]?.changes).toContainEqual({
    field: 'purchasedOn',
    before: '',
    after: '2024-01-01',
  })
})

it('numbers of equipment: no negative price or life, and a latitude that can only be one', async () => {
  const rows =
    'asset no,name,type,purchase price,expected life (years)\nNG-1,One,Pump,-5,10\nNG-2,Two,Pump,5,-1\n'
  const job = await uploadAndCheck('equipment', rows)
  expect(job.faults.map(({ code, row }) => [row, code])).toEqual([
    [2, 'outOfRange'],
    [3, 'outOfRange'],
  ])
  const places = await uploadAndCheck(
    'locations',
    'code,name,type,latitude,longitude\nLA-1,One,Room,48.123,17.107\n',
  )
  expect(places.faults).toEqual([])
})

describe('the undo of an import of equipment', () => {
  it('takes back types, statuses, tags, places and fellow types that nothing else uses', async () => {
    const counts = () =>
      rowsIn(sql`select (select count(*) from equipment_type)::int as types, (select count(*) from equipment_status)::int
        as statuses, (select count(*) from tag)::int as tags, (select count(*) from location_type)::int as kinds,
        (select count(*) from location where deleted_at is null)::int as places, (select count(*) from fellow_type)::int as fellows`)
    const before = await counts()
    const job = await uploadAndCheck(
      'equipment',
      'asset no,name,type,status,tags,location,part of\nU-1,Rack,Rack of undo,Brand new,Fresh,Wing / Bay,\nU-2,Shelf,Shelf of undo,,Fresh;Kept,Wing / Bay,U-1\n',
      { makesPlaces: true },
    )
    const done = await write(job)
    expect(done, JSON.stringify(done.faults)).toMatchObject({ created: 2 })
    expect(await counts()).not.toEqual(before)
    const kept = (await rowsIn(sql`select id from tag where name = 'Kept'`))[0]?.['id'] as number
    await testApp.ok(token, equipment.createEquipment, {
      body: { name: 'Later', typeId: own.equipmentType ?? 0, tagIds: [kept as Id<'tag'>] },
    })
    expect(await takeBack(done)).toMatchObject({
      status: 'undone',
      undone: 2,
      undoFaults: [],
    })
    const [now] = await counts()
    expect(now).toEqual({ ...before[0], tags: Number(before[0]?.['tags']) + 1 })
  })
})
