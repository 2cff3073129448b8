import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AutomationAction } from '#contract/automation/actions.ts'
import type { EventRuleDraft } from '#contract/automation/automation.ts'
import type { WatchedEvent } from '#contract/automation/events.ts'
import { contract } from '#contract/index.ts'
import type { Id } from '#contract/ids.ts'
import type { TicketDetail } from '#contract/tickets.ts'
import { openTicketDesk, stateDrafts, stateNamed, type TicketDesk } from '#tests/ticketDesk.ts'
import { makeLook } from './index.ts'

const { automations, tickets } = contract
let desk: TicketDesk
let look: () => Promise<void>
let noteType: Id<'ticketType'>
let promisedType: Id<'ticketType'>
beforeAll(async () => {
  desk = await openTicketDesk()
  look = makeLook(desk.testApp.app.kernel)
  const type = async (name: string, targets: object[] = []) =>
    (
      await desk.testApp.call(desk.as.admin, tickets.createTicketType, {
        body: { name, colour: 'blue', states: stateDrafts, targets: targets as never },
      })
    ).body.id
  noteType = await type('Note')
  promisedType = await type('Promised', [{ priority: 'normal', respondHours: 1, resolveHours: 8 }])
})
afterAll(() => desk.testApp.close())

const noteOf = (title: string): AutomationAction => ({
  kind: 'openTicket',
  ticketTypeId: noteType,
  title,
  assign: null,
})
const draft = (event: WatchedEvent, title: string, change: Partial<EventRuleDraft> = {}) => ({
  name: title,
  event,
  filters: [],
  actions: [noteOf(title)],
  isActive: true,
  validFrom: null,
  validTo: null,
  ...change,
})
const rule = async (event: WatchedEvent, title: string, change: Partial<EventRuleDraft> = {}) => {
  const saved = await desk.testApp.call(desk.as.admin, automations.createAutomation, {
    body: draft(event, title, change),
  })
  expect(saved.status).toBe(200)
  return saved.body
}
/** The server looks, and processes what it found. */
const settle = async () => {
  for (let times = 0; times < 5; times += 1) {
    await look()
    await desk.testApp.app.outbox.drain()
  }
}
const pass = async (hours: number) => {
  await desk.pass(hours)
  await settle()
}
const opened = async (title: string) =>
  (await desk.listed(desk.as.admin, { search: title })).filter((one) => one.title === title)
const runsOf = async (automationId: Id<'automation'>) =>
  (
    await desk.testApp.call(desk.as.admin, automations.listAutomationRuns, {
      body: { automationId },
    })
  ).body
const promised = (facts: object = {}) => desk.open({ ticketTypeId: promisedType, ...facts })
const moved = async (ticket: TicketDetail, state: string) => {
  const now = await desk.read(ticket.id)
  const answer = await desk.move(now, stateNamed(now, state))
  expect(answer.status).toBe(200)
}

describe('a rule that begins with a ticket', () => {
  it('acts once when a ticket of its type is opened, and says which in its run', async () => {
    const made = await rule({ kind: 'ticketOpened', ticketTypeIds: [promisedType] }, 'Told')
    await settle()
    await desk.open({ title: 'Of another type' })
    const ticket = await promised({ title: 'Cold room' })
    await settle()
    expect(await opened('Told')).toHaveLength(1)
    const { rows } = await runsOf(made.id)
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({
      outcome: 'done',
      procedureLogId: null,
      procedure: 'Cold room',
      subject: { kind: 'ticket', id: ticket.id, name: 'Cold room' },
    })
    await desk.testApp.call(desk.as.admin, automations.deleteAutomation, {
      params: { id: made.id },
    })
  })

  it('waits in a row until a ticket is not taken up in time, and not if it was', async () => {
    const made = await rule(
      { kind: 'ticketNotTakenUp', ticketTypeIds: [promisedType], whenOver: 'nothing' },
      'Nobody came',
    )
    const late = await promised({ title: 'Late' })
    const taken = await promised({ title: 'Taken' })
    await settle()
    const { body: waiting } = await desk.testApp.call(desk.as.admin, automations.getAutomation, {
      params: { id: made.id },
    })
    expect(waiting.waiting).toBeGreaterThanOrEqual(2)
    await moved(taken, 'In work')
    await pass(0.9)
    expect(await opened('Nobody came')).toHaveLength(0)
    await pass(0.2)
    const subjects = (await runsOf(made.id)).rows.map(({ subject }) => subject?.id)
    expect(subjects).toContain(late.id)
    expect(subjects).not.toContain(taken.id)
    await pass(5)
    expect((await runsOf(made.id)).rows).toHaveLength(subjects.length)
  })

  it('acts when a ticket is overdue, and says so in what it opened if that cannot be closed', async () => {
    const made = await rule(
      { kind: 'ticketOverdue', ticketTypeIds: [promisedType], whenOver: 'close' },
      'Overdue',
    )
    const ticket = await promised({ title: 'Slow' })
    await pass(7)
    const before = (await runsOf(made.id)).rows.map(({ subject }) => subject?.id)
    expect(before).not.toContain(ticket.id)
    await pass(2)
    const run = (await runsOf(made.id)).rows.find(({ subject }) => subject?.id === ticket.id)
    const noteId = run?.effects[0]?.ticketIds[0]
    expect(noteId).toBeDefined()
    if (noteId === undefined) return
    expect((await desk.read(noteId)).state.category).not.toBe('closed')
    await moved(ticket, 'In work')
    await moved(ticket, 'Done')
    await settle()
    // From its state it may not be closed, so it says that the cause is over.
    expect((await desk.read(noteId)).state.category).toBe('open')
    expect(JSON.stringify((await desk.timeline(noteId)).rows)).toContain('causeOver')
  })

  it('acts when a ticket stays in a state for hours, and forgets one that left it', async () => {
    const { states } = await promised({ title: 'For its states' })
    const work = states.find(({ name }) => name === 'In work')
    const made = await rule(
      {
        kind: 'ticketInState',
        ticketTypeId: promisedType,
        stateId: work?.id as Id<'ticketState'>,
        hours: 3,
        whenOver: 'note',
      },
      'Stuck',
    )
    const stuck = await promised({ title: 'Stuck one' })
    const left = await promised({ title: 'Left' })
    await moved(stuck, 'In work')
    await moved(left, 'In work')
    await pass(2)
    await moved(left, 'Done')
    await pass(2)
    const subjects = (await runsOf(made.id)).rows.map(({ subject }) => subject?.id)
    expect(subjects).toContain(stuck.id)
    expect(subjects).not.toContain(left.id)
    const noteId = (await runsOf(made.id)).rows[0]?.effects[0]?.ticketIds[0]
    await moved(stuck, 'Done')
    await settle()
    const { rows } = await desk.timeline(noteId as Id<'ticket'>)
    expect(JSON.stringify(rows)).toContain('causeOver')
  })
})

it('a rule that begins with a ticket in a state is refused for a state of another type', async () => {
  const ticket = await promised({ title: 'Elsewhere' })
  const refused = await desk.testApp.call(desk.as.admin, automations.createAutomation, {
    body: draft(
      {
        kind: 'ticketInState',
        ticketTypeId: noteType,
        stateId: ticket.state.id,
        hours: 1,
        whenOver: 'nothing',
      },
      'Never',
    ),
  })
  expect(refused).toMatchObject({ status: 400, body: { errors: [{ code: 'otherType' }] } })
})
