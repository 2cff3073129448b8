import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import type { Id } from '#contract/ids.ts'
import type { TicketStateDraft } from '#contract/tickets.ts'
import { openTicketDesk, stateDraft, stateNamed, type TicketDesk } from '#tests/ticketDesk.ts'

const { equipment, journal, referenceLists, tickets } = contract
let desk: TicketDesk
let pump: Id<'equipment'>
beforeAll(async () => {
  desk = await openTicketDesk()
  const { id: typeId } = (
    await desk.testApp.call(desk.as.admin, referenceLists.createEquipmentType, {
      body: { name: 'Pump' },
    })
  ).body
  pump = (
    await desk.testApp.call(desk.as.admin, equipment.createEquipment, {
      body: { name: 'Pump 1', typeId },
    })
  ).body.id
})
afterAll(() => desk.testApp.close())

describe('opening a ticket', () => {
  it('uses the first open state of its type, and records opener, object and time', async () => {
    const made = await desk.open(
      { equipmentId: pump, description: 'Under the lid.' },
      desk.as.staff,
    )
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
    expect(await desk.read(made.id)).toEqual(made)
  })

  it.each([
    ['a type that is not there', { ticketTypeId: 999_999 }, 'body.ticketTypeId'],
    ['an equipment that is not there', { equipmentId: 999_999 }, 'body.equipmentId'],
    ['a location that is not there', { locationId: 999_999 }, 'body.locationId'],
    ['a person who is not there', { assigneeId: 999_999 }, 'body.assigneeId'],
  ])('refuses %s, and says which', async (_what, facts, path) => {
    const before = (await desk.listed(desk.as.admin)).length
    const answer = await desk.testApp.call(desk.as.admin, tickets.openTicket, {
      body: desk.asked(facts),
    })
    expect(answer).toMatchObject({ status: 404, body: { errors: [{ path }] } })
    expect(await desk.listed(desk.as.admin)).toHaveLength(before)
  })

  it.each([
    ['no title', { title: '  ' }],
    ['a title without end', { title: 'x'.repeat(10_000) }],
    ['an id that is none', { equipmentId: 'pump' }],
    ['what it does not know', { urgent: true }],
  ])('refuses %s', async (_what, facts) => {
    expect(
      (await desk.testApp.raw(desk.as.admin, 'POST', '/api/tickets', desk.asked(facts))).status,
    ).toBe(400)
  })

  it('refuses another company’s equipment and person as unknown', async () => {
    const theirType = (
      await desk.testApp.call(desk.as.stranger, referenceLists.createEquipmentType, {
        body: { name: 'Lift' },
      })
    ).body.id
    const theirs = (
      await desk.testApp.call(desk.as.stranger, equipment.createEquipment, {
        body: { name: 'Lift 1', typeId: theirType },
      })
    ).body.id
    for (const facts of [{ equipmentId: theirs }, { assigneeId: desk.testApp.there.users.staff }])
      expect(
        (await desk.testApp.call(desk.as.admin, tickets.openTicket, { body: desk.asked(facts) }))
          .status,
      ).toBe(404)
  })
})

describe('the state of a ticket', () => {
  it('changes only where its type allows it, and says why not', async () => {
    const made = await desk.open()
    const done = (
      await desk.testApp.call(desk.as.admin, tickets.listTicketStates, {
        body: { ticketTypeId: desk.typeId },
      })
    ).body.rows.find(({ name }) => name === 'Done')
    const answer = await desk.move(made, done?.id ?? (0 as Id<'ticketState'>))
    expect(answer).toMatchObject({
      status: 409,
      body: { errors: [{ code: 'transitionNotAllowed', message: 'Done' }] },
    })
    expect((await desk.read(made.id)).state.name).toBe('New')
  })

  it('closes it at that moment, and opens it again when it is taken up', async () => {
    const made = await desk.open()
    const begun = (await desk.move(made, stateNamed(made, 'In work'))).body
    expect(begun).toMatchObject({ state: { name: 'In work' }, closedAt: null })
    desk.testApp.clock.advance(60_000)
    const closed = (await desk.move(begun, stateNamed(begun, 'Done'))).body
    expect(closed).toMatchObject({
      state: { category: 'closed' },
      closedAt: desk.testApp.clock.now().toISOString(),
    })
    desk.testApp.clock.advance(60_000)
    const again = (await desk.move(closed, closed.state.id)).body
    expect(again.closedAt).toBe(closed.closedAt)
    expect((await desk.move(again, stateNamed(again, 'New'))).body).toMatchObject({
      state: { name: 'New' },
      closedAt: null,
    })
  })

  it('refuses a state of another type, and answers a stale write with the ticket as it is', async () => {
    const other = (
      await desk.testApp.call(desk.as.admin, tickets.createTicketType, {
        body: {
          name: 'Cleaning',
          colour: 'green',
          states: [stateDraft('Dirty', 'open', null), stateDraft('Clean', 'closed', null)],
        },
      })
    ).body
    const made = await desk.open()
    expect((await desk.move(made, other.states[0]?.id ?? (0 as Id<'ticketState'>))).status).toBe(
      404,
    )
    const begun = (await desk.move(made, stateNamed(made, 'In work'))).body
    const late = await desk.move(begun, stateNamed(begun, 'Done'), desk.as.admin, made.version)
    expect(late).toMatchObject({
      status: 409,
      body: { current: { version: begun.version, state: { name: 'In work' } } },
    })
  })
})

describe('the assignee of a ticket', () => {
  it('is set and removed, and the ticket is found as mine and as unassigned', async () => {
    const made = await desk.open({ title: 'Whose is it' })
    const { technician } = desk.testApp.here.users
    const given = (await desk.assign(made, technician)).body
    expect(given.assignee).toMatchObject({ id: technician, name: 'technician here' })
    const theirs = await desk.testApp.signIn('technician')
    const mine = async (by: string, assigned: string) =>
      (await desk.listed(by, { assigned })).some(({ id }) => id === made.id)
    expect(await mine(theirs, 'me')).toBe(true)
    expect(await mine(desk.as.admin, 'me')).toBe(false)
    expect(await mine(desk.as.admin, 'nobody')).toBe(false)
    expect((await desk.assign(given, null)).body.assignee).toBeNull()
    expect(await mine(desk.as.admin, 'nobody')).toBe(true)
  })

  it('cannot be a user who has left or is of another company', async () => {
    const made = await desk.open()
    expect((await desk.assign(made, desk.testApp.there.users.staff)).status).toBe(404)
    await desk.setUser('technician', { isActive: false })
    try {
      expect((await desk.assign(made, desk.testApp.here.users.technician)).status).toBe(409)
    } finally {
      await desk.setUser('technician', { isActive: true })
    }
    expect((await desk.read(made.id)).assignee).toBeNull()
  })
})

describe('the comments of a ticket', () => {
  it('keep their order and authors', async () => {
    const made = await desk.open()
    for (const [by, text] of [
      [desk.as.admin, 'Part is ordered.'],
      [desk.as.staff, 'Thank you'],
    ] as const)
      await desk.testApp.call(by, tickets.commentTicket, {
        params: { id: made.id },
        body: { text },
      })
    expect(
      (await desk.timeline(made.id)).rows.flatMap((row) =>
        row.kind === 'comment' ? [[row.author.name, row.text]] : [],
      ),
    ).toEqual([
      ['staff here', 'Thank you'],
      ['administrator here', 'Part is ordered.'],
    ])
    expect((await desk.listed(desk.as.admin)).find(({ id }) => id === made.id)?.commentCount).toBe(
      2,
    )
    expect((await desk.read(made.id)).version).toBe(made.version) // so that the change conflicts with no edit in progress
  })

  it('are refused if they are empty', async () => {
    const made = await desk.open()
    for (const text of ['', '   \n', '\u200b\u2060'])
      expect(
        (
          await desk.testApp.call(desk.as.admin, tickets.commentTicket, {
            params: { id: made.id },
            body: { text },
          })
        ).status,
      ).toBe(400)
    expect((await desk.read(made.id)).commentCount).toBe(0)
  })

  it('and its changes are in the journal, before and after', async () => {
    const made = await desk.open({ description: 'Old' })
    await desk.testApp.call(desk.as.admin, tickets.editTicket, {
      params: { id: made.id },
      body: { title: 'It floods', version: made.version },
    })
    expect(await desk.read(made.id)).toMatchObject({ title: 'It floods', description: 'Old' })
    const { rows } = (
      await desk.testApp.call(desk.as.admin, journal.listJournal, {
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

describe('the rights on a ticket', () => {
  it('allow everyone to open and comment, and editors to move, assign and change', async () => {
    const made = await desk.open({}, desk.as.staff)
    const denied = [
      await desk.move(made, stateNamed(made, 'In work'), desk.as.staff),
      await desk.assign(made, desk.testApp.here.users.staff, desk.as.staff),
      await desk.testApp.call(desk.as.staff, tickets.editTicket, {
        params: { id: made.id },
        body: { title: 'Mine', version: made.version },
      }),
    ]
    expect(denied.map(({ status }) => status)).toEqual([403, 403, 403])
    expect(await desk.read(made.id)).toEqual(made)
  })

  it('allow another company neither to read, list nor change it', async () => {
    const made = await desk.open()
    const params = { id: made.id }
    const answers = [
      await desk.testApp.call(desk.as.stranger, tickets.getTicket, { params }),
      await desk.testApp.call(desk.as.stranger, tickets.commentTicket, {
        params,
        body: { text: 'Hello' },
      }),
      await desk.move(made, stateNamed(made, 'In work'), desk.as.stranger),
      await desk.assign(made, null, desk.as.stranger),
    ]
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404])
    expect(await desk.listed(desk.as.stranger)).toEqual([])
    expect(await desk.read(made.id)).toEqual(made)
  })

  it('hide one on an equipment that a user may not see', async () => {
    const made = await desk.open({ equipmentId: pump })
    await desk.setUser('staff', { allEquipment: false, equipmentTypeIds: [] })
    try {
      expect(
        (await desk.testApp.call(desk.as.staff, tickets.getTicket, { params: { id: made.id } }))
          .status,
      ).toBe(404)
      expect((await desk.listed(desk.as.staff)).map(({ id }) => id)).not.toContain(made.id)
      const blind = await desk.testApp.call(desk.as.staff, tickets.openTicket, {
        body: desk.asked({ equipmentId: pump }),
      })
      expect(blind.status).toBe(404)
    } finally {
      await desk.setUser('staff', { allEquipment: true })
    }
    expect((await desk.read(made.id, desk.as.staff)).id).toBe(made.id)
  })
})

it('the list of tickets filters by category, text, type and order, and counts beyond the page', async () => {
  const [a, b] = [
    await desk.open({ title: 'Zebra alpha' }),
    await desk.open({ title: 'Zebra beta' }),
  ]
  await desk.move(b, stateNamed(b, 'In work'))
  const titles = async (question: object) =>
    (await desk.listed(desk.as.admin, question)).map(({ title }) => title)
  expect(await titles({ search: 'zEbRa', sort: '-title' })).toEqual(['Zebra beta', 'Zebra alpha'])
  expect(await titles({ search: 'zebra', categories: ['open'] })).toEqual(['Zebra alpha'])
  expect(await titles({ search: 'zebra', stateIds: [a.state.id] })).toEqual(['Zebra alpha'])
  expect(await titles({ search: 'zebra', ticketTypeIds: [desk.typeId + 1_000] })).toEqual([])
  const page = (
    await desk.testApp.call(desk.as.admin, tickets.listTickets, {
      body: { limit: 1, offset: 1, search: 'zebra', sort: 'title' },
    })
  ).body
  expect([page.count, page.rows.map(({ title }) => title)]).toEqual([2, ['Zebra beta']])
})

it('an edited ticket type keeps a state that tickets have', async () => {
  const type = (
    await desk.testApp.call(desk.as.admin, tickets.createTicketType, {
      body: {
        name: 'Move',
        colour: 'blue',
        states: [
          stateDraft('New', 'open', null),
          stateDraft('Held', 'open', null),
          stateDraft('Done', 'closed', null),
        ],
      },
    })
  ).body
  await desk.open({ ticketTypeId: type.id })
  const without = (name: string) => type.states.filter((one) => one.name !== name)
  const save = (kept: TicketStateDraft[]) =>
    desk.testApp.call(desk.as.admin, tickets.updateTicketType, {
      params: { id: type.id },
      body: { version: type.version, states: kept.map((one) => ({ ...one, next: null })) },
    })
  expect(await save(without('New'))).toMatchObject({
    status: 409,
    body: { errors: [{ code: 'stateInUse', message: 'New' }] },
  })
  expect((await save(without('Held'))).status).toBe(200)
})
