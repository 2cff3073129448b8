import { default as ICAL } from 'ical.js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import type { Id } from '#contract/ids.ts'
import type { RruleDraft } from '#contract/rrules/rruleShapes.ts'
import { isLongForm } from '#tests/longForm.ts'
import { openTestApp, type TestApp } from '#tests/testApp.ts'
import { runSchedules } from './index.ts'

const { rrules, referenceLists, locations, equipment, procedures, procedureLogs, companies } =
  contract
let testApp: TestApp
let admin: string
let room: Id<'location'>
let building: Id<'location'>
let roomType: Id<'locationType'>
let procedureType: Id<'procedureType'>

beforeAll(async () => {
  testApp = await openTestApp()
  admin = await testApp.signIn('administrator')
  roomType = (
    await testApp.call(admin, referenceLists.createLocationType, { body: { name: 'Room' } })
  ).body.id
  procedureType = (
    await testApp.call(admin, referenceLists.createProcedureType, {
      body: { name: 'Round', isTracer: false },
    })
  ).body.id
  building = (
    await testApp.call(admin, locations.createLocation, {
      body: { name: 'A', code: 'A', typeId: roomType },
    })
  ).body.id
  room = (
    await testApp.call(admin, locations.createLocation, {
      body: { name: 'A1', code: 'A1', typeId: roomType, parentId: building },
    })
  ).body.id
})
afterAll(() => testApp.close())

async function goTo(at: string): Promise<void> {
  testApp.clock.advance(Date.parse(at) - testApp.clock.now().getTime())
  admin = await testApp.signIn('administrator')
}

async function settle(change: {
  timezone: string
  holidays: { date: string; name: string; yearly: boolean }[]
}): Promise<void> {
  const { body } = await testApp.call(admin, companies.getCompany, {})
  const { status } = await testApp.call(admin, companies.updateCompany, {
    body: { ...change, version: body.version },
  })
  expect(status).toBe(200)
  admin = await testApp.signIn('administrator')
}

async function make(change: Partial<RruleDraft>): Promise<{
  id: Id<'rrule'>
  draft: RruleDraft
  procedure: { id: Id<'procedure'>; version: number }
}> {
  const procedure = (
    await testApp.call(admin, procedures.createProcedure, {
      body: {
        name: `Round ${change.rule ?? 'rolling'}`,
        typeId: procedureType,
        target: 'either',
        questions: [],
      },
    })
  ).body
  const draft: RruleDraft = {
    name: null,
    procedureId: procedure.id,
    rruleData: { locationIds: [building], locationTypeIds: [roomType] },
    objects: 'locations',
    kind: 'specific',
    rule: 'FREQ=DAILY',
    every: null,
    use: null,
    restartAfter: null,
    repeatCount: null,
    start: '2027-01-05T08:00',
    end: null,
    deadline: { kind: 'endOfDay' },
    reminder: null,
    onHoliday: 'skip',
    onNonWorkingDay: 'keep',
    whenOverdue: 'close',
    userIds: [],
    roleIds: [],
    isActive: true,
    ...change,
  }
  const answer = await testApp.call(admin, rrules.createRrule, { body: draft })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return { id: answer.body.id, draft, procedure }
}

let year = 2027
const zones = [
  ['Asia/Jerusalem', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU'],
  ['America/New_York', 'FREQ=MONTHLY;BYDAY=2SU;BYHOUR=2;BYMINUTE=30'],
  ['UTC', 'FREQ=WEEKLY;INTERVAL=3;BYDAY=MO,FR'],
] as const
// Zones without clock changes are covered by contract/recurrence/settle.test.ts.
it.each(isLongForm ? zones : zones.filter(([zone]) => zone !== 'UTC'))(
  'two years in %s, %s: the preview equals what the runner made, over every clock change',
  async (timezone, rule) => {
    await goTo(`${year}-01-01T00:00:00Z`)
    const holiday = `${year}-02-02`
    await settle({ timezone, holidays: [{ date: holiday, name: 'Founders’ day', yearly: false }] })
    const { id, draft } = await make({ rule, start: `${year}-01-05T08:00` })
    const end = `${year + 2}-01-01T00:00:00.000Z`
    const planned = (
      await testApp.call(admin, rrules.previewRrule, { body: { id: null, limit: 200, draft } })
    ).body.entries.filter(({ at }) => at < end)
    const due = planned.filter(({ outcome }) => outcome !== 'skipped')
    expect(due.length).toBeGreaterThan(20)
    for (const { at } of planned) {
      await goTo(new Date(Date.parse(at) + 1_000).toISOString())
      await runSchedules(testApp.app.kernel)
    }
    const made = (
      await testApp.call(admin, rrules.listOccurrences, {
        body: { rruleId: id, locationId: room, sort: 'at', limit: 500 },
      })
    ).body
    expect(made.rows.map(({ at, dueBy }) => ({ at, dueBy }))).toEqual(
      due.map(({ at, dueBy }) => ({ at, dueBy })),
    )
    await testApp.call(admin, rrules.deleteRrule, { params: { id } })
    year += 2
  },
)

it('the runner skips the holiday and says why', async () => {
  await settle({
    timezone: 'Asia/Jerusalem',
    holidays: [{ date: `${year}-02-06`, name: 'Founders’ day', yearly: false }],
  })
  const draft = (await make({ rule: 'FREQ=DAILY', start: `${year}-02-05T08:00` })).draft
  const { entries } = (
    await testApp.call(admin, rrules.previewRrule, { body: { id: null, limit: 2, draft } })
  ).body
  expect(entries.map(({ outcome, because }) => [outcome, because.map(({ kind }) => kind)])).toEqual(
    [
      ['due', []],
      ['skipped', ['holiday']],
      ['due', []],
    ],
  )
})

it('the page of an equipment says its schedules, what is late, when it was done and when it comes next', async () => {
  await goTo(`${year}-03-01T05:00:00Z`)
  const type = (
    await testApp.call(admin, referenceLists.createEquipmentType, { body: { name: 'Pump' } })
  ).body.id
  const add = async (name: string) =>
    (await testApp.call(admin, equipment.createEquipment, { body: { name, typeId: type } })).body.id
  const [done, late] = [await add('Pump done'), await add('Pump late')]
  await make({
    name: 'Calendar',
    objects: 'equipment',
    rruleData: { equipmentTypeIds: [type] },
    rule: 'FREQ=WEEKLY',
    start: `${year}-03-01T08:00`,
    whenOverdue: 'keepOpen',
  })
  const { procedure } = await make({
    name: 'Rolling',
    objects: 'equipment',
    kind: 'rolling',
    rule: null,
    every: { amount: 3, unit: 'days' },
    rruleData: { equipmentTypeIds: [type] },
    start: `${year}-03-01T08:00`,
    whenOverdue: 'keepOpen',
  })
  await goTo(`${year}-03-01T07:00:00Z`)
  await runSchedules(testApp.app.kernel)
  await testApp.call(admin, procedureLogs.submitProcedureLog, {
    body: {
      clientKey: crypto.randomUUID(),
      procedureId: procedure.id,
      procedureVersion: procedure.version,
      equipmentId: done,
      locationId: null,
      startedAt: testApp.clock.now().toISOString(),
      answers: [],
    },
  })
  await goTo(`${year}-03-02T07:00:00Z`)
  await runSchedules(testApp.app.kernel)
  const ask = async (body: object) =>
    (
      await testApp.call(admin, rrules.listEquipmentSchedules, {
        body: { filter: { equipmentTypeIds: [type] }, ...body },
      })
    ).body
  const all = await ask({ sort: 'name' })
  expect(all.rows.map(({ id, openCount, lateCount }) => [id, openCount, lateCount])).toEqual([
    [done, 1, 1],
    [late, 2, 2],
  ])
  expect(all.rows[0]).toMatchObject({
    rules: [{ name: 'Calendar' }, { name: 'Rolling' }],
    lastDoneAt: `${year}-03-01T07:00:00.000Z`,
    nextAt: `${year}-03-04T07:00:00.000Z`,
  })
  expect(all.rows[1]).toMatchObject({ lastDoneAt: null, nextAt: `${year}-03-08T06:00:00.000Z` })
  expect(
    (await ask({ procedureIds: [procedure.id], isLate: true })).rows.map(({ id }) => id),
  ).toEqual([late])
  expect((await ask({ search: 'nothing of the kind' })).count).toBe(0)
})

it('the calendar feed is read by a calendar client as it was planned', async () => {
  const staff = await testApp.signIn('staff')
  const { url } = (await testApp.call(staff, rrules.createCalendarFeed, {})).body
  const { body } = await testApp.raw(null, 'GET', new URL(url).pathname)
  const calendar = new ICAL.Component(ICAL.parse(String(body)) as unknown[])
  const events = calendar
    .getAllSubcomponents('vevent')
    .map((component) => new ICAL.Event(component))
  const own = events
    .filter(({ summary }) => summary.includes('Calendar'))
    .map(({ startDate, endDate }) => [
      startDate.toJSDate().toISOString(),
      endDate.toJSDate() > startDate.toJSDate(),
    ])
  expect(own[0]).toEqual([`${year}-03-08T06:00:00.000Z`, true])
  // From 28 March, Jerusalem is an hour ahead, and 08:00 stays 08:00.
  expect(own.map(([at]) => at)).toContain(`${year}-04-05T05:00:00.000Z`)
  expect(new Set(events.map(({ uid }) => uid)).size).toBe(events.length)
})
