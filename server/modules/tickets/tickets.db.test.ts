import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { contract } from '#contract/index'
import type { Id } from '#contract/ids'
import type { TicketDetail, TicketStateDraft } from '#contract/tickets'
import { user } from '../../db/schema/index.ts'
import { asSystem } from '../../kernel/transaction.ts'
import { openTestApp, type TestApp } from '../../../tests/testApp.ts'

const { equipment, journal, referenceLists, tickets } = contract
let testApp: TestApp
let admin: string, staff: string, stranger: string
let typeId: Id<'ticketType'>, pumpType: Id<'equipmentType'>, pump: Id<'equipment'>

const state = (
  name: string,
  category: TicketStateDraft['category'],
  next: number[] | null,
): TicketStateDraft => ({ id: null, name, category, colour: 'blue', next })
/** Waiting stands first, and still a ticket begins in what is open. */
const states = [
  state('Ordered', 'waiting', null),
  state('New', 'open', [2]),
  state('In work', 'inProgress', null),
  state('Done', 'closed', [1]),
]

beforeAll(async () => {
  testApp = await openTestApp()
  admin = await testApp.signIn('administrator')
  staff = await testApp.signIn('staff')
  stranger = await testApp.signIn('administrator', 'there')
  typeId = (
    await testApp.call(admin, tickets.createTicketType, {
      body: { name: 'Repair', colour: 'red', states },
    })
  ).body.id
  pumpType = (
    await testApp.call(admin, referenceLists.createEquipmentType, { body: { name: 'Pump' } })
  ).body.id
})
afterAll(() => testApp.close())
beforeEach(async () => {
  pump = (
    await testApp.call(admin, equipment.createEquipment, {
      body: { name: 'Pump 1', typeId: pumpType },
    })
  ).body.id
})

const asked = (facts: object = {}) => ({ title: 'It leaks', ticketTypeId: typeId, ...facts })
const open = async (facts: object = {}, by = admin): Promise<TicketDetail> => {
  const answer = await testApp.call(by, tickets.openTicket, { body: asked(facts) })
  expect(answer.status).toBe(200)
  return answer.body
}
const read = async (id: Id<'ticket'>, by = admin) =>
  (await testApp.call(by, tickets.getTicket, { params: { id } })).body
const stateId = (ticket: TicketDetail, name: string) =>
  ticket.nextStates.find((one) => one.name === name)?.id ?? (0 as Id<'ticketState'>)
const move = (ticket: TicketDetail, to: Id<'ticketState'>, by = admin, version = ticket.version) =>
  testApp.call(by, tickets.changeTicketState, {
    params: { id: ticket.id },
    body: { stateId: to, version },
  })
const assign = (ticket: TicketDetail, assigneeId: Id<'user'> | null, by = admin) =>
  testApp.call(by, tickets.assignTicket, {
    params: { id: ticket.id },
    body: { assigneeId, version: ticket.version },
  })
const timeline = async (id: Id<'ticket'>, page: object = {}, by = admin) =>
  (
    await testApp.call(by, tickets.listTicketTimeline, {
      params: { id },
      body: { limit: 50, offset: 0, ...page },
    })
  ).body
const listed = async (by: string, question: object = {}) =>
  (await testApp.call(by, tickets.listTickets, { body: { limit: 100, offset: 0, ...question } }))
    .body.rows
const setUser = (role: 'technician' | 'staff', change: Partial<typeof user.$inferInsert>) =>
  asSystem(testApp.pool, (db) =>
    db
      .update(user)
      .set(change)
      .where(and(eq(user.companyId, testApp.here.id), eq(user.id, testApp.here.users[role]))),
  )

describe('opening', () => {
  it('begins in the first open state of its type, and says who opened it, where and when', async () => {
    const made = await open({ equipmentId: pump, description: 'Under the lid.' }, staff)
    expect(made).toMatchObject({
      title: 'It leaks',
      description: 'Under the lid.',
      state: { name: 'New', category: 'open' },
      opener: { name: 'staff here' },
      openedByAutomation: null,
      assignee: null,
      equipment: { id: pump, name: 'Pump 1' },
      location: null,
      openedAt: '2026-11-20T09:00:00.000Z',
      closedAt: null,
      commentCount: 0,
    })
    expect(made.nextStates.map(({ name }) => name)).toEqual(['In work'])
    expect(await read(made.id)).toEqual(made)
  })

  it.each([
    ['a type that is not there', { ticketTypeId: 999_999 }, 'body.ticketTypeId'],
    ['an equipment that is not there', { equipmentId: 999_999 }, 'body.equipmentId'],
    ['a location that is not there', { locationId: 999_999 }, 'body.locationId'],
    ['a person who is not there', { assigneeId: 999_999 }, 'body.assigneeId'],
  ])('refuses %s, and says which', async (_what, facts, path) => {
    const before = (await listed(admin)).length
    const answer = await testApp.call(admin, tickets.openTicket, { body: asked(facts) })
    expect(answer).toMatchObject({ status: 404, body: { errors: [{ path }] } })
    expect(await listed(admin)).toHaveLength(before)
  })

  it.each([
    ['no title', { title: '  ' }],
    ['a title without end', { title: 'x'.repeat(10_000) }],
    ['an id that is none', { equipmentId: 'pump' }],
    ['what it does not know', { urgent: true }],
  ])('refuses %s', async (_what, facts) => {
    expect((await testApp.raw(admin, 'POST', '/api/tickets', asked(facts))).status).toBe(400)
  })

  it("refuses another company's thing and person as if there were none", async () => {
    const theirType = (
      await testApp.call(stranger, referenceLists.createEquipmentType, { body: { name: 'Lift' } })
    ).body.id
    const theirs = (
      await testApp.call(stranger, equipment.createEquipment, {
        body: { name: 'Lift 1', typeId: theirType },
      })
    ).body.id
    for (const facts of [{ equipmentId: theirs }, { assigneeId: testApp.there.users.staff }])
      expect((await testApp.call(admin, tickets.openTicket, { body: asked(facts) })).status).toBe(
        404,
      )
  })
})

describe('its states', () => {
  it('goes only where its type lets it, and says why not', async () => {
    const made = await open()
    const done = (
      await testApp.call(admin, tickets.listTicketStates, { body: { ticketTypeId: typeId } })
    ).body.rows.find(({ name }) => name === 'Done')
    const answer = await move(made, done?.id ?? (0 as Id<'ticketState'>))
    expect(answer).toMatchObject({
      status: 409,
      body: { errors: [{ code: 'transitionNotAllowed', message: 'Done' }] },
    })
    expect((await read(made.id)).state.name).toBe('New')
  })

  it('is closed at the moment it is, stays so, and is open again when it is taken up', async () => {
    const made = await open()
    const begun = (await move(made, stateId(made, 'In work'))).body
    expect(begun).toMatchObject({ state: { name: 'In work' }, closedAt: null })
    testApp.clock.advance(60_000)
    const closed = (await move(begun, stateId(begun, 'Done'))).body
    expect(closed).toMatchObject({
      state: { category: 'closed' },
      closedAt: testApp.clock.now().toISOString(),
    })
    testApp.clock.advance(60_000)
    const again = (await move(closed, closed.state.id)).body
    expect(again.closedAt).toBe(closed.closedAt)
    expect((await move(again, stateId(again, 'New'))).body).toMatchObject({
      state: { name: 'New' },
      closedAt: null,
    })
  })

  it('refuses a state of another type, and answers a stale write with the ticket as it is', async () => {
    const other = (
      await testApp.call(admin, tickets.createTicketType, {
        body: {
          name: 'Cleaning',
          colour: 'green',
          states: [state('Dirty', 'open', null), state('Clean', 'closed', null)],
        },
      })
    ).body
    const made = await open()
    expect((await move(made, other.states[0]?.id ?? (0 as Id<'ticketState'>))).status).toBe(404)
    const begun = (await move(made, stateId(made, 'In work'))).body
    const late = await move(begun, stateId(begun, 'Done'), admin, made.version)
    expect(late).toMatchObject({
      status: 409,
      body: { current: { version: begun.version, state: { name: 'In work' } } },
    })
  })
})

describe('whose it is', () => {
  it('is given and taken back, and found as mine and as nobody’s', async () => {
    const made = await open({ title: 'Whose is it' })
    const given = (await assign(made, testApp.here.users.staff)).body
    expect(given.assignee).toMatchObject({ id: testApp.here.users.staff, name: 'staff here' })
    const mine = async (by: string, assigned: string) =>
      (await listed(by, { assigned })).some(({ id }) => id === made.id)
    expect(await mine(staff, 'me')).toBe(true)
    expect(await mine(admin, 'me')).toBe(false)
    expect(await mine(admin, 'nobody')).toBe(false)
    expect((await assign(given, null)).body.assignee).toBeNull()
    expect(await mine(admin, 'nobody')).toBe(true)
  })

  it('is given to nobody who has left or is of another company', async () => {
    const made = await open()
    expect((await assign(made, testApp.there.users.staff)).status).toBe(404)
    await setUser('technician', { isActive: false })
    try {
      expect((await assign(made, testApp.here.users.technician)).status).toBe(404)
    } finally {
      await setUser('technician', { isActive: true })
    }
    expect((await read(made.id)).assignee).toBeNull()
  })
})

describe('what is said on it', () => {
  it('keeps comments in their order, with who said them', async () => {
    const made = await open()
    for (const [by, text] of [
      [admin, 'Part is ordered.'],
      [staff, 'Thank you'],
    ] as const)
      await testApp.call(by, tickets.commentTicket, { params: { id: made.id }, body: { text } })
    expect(
      (await timeline(made.id)).rows.flatMap((row) =>
        row.kind === 'comment' ? [[row.author.name, row.text]] : [],
      ),
    ).toEqual([
      ['staff here', 'Thank you'],
      ['administrator here', 'Part is ordered.'],
    ])
    expect((await listed(admin)).find(({ id }) => id === made.id)?.commentCount).toBe(2)
    expect((await read(made.id)).version).toBe(made.version) // it disturbs nobody's editing
  })

  it('refuses a comment that says nothing', async () => {
    const made = await open()
    for (const text of ['', '   \n', '\u200b\u2060'])
      expect(
        (
          await testApp.call(admin, tickets.commentTicket, {
            params: { id: made.id },
            body: { text },
          })
        ).status,
      ).toBe(400)
    expect((await read(made.id)).commentCount).toBe(0)
  })

  it('writes what was changed into the journal, before and after', async () => {
    const made = await open({ description: 'Old' })
    await testApp.call(admin, tickets.editTicket, {
      params: { id: made.id },
      body: { title: 'It floods', version: made.version },
    })
    expect(await read(made.id)).toMatchObject({ title: 'It floods', description: 'Old' })
    const { rows } = (
      await testApp.call(admin, journal.listJournal, {
        body: { limit: 10, offset: 0, entity: 'ticket', entityId: made.id },
      })
    ).body
    expect(rows[0]?.changes).toContainEqual({
      field: 'title',
      before: 'It leaks',
      after: 'It floods',
    })
  })
})

describe('who may', () => {
  it('everyone opens and comments, and only who may edit tickets moves, gives and changes them', async () => {
    const made = await open({}, staff)
    const denied = [
      await move(made, stateId(made, 'In work'), staff),
      await assign(made, testApp.here.users.staff, staff),
      await testApp.call(staff, tickets.editTicket, {
        params: { id: made.id },
        body: { title: 'Mine', version: made.version },
      }),
    ]
    expect(denied.map(({ status }) => status)).toEqual([403, 403, 403])
    expect(await read(made.id)).toEqual(made)
  })

  it('another company neither reads, lists nor touches it', async () => {
    const made = await open()
    const params = { id: made.id }
    const answers = [
      await testApp.call(stranger, tickets.getTicket, { params }),
      await testApp.call(stranger, tickets.commentTicket, { params, body: { text: 'Hello' } }),
      await move(made, stateId(made, 'In work'), stranger),
      await assign(made, null, stranger),
    ]
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404])
    expect(await listed(stranger)).toEqual([])
    expect(await read(made.id)).toEqual(made)
  })

  it('one on an equipment that a person may not see is not there for them', async () => {
    const made = await open({ equipmentId: pump })
    await setUser('staff', { allEquipment: false, equipmentTypeIds: [] })
    try {
      expect(
        (await testApp.call(staff, tickets.getTicket, { params: { id: made.id } })).status,
      ).toBe(404)
      expect((await listed(staff)).map(({ id }) => id)).not.toContain(made.id)
      const blind = await testApp.call(staff, tickets.openTicket, {
        body: asked({ equipmentId: pump }),
      })
      expect(blind.status).toBe(404)
    } finally {
      await setUser('staff', { allEquipment: true })
    }
    expect((await read(made.id, staff)).id).toBe(made.id)
  })
})

it('lists by category, words, type and order, and counts beyond the page', async () => {
  const [a, b] = [await open({ title: 'Zebra alpha' }), await open({ title: 'Zebra beta' })]
  await move(b, stateId(b, 'In work'))
  const titles = async (question: object) =>
    (await listed(admin, question)).map(({ title }) => title)
  expect(await titles({ search: 'zEbRa', sort: '-title' })).toEqual(['Zebra beta', 'Zebra alpha'])
  expect(await titles({ search: 'zebra', categories: ['open'] })).toEqual(['Zebra alpha'])
  expect(await titles({ search: 'zebra', stateIds: [a.state.id] })).toEqual(['Zebra alpha'])
  expect(await titles({ search: 'zebra', ticketTypeIds: [typeId + 1_000] })).toEqual([])
  const page = (
    await testApp.call(admin, tickets.listTickets, {
      body: { limit: 1, offset: 1, search: 'zebra', sort: 'title' },
    })
  ).body
  expect([page.count, page.rows.map(({ title }) => title)]).toEqual([2, ['Zebra beta']])
})

it('keeps a state that tickets stand in when its type is edited', async () => {
  const type = (
    await testApp.call(admin, tickets.createTicketType, {
      body: {
        name: 'Move',
        colour: 'blue',
        states: [
          state('New', 'open', null),
          state('Held', 'open', null),
          state('Done', 'closed', null),
        ],
      },
    })
  ).body
  await open({ ticketTypeId: type.id })
  const without = (name: string) => type.states.filter((one) => one.name !== name)
  const save = (kept: TicketStateDraft[]) =>
    testApp.call(admin, tickets.updateTicketType, {
      params: { id: type.id },
      body: { version: type.version, states: kept.map((one) => ({ ...one, next: null })) },
    })
  expect(await save(without('New'))).toMatchObject({
    status: 409,
    body: { errors: [{ code: 'stateInUse', message: 'New' }] },
  })
  expect((await save(without('Held'))).status).toBe(200)
})

/** So many hours after it was opened. */
const after = ({ openedAt }: TicketDetail, hours: number) =>
  new Date(Date.parse(openedAt) + hours * 3_600_000).toISOString()
const targets = [
  { priority: 'urgent' as const, respondHours: 1, resolveHours: 8 },
  { priority: 'high' as const, respondHours: 4, resolveHours: null },
]
const promising = async (name: string) =>
  (
    await testApp.call(admin, tickets.createTicketType, {
      body: { name, colour: 'red', states, defaultPriority: 'high', targets },
    })
  ).body

describe('how much it presses', () => {
  it('has the priority of its type and the times promised for it, unless it is given one', async () => {
    const type = await promising('Promises')
    expect(type).toMatchObject({ defaultPriority: 'high', targets })
    const times = { ticketTypeId: type.id }
    const usual = await open(times)
    expect(usual).toMatchObject({
      priority: 'high',
      respondBy: after(usual, 4),
      dueBy: null,
      isOverdue: false,
    })
    const urgent = await open({ ...times, priority: 'urgent' })
    expect(urgent).toMatchObject({
      priority: 'urgent',
      respondBy: after(urgent, 1),
      dueBy: after(urgent, 8),
    })
    expect(await open({ ...times, priority: 'low' })).toMatchObject({
      respondBy: null,
      dueBy: null,
    })
    expect(await open()).toMatchObject({ priority: 'normal', respondBy: null, dueBy: null })
  })

  it('counts its times anew from its opening when its priority changes, and only then', async () => {
    const made = await open({ ticketTypeId: (await promising('Counts anew')).id })
    const edit = (body: object, version: number) =>
      testApp.call(admin, tickets.editTicket, {
        params: { id: made.id },
        body: { ...body, version },
      })
    const raised = (await edit({ priority: 'urgent' }, made.version)).body
    expect(raised).toMatchObject({ priority: 'urgent', dueBy: after(made, 8) })
    expect((await timeline(made.id)).rows[0]).toMatchObject({
      entry: { changes: [{ field: 'priority', before: 'high', after: 'urgent' }] },
    })
    expect((await edit({ title: 'It floods' }, raised.version)).body).toMatchObject({
      dueBy: raised.dueBy,
      respondBy: raised.respondBy,
    })
  })

  it.each([
    ['one priority twice', [targets[0], targets[0]]],
    ['being done before being taken up', [{ priority: 'low', respondHours: 9, resolveHours: 8 }]],
    ['hours without end', [{ priority: 'low', respondHours: 1e9, resolveHours: null }]],
    ['a priority that is none', [{ priority: 'now', respondHours: 1, resolveHours: null }]],
  ])('refuses target times that name %s', async (_what, wrong) => {
    const body = { name: 'Wrong', colour: 'red', states, targets: wrong }
    expect((await testApp.raw(admin, 'POST', '/api/ticket-types', body)).status).toBe(400)
  })
})

describe('its timeline', () => {
  it('tells what was said and what was changed in one order, newest first, a page at a time', async () => {
    const made = await open()
    testApp.clock.advance(60_000)
    await testApp.call(staff, tickets.commentTicket, {
      params: { id: made.id },
      body: { text: 'It is getting worse' },
    })
    testApp.clock.advance(60_000)
    const taken = await testApp.call(admin, tickets.changeTicketState, {
      params: { id: made.id },
      body: {
        stateId: stateId(made, 'In work'),
        assigneeId: testApp.here.users.administrator,
        version: made.version,
      },
    })
    expect(taken.body).toMatchObject({
      state: { name: 'In work' },
      assignee: { name: 'administrator here' },
      version: made.version + 1,
    })
    const { count, rows } = await timeline(made.id)
    expect(count).toBe(3)
    expect(rows).toMatchObject([
      {
        kind: 'change',
        entry: {
          by: { kind: 'user', name: 'administrator here' },
          changes: [
            { field: 'state', before: 'New', after: 'In work' },
            { field: 'assignee', before: null, after: { name: 'administrator here' } },
          ],
        },
      },
      { kind: 'comment', author: { name: 'staff here' }, text: 'It is getting worse' },
      { kind: 'change', entry: { change: 'created' } },
    ])
    expect(await timeline(made.id, { limit: 1, offset: 1 })).toEqual({ count: 3, rows: [rows[1]] })
  })

  it('is for those who see the ticket, in their company', async () => {
    const made = await open()
    const answer = await testApp.call(stranger, tickets.listTicketTimeline, {
      params: { id: made.id },
      body: { limit: 10, offset: 0 },
    })
    expect(answer.status).toBe(404)
  })

  it('gives no ticket to somebody who is not there while moving it', async () => {
    const made = await open()
    const answer = await testApp.call(admin, tickets.changeTicketState, {
      params: { id: made.id },
      body: {
        stateId: stateId(made, 'In work'),
        assigneeId: 999_999 as Id<'user'>,
        version: made.version,
      },
    })
    expect(answer).toMatchObject({ status: 404, body: { errors: [{ path: 'body.assigneeId' }] } })
    expect((await read(made.id)).state.name).toBe('New')
  })
})

describe('being late', () => {
  /** Long enough that one signs in anew. */
  const passes = async (hours: number) => {
    testApp.clock.advance(hours * 3_600_000)
    admin = await testApp.signIn('administrator')
  }
  it('is found by its priority and by being overdue, and sorted by both', async () => {
    const { id: ticketTypeId } = await promising('Is found')
    const [low, high, urgent] = [
      await open({ ticketTypeId, priority: 'low' }),
      await open({ ticketTypeId }),
      await open({ ticketTypeId, priority: 'urgent' }),
    ]
    const found = async (question: object) =>
      (await listed(admin, { ticketTypeIds: [ticketTypeId], ...question })).map(({ id }) => id)
    expect(await found({ sort: 'priority' })).toEqual([urgent.id, high.id, low.id])
    expect(await found({ sort: 'due' })).toEqual([urgent.id, high.id, low.id])
    expect(await found({ priorities: ['low', 'high'], sort: 'priority' })).toEqual([
      high.id,
      low.id,
    ])
    expect(await found({ isOverdue: true })).toEqual([])
    await passes(2)
    expect(await found({ isOverdue: true })).toEqual([urgent.id])
    expect(await read(urgent.id)).toMatchObject({ isOverdue: true })
    // taken up in the end: the next time is the one to be done by
    await move(urgent, stateId(urgent, 'In work'))
    expect(await read(urgent.id)).toMatchObject({ isOverdue: false })
    expect(await found({ isOverdue: true })).toEqual([])
    await passes(7)
    expect(await found({ isOverdue: true, sort: 'due' })).toEqual([high.id, urgent.id])
    const late = await read(urgent.id)
    await move(late, stateId(late, 'Done'))
    expect(await read(urgent.id)).toMatchObject({ isOverdue: false })
  })
})
