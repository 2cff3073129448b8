/**
 * A company with a building of three rooms and another building, and what the tests of schedules do
 * there.
 */
import { afterAll, beforeAll, expect } from 'vitest'
import type { z } from 'zod'
import type { Endpoint, Input } from '#contract/endpoint.ts'
import type { Id } from '#contract/ids.ts'
import { contract } from '#contract/index.ts'
import type { RruleDraft } from '#contract/rrules/rruleShapes.ts'
import { runSchedules } from '../server/modules/work/schedules/index.ts'
import { openTestApp, type Answer, type TestApp } from './testApp.ts'

const { rrules, referenceLists, locations, procedures, procedureLogs } = contract

type Target = 'equipment' | 'location' | 'either'

/**
 * Opens it before the tests of the calling file and closes it after them. 20 November 2026 is a
 * Friday; the company is in Jerusalem, at UTC+2.
 */
export function withSchedules() {
  let opened: TestApp | undefined
  let admin = ''
  const testApp = (): TestApp => {
    if (opened === undefined) throw new Error('It is opened before the tests, not before that.')
    return opened
  }
  const ids = {
    room: 0 as Id<'locationType'>,
    building: 0 as Id<'location'>,
    other: 0 as Id<'location'>,
    kind: 0 as Id<'equipmentType'>,
    type: 0 as Id<'procedureType'>,
  }
  const rooms: Id<'location'>[] = []
  const call = <E extends Endpoint>(
    endpoint: E,
    input: Input<E>,
  ): Promise<Answer<z.output<E['response']>>> => testApp().call(admin, endpoint, input)

  beforeAll(async () => {
    opened = await openTestApp()
    admin = await opened.signIn('administrator')
    ids.room = (await call(referenceLists.createLocationType, { body: { name: 'Room' } })).body.id
    ids.kind = (await call(referenceLists.createEquipmentType, { body: { name: 'Pump' } })).body.id
    ids.type = (
      await call(referenceLists.createProcedureType, { body: { name: 'Round', isTracer: false } })
    ).body.id
    const buildingType = (
      await call(referenceLists.createLocationType, { body: { name: 'Building' } })
    ).body.id
    const place = async (name: string, typeId: Id<'locationType'>, parentId?: Id<'location'>) =>
      (
        await call(locations.createLocation, {
          body: { name, code: name, typeId, ...(parentId === undefined ? {} : { parentId }) },
        })
      ).body.id
    ids.building = await place('A', buildingType)
    ids.other = await place('B', buildingType)
    for (const name of ['A1', 'A2', 'A3']) rooms.push(await place(name, ids.room, ids.building))
    await place('B1', ids.room, ids.other)
  })
  afterAll(() => testApp().close())

  let serial = 0
  const makeProcedure = async (target: Target = 'location') =>
    (
      await call(procedures.createProcedure, {
        body: { name: `Round ${(serial += 1)}`, typeId: ids.type, target, questions: [] },
      })
    ).body
  const draft = (procedureId: number, change: Partial<RruleDraft> = {}) => ({
    name: null,
    procedureId,
    rruleData: { locationIds: [ids.building], locationTypeIds: [ids.room] },
    objects: 'locations' as const,
    kind: 'specific' as const,
    rule: 'FREQ=DAILY',
    every: null,
    use: null,
    restartAfter: null,
    repeatCount: null,
    start: '2026-11-20T08:00',
    end: null,
    deadline: { kind: 'endOfDay' as const },
    reminder: null,
    onHoliday: 'keep' as const,
    onNonWorkingDay: 'keep' as const,
    whenOverdue: 'keepOpen' as const,
    userIds: [],
    roleIds: [],
    isActive: true,
    ...change,
  })
  const make = async (change: Partial<RruleDraft> = {}, target?: Target) => {
    const procedure = await makeProcedure(target)
    const answer = await call(rrules.createRrule, { body: draft(procedure.id, change) })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    return { procedure, rule: answer.body }
  }
  const roomOf = async (name: string) => {
    const { rows } = (await call(locations.listLocations, { body: { search: name, limit: 5 } }))
      .body
    const room = rows.find((row) => row.name === name)
    if (room === undefined) throw new Error(`There is no room ${name}.`)
    return room.id
  }
  const run = () => runSchedules(testApp().app.kernel)
  const occurrencesOf = async (rruleId: number, body: object = {}) =>
    (
      await call(rrules.listOccurrences, {
        body: { rruleId: rruleId as Id<'rrule'>, sort: 'at', limit: 500, ...body },
      })
    ).body
  const goTo = async (at: string) => {
    const { clock } = testApp()
    clock.advance(Date.parse(at) - clock.now().getTime())
    admin = await testApp().signIn('administrator')
  }
  const perform = (
    procedure: { id: Id<'procedure'>; version: number },
    locationId: number | null,
    equipmentId: number | null = null,
  ) =>
    call(procedureLogs.submitProcedureLog, {
      body: {
        clientKey: crypto.randomUUID(),
        procedureId: procedure.id,
        procedureVersion: procedure.version,
        equipmentId: equipmentId as Id<'equipment'> | null,
        locationId: locationId as Id<'location'> | null,
        startedAt: testApp().clock.now().toISOString(),
        answers: [],
      },
    })
  return {
    testApp,
    ids,
    rooms,
    call,
    makeProcedure,
    draft,
    make,
    roomOf,
    run,
    occurrencesOf,
    goTo,
    perform,
  }
}
