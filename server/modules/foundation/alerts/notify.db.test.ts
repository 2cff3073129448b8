import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { AlertRow } from '#contract/alerts.ts'
import { contract } from '#contract/index.ts'
import type { Id } from '#contract/ids.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import { openTestApp, type TestApp } from '#tests/testApp.ts'
import { unsentMessages } from '../messages/index.ts'

let testApp: TestApp
let admin: string, technician: string, staff: string
let typeId: Id<'equipmentType'>,
  pump: Id<'equipment'>,
  ticketTypeId: Id<'ticketType'>,
  broken: Id<'equipmentStatus'>
const { account, alerts, equipment, referenceLists, tickets } = contract

beforeAll(async () => {
  testApp = await openTestApp()
  admin = await testApp.signIn('administrator')
  technician = await testApp.signIn('technician')
  staff = await testApp.signIn('staff')
  typeId = (
    await testApp.call(admin, referenceLists.createEquipmentType, { body: { name: 'Pump' } })
  ).body.id
  broken = (
    await testApp.call(admin, referenceLists.createEquipmentStatus, {
      body: { name: 'Broken', colour: 'red', isUsable: false },
    })
  ).body.id
  ticketTypeId = (
    await testApp.call(admin, tickets.createTicketType, {
      body: {
        name: 'Repair',
        colour: 'red',
        states: [
          { id: null, name: 'New', category: 'open', colour: 'blue', next: null },
          { id: null, name: 'In work', category: 'inProgress', colour: 'orange', next: null },
          { id: null, name: 'Done', category: 'closed', colour: 'green', next: null },
        ],
      },
    })
  ).body.id
})
afterAll(() => testApp.close())

beforeEach(async () => {
  pump = (
    await testApp.call(admin, equipment.createEquipment, { body: { name: 'Pump 1', typeId } })
  ).body.id
  await testApp.call(technician, alerts.setEquipmentFollow, {
    params: { id: pump },
    body: { follows: true },
  })
  for (const token of [admin, technician, staff])
    await testApp.call(token, alerts.seeAlerts, { body: { alertIds: null } })
  await asSystem(testApp.pool, (db) => db.delete(tables.message))
})

const sentTo = async (token: string): Promise<AlertRow[]> =>
  (await testApp.call(token, alerts.listAlerts, { body: { isUnseen: true } })).body.rows
const kindsSent = async (token: string) =>
  (await sentTo(token)).map(({ kind, text, by }) => [kind, text, by])
const open = async (
  facts: { equipmentId?: Id<'equipment'> | null; assigneeId?: Id<'user'> } = { equipmentId: pump },
  by = admin,
) =>
  (
    await testApp.call(by, tickets.openTicket, {
      body: { title: 'It leaks', ticketTypeId, ...facts },
    })
  ).body
const setStatus = (token: string, statusId: Id<'equipmentStatus'> | null) =>
  testApp.call(token, equipment.bulkUpdateStatus, { body: { equipmentIds: [pump], statusId } })
const accessScope = (role: 'technician' | 'staff', allEquipment: boolean) =>
  asSystem(testApp.pool, (db) =>
    db
      .update(tables.user)
      .set({ allEquipment, equipmentTypeIds: [] })
      .where(ofCompany(tables.user, testApp.here.id, eq(tables.user.id, testApp.here.users[role]))),
  )

describe('a follower of an equipment', () => {
  it('is notified once of a change of status, by whom and to what, however it was made; its author is not', async () => {
    await testApp.call(admin, alerts.setEquipmentFollow, {
      params: { id: pump },
      body: { follows: true },
    })
    await setStatus(admin, broken)
    await setStatus(admin, broken)
    const { version } = (
      await testApp.call(admin, equipment.getEquipment, { params: { id: pump } })
    ).body
    await testApp.call(admin, equipment.updateEquipment, {
      params: { id: pump },
      body: { version, statusId: null },
    })
    await testApp.call(admin, equipment.updateEquipment, {
      params: { id: pump },
      body: { version: version + 1, name: 'Pump one' },
    })
    expect(await kindsSent(technician)).toEqual([
      ['statusChanged', null, 'administrator here'],
      ['statusChanged', 'Broken', 'administrator here'],
    ])
    expect((await sentTo(technician)).map((row) => row.equipment)).toEqual([
      { id: pump, name: 'Pump one' },
      { id: pump, name: 'Pump one' },
    ])
    expect(await kindsSent(admin)).toEqual([])
    expect(await kindsSent(staff)).toEqual([])
  })
  it('is notified of a ticket on it, of each move and comment, with the ticket to open', async () => {
    const made = await open()
    const next = made.nextStates[0]?.id ?? (0 as Id<'ticketState'>)
    await testApp.call(admin, tickets.changeTicketState, {
      params: { id: made.id },
      body: { stateId: next, version: made.version },
    })
    await testApp.call(admin, tickets.commentTicket, {
      params: { id: made.id },
      body: { text: 'Part is ordered.' },
    })
    expect(await kindsSent(technician)).toEqual([
      ['ticketCommented', 'Part is ordered.', 'administrator here'],
      ['ticketMoved', 'In work', 'administrator here'],
      ['ticketOpened', null, 'administrator here'],
    ])
    expect((await sentTo(technician)).every(({ ticket }) => ticket?.id === made.id)).toBe(true)
  })
  it('is not notified of what they may not see, and reads nothing of it once they may no longer', async () => {
    await setStatus(admin, broken)
    await accessScope('technician', false)
    try {
      await open()
      expect(
        (await sentTo(technician)).map(({ kind, text, by, equipment, ticket }) => [
          kind,
          text,
          by,
          equipment,
          ticket,
        ]),
      ).toEqual([['statusChanged', null, null, null, null]])
    } finally {
      await accessScope('technician', true)
    }
  })
  it('is not notified of what was refused', async () => {
    const made = await open({}, staff)
    const answer = await testApp.call(admin, tickets.assignTicket, {
      params: { id: made.id },
      body: { assigneeId: testApp.here.users.technician, version: made.version + 7 },
    })
    expect(answer.status).toBe(409)
    expect(await kindsSent(technician)).toEqual([])
  })
})

describe('the assignee of a ticket', () => {
  it('is notified of the assignment, at its opening or later, and of comments; so is its opener', async () => {
    const manager = await testApp.signIn('manager')
    const made = await open({ assigneeId: testApp.here.users.manager }, technician)
    await testApp.call(admin, tickets.commentTicket, {
      params: { id: made.id },
      body: { text: 'Any news?' },
    })
    expect(await kindsSent(manager)).toEqual([
      ['ticketCommented', 'Any news?', 'administrator here'],
      ['ticketGiven', null, 'technician here'],
    ])
    expect(await kindsSent(technician)).toEqual([
      ['ticketCommented', 'Any news?', 'administrator here'],
    ])
    await testApp.call(admin, tickets.assignTicket, {
      params: { id: made.id },
      body: { assigneeId: testApp.here.users.technician, version: made.version },
    })
    expect((await kindsSent(technician))[0]).toEqual(['ticketGiven', null, 'administrator here'])
  })
  it('is not notified of taking it, and hears of a ticket on a followed equipment once, as theirs', async () => {
    const made = await open({})
    await testApp.call(technician, tickets.assignTicket, {
      params: { id: made.id },
      body: { assigneeId: testApp.here.users.technician, version: made.version },
    })
    expect(await kindsSent(technician)).toEqual([])
    await open({ equipmentId: pump, assigneeId: testApp.here.users.technician })
    expect(await kindsSent(technician)).toEqual([['ticketGiven', null, 'administrator here']])
  })
})

it('an alert is sent by mail to users who want it, in their language, with the address of its object', async () => {
  await setStatus(admin, broken)
  expect(await unsentMessages(testApp.app.kernel)).toEqual([])
  expect(
    (await testApp.call(technician, account.setMailAlerts, { body: { hasMailAlerts: true } })).body
      .hasMailAlerts,
  ).toBe(true)
  await asSystem(testApp.pool, (db) =>
    db
      .update(tables.user)
      .set({ language: 'cs' })
      .where(
        ofCompany(tables.user, testApp.here.id, eq(tables.user.id, testApp.here.users.technician)),
      ),
  )
  await setStatus(admin, null)
  const made = await open({ assigneeId: testApp.here.users.technician })
  expect(
    (await unsentMessages(testApp.app.kernel)).map(({ to, subject, text }) => [to, subject, text]),
  ).toEqual([
    [
      'technician@here.test',
      'Upozornění: It leaks',
      `Byl vám předán tiket „It leaks“.\n\nhttp://localhost/tickets/${made.id}`,
    ],
    [
      'technician@here.test',
      'Upozornění: Pump 1',
      `„Pump 1“ teď nemá žádný stav.\n\nhttp://localhost/equipment/${pump}`,
    ],
  ])
})
