import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import type { Id } from '#contract/ids.ts'
import type { TicketDetail } from '#contract/tickets.ts'
import { openTestApp, type TestApp } from '#tests/testApp.ts'

const { tickets } = contract
let testApp: TestApp
let admin: string, technician: string
let typeId: Id<'ticketType'>

beforeAll(async () => {
  testApp = await openTestApp()
  admin = await testApp.signIn('administrator')
  technician = await testApp.signIn('technician')
  const state = (name: string, category: 'open' | 'inProgress' | 'closed') => ({
    id: null,
    name,
    category,
    colour: 'blue' as const,
    next: null,
  })
  typeId = (
    await testApp.call(admin, tickets.createTicketType, {
      body: {
        name: 'Repair',
        colour: 'red',
        states: [state('New', 'open'), state('In work', 'inProgress'), state('Done', 'closed')],
      },
    })
  ).body.id
})
afterAll(() => testApp.close())

const open = (clientKey?: string, by = admin, title = 'It leaks') =>
  testApp.call(by, tickets.openTicket, { body: { title, ticketTypeId: typeId, clientKey } })
const opened = async () => (await open()).body
const count = async (title: string) =>
  (await testApp.call(admin, tickets.listTickets, { body: { search: title } })).body.count
const read = async (id: number) =>
  (await testApp.call(admin, tickets.getTicket, { params: { id } })).body
const timeline = async (id: number) =>
  (await testApp.call(admin, tickets.listTicketTimeline, { params: { id }, body: {} })).body.rows
const say = (id: number, clientKey: string | undefined, by = admin) =>
  testApp.call(by, tickets.commentTicket, { params: { id }, body: { text: 'Seen', clientKey } })
const move = (ticket: TicketDetail, clientKey: string | undefined, by = admin) =>
  testApp.call(by, tickets.changeTicketState, {
    params: { id: ticket.id },
    body: { stateId: ticket.nextStates[0]?.id ?? 0, version: ticket.version, clientKey },
  })
const take = (ticket: TicketDetail, clientKey: string) =>
  testApp.call(admin, tickets.assignTicket, {
    params: { id: ticket.id },
    body: {
      assigneeId: testApp.here.users.administrator,
      version: ticket.version,
      clientKey,
    },
  })

describe('opening a ticket with a key', () => {
  it('opens one, however often and however much at once it arrives', async () => {
    const key = randomUUID()
    const answers = await Promise.all([
      open(key, admin, 'Drips'),
      open(key, admin, 'Drips'),
      open(key, admin, 'Drips'),
    ])
    answers.push(await open(key, admin, 'Drips'))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    expect(await count('Drips')).toBe(1)
    expect(await timeline(answers[0]?.body.id ?? 0)).toHaveLength(1)
  })
  it('opens two without a key', async () => {
    await open(undefined, admin, 'Rattles')
    await open(undefined, admin, 'Rattles')
    expect(await count('Rattles')).toBe(2)
  })
  it('gives nobody another user’s ticket', async () => {
    const key = randomUUID()
    await open(key)
    expect(await open(key, technician)).toMatchObject({
      status: 409,
      body: { errors: [{ path: 'body.clientKey', code: 'alreadyThere' }] },
    })
  })
})

describe('a comment with a key', () => {
  it('is added once', async () => {
    const { id } = await opened()
    const key = randomUUID()
    const answers = await Promise.all([say(id, key), say(id, key)])
    answers.push(await say(id, key))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect((await read(id)).commentCount).toBe(1)
    await say(id, randomUUID())
    expect((await read(id)).commentCount).toBe(2)
    expect((await say(id, key, technician)).status).toBe(409)
    // on another ticket, the comment would be lost silently
    expect((await say((await opened()).id, key)).status).toBe(409)
  })
})

describe('a change of a ticket with a key', () => {
  it('moves it once, and answers the second time with the ticket as it is', async () => {
    const ticket = await opened()
    const key = randomUUID()
    const answers = await Promise.all([move(ticket, key), move(ticket, key)])
    answers.push(await move(ticket, key))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await read(ticket.id)).toMatchObject({ state: { name: 'In work' }, version: 2 })
    expect(await timeline(ticket.id)).toHaveLength(2)
  })
  it('is refused if the ticket was changed meanwhile, and may then be sent with its key again', async () => {
    const ticket = await opened()
    await take(ticket, randomUUID())
    const key = randomUUID()
    expect(await move(ticket, key)).toMatchObject({
      status: 409,
      body: { current: { version: 2 } },
    })
    const again = await move(await read(ticket.id), key)
    expect(again).toMatchObject({ status: 200, body: { state: { name: 'In work' } } })
  })
  it('assigns it once', async () => {
    const ticket = await opened()
    const key = randomUUID()
    await take(ticket, key)
    expect(await take(ticket, key)).toMatchObject({ status: 200, body: { version: 2 } })
  })
  it('belongs to one user and one ticket', async () => {
    const [one, other] = [await opened(), await opened()]
    const key = randomUUID()
    await move(one, key)
    expect((await move(other, key)).status).toBe(409)
    expect((await move(one, key, technician)).status).toBe(409)
  })
})

it('a ticket says where it may go from each state, so that a page can work offline', async () => {
  const ticket = await opened()
  expect(ticket.states.map(({ name, nextIds }) => ({ name, nextIds }))).toEqual([
    { name: 'New', nextIds: null },
    { name: 'In work', nextIds: null },
    { name: 'Done', nextIds: null },
  ])
})
