import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import { importFields, type ImportJob } from '#contract/imports.ts'
import { importSteps } from '#tests/importSteps.ts'
import { openTestApp, type TestApp } from '#tests/testApp.ts'
import { xlsxOf } from '#tests/xlsx.ts'

let testApp: TestApp
let token: string
const { equipment, imports, locations } = contract
const { upload, check, write, takeBack } = importSteps(() => ({ testApp, token }))

beforeAll(async () => {
  testApp = await openTestApp()
  token = await testApp.signIn('administrator')
})
afterAll(() => testApp.close())

const by = ['author@sample.test', '2026-03-05T10:00:00']
const headed = (headings: string, ...rows: (string | number)[][]) => [headings.split(','), ...rows]

function workbook(building: string) {
  const rooms = Array.from({ length: 60 }, (_, index) => ({
    name: `${Math.floor(index / 20) + 1}A${String((index % 20) + 1).padStart(2, '0')}`,
    floor: `Level ${Math.floor(index / 20) + 1}`,
  }))
  const components = Array.from({ length: 200 }, (_, index) => ({
    name: `Unit ${index + 1}`,
    type: `Type ${(index % 5) + 1}`,
    room: rooms[index % 50]?.name ?? '',
  }))
  return xlsxOf({
    Instruction: [
      ['COBie', 'Construction Operations Building information exchange'],
      ['Version', '2.4'],
    ],
    Contact: headed('Email,CreatedBy,CreatedOn,Category,Company,Phone', [
      'maker@sample.test',
      ...by,
      'Supplier',
      'Acme Pumps',
      'n/a',
    ]),
    Facility: headed('Name,CreatedBy,CreatedOn,Category,LinearUnits,Description', [
      building,
      ...by,
      'Clinic',
      'millimeters',
      'n/a',
    ]),
    Floor: headed(
      'Name,CreatedBy,CreatedOn,Category,ExtSystem,ExtObject,ExtIdentifier,Description,Elevation,Height',
      ...[1, 2, 3].map((level) => [
        `Level ${level}`,
        ...by,
        'Floor',
        'n/a',
        'n/a',
        'n/a',
        'n/a',
        level * 3000,
        3000,
      ]),
    ),
    Space: headed(
      'Name,CreatedBy,CreatedOn,Category,FloorName,Description,ExtSystem,ExtObject,ExtIdentifier,RoomTag,UsableHeight,GrossArea,NetArea',
      ...rooms.map(({ name, floor }, index) => [
        name,
        ...by,
        '13-51: Exam',
        floor,
        'Exam room',
        'Revit',
        'IfcSpace',
        `s${index}`,
        100 + index,
        2700,
        20.5,
        'n/a',
      ]),
    ),
    Zone: headed('Name,CreatedBy,CreatedOn,Category,SpaceNames', [
      'Sterile',
      ...by,
      'Use',
      '1A01,1A03',
    ]),
    Type: headed(
      'Name,CreatedBy,CreatedOn,Category,Description,AssetType,Manufacturer,ModelNumber,WarrantyDurationParts,WarrantyDurationUnit',
      ...[1, 2, 3, 4, 5].map((type) => [
        `Type ${type}`,
        ...by,
        '23-27',
        'Circulation pump',
        'Fixed',
        'maker@sample.test',
        `MX-${type}`,
        2,
        'year',
      ]),
    ),
    Component: headed(
      'Name,CreatedBy,CreatedOn,TypeName,Space,Description,ExtSystem,ExtObject,ExtIdentifier,SerialNumber,InstallationDate,WarrantyStartDate,TagNumber,BarCode,AssetIdentifier',
      ...components.map(({ name, type, room }, index) => [
        name,
        ...by,
        type,
        index === 1 ? '1A02,1A04' : room,
        'Circ pump',
        'Revit',
        'IfcPump',
        `c${index}`,
        index === 0 ? 'n/a' : `SN-${index + 1}`,
        '2026-03-05T00:00:00',
        '2026-03-05T00:00:00',
        `T-${index + 1}`,
        'n/a',
        'n/a',
      ]),
    ),
    System: headed('Name,CreatedBy,CreatedOn,Category,ComponentNames', [
      'HW; hot',
      ...by,
      'n/a',
      'Unit 1,Unit 2',
    ]),
    Attribute: headed('Name,CreatedBy,CreatedOn,Category,SheetName,RowName,Value,Unit', [
      'FlowRate',
      ...by,
      'Approved',
      'Component',
      'Unit 1',
      12,
      'l/s',
    ]),
    Document: headed(
      'Name,CreatedBy,CreatedOn,Category,ApprovalBy,Stage,SheetName,RowName,Directory,File',
      ['Manual', ...by, 'Manuals', 'n/a', 'n/a', 'Type', 'Type 1', 'docs', 'pump.pdf'],
    ),
    Spare: headed('Name,CreatedBy,CreatedOn,Category,TypeName,Suppliers', [
      'Seal kit',
      ...by,
      'Parts',
      'Type 1',
      'maker@sample.test',
    ]),
    Job: headed('Name,CreatedBy,CreatedOn,Category,Status,TypeName', [
      'Yearly check',
      ...by,
      'PM',
      'n/a',
      'Type 1',
    ]),
  })
}

describe('a COBie workbook', () => {
  let job: ImportJob
  it('is recognised, and says per sheet what is used', async () => {
    job = (await upload('equipment', workbook('Clinic A'), 'cobie.xlsx')).body
    expect(job.reading).toMatchObject({
      sheet: 'Component',
      shape: { system: 'COBie', kind: 'equipment', isUsed: true },
    })
    expect(job.rowCount).toBe(1 + 3 + 60 + 200 + 2)
    const parts = job.reading?.parts ?? []
    expect(parts.map(({ sheet, rows, used }) => [sheet, rows, used])).toEqual([
      ['Contact', 1, 1],
      ['Facility', 1, 1],
      ['Floor', 3, 3],
      ['Space', 60, 60],
      ['Zone', 1, 1],
      ['Type', 5, 5],
      ['Component', 200, 200],
      ['System', 1, 1],
      ['Attribute', 1, 1],
      ['Document', 1, 1],
      ['Spare', 1, 1],
      ['Job', 1, 1],
    ])
    expect(parts.find(({ sheet }) => sheet === 'Document')?.unusedColumns).toEqual([
      'CreatedBy',
      'CreatedOn',
      'Category',
    ])
  })

  it('becomes a building, its floors and rooms, and the equipment in them, in one run', async () => {
    const checked = await check(job)
    expect(checked.faults).toEqual([])
    expect(checked).toMatchObject({ created: 266, failed: 0 })
    const done = await write(checked)
    expect(done).toMatchObject({ status: 'done', created: 266, failed: 0 })
    const places = (
      await testApp.call(token, locations.listLocations, { body: { importId: job.id, limit: 100 } })
    ).body
    expect(places.count).toBe(64)
    const things = (
      await testApp.call(token, equipment.listEquipment, { body: { importId: job.id, limit: 500 } })
    ).body
    expect(things.count).toBe(200)
    const one = async (name: string) => {
      const found = things.rows.find((row) => row.name === name)
      const { body } = await testApp.call(token, equipment.getEquipment, {
        params: { id: found?.id ?? (0 as never) },
      })
      const facts: Record<string, string> = Object.fromEntries(
        body.details.map(({ key, value }) => [key, value]),
      )
      const place = await testApp.call(token, locations.getLocation, {
        params: { id: body.location?.id ?? (0 as never) },
      })
      const path = [...place.body.path.map((level) => level.name), place.body.name]
      return { ...body, facts, path }
    }
    const first = await one('Unit 1')
    expect(first).toMatchObject({
      equipmentId: 'T-1',
      type: { name: 'Type 1' },
      path: ['Clinic A', 'Level 1', '1A01'],
      warrantyUntil: '2028-03-05',
    })
    expect(first.tags.map(({ name }) => name).toSorted()).toEqual(['HW, hot', 'Sterile'])
    expect(first.facts).toMatchObject({
      WarrantyStartDate: '2026-03-05T00:00:00',
      'Type – WarrantyDurationParts': '2',
      'Type – WarrantyDurationUnit': 'year',
      FlowRate: '12 l/s',
      Documents: 'Manual: docs/pump.pdf',
      ExtIdentifier: 'c0',
    })
    expect(Object.values(first.facts)).not.toContain('n/a')
    const second = await one('Unit 2')
    expect(second.path).toEqual(['Clinic A', 'Level 1', '1A02'])
    expect(second.facts['Further spaces']).toBe('1A04')
    const identifiers = second as unknown as Record<string, unknown>
    const fields: readonly string[] = importFields.equipment
    for (const [field, heading, value] of [
      ['serialNumber', 'SerialNumber', 'SN-2'],
      ['manufacturer', 'Manufacturer', 'Acme Pumps'],
      ['model', 'ModelNumber', 'MX-2'],
    ] as const)
      expect(fields.includes(field) ? identifiers[field] : second.facts[heading]).toBe(value)
    const room = places.rows.find(({ name }) => name === '1A01')
    const detail = await testApp.call(token, locations.getLocation, {
      params: { id: room?.id ?? (0 as never) },
    })
    expect(detail.body).toMatchObject({ type: { name: 'Room' }, parent: { name: 'Level 1' } })
    expect(detail.body.details).toContainEqual({ key: 'GrossArea', value: '20.5' })
    expect(detail.body.details).toContainEqual({ key: 'Zone', value: 'Sterile' })
  })

  it('changes nothing when it is imported again, and stands beside another building', async () => {
    const again = await check((await upload('equipment', workbook('Clinic A'))).body)
    expect(again).toMatchObject({ created: 0, updated: 0, unchanged: 266, failed: 0 })
    const other = await check((await upload('equipment', workbook('Clinic B'))).body)
    // Components of the other file have the same numbers, so they would move.
    expect(other).toMatchObject({ created: 64, updated: 200, unchanged: 2, failed: 0 })
  })

  it('is undone whole', async () => {
    const { body: preview } = await testApp.call(token, imports.getImportUndo, {
      params: { id: job.id },
    })
    expect(preview).toEqual({ removed: 266, restored: 0, touched: 0 })
    expect(await takeBack(job)).toMatchObject({ status: 'undone', undone: 266, undoFaults: [] })
    const left = await testApp.call(token, locations.listLocations, { body: { search: '1A0' } })
    expect(left.body.count).toBe(0)
  })

  it('can be read sheet by sheet', async () => {
    const { body } = await upload('equipment', workbook('Clinic C'))
    const again = await testApp.call(token, imports.rereadImport, {
      params: { id: body.id },
      body: { sheet: 'Component', usesShape: false },
    })
    expect(again.body.rowCount).toBe(200)
    expect(again.body.reading?.parts).toBeUndefined()
    const places = (await upload('locations', workbook('Clinic C'))).body
    expect(places.reading?.parts).toBeUndefined()
  })
})
