import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import { importedThings, type ImportKind } from '#contract/imports.ts'
import { languages } from '#contract/languages.ts'
import type { ExportedInput } from '#contract/listExports.ts'
import { inCompany } from '#kernel/data/transaction.ts'
import type { Fixtures } from '#tests/fixtures.ts'
import { openTestAppWithFixtures } from '#tests/fixturesTemplate.ts'
import { importSteps } from '#tests/importSteps.ts'
import { exportAsCsv, exportList } from '#tests/listExport.ts'
import type { TestApp } from '#tests/testApp.ts'

let testApp: TestApp
let token: string
let own: Fixtures
const lists = [
  'equipment',
  'locations',
  'stock',
  'people',
  'schedules',
  'tickets',
  'meterReadings',
] as const
type RruleDraftInput = z.input<typeof contract.rrules.createRrule.body>
type List = (typeof lists)[number] & ImportKind

beforeAll(async () => {
  ;({ testApp, token, fixtures: own } = await openTestAppWithFixtures())
  await fill()
})
afterAll(() => testApp.close())

const { uploadAndCheck } = importSteps(() => ({ testApp, token }))
const speak = (language: (typeof languages)[number]) =>
  inCompany(testApp.pool, testApp.here.id, (db) =>
    db.execute(
      sql`update app_user set language = ${language} where id = ${testApp.here.users.administrator}`,
    ),
  )
const whatOf = (list: List) => ({ list, question: {} }) as ExportedInput

async function fill(): Promise<void> {
  const { locations, equipment, inventory, people, rrules, tickets, orgEntities, referenceData } =
    contract
  const department = await testApp.ok(token, orgEntities.createOrgEntity, {
    body: {
      code: 'CARD',
      name: 'Cardiology; ward',
      kind: 'department',
      parentId: null,
      userIds: [],
    },
  })
  const outer = await testApp.ok(token, locations.createLocation, {
    body: { name: 'House of trips', code: 'T-0', typeId: own.locationType ?? 0 },
  })
  const place = await testApp.ok(token, locations.createLocation, {
    body: {
      name: '=Room of trips',
      code: 'T-1',
      typeId: own.locationType ?? 0,
      parentId: outer.id,
      orgEntityId: department.id,
      latitude: -33.123456,
      longitude: 151.5,
      timezone: 'Australia/Sydney',
      details: [{ key: 'Door', value: '-1; =2' }],
    },
  })
  const thing = await testApp.ok(token, equipment.createEquipment, {
    body: {
      name: '+Pump of trips',
      equipmentId: '00042',
      typeId: own.equipmentType ?? 0,
      statusId: own.equipmentStatus ?? null,
      locationId: place.id,
      locationText: 'two\nlines',
      orgEntityId: department.id,
      serialNumber: '0007',
      manufacturer: 'ACME, Inc.',
      model: '=M1',
      gtin: '07610000000011',
      lot: 'L;1',
      producedOn: '2019-02-28',
      purchasedOn: '2020-02-29',
      warrantyUntil: '2199-12-31',
      tagIds: [own.tag ?? 0],
      isStatic: true,
      details: [
        { key: 'Maker', value: '  =ACME; "quoted", 1,5  ' },
        { key: 'location', value: 'a fact that is named like a field' },
      ],
    },
  })
  const item = own.inventoryItem ?? 0
  await testApp.ok(token, referenceData.updateInventoryItem, {
    params: { id: item },
    body: { version: 1, supplier: '=Acme; Ltd', catalogueNumber: '0012' },
  })
  await testApp.ok(token, inventory.receiveStock, {
    body: { itemId: item, locationId: place.id, amount: 2.5, lot: 'A', expiresOn: '2030-01-31' },
  })
  await testApp.ok(token, inventory.receiveStock, {
    body: { itemId: item, locationId: place.id, amount: 0.000001, lot: 'B' },
  })
  await testApp.ok(token, inventory.keepStock, {
    body: { itemId: item, locationId: outer.id, minimum: 3.25 },
  })
  const role = await testApp.ok(token, people.createRole, {
    body: { name: 'Looks only; never writes', permissions: [] },
  })
  const invited = await testApp.ok(token, people.inviteUser, {
    body: {
      firstName: 'Žofie',
      lastName: 'Šťastná-Nová',
      email: 'Zofie+trips@sample.test',
      phone: '+420 601 000 000',
      language: 'sk',
      roleIds: [role.id],
      allEquipment: false,
      allLocations: true,
      allProcedures: false,
      equipmentTypeIds: [own.equipmentType ?? 0],
      locationTypeIds: [own.locationType ?? 0],
      procedureTypeIds: [own.procedureType ?? 0],
      orgEntityId: department.id,
    },
  })
  const common = {
    procedureId: own.procedure ?? 0,
    onHoliday: 'moveToNext',
    onNonWorkingDay: 'skip',
    whenOverdue: 'close',
    userIds: [Number(invited.id)],
    roleIds: [Number(role.id)],
  } satisfies Partial<RruleDraftInput>
  await testApp.ok(token, rrules.createRrule, {
    body: {
      ...common,
      name: 'Every second Tuesday',
      objects: 'equipment',
      rruleData: {
        equipmentIds: [thing.id],
        equipmentTypeIds: [own.equipmentType ?? 0],
        equipmentStatusIds: [own.equipmentStatus ?? 0],
        locationIds: [place.id],
        locationTypeIds: [own.locationType ?? 0],
        tagIds: [own.tag ?? 0],
      },
      kind: 'specific',
      rule: 'RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=TU\nEXDATE:20270105T080000',
      every: null,
      restartAfter: null,
      repeatCount: null,
      start: '2026-12-01T08:00',
      end: null,
      deadline: { kind: 'workingHours', hours: 12 },
      reminder: { from: 'beforeDeadline', amount: 90, unit: 'minutes' },
      isActive: true,
    },
  })
  await testApp.ok(token, rrules.createRrule, {
    body: {
      ...common,
      name: null,
      objects: 'equipment',
      rruleData: {},
      kind: 'rolling',
      rule: null,
      every: { amount: 3, unit: 'months' },
      restartAfter: { amount: 2, unit: 'weeks' },
      repeatCount: 7,
      start: '2026-12-01T08:05',
      end: '2030-12-31',
      deadline: { kind: 'custom', amount: 5, unit: 'days' },
      reminder: null,
      isActive: false,
    },
  })
  const hours = await testApp.ok(token, contract.meters.createMeterType, {
    body: {
      name: 'Hours of trips',
      source: 'hand',
      unit: 'h',
      equipmentTypeIds: [],
      statusIds: [],
      sensorTypeId: null,
      above: null,
      questionId: null,
      procedureId: null,
      rollsOverAt: null,
    },
  })
  const meter = await testApp.ok(token, contract.meters.addMeter, {
    body: { equipmentId: thing.id, typeId: hours.id },
  })
  const reading = { clientKey: '', kind: 'read' as const, startsAt: null, endsAt: null }
  for (const change of [
    { value: 1_000.125, at: '2026-10-25T00:30:05.678Z' },
    { value: 1_001.5, at: '2026-10-25T01:30:05.678Z' },
    { value: 7, at: '2026-11-01T08:00:00Z', kind: 'reset' as const, startsAt: 1.5 },
    { value: 40, at: '2026-11-02T08:00:00Z', kind: 'replaced' as const, startsAt: 30, endsAt: 9 },
  ])
    await testApp.ok(token, contract.meters.addMeterReading, {
      params: { id: meter.id },
      body: { ...reading, ...change, clientKey: crypto.randomUUID() },
    })
  await testApp.ok(token, rrules.createRrule, {
    body: {
      ...common,
      name: 'By use',
      objects: 'equipment',
      rruleData: { equipmentIds: [thing.id] },
      kind: 'byUse',
      rule: null,
      every: null,
      use: {
        meterTypeId: hours.id,
        quantity: 1_250.5,
        latest: { amount: 6, unit: 'months' },
        earliest: { amount: 10, unit: 'days' },
      },
      restartAfter: null,
      repeatCount: null,
      start: '2026-12-01T08:05',
      end: null,
      deadline: { kind: 'none' },
      reminder: null,
      isActive: true,
    },
  })
  const opened = await testApp.ok(token, tickets.openTicket, {
    body: {
      title: '-The pump leaks',
      description: '  Water,\n"everywhere"; 1,5 l\n',
      ticketTypeId: own.ticketType ?? 0,
      equipmentId: thing.id,
      locationId: place.id,
      assigneeId: testApp.here.users.administrator,
      orgEntityId: department.id,
      priority: 'high',
    },
  })
  await inCompany(testApp.pool, testApp.here.id, (db) =>
    // The hour repeated in autumn, where only the offset distinguishes times.
    db.execute(sql`update ticket set opened_at = '2026-10-25T00:30:05.678Z', respond_by = '2026-10-25T01:30:00Z',
      due_by = '2026-10-26T01:30:00Z', closed_at = '2026-10-25T01:30:05Z' where id = ${opened.id}`),
  )
}

describe('an exported list, imported again', () => {
  it.each(
    languages.flatMap((language) =>
      (['xlsx', 'csv'] as const).map((format) => [language, format] as const),
    ),
  )('changes nothing, whatever stands in its cells: %s, %s', async (language, format) => {
    await speak(language)
    for (const list of lists) {
      const file = await exportList(testApp, token, whatOf(list), { format })
      const job = await uploadAndCheck(list, file)
      const changed = job.preview.filter(({ action }) => action !== 'unchanged')
      const context = `${list} ${JSON.stringify([job.faults, changed, job.mapping.columns])}`
      expect(job.faults, context).toEqual([])
      expect(job, context).toMatchObject({ status: 'checked', created: 0, updated: 0 })
      expect(job.unchanged, context).toBe(job.rowCount)
      expect(job.rowCount, context).toBeGreaterThan(1)
    }
  })

  it('changes nothing with keys for headings either, and has every field', async () => {
    await speak('en')
    for (const list of lists) {
      const csv = await exportAsCsv(testApp, token, whatOf(list))
      const job = await uploadAndCheck(list, csv)
      const changed = job.preview.filter(({ action }) => action !== 'unchanged')
      expect(job, `${list} ${JSON.stringify([job.faults, changed])}`).toMatchObject({
        faults: [],
        created: 0,
        updated: 0,
        unchanged: job.rowCount,
      })
      const fields = Object.keys(importedThings[list]).filter(
        (field) => !['details', 'metadata', 'lot'].includes(field),
      )
      expect(job.mapping.columns, list).toEqual(expect.arrayContaining(fields))
    }
  })
})
