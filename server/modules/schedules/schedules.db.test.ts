import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '#contract/index'
import type { RruleDraft } from '#contract/rrules'
import type { Id } from '#contract/ids'
import { openTestApp, type TestApp } from '../../../tests/testApp.ts'
import { runSchedules } from './index.ts'

let testApp: TestApp
let admin: string
const {
  rrules,
  referenceLists,
  locations,
  equipment,
  procedures,
  procedureLogs,
  companies,
  people,
} = contract
const ids = {
  room: 0 as Id<'locationType'>,
  building: 0 as Id<'location'>,
  other: 0 as Id<'location'>,
  kind: 0 as Id<'equipmentType'>,
  type: 0 as Id<'procedureType'>,
}
let rooms: number[] = []

// 20 November 2026 is a Friday; the company lives in Jerusalem, two hours ahead.
beforeAll(async () => {
  testApp = await openTestApp()
  admin = await testApp.signIn('administrator')
  ids.room = (
    await testApp.call(admin, referenceLists.createLocationType, { body: { name: 'Room' } })
  ).body.id
  ids.kind = (
    await testApp.call(admin, referenceLists.createEquipmentType, { body: { name: 'Pump' } })
  ).body.id
  ids.type = (
    await testApp.call(admin, referenceLists.createProcedureType, {
      body: { name: 'Round', isTracer: false },
    })
  ).body.id
  const buildingType = (
    await testApp.call(admin, referenceLists.createLocationType, { body: { name: 'Building' } })
  ).body.id
  ids.building = (
    await testApp.call(admin, locations.createLocation, {
      body: { name: 'A', code: 'A', typeId: buildingType },
    })
  ).body.id
  ids.other = (
    await testApp.call(admin, locations.createLocation, {
      body: { name: 'B', code: 'B', typeId: buildingType },
    })
  ).body.id
  rooms = []
  for (const name of ['A1', 'A2', 'A3'])
    rooms.push(
      (
        await testApp.call(admin, locations.createLocation, {
          body: { name, code: name, typeId: ids.room, parentId: ids.building },
        })
      ).body.id,
    )
  await testApp.call(admin, locations.createLocation, {
    body: { name: 'B1', code: 'B1', typeId: ids.room, parentId: ids.other },
  })
})
afterAll(() => testApp.close())

let serial = 0
const makeProcedure = async (target: 'equipment' | 'location' | 'either' = 'location') =>
  (
    await testApp.call(admin, procedures.createProcedure, {
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
const make = async (
  change: Partial<RruleDraft> = {},
  target?: 'equipment' | 'location' | 'either',
) => {
  const procedure = await makeProcedure(target)
  const answer = await testApp.call(admin, rrules.createRrule, {
    body: draft(procedure.id, change),
  })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return { procedure, rule: answer.body }
}
const roomOf = async (name: string) => {
  const { rows } = (
    await testApp.call(admin, locations.listLocations, { body: { search: name, limit: 5 } })
  ).body
  const room = rows.find((row) => row.name === name)
  if (room === undefined) throw new Error(`There is no room ${name}.`)
  return room.id
}
const run = () => runSchedules(testApp.app.kernel)
const occurrencesOf = async (rruleId: number, body: object = {}) =>
  (
    await testApp.call(admin, rrules.listOccurrences, {
      body: { rruleId: rruleId as Id<'rrule'>, sort: 'at', limit: 500, ...body },
    })
  ).body
const goTo = async (at: string) => {
  testApp.clock.advance(Date.parse(at) - testApp.clock.now().getTime())
  admin = await testApp.signIn('administrator')
}
const perform = async (
  procedure: { id: Id<'procedure'>; version: number },
  locationId: number | null,
  equipmentId: number | null = null,
) =>
  testApp.call(admin, procedureLogs.submitProcedureLog, {
    body: {
      clientKey: crypto.randomUUID(),
      procedureId: procedure.id,
      procedureVersion: procedure.version,
      equipmentId: equipmentId as Id<'equipment'> | null,
      locationId: locationId as Id<'location'> | null,
      startedAt: testApp.clock.now().toISOString(),
      answers: [],
    },
  })

describe('a schedule', () => {
  it('takes in what fits, makes it due once, knows it done in time, late and missed', async () => {
    await goTo('2026-11-20T09:00:00Z')
    const { procedure, rule } = await make({ start: '2026-11-21T08:00' })
    expect(rule).toMatchObject({ objectCount: 3, nextAt: '2026-11-21T06:00:00.000Z' })
    await run()
    expect((await occurrencesOf(rule.id)).count).toBe(0)
    await goTo('2026-11-21T06:00:30Z')
    await run()
    await run()
    const due = await occurrencesOf(rule.id)
    expect(
      due.rows.map(({ location, state, at, dueBy }) => [location?.name, state, at, dueBy]),
    ).toEqual(
      ['A1', 'A2', 'A3'].map((name) => [
        name,
        'due',
        '2026-11-21T06:00:00.000Z',
        '2026-11-21T21:59:59.999Z',
      ]),
    )
    expect((await perform(procedure, rooms[0] ?? 0)).status).toBe(200)
    expect((await occurrencesOf(rule.id, { states: ['done'] })).rows).toMatchObject([
      { location: { name: 'A1' }, isLate: false, procedureLogId: expect.any(Number) as number },
    ])
    await goTo('2026-11-21T22:30:00Z') // half past midnight there
    await run()
    expect(
      (await occurrencesOf(rule.id, { states: ['late'] })).rows.map(
        ({ location }) => location?.name,
      ),
    ).toEqual(['A2', 'A3'])
    await perform(procedure, rooms[1] ?? 0)
    expect(
      (await occurrencesOf(rule.id, { states: ['done'] })).rows.map(({ location, isLate }) => [
        location?.name,
        isLate,
      ]),
    ).toEqual([
      ['A1', false],
      ['A2', true],
    ])
  })
  it('catches a long pause up once: the newest is due, the others are missed', async () => {
    await goTo('2026-12-01T05:00:00Z')
    const { rule } = await make({
      start: '2026-12-01T08:00',
      rruleData: { locationIds: [rooms[0] as Id<'location'>] },
    })
    await goTo('2026-12-08T07:00:00Z') // a week without the runner
    await run()
    const { rows } = await occurrencesOf(rule.id)
    expect(rows.map(({ state }) => state)).toEqual([
      'missed',
      'missed',
      'missed',
      'missed',
      'missed',
      'missed',
      'late',
      'due',
    ])
    const before = JSON.stringify(rows)
    await run()
    expect(JSON.stringify((await occurrencesOf(rule.id)).rows)).toBe(before)
  })
  it('gives a thing that comes later its own beginning, and lets go what leaves', async () => {
    await goTo('2026-12-10T05:00:00Z')
    const { rule } = await make({ start: '2026-12-10T08:00' })
    await goTo('2026-12-10T06:01:00Z')
    await run()
    const late = (
      await testApp.call(admin, locations.createLocation, {
        body: { name: 'A4', code: 'A4', typeId: ids.room, parentId: ids.building },
      })
    ).body
    await goTo('2026-12-10T07:00:00Z')
    await run()
    expect((await occurrencesOf(rule.id)).rows.map(({ location }) => location?.name)).toEqual([
      'A1',
      'A2',
      'A3',
    ])
    await goTo('2026-12-11T06:01:00Z')
    await run()
    expect((await occurrencesOf(rule.id, { locationId: late.id })).rows).toMatchObject([
      { state: 'due', at: '2026-12-11T06:00:00.000Z' },
    ])
    await testApp.call(admin, locations.updateLocation, {
      params: { id: late.id },
      body: { version: late.version, parentId: ids.other },
    })
    await goTo('2026-12-11T06:30:00Z')
    await run()
    expect(
      (await occurrencesOf(rule.id)).rows.filter(({ location }) => location?.name === 'A4'),
    ).toMatchObject([{ state: 'closed' }])
    await testApp.call(admin, locations.deleteLocation, { params: { id: late.id } })
  })
  it('keeps to the company’s days off, and says why', async () => {
    const settings = (await testApp.call(admin, companies.getCompany, {})).body
    await testApp.call(admin, companies.updateCompany, {
      body: {
        version: settings.version,
        holidays: [{ date: '2026-12-22', name: 'Feast', yearly: false }],
        workingHours: [0, 1, 2, 3, 4].map((day) => ({ day, from: '08:00', to: '16:00' })),
      },
    })
    await goTo('2026-12-15T05:00:00Z')
    const procedure = await makeProcedure()
    const preview = (
      await testApp.call(admin, rrules.previewRrule, {
        body: {
          id: null,
          limit: 4,
          draft: draft(procedure.id, {
            rule: 'FREQ=WEEKLY;BYDAY=TU,FR',
            start: '2026-12-15T08:00',
            onHoliday: 'skip',
            onNonWorkingDay: 'moveToPrevious',
          }),
        },
      })
    ).body
    expect(
      preview.entries.map(({ at, outcome, because }) => [
        at.slice(0, 10),
        outcome,
        because.map(({ kind }) => kind),
      ]),
    ).toEqual([
      ['2026-12-15', 'due', []],
      ['2026-12-17', 'moved', ['nonWorkingDay']],
      ['2026-12-22', 'skipped', ['holiday']],
      ['2026-12-24', 'moved', ['nonWorkingDay']],
      ['2026-12-29', 'due', []],
    ])
    expect(preview.objectCount).toBe(3)
  })
  it('says what an edit moves, adds and takes away, and lets what was made stand', async () => {
    await goTo('2027-01-04T05:00:00Z')
    const { procedure, rule } = await make({
      rule: 'FREQ=WEEKLY;BYDAY=TU',
      start: '2027-01-05T08:00',
    })
    const edited = draft(procedure.id, { rule: 'FREQ=WEEKLY;BYDAY=WE', start: '2027-01-05T08:00' })
    const { changes } = (
      await testApp.call(admin, rrules.previewRrule, {
        body: { id: rule.id, limit: 3, draft: edited },
      })
    ).body
    expect([changes.length, ...new Set(changes.map(({ kind }) => kind))]).toEqual([400, 'moved'])
    await goTo('2027-01-05T06:01:00Z')
    await run()
    expect(
      (
        await testApp.call(admin, rrules.updateRrule, {
          params: { id: rule.id },
          body: { ...edited, version: rule.version + 7 },
        })
      ).status,
    ).toBe(409)
    expect(
      (
        await testApp.call(admin, rrules.updateRrule, {
          params: { id: rule.id },
          body: { ...edited, version: rule.version },
        })
      ).status,
    ).toBe(200)
    await goTo('2027-01-06T06:01:00Z')
    await run()
    expect(
      (await occurrencesOf(rule.id, { locationId: rooms[0] })).rows.map(({ at }) => at),
    ).toEqual(['2027-01-05T06:00:00.000Z', '2027-01-06T06:00:00.000Z'])
    const shown = (
      await testApp.call(admin, rrules.getRruleTimeline, {
        body: { from: '2027-01-05T00:00:00Z', to: '2027-01-14T00:00:00Z', rruleIds: [rule.id] },
      })
    ).body
    expect(shown.rows[0]?.entries.map(({ at, made }) => [at.slice(0, 10), made])).toEqual([
      ['2027-01-05', 3],
      ['2027-01-06', 3],
      ['2027-01-13', 0],
    ])
    expect(shown.rows[0]).toMatchObject({ objects: 'locations', objectCount: 3 })
  })
  it('says what a shortened one takes away, though every date that is left stays', async () => {
    await goTo('2027-02-01T05:00:00Z')
    const { procedure, rule } = await make({
      rule: 'FREQ=DAILY;COUNT=100',
      start: '2027-02-02T08:00',
    })
    const changed = async (text: string) =>
      (
        await testApp.call(admin, rrules.previewRrule, {
          body: {
            id: rule.id,
            limit: 20,
            draft: draft(procedure.id, { rule: text, start: '2027-02-02T08:00' }),
          },
        })
      ).body
    const counts = ({ changes }: Awaited<ReturnType<typeof changed>>) =>
      Object.fromEntries(
        ['kept', 'moved', 'added', 'removed'].map((kind) => [
          kind,
          changes.filter((change) => change.kind === kind).length,
        ]),
      )
    const [shorter, unlimited, endless] = [
      await changed('FREQ=DAILY;COUNT=3'),
      await changed('FREQ=DAILY;COUNT=50'),
      await changed('FREQ=DAILY'),
    ]
    expect([counts(shorter), shorter.comparedUntil]).toEqual([
      { kept: 3, moved: 0, added: 0, removed: 97 },
      null,
    ])
    expect(counts(unlimited)).toEqual({ kept: 50, moved: 0, added: 0, removed: 50 })
    const off = await testApp.call(admin, rrules.previewRrule, {
      body: {
        id: rule.id,
        limit: 20,
        draft: draft(procedure.id, {
          rule: 'FREQ=DAILY;COUNT=100',
          start: '2027-02-02T08:00',
          isActive: false,
        }),
      },
    })
    expect(counts(off.body)).toEqual({ kept: 0, moved: 0, added: 0, removed: 100 })
    expect(endless).toMatchObject({
      comparedUntil: '2028-03-08T06:00:00.000Z',
      entries: { length: 20 },
    })
    expect(counts(endless)).toEqual({ kept: 100, moved: 0, added: 300, removed: 0 })
  })
  it('ends: what is open closes, what was done stays', async () => {
    await goTo('2027-01-10T05:00:00Z')
    const { procedure, rule } = await make({ start: '2027-01-10T08:00' })
    await goTo('2027-01-10T06:01:00Z')
    await run()
    await perform(procedure, rooms[0] ?? 0)
    expect(
      (await testApp.call(admin, rrules.deleteRrule, { params: { id: rule.id } })).status,
    ).toBe(200)
    expect((await testApp.call(admin, rrules.getRrule, { params: { id: rule.id } })).status).toBe(
      404,
    )
    expect((await occurrencesOf(rule.id)).rows.map(({ state }) => state).sort()).toEqual([
      'closed',
      'closed',
      'done',
    ])
  })
})

describe('a rolling schedule', () => {
  it('counts from when it was done, not from the calendar', async () => {
    await goTo('2027-02-01T05:00:00Z')
    const pump = (
      await testApp.call(admin, equipment.createEquipment, {
        body: { name: 'Pump 1', typeId: ids.kind },
      })
    ).body
    const { procedure, rule } = await make(
      {
        kind: 'rolling',
        rule: null,
        every: { amount: 7, unit: 'days' },
        start: '2027-02-01T08:00',
        objects: 'equipment',
        rruleData: { equipmentTypeIds: [ids.kind] },
      },
      'equipment',
    )
    await goTo('2027-02-01T06:01:00Z')
    await run()
    await goTo('2027-02-03T10:00:00Z') // done two days late
    await run()
    await perform(procedure, null, pump.id)
    await run()
    await goTo('2027-02-10T09:00:00Z')
    await run()
    expect((await occurrencesOf(rule.id)).rows).toHaveLength(1)
    await goTo('2027-02-10T10:01:00Z')
    await run()
    expect((await occurrencesOf(rule.id)).rows.map(({ at, state }) => [at, state])).toEqual([
      ['2027-02-01T06:00:00.000Z', 'done'],
      ['2027-02-10T10:00:00.000Z', 'due'],
    ])
  })
})

describe('a rule that cannot be kept', () => {
  it.each([
    ['FREQ=DAILY;COUNT=0', 'outOfRange'],
    ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', 'neverMatches'],
    ['FREQ=DAILY;BYHOUR=24', 'outOfRange'],
    ['FREQ=DAILY;FREQ=WEEKLY', 'duplicatePart'],
    ['every Tuesday', 'unknownLine'],
    ['FREQ=SECONDLY', 'noSeconds'],
    ['', 'empty'],
    ['FREQ=YEARLY;COUNT=500', 'endsTooFar'],
    ['DTSTART;TZID=America/New_York:20261120T080000\nRRULE:FREQ=DAILY', 'otherZone'],
    ['DTSTART:20261120T080000Z\nRRULE:FREQ=DAILY', 'otherZone'],
    ['DTSTART:20261120T090000\nRRULE:FREQ=DAILY', 'otherStart'],
  ])('%s is refused: %s', async (rule, code) => {
    const procedure = await makeProcedure()
    const answer = await testApp.call(admin, rrules.createRrule, {
      body: draft(procedure.id, { rule }),
    })
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ errors: [{ path: 'body.rule', code }] })
    expect(
      (
        await testApp.call(admin, rrules.previewRrule, {
          body: { id: null, draft: draft(procedure.id, { rule }) },
        })
      ).body.faults,
    ).toMatchObject([{ code }])
  })
  it('is kept with a DTSTART that says what the start says', async () => {
    const { rule } = await make({
      rule: 'DTSTART;TZID=Asia/Jerusalem:20261120T080000\nRRULE:FREQ=DAILY;',
      start: '2026-11-20T08:00',
    })
    expect(rule.start).toBe('2026-11-20T08:00')
  })
  it('is refused where its things cannot have the procedure', async () => {
    const procedure = await makeProcedure('equipment')
    expect(
      (await testApp.call(admin, rrules.createRrule, { body: draft(procedure.id) })).body,
    ).toMatchObject({ errors: [{ path: 'body.objects', code: 'wrongTarget' }] })
  })
})

it('tells what is open in a place, in its rooms, and on what is kept there', async () => {
  await goTo('2027-02-20T05:00:00Z')
  const rooms = await make({ start: '2027-02-20T08:00' })
  const thing = (
    await testApp.call(admin, equipment.createEquipment, {
      body: { name: 'Pump in A1', typeId: ids.kind, locationId: await roomOf('A1') },
    })
  ).body
  const things = await make(
    {
      rruleData: { equipmentIds: [thing.id] },
      objects: 'equipment',
      start: '2027-02-20T08:00',
    },
    'equipment',
  )
  await goTo('2027-02-20T06:01:00Z')
  await run()
  const within = async (withinId: Id<'location'>, rruleId: Id<'rrule'>) =>
    (await occurrencesOf(rruleId, { withinId })).rows.map(
      (row) => (row.equipment ?? row.location)?.name,
    )
  expect(await within(ids.building, rooms.rule.id)).toEqual(
    expect.arrayContaining(['A1', 'A2', 'A3']),
  )
  expect(await within(ids.building, things.rule.id)).toEqual(['Pump in A1'])
  expect(await within(await roomOf('A1'), rooms.rule.id)).toEqual(['A1'])
  expect(await within(await roomOf('A1'), things.rule.id)).toEqual(['Pump in A1'])
  expect(await within(ids.other, rooms.rule.id)).toEqual([])
  expect(await within(ids.other, things.rule.id)).toEqual([])
})

describe('one’s own work', () => {
  it('is what names one, one’s role, or nobody', async () => {
    await goTo('2027-03-01T05:00:00Z')
    const { staff, technician } = testApp.here.users
    const only = await make({
      start: '2027-03-01T08:00',
      userIds: [staff],
      rruleData: { locationIds: [rooms[0] as Id<'location'>] },
    })
    const role = (await testApp.call(admin, people.listRoles, { body: { search: 'technician' } }))
      .body.rows[0]
    const ofRole = await make({
      start: '2027-03-01T08:00',
      roleIds: [role?.id ?? (0 as never)],
      rruleData: { locationIds: [rooms[0] as Id<'location'>] },
    })
    await goTo('2027-03-01T06:01:00Z')
    await run()
    const mine = async (who: 'staff' | 'technician') =>
      (
        await testApp.call(await testApp.signIn(who), rrules.listOccurrences, {
          body: {
            mine: true,
            states: ['due'],
            procedureIds: [only.procedure.id, ofRole.procedure.id],
          },
        })
      ).body.rows.map(({ procedure }) => procedure.id)
    expect(await mine('staff')).toEqual([only.procedure.id])
    expect(await mine('technician')).toEqual([ofRole.procedure.id])
    expect(technician).toBeGreaterThan(0)
  })
  it('can be read as a calendar by a secret address, until it is taken back', async () => {
    const staff = await testApp.signIn('staff')
    const { url } = (await testApp.call(staff, rrules.createCalendarFeed, {})).body
    const path = new URL(url).pathname
    const feed = await testApp.raw(null, 'GET', path)
    expect(feed.status).toBe(200)
    expect(feed.headers['content-type']).toContain('text/calendar')
    const text = String(feed.body)
    expect(text).toMatch(/^BEGIN:VCALENDAR\r\n[\s\S]*END:VCALENDAR\r\n$/)
    expect(text.split('\r\n').every((line) => Buffer.byteLength(line) <= 75)).toBe(true)
    expect(text).toContain('DTSTART:20270301T060000Z')
    const second = (await testApp.call(staff, rrules.createCalendarFeed, {})).body
    expect((await testApp.raw(null, 'GET', path)).status).toBe(404)
    expect((await testApp.raw(null, 'GET', new URL(second.url).pathname)).status).toBe(200)
    expect((await testApp.call(staff, rrules.getCalendarFeed, {})).body).toMatchObject({
      exists: true,
      lastReadAt: expect.any(String) as string,
    })
    await testApp.call(staff, rrules.revokeCalendarFeed, {})
    expect((await testApp.raw(null, 'GET', new URL(second.url).pathname)).status).toBe(404)
  })
})
