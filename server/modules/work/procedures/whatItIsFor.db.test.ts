import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import type { Id } from '#contract/ids.ts'
import type { ProcedureDetail } from '#contract/procedures/procedures.ts'
import { openTestApp, type TestApp } from '#tests/testApp.ts'

const { equipment, journal, procedureLogs, procedures, referenceLists, rrules } = contract
let testApp: TestApp
let admin: string
let pumps: Id<'equipmentType'>, beds: Id<'equipmentType'>
let pump: Id<'equipment'>, bed: Id<'equipment'>
let check: ProcedureDetail

const ok = async <T>(answer: Promise<{ status: number; body: T }>): Promise<T> => {
  const { status, body } = await answer
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}
const refusalOf = ({ status, body }: { status: number; body: unknown }) => {
  const [error] = (body as { errors?: { path: string; code: string }[] }).errors ?? []
  return `${status} ${error?.path} ${error?.code}`
}
const perform = (equipmentId: Id<'equipment'>, procedureVersion = check.version) =>
  testApp.call(admin, procedureLogs.submitProcedureLog, {
    body: {
      clientKey: randomUUID(),
      procedureId: check.id,
      procedureVersion,
      equipmentId,
      locationId: null,
      startedAt: testApp.clock.now().toISOString(),
      answers: [],
    },
  })

beforeAll(async () => {
  testApp = await openTestApp()
  admin = await testApp.signIn('administrator')
  const typeOf = async (name: string) =>
    (await ok(testApp.call(admin, referenceLists.createEquipmentType, { body: { name } }))).id
  const thingOf = async (name: string, typeId: Id<'equipmentType'>) =>
    (await ok(testApp.call(admin, equipment.createEquipment, { body: { name, typeId } }))).id
  ;[pumps, beds] = [await typeOf('Pump'), await typeOf('Bed')]
  ;[pump, bed] = [await thingOf('Pump 1', pumps), await thingOf('Bed 1', beds)]
  const type = await ok(
    testApp.call(admin, referenceLists.createProcedureType, {
      body: { name: 'Round', isTracer: false },
    }),
  )
  check = await ok(
    testApp.call(admin, procedures.createProcedure, {
      body: { name: 'Check', typeId: type.id, target: 'equipment', questions: [] },
    }),
  )
})
afterAll(() => testApp.close())

const forTypes = async (equipmentTypeIds: Id<'equipmentType'>[]) => {
  check = await ok(
    testApp.call(admin, procedures.updateProcedure, {
      params: { id: check.id },
      body: { version: check.version, equipmentTypeIds },
    }),
  )
}

it('a procedure is for any equipment if it names no types, and its journal says what it is for', async () => {
  expect(check.equipmentTypeIds).toEqual([])
  expect((await perform(bed)).status).toBe(200)
  await forTypes([pumps])
  const { rows } = await ok(
    testApp.call(admin, journal.listJournal, { body: { entity: 'procedure', entityId: check.id } }),
  )
  expect(rows[0]?.changes).toEqual([
    expect.objectContaining({
      field: 'equipmentTypes',
      after: [expect.objectContaining({ id: pumps, name: 'Pump' })],
    }),
  ])
})

it('a procedure refuses equipment of another type, and accepts what was begun before the types were set', async () => {
  expect(refusalOf(await perform(bed))).toBe('400 body.equipmentId wrongEquipmentType')
  expect((await perform(pump)).status).toBe(200)
  expect((await perform(bed, check.version - 1)).status).toBe(200)
})

it('a procedure is not scheduled for another type, and in a group only fitting equipment is due', async () => {
  const rule = (rruleData: object) =>
    testApp.raw(admin, 'POST', '/api/rrules', {
      name: null,
      procedureId: check.id,
      rruleData,
      objects: 'equipment',
      kind: 'specific',
      rule: 'FREQ=DAILY',
      every: null,
      restartAfter: null,
      repeatCount: null,
      start: '2026-11-21T08:00',
      end: null,
      deadline: { kind: 'none' },
      reminder: null,
      onHoliday: 'keep',
      onNonWorkingDay: 'keep',
      whenOverdue: 'keepOpen',
      userIds: [],
      roleIds: [],
      isActive: true,
    })
  expect(refusalOf(await rule({ equipmentIds: [pump, bed] }))).toBe(
    '400 body.rruleData.equipmentIds wrongEquipmentType',
  )
  expect(refusalOf(await rule({ equipmentTypeIds: [beds] }))).toBe(
    '400 body.rruleData.equipmentTypeIds wrongEquipmentType',
  )
  expect((await rule({ equipmentIds: [pump] })).status).toBe(200)
  const all = await ok(
    testApp.call(admin, rrules.listIncludedEquipment, {
      body: { rruleData: {}, objects: 'equipment', procedureId: check.id },
    }),
  )
  expect(all.rows.map(({ id }) => id)).toEqual([pump])
})

it('a procedure keeps the type that it names from deletion, and refuses an unknown type', async () => {
  const deleted = await testApp.call(admin, referenceLists.deleteEquipmentType, {
    params: { id: pumps },
  })
  expect(deleted.status).toBe(409)
  const unknown = await testApp.raw(admin, 'PUT', `/api/procedures/${check.id}`, {
    version: check.version,
    equipmentTypeIds: [999_999],
  })
  expect(refusalOf(unknown)).toMatch(/^40\d body\.equipmentTypeIds/)
})
