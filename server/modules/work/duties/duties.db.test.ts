import ICAL from 'ical.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import type { Id } from '#contract/ids.ts'
import { openRuleApp, type RuleApp } from '#tests/ruleApp.ts'
import { announceHoles } from './index.ts'

const { alerts, automations, assignments, duties, journal, people, rrules, tickets } = contract
const EVERY_DAY = [0, 1, 2, 3, 4, 5, 6]
let app: RuleApp
let technician: Id<'user'>
let manager: Id<'user'>
let managers: string

beforeAll(async () => {
  app = await openRuleApp()
  technician = app.testApp.here.users.technician
  manager = app.testApp.here.users.manager
  managers = await app.testApp.signIn('manager')
})
afterAll(() => app.testApp.close())

let number = 0
const draft = (change: object = {}) => ({
  name: `Duty ${(number += 1)}`,
  locationId: null,
  orgEntityId: null,
  weeks: 1,
  firstDay: '2026-11-16',
  isRoundTheClock: false,
  shifts: [
    { week: 1, days: EVERY_DAY, from: '18:00', to: '06:00', userId: Number(technician) },
    { week: 1, days: EVERY_DAY, from: '06:00', to: '18:00', userId: Number(manager) },
  ],
  ...change,
})
const create = (change: object = {}) =>
  app.testApp.ok(app.admin, duties.createDuty, { body: draft(change) })
const spans = async (id: Id<'duty'>, from: string, to: string) =>
  (await app.testApp.ok(app.admin, duties.getDutySpans, { params: { id }, body: { from, to } }))
    .spans
const bell = async (token: string) =>
  (await app.testApp.ok(token, alerts.listAlerts, { body: { limit: 50 } })).rows

describe('a duty', () => {
  it('names who is on duty now, and journals its shifts', async () => {
    const duty = await create()
    expect(duty.now).toMatchObject({ person: { id: manager }, unable: null })
    expect(duty.now.until).toMatch(/T(17|18|16):00:00/)
    expect(duty.holes).toBe(0)
    const { rows } = await app.testApp.ok(app.admin, journal.listJournal, {
      body: { entity: 'duty', entityId: duty.id },
    })
    expect(rows[0]?.changes.map(({ field }) => field)).toContain('dutyShifts')
  })

  it('is refused if its shifts overlap, or its name is taken', async () => {
    const overlapping = [
      ...draft().shifts,
      { week: 1, days: [1], from: '10:00', to: '11:00', userId: Number(manager) },
    ]
    const refused = await app.testApp.call(app.admin, duties.createDuty, {
      body: draft({ shifts: overlapping }),
    })
    expect(refused.status).toBe(400)
    const duty = await create()
    const taken = await app.testApp.call(app.admin, duties.createDuty, {
      body: draft({ name: duty.name.toUpperCase() }),
    })
    expect(taken.status).toBe(409)
  })

  it('is changed only with the right, and seen by those who see its location', async () => {
    const duty = await create()
    const listed = await app.testApp.ok(app.technician, duties.listDuties, {
      body: { ids: [duty.id] },
    })
    expect(listed.count).toBe(1)
    const refused = await app.testApp.call(app.technician, duties.createDuty, { body: draft() })
    expect(refused.status).toBe(403)
  })

  it('shows people without rights as holes', async () => {
    const duty = await create({
      shifts: [
        {
          week: 1,
          days: EVERY_DAY,
          from: '00:00',
          to: '24:00',
          userId: Number(app.testApp.here.users.staff),
        },
      ],
    })
    expect(duty.people[0]?.hindrances).toContain('mayNotHandleTickets')
    expect(duty.holes).toBe(1)
    expect(duty.now).toMatchObject({
      person: null,
      until: null,
      unable: { id: app.testApp.here.users.staff, hindrances: ['mayNotHandleTickets'] },
    })
  })

  it('with one person all day has no end, and a shift from 08:00 to 08:00 is a day', async () => {
    const shift = { week: 1, days: EVERY_DAY, from: '08:00', to: '08:00' }
    const duty = await create({ shifts: [{ ...shift, userId: Number(manager) }] })
    expect(duty.now).toMatchObject({ person: { id: manager }, until: null })
    expect(duty.holes).toBe(0)
    const all = await spans(duty.id, '2026-11-22T08:00:00Z', '2026-11-25T08:00:00Z')
    expect(all.map(({ state }) => state)).toEqual(['onDuty'])
  })

  it('is named by the hand-over of a person, and where the person is used', async () => {
    const duty = await create()
    const impact = await app.testApp.ok(app.admin, people.getUserImpact, {
      params: { id: technician },
    })
    expect(impact.duties.map(({ id }) => id)).toContain(duty.id)
  })

  it('that is deleted puts the rules that name it under review', async () => {
    const duty = await create()
    await app.rule([
      {
        kind: 'openTicket',
        ticketTypeId: app.own.ticketType,
        title: null,
        assign: { by: 'duty', dutyId: duty.id },
      },
    ])
    await app.testApp.ok(app.admin, duties.deleteDuty, { params: { id: duty.id } })
    const { rows } = await app.testApp.ok(app.admin, automations.listAutomations, {
      body: { needsReview: true },
    })
    expect(rows.flatMap(({ missing }) => missing.map(({ kind }) => kind))).toContain('duty')
  })
})

describe('changes of a duty', () => {
  const night = { from: '2026-11-24T16:00:00.000Z', to: '2026-11-25T04:00:00.000Z' }
  const day = { from: '2026-11-26T04:00:00.000Z', to: '2026-11-26T16:00:00.000Z' }

  it('a person offers a swap, the other accepts, and both are told', async () => {
    const duty = await create()
    const offered = await app.testApp.ok(app.technician, duties.createDutyChange, {
      params: { id: duty.id },
      body: { kind: 'swap', userId: technician, ...night, withUserId: manager, back: day },
    })
    expect(offered.state).toBe('offered')
    expect((await bell(managers))[0]).toMatchObject({
      kind: 'dutySwapOffered',
      duty: { id: duty.id },
    })
    const before = await spans(duty.id, night.from, night.to)
    expect(before.map(({ person }) => person?.id)).toEqual([technician])
    const own = await app.testApp.call(app.technician, duties.answerDutyChange, {
      params: { id: offered.id },
      body: { accepts: true },
    })
    expect(own.status).toBe(403)
    await app.testApp.ok(managers, duties.answerDutyChange, {
      params: { id: offered.id },
      body: { accepts: true },
    })
    expect((await spans(duty.id, night.from, night.to)).map(({ person }) => person?.id)).toEqual([
      manager,
    ])
    expect((await spans(duty.id, day.from, day.to)).map(({ person }) => person?.id)).toEqual([
      technician,
    ])
    expect((await bell(app.technician))[0]).toMatchObject({ kind: 'dutySwapAccepted' })
  })

  it('a declined swap changes nothing, and cannot be accepted afterwards', async () => {
    const duty = await create()
    const { id } = await app.testApp.ok(app.technician, duties.createDutyChange, {
      params: { id: duty.id },
      body: { kind: 'swap', userId: technician, ...night, withUserId: manager, back: null },
    })
    const answer = (accepts: boolean) =>
      app.testApp.call(managers, duties.answerDutyChange, { params: { id }, body: { accepts } })
    expect((await answer(false)).status).toBe(200)
    expect((await answer(true)).status).toBe(409)
    expect((await spans(duty.id, night.from, night.to)).map(({ person }) => person?.id)).toEqual([
      technician,
    ])
  })

  it('a person reports their own absence, and nobody else’s', async () => {
    const duty = await create()
    const absence = (userId: Id<'user'>) =>
      app.testApp.call(app.technician, duties.createDutyChange, {
        params: { id: duty.id },
        body: { kind: 'absence', userId, ...night },
      })
    expect((await absence(manager)).status).toBe(403)
    expect((await absence(technician)).status).toBe(200)
    expect(await spans(duty.id, night.from, night.to)).toMatchObject([
      { state: 'absent', isHole: true },
    ])
    const told = (await bell(app.admin)).find(({ kind }) => kind === 'dutyAbsence')
    expect(told).toMatchObject({ duty: { id: duty.id }, by: 'technician here' })
  })

  it('an absence that has begun is entered only by those who manage duties, and says when', async () => {
    const duty = await create()
    const past = { from: '2026-11-18T16:00:00.000Z', to: '2026-11-30T04:00:00.000Z' }
    const enter = (token: string, on: Id<'duty'>, span: typeof past) =>
      app.testApp.call(token, duties.createDutyChange, {
        params: { id: on },
        body: { kind: 'absence', userId: technician, ...span },
      })
    const code = (refused: Awaited<ReturnType<typeof enter>>) => JSON.stringify(refused.body)
    expect(code(await enter(app.technician, duty.id, past))).toContain('absencePast')
    const without = await create({ shifts: [] })
    expect(code(await enter(app.technician, without.id, night))).toContain('noShiftInDuty')
    const entered = await enter(app.admin, duty.id, past)
    expect(entered.body).toMatchObject({ by: 'administrator here' })
    expect(entered.body.enteredAt > past.from).toBe(true)
  })

  it('a person who may not handle tickets replaces nobody', async () => {
    const duty = await create()
    const refused = await app.testApp.call(app.admin, duties.createDutyChange, {
      params: { id: duty.id },
      body: { kind: 'replacement', userId: app.testApp.here.users.staff, ...night },
    })
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([
      400,
      expect.stringContaining('dutyTakerMayNotHandle'),
    ])
  })
})

describe('a rule that assigns to a duty', () => {
  const opens = (dutyId: Id<'duty'>) =>
    app.rule([
      {
        kind: 'openTicket',
        ticketTypeId: app.own.ticketType,
        title: null,
        assign: { by: 'duty', dutyId },
      },
    ])

  it('gives the ticket to the person on duty', async () => {
    const duty = await create({
      shifts: [
        { week: 1, days: EVERY_DAY, from: '00:00', to: '24:00', userId: Number(technician) },
      ],
    })
    await opens(duty.id)
    const run = await app.perform()
    const [ticketId] = run?.effects[0]?.ticketIds ?? []
    const ticket = await app.testApp.ok(app.admin, tickets.getTicket, {
      params: { id: ticketId ?? 0 },
    })
    expect(ticket.assignee?.id).toBe(technician)
    const [assigned] = await app.testApp.ok(app.admin, assignments.listTicketAssignments, {
      params: { id: ticketId ?? 0 },
    })
    expect(assigned).toMatchObject({ by: 'duty', source: duty.name, outcome: 'assigned' })
  })

  it('says that no one was eligible if nobody is on duty, and tells those who manage rules', async () => {
    const duty = await create({ shifts: [] })
    await opens(duty.id)
    const run = await app.perform()
    expect(run?.effects).toMatchObject([
      { code: 'nobodyEligible', details: { source: duty.name, why: 'nobodyOnDuty' } },
    ])
    expect((await bell(app.admin))[0]?.kind).toBe('nobodyEligible')
  })

  it('names the reason against a person on duty who may not handle tickets', async () => {
    const { staff } = app.testApp.here.users
    const duty = await create({
      shifts: [{ week: 1, days: EVERY_DAY, from: '00:00', to: '24:00', userId: Number(staff) }],
    })
    await opens(duty.id)
    const run = await app.perform()
    expect(run?.effects[0]?.details).toMatchObject({
      source: duty.name,
      person: 'staff here',
      userId: staff,
      why: 'mayNotHandleTickets:1',
    })
    const [ticketId] = run?.effects[0]?.ticketIds ?? []
    const [assigned] = await app.testApp.ok(app.admin, assignments.listTicketAssignments, {
      params: { id: ticketId ?? 0 },
    })
    expect(assigned?.outcome).toBe('nobodyEligible')
    expect(assigned?.candidates[0]?.reasons).toContain('mayNotHandleTickets')
  })
})

it('the calendar feed of a person has their shifts, whole and with a UID that stays', async () => {
  const duty = await create({
    name: 'Night calls',
    shifts: [{ week: 1, days: EVERY_DAY, from: '18:00', to: '06:00', userId: Number(technician) }],
  })
  const { url } = await app.testApp.ok(app.technician, rrules.createCalendarFeed, {})
  const read = async () => {
    const { body } = await app.testApp.raw(null, 'GET', new URL(url).pathname)
    return new ICAL.Component(ICAL.parse(String(body)) as unknown[])
      .getAllSubcomponents('vevent')
      .map((component) => new ICAL.Event(component))
      .filter(({ summary }) => summary === duty.name)
  }
  const events = await read()
  expect(events.length).toBeGreaterThan(140)
  const hours = (event: InstanceType<typeof ICAL.Event>) =>
    (event.endDate.toJSDate().getTime() - event.startDate.toJSDate().getTime()) / 3_600_000
  // The reach of the calendar cuts the first and the last; on 25 October a night has 13 hours.
  expect(
    events
      .map(hours)
      .filter((length) => length !== 12)
      .sort((one, other) => one - other),
  ).toEqual([6, 6, 13])
  app.testApp.clock.advance(2 * 86_400_000)
  const later = new Set((await read()).map(({ uid }) => uid))
  const coming = events.filter(({ startDate }) => startDate.toJSDate() > app.testApp.clock.now())
  expect(coming.every(({ uid }) => later.has(uid))).toBe(true)
})

describe('holes of a duty', () => {
  it('are announced to its managers a week before, once, by whichever server looks', async () => {
    app.admin = await app.testApp.signIn('administrator')
    const duty = await create({
      shifts: [
        { week: 1, days: EVERY_DAY, from: '00:00', to: '24:00', userId: Number(technician) },
      ],
    })
    const { clock } = app.testApp
    const at = clock.now().getTime()
    const iso = (hours: number) => new Date(at + hours * 3_600_000).toISOString()
    await app.testApp.ok(app.admin, duties.createDutyChange, {
      params: { id: duty.id },
      body: { kind: 'absence', userId: technician, from: iso(8 * 24 - 12), to: iso(8 * 24 + 12) },
    })
    const told = async () =>
      (await bell(await app.testApp.signIn('administrator'))).filter(
        ({ kind, duty: of }) => kind === 'dutyHole' && of?.id === duty.id,
      ).length
    await announceHoles(app.testApp.app.kernel)
    expect(await told()).toBe(0)
    clock.advance(30 * 3_600_000)
    await Promise.all([1, 2].map(() => announceHoles(app.testApp.app.kernel)))
    await announceHoles(app.testApp.app.kernel)
    expect(await told()).toBe(1)
    clock.advance(3 * 3_600_000)
    await announceHoles(app.testApp.app.kernel)
    expect(await told()).toBe(1)
  })
})
