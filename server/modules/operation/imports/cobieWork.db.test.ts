import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import type { ImportJob } from '#contract/imports.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import { importSteps } from '#tests/importSteps.ts'
import { openTestApp, type TestApp } from '#tests/testApp.ts'
import { xlsxOf } from '#tests/xlsx.ts'

let testApp: TestApp
let token: string
const { referenceLists, procedures, referenceData, rrules } = contract
const { upload, check, write, takeBack } = importSteps(() => ({ testApp, token }))

beforeAll(async () => {
  testApp = await openTestApp()
  token = await testApp.signIn('administrator')
})
afterAll(() => testApp.close())

const by = ['author@sample.test', '2026-03-05T10:00:00']
const none = 'n/a'
const ext = ['Revit', 'IfcTask', 'x1']
const headed = (headings: string, ...rows: (string | number)[][]) => [headings.split(','), ...rows]
const task = (
  name: string,
  type: string,
  [number, priors, description]: [number: string | number, priors: string, description: string],
  [start, startUnit, every, unit]: [string | number, string, string | number, string],
  resources = none,
) => [
  name,
  ...by,
  'PM',
  'Not Yet Started',
  type,
  description,
  2,
  'hour',
  start,
  startUnit,
  every,
  unit,
  ...ext,
  number,
  priors,
  resources,
]

/** All sheets of the template; `seal` is the part number of a spare part. */
const workbook = (seal = 'SK-100') =>
  xlsxOf({
    Contact: headed('Email,CreatedBy,CreatedOn,Category,Company,Phone', [
      'maker@sample.test',
      ...by,
      'Supplier',
      'Acme Pumps',
      none,
    ]),
    Facility: headed('Name,CreatedBy,CreatedOn,Category', ['Clinic', ...by, 'Clinic']),
    Floor: headed('Name,CreatedBy,CreatedOn,Category', ['Level 1', ...by, 'Floor']),
    Space: headed('Name,CreatedBy,CreatedOn,Category,FloorName', [
      '1A01',
      ...by,
      'Room',
      'Level 1',
    ]),
    Type: headed(
      'Name,CreatedBy,CreatedOn,Category',
      ['Pump', ...by, '23-27'],
      ['Fan', ...by, '23-33'],
    ),
    Component: headed(
      'Name,CreatedBy,CreatedOn,TypeName,Space,ExtIdentifier,TagNumber',
      ['P-1', ...by, 'Pump', '1A01', 'c1', 'P-1'],
      ['F-1', ...by, 'Fan', '1A01', 'c2', 'F-1'],
    ),
    Assembly: headed('Name,CreatedBy,CreatedOn,SheetName,ParentName,ChildNames', [
      'Skid',
      ...by,
      'Component',
      'P-1',
      'F-1',
    ]),
    Connection: headed('Name,CreatedBy,CreatedOn,ConnectionType'),
    Spare: headed(
      'Name,CreatedBy,CreatedOn,Category,TypeName,Suppliers,ExtSystem,ExtObject,ExtIdentifier,Description,SetNumber,PartNumber',
      ['Seal kit', ...by, 'Part', 'Pump', 'maker@sample.test', ...ext, 'For all pumps', none, seal],
      ['Belt', ...by, 'Part', 'Fan', none, ...ext, none, 'SET-2', none],
    ),
    Resource: headed(
      'Name,CreatedBy,CreatedOn,Category,ExtSystem,ExtObject,ExtIdentifier,Description',
      ['Ladder', ...by, 'Tools', ...ext, '3 m'],
      ['Crane', ...by, 'Tools', ...ext, none],
    ),
    Job: headed(
      'Name,CreatedBy,CreatedOn,Category,Status,TypeName,Description,Duration,DurationUnit,Start,TaskStartUnit,Frequency,FrequencyUnit,ExtSystem,ExtObject,ExtIdentifier,TaskNumber,Priors,ResourceNames',
      task(
        'Pump service',
        'Pump',
        [2, '1', 'Change the seal'],
        [1, 'month', 1, 'quarter'],
        'Ladder',
      ),
      task('Pump service', 'Pump', [1, none, 'Shut the valve'], [1, 'month', 1, 'quarter']),
      task('Look', 'Pump', [none, none, none], ['2027-01-04', none, 1, 'week']),
      task('Look', 'Fan', [none, none, none], ['2027-01-04', none, 1, 'week']),
      task('On request', 'Fan', [none, none, 'Clean it'], [none, none, none, 'as required']),
    ),
    Impact: headed('Name,CreatedBy,CreatedOn,ImpactType'),
    Coordinate: headed('Name,CreatedBy,CreatedOn,Category', ['Level 1', ...by, 'point']),
    Issue: headed('Name,CreatedBy,CreatedOn,Type'),
    PickLists: headed('ApprovalBy', ['Owner']),
  })

const drafts = async (search: string) => {
  const { body } = await testApp.call(token, procedures.listProcedures, { body: { search } })
  return Promise.all(
    body.rows.map(
      async ({ id }) =>
        (await testApp.call(token, procedures.getProcedure, { params: { id } })).body,
    ),
  )
}
const items = async () =>
  (await testApp.call(token, referenceData.listInventoryItems, { body: {} })).body.rows
const typeIds = async () => {
  const { body } = await testApp.call(token, referenceLists.listEquipmentTypes, { body: {} })
  return new Map(body.rows.map(({ name, id }) => [name, id]))
}
const rules = async () => (await testApp.call(token, rrules.listRrules, { body: {} })).body.rows

describe('spare parts and job plans of COBie', () => {
  let job: ImportJob
  it('are counted by sheet, also of sheets that are not used at all', async () => {
    job = (await upload('equipment', workbook(), 'cobie.xlsx')).body
    const parts = job.reading?.parts ?? []
    const ofSheet = (name: string) => parts.find(({ sheet }) => sheet === name)
    expect(ofSheet('Spare')).toMatchObject({ rows: 2, used: 2 })
    expect(ofSheet('Spare')?.unusedColumns).toEqual([
      'CreatedBy',
      'CreatedOn',
      'ExtSystem',
      'ExtObject',
      'ExtIdentifier',
      'Description',
    ])
    expect(ofSheet('Resource')).toMatchObject({ rows: 2, used: 1 })
    expect(ofSheet('Job')).toMatchObject({ rows: 5, used: 5 })
    expect(ofSheet('Assembly')).toEqual({ sheet: 'Assembly', rows: 1, used: 0, unusedColumns: [] })
    expect(ofSheet('Coordinate')).toMatchObject({ rows: 1, used: 0 })
  })

  it('become items with types and draft procedures with schedules, in the same run', async () => {
    const checked = await check(job)
    expect(checked.faults).toEqual([])
    // 3 locations, 2 pieces, 2 items, 3 procedures, 2 schedules
    expect(checked).toMatchObject({ created: 12, failed: 0 })
    expect(await write(checked)).toMatchObject({ status: 'done', created: 12, failed: 0 })
    const types = await typeIds()
    const [belt, kit] = (await items()).toSorted((a, b) => (a.name < b.name ? -1 : 1))
    expect(kit).toMatchObject({
      name: 'Seal kit',
      category: 'Part',
      catalogueNumber: 'SK-100',
      supplier: 'Acme Pumps',
      fitsTypeIds: [types.get('Pump')],
    })
    expect(belt).toMatchObject({ catalogueNumber: 'SET-2', supplier: null })

    const [service] = await drafts('Pump service')
    expect(service).toMatchObject({
      isActive: false,
      target: 'equipment',
      type: { name: 'PM' },
      equipmentTypeIds: [types.get('Pump')],
    })
    expect(service?.questions.map(({ title, help }) => [title, help])).toEqual([
      ['1. Shut the valve', 'Duration: 2 hour'],
      ['2. Change the seal', 'Duration: 2 hour\nLadder: Tools, 3 m'],
    ])
    expect(service?.questions[0]?.answers.map(({ title }) => title)).toEqual(['Done', 'Not done'])
    const [look, ...others] = await drafts('Look')
    expect(others).toEqual([])
    expect(new Set(look?.equipmentTypeIds)).toEqual(new Set([types.get('Pump'), types.get('Fan')]))

    const made = await rules()
    expect(made.map(({ procedure }) => procedure.name).toSorted()).toEqual(['Look', 'Pump service'])
    const every = (name: string) => made.find(({ procedure }) => procedure.name === name)
    expect(every('Pump service')).toMatchObject({
      isActive: false,
      kind: 'rolling',
      every: { amount: 3, unit: 'months' },
      rruleData: { equipmentTypeIds: [types.get('Pump')] },
    })
    expect(every('Look')).toMatchObject({
      every: { amount: 1, unit: 'weeks' },
      start: '2027-01-04T00:00',
    })
  })

  it('change nothing when they come again, but for what the file changed', async () => {
    const again = await check((await upload('equipment', workbook())).body)
    expect(again).toMatchObject({ created: 0, updated: 0, unchanged: 12, failed: 0 })
    const corrected = await check((await upload('equipment', workbook('SK-200'))).body)
    expect(corrected).toMatchObject({ created: 0, updated: 1, unchanged: 11, failed: 0 })
    const done = await write(corrected)
    const kit = async () => (await items()).find(({ name }) => name === 'Seal kit')
    expect(await kit()).toMatchObject({ catalogueNumber: 'SK-200' })
    expect(await takeBack(done)).toMatchObject({ undone: 1, undoFaults: [] })
    expect(await kit()).toMatchObject({ catalogueNumber: 'SK-100' })
  })

  it('are undone with the rest', async () => {
    expect(await takeBack(job)).toMatchObject({ status: 'undone', undone: 12, undoFaults: [] })
    expect(await items()).toEqual([])
    expect(await rules()).toEqual([])
    expect(await drafts('Pump service')).toEqual([])
    expect((await typeIds()).has('Pump')).toBe(false)
    const { body } = await testApp.call(token, referenceLists.listProcedureTypes, {
      body: { search: 'PM' },
    })
    expect(body.count).toBe(0)
  })

  it('are faults for someone who may not edit lists and procedures', async () => {
    const { pool, here } = testApp
    await asSystem(pool, (db) =>
      db
        .update(tables.role)
        .set({ permissions: ['editor|import', 'editor|equipment', 'editor|locations'] })
        .where(
          ofCompany(
            tables.role,
            here.id,
            sql`${tables.role.id} in (select role_id from user_role where user_id = ${here.users.manager})`,
          ),
        ),
    )
    await asSystem(pool, (db) =>
      db
        .insert(tables.equipmentType)
        .values(['Pump', 'Fan'].map((name) => ({ companyId: here.id, name }))),
    )
    await asSystem(pool, (db) =>
      db
        .insert(tables.locationType)
        .values(['Building', 'Floor', 'Room'].map((name) => ({ companyId: here.id, name }))),
    )
    token = await testApp.signIn('manager')
    const checked = await check((await upload('equipment', workbook())).body)
    expect(checked).toMatchObject({ created: 5, failed: 7 })
    expect(new Set(checked.faults.map(({ code }) => code))).toEqual(
      new Set(['cannotMake', 'unknownName']),
    )
  })
})
