import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import type { Id } from '#contract/ids.ts'
import type { OccurrenceState } from '#contract/recurrence/kinds.ts'
import type { FigureKey } from '#contract/rules/companyFigures.ts'
import { createFixtures, type Fixtures } from '#tests/fixtures.ts'
import { openTestAppWithFixtures } from '#tests/fixturesTemplate.ts'
import type { TestApp } from '#tests/testApp.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { lastDays } from '#kernel/data/lastDays.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import { userDraft } from '#tests/userDraft.ts'

const { getCompanyFigures, getBehind } = contract.today

let testApp: TestApp
let own: Fixtures
let admin: string
beforeAll(async () => {
  ;({ testApp, token: admin, fixtures: own } = await openTestAppWithFixtures())
})
afterAll(() => testApp.close())

async function weeksOf(key: FigureKey, token = admin): Promise<(number | null)[]> {
  const answer = await testApp.call(token, getCompanyFigures, {})
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  const found = answer.body.figures.find((figure) => figure.key === key)
  expect(found?.weeks).toHaveLength(answer.body.moments.length)
  return found?.weeks ?? []
}

const WEEK = 7 * 86_400_000
const inDays = (days: number) => new Date(testApp.clock.now().getTime() + days * 86_400_000)
const thing = async (name: string, locationId = own.location ?? 0) => {
  const made = await testApp.call(admin, contract.equipment.createEquipment, {
    body: {
      name,
      typeId: own.equipmentType ?? 0,
      statusId: own.equipmentStatus ?? 0,
      locationId,
    },
  })
  expect(made.status, JSON.stringify(made.body)).toBe(200)
  return made.body
}
const checks = async (
  equipmentId: Id<'equipment'>,
  ...rows: { due: number; state: OccurrenceState; done?: number }[]
) => {
  const rules = await testApp.call(admin, contract.rrules.listRrules, { body: { limit: 1 } })
  const [rule] = rules.body.rows
  if (rule === undefined) throw new Error('There is no schedule')
  await asSystem(testApp.pool, async (db) => {
    await db
      .insert(tables.rruleObject)
      .values({ companyId: testApp.here.id, rruleId: rule.id, equipmentId, since: inDays(-60) })
    await db.insert(tables.occurrence).values(
      rows.map(({ due, state, done }) => ({
        companyId: testApp.here.id,
        rruleId: rule.id,
        procedureId: rule.procedure.id,
        equipmentId,
        plannedAt: inDays(due - 1),
        at: inDays(due - 1),
        dueBy: inDays(due),
        state,
        doneAt: done === undefined ? null : inDays(done),
      })),
    )
  })
}
const closedState = async () => {
  const { body } = await testApp.call(admin, contract.tickets.getTicketTypes, {})
  const states = body.rows.find(({ id }) => id === own.ticketType)?.states ?? []
  return states.find(({ category }) => category === 'closed')?.id ?? 0
}
const unusableStatus = async () => {
  const { body } = await testApp.call(admin, contract.referenceLists.getEquipmentStatuses, {})
  return body.rows.find(({ isUsable }) => !isUsable)?.id ?? 0
}

it('Today counts tickets as their lists do, and as they were at the end of each week', async () => {
  const before = await weeksOf('openTickets')
  const open = async (title: string) =>
    (
      await testApp.call(admin, contract.tickets.openTicket, {
        body: { title, ticketTypeId: own.ticketType ?? 0, equipmentId: own.equipment ?? 0 },
      })
    ).body
  const [stays, goes] = [await open('It drips'), await open('It hums')]
  testApp.clock.advance(2 * WEEK)
  admin = await testApp.signIn('administrator')
  const closed = await testApp.call(admin, contract.tickets.changeTicketState, {
    params: { id: goes.id },
    body: { version: goes.version, stateId: await closedState() },
  })
  expect(closed.status, JSON.stringify(closed.body)).toBe(200)
  const weeks = await weeksOf('openTickets')
  const list = await testApp.call(admin, contract.tickets.listTickets, {
    body: { categories: ['open', 'inProgress', 'waiting'], limit: 1 },
  })
  expect(weeks.at(-1)).toBe(list.body.count)
  const now = before.at(-1) ?? 0
  expect(weeks.slice(-4)).toEqual([before.at(-2), now + 2, now + 2, now + 1])
  expect(stays.id).not.toBe(goes.id)
})

it('Today takes a status back from now by the journal', async () => {
  const before = (await weeksOf('unusable')).at(-1) ?? 0
  const pump = await thing('Pump that breaks')
  const changed = await testApp.call(admin, contract.equipment.updateEquipment, {
    params: { id: pump.id },
    body: { version: pump.version, statusId: await unusableStatus() },
  })
  expect(changed.status, JSON.stringify(changed.body)).toBe(200)
  expect((await weeksOf('unusable')).slice(-2)).toEqual([before, before + 1])
  testApp.clock.advance(WEEK + 1_000)
  admin = await testApp.signIn('administrator')
  expect((await weeksOf('unusable')).slice(-3)).toEqual([before, before + 1, before + 1])
})

describe('the checks on Today', () => {
  it('are in time, late until they were done or replaced, and closed ones do not count', async () => {
    const pump = await thing('Pump under checks')
    const other = await thing('Pump without luck')
    const before = await weeksOf('lateThings')
    await checks(
      pump.id,
      { due: -20, state: 'done', done: -20.5 },
      { due: -16, state: 'done', done: -12 },
      { due: -3, state: 'done', done: -4 },
      { due: -2, state: 'closed' },
    )
    await checks(other.id, { due: -15, state: 'missed' }, { due: -1, state: 'late' })
    const late = await weeksOf('lateThings')
    const rose = late.map((value, index) => (value ?? 0) - (before[index] ?? 0))
    // Two weeks ago both were late. A week ago only the undone check was, until its next
    // occurrence.
    expect(rose.slice(-4)).toEqual([0, 2, 1, 1])
    const list = await testApp.call(admin, contract.rrules.listEquipmentSchedules, {
      body: { isLate: true, limit: 1 },
    })
    expect(late.at(-1)).toBe(list.body.count)
    const share = await weeksOf('onTime')
    expect(share.slice(-4).map((value) => value && Math.round(value))).toEqual([null, 33, null, 50])
  })

  it('name the ward that is behind, with the count of its list, and who has overdue tickets', async () => {
    const ward = await testApp.call(admin, contract.locations.createLocation, {
      body: { name: 'Quiet ward', typeId: own.locationType ?? 0 },
    })
    const room = await testApp.call(admin, contract.locations.createLocation, {
      body: { name: 'Room 1', typeId: own.locationType ?? 0, parentId: ward.body.id },
    })
    for (const name of ['Bed 1', 'Bed 2', 'Bed 3']) {
      const { id } = await thing(name, room.body.id)
      await checks(id, { due: -1, state: 'late' })
    }
    const { status, body } = await testApp.call(admin, getBehind, {})
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body.places[0]).toMatchObject({ id: ward.body.id, name: 'Quiet ward', lateThings: 3 })
    expect(body.places[0]).toMatchObject({ onTime: 0, onTimeBefore: null })
    const list = await testApp.call(admin, contract.rrules.listEquipmentSchedules, {
      body: { isLate: true, limit: 1, filter: { locationIds: [ward.body.id] } },
    })
    expect(list.body.count).toBe(3)
    const late = await testApp.call(admin, contract.rrules.listOccurrences, {
      body: { states: ['late'], search: 'Bed' },
    })
    expect(late.body.rows.map(({ place }) => place)).toEqual(['Room 1', 'Room 1', 'Room 1'])
  })
})

it('Today counts unassigned overdue tickets beside those of people, as their list does', async () => {
  const { openTicket, listTickets, createTicketType } = contract.tickets
  const type = await testApp.call(admin, createTicketType, {
    body: {
      name: 'Due within an hour',
      colour: 'red',
      states: [
        { id: null, name: 'New', colour: 'blue', category: 'open', next: null },
        { id: null, name: 'Done', colour: 'green', category: 'closed', next: null },
      ],
      defaultPriority: 'urgent',
      targets: [{ priority: 'urgent', respondHours: 1, resolveHours: 8 }],
    },
  })
  expect(type.status, JSON.stringify(type.body)).toBe(200)
  for (const assigneeId of [null, null, testApp.here.users.technician]) {
    const opened = await testApp.call(admin, openTicket, {
      body: {
        title: 'It waits',
        ticketTypeId: type.body.id,
        equipmentId: own.equipment ?? 0,
        assigneeId,
      },
    })
    expect(opened.status, JSON.stringify(opened.body)).toBe(200)
  }
  testApp.clock.advance(WEEK)
  admin = await testApp.signIn('administrator')
  const { body } = await testApp.call(admin, getBehind, {})
  const overdue = async (more: object) => {
    const list = await testApp.call(admin, listTickets, {
      body: { categories: ['open', 'inProgress', 'waiting'], isOverdue: true, limit: 1, ...more },
    })
    return list.body.count
  }
  expect(body.people.filter(({ id }) => id === null)).toEqual([
    { id: null, name: null, overdueTickets: await overdue({ assigned: 'nobody' }) },
  ])
  const all = body.people.reduce((sum, { overdueTickets }) => sum + overdueTickets, 0)
  expect(all).toBe(await overdue({}))
})

it('Today says nothing of another company, and nothing to users who may not read reports', async () => {
  const there = await testApp.signIn('administrator', 'there')
  expect((await weeksOf('openTickets', there)).at(-1)).toBe(0)
  expect((await testApp.call(there, getBehind, {})).body.places).toEqual([])
  const staff = await testApp.signIn('staff')
  expect((await testApp.call(staff, getCompanyFigures, {})).status).toBe(403)
  expect((await testApp.call(staff, getBehind, {})).status).toBe(403)
})

it('Today compares a figure with the target of the company', async () => {
  const { body: settings } = await testApp.call(admin, contract.companies.getCompany, {})
  const put = (targets: object) =>
    testApp.call(admin, contract.companies.updateCompany, {
      body: { version: settings.version, targets },
    })
  expect((await put({ onTime: 101 })).status).toBe(400)
  expect((await put({ openTickets: 12, onTime: 95 })).status).toBe(200)
  const answer = await testApp.call(admin, getCompanyFigures, {})
  const targets = answer.body.figures.map(({ key, target }) => [key, target])
  expect(Object.fromEntries(targets)).toMatchObject({ openTickets: 12, onTime: 95, score: null })
})

describe('the upkeep on Today', () => {
  const { getUpkeep } = contract.today

  it('has the numbers of the lists that it opens', async () => {
    const { body } = await testApp.call(admin, getUpkeep, {})
    const counted = {
      reviews: testApp.call(admin, contract.automations.listAutomations, {
        body: { centre: 'automationCenter', needsReview: true, limit: 1 },
      }),
      failing: testApp.call(admin, contract.automations.listAutomations, {
        body: { centre: 'automationCenter', hasFailed: true, limit: 1 },
      }),
      silentGateways: testApp.call(admin, contract.devices.listGateways, {
        body: { isSilent: true, limit: 1 },
      }),
      withoutRole: testApp.call(admin, contract.people.listUsers, {
        body: { hasNoRole: true, limit: 1 },
      }),
      invited: testApp.call(admin, contract.people.listUsers, {
        body: { states: ['invited'], limit: 1 },
      }),
    }
    const counts = await Promise.all(
      Object.entries(counted).map(async ([key, answer]) => [key, (await answer).body.count]),
    )
    expect(body).toMatchObject(Object.fromEntries(counts))
    expect(body.silentGateways).toBeGreaterThan(0)
    expect(body.missing).toEqual([])
  })

  it('counts users without a role, until they have one', async () => {
    const before = (await testApp.call(admin, getUpkeep, {})).body.withoutRole ?? 0
    const made = await testApp.call(admin, contract.people.inviteUser, {
      body: userDraft({ firstName: 'Nobody', lastName: 'Yet', email: 'nobody@here.test' }),
    })
    expect(made.status, JSON.stringify(made.body)).toBe(200)
    const list = await testApp.call(admin, contract.people.listUsers, {
      body: { hasNoRole: true },
    })
    expect(list.body.rows.map(({ id }) => id)).toContain(made.body.id)
    expect((await testApp.call(admin, getUpkeep, {})).body.withoutRole).toBe(before + 1)
  })

  it('names what a new company has none of, to users who may add it', async () => {
    const there = await testApp.signIn('administrator', 'there')
    const missing = async (token: string) => (await testApp.call(token, getUpkeep, {})).body.missing
    expect(await missing(there)).toEqual([
      'locations',
      'equipment',
      'procedures',
      'schedules',
      'automations',
    ])
    await createFixtures(testApp, testApp.there, there, 'THEIRS', { radio: '02' })
    expect(await missing(there)).toEqual([])
    const staff = (await testApp.call(await testApp.signIn('staff'), getUpkeep, {})).body
    expect(staff).toMatchObject({ reviews: null, invited: null, missing: [] })
  })
})

it.each([0, 7, 13.4])(
  'the average score of Today, %d hours later, is that of the logs which its link lists',
  async (hours) => {
    testApp.clock.advance(hours * 3_600_000)
    const now = testApp.clock.now()
    const token = await testApp.signIn('administrator')
    const [zone] = await asSystem(testApp.pool, (db) =>
      db
        .select({ timezone: tables.company.timezone })
        .from(tables.company)
        .where(eq(tables.company.id, testApp.here.id)),
    )
    if (zone === undefined) throw new Error('There is no company')
    const { from, to } = lastDays(zone, 7, now)
    const hour = 3_600_000
    const [log] = await asSystem(testApp.pool, (db) =>
      db
        .select()
        .from(tables.procedureLog)
        .where(ofCompany(tables.procedureLog, testApp.here.id))
        .limit(1),
    )
    if (log === undefined) throw new Error('There is no log')
    const moments = [
      from.getTime() - 1,
      from.getTime(),
      from.getTime() + hour,
      now.getTime() - hour,
    ]
    const { id: _id, ...rest } = log
    await asSystem(testApp.pool, (db) =>
      db.insert(tables.procedureLog).values(
        moments.map((at, index) => ({
          ...rest,
          clientKey: crypto.randomUUID(),
          doneAt: new Date(at),
          score: [0, 40, 70, 100][index] ?? null,
        })),
      ),
    )
    const { rows, count } = (
      await testApp.call(token, contract.procedureLogs.listProcedureLogs, {
        body: { from: from.toISOString(), to: to.toISOString(), limit: 500 },
      })
    ).body
    expect(count).toBe(rows.length)
    const scores = rows.flatMap(({ score }) => (score === null ? [] : [score]))
    expect(scores.length).toBeGreaterThanOrEqual(3)
    const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length
    expect((await weeksOf('score', token)).at(-1)).toBeCloseTo(mean, 6)
  },
)
