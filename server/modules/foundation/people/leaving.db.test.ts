import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import { codesIn } from '#tests/codesIn.ts'
import { stateDrafts } from '#tests/ticketDesk.ts'
import { openTwoCompanies, type TwoCompanies } from '#tests/twoCompanies.ts'

const { auth, memberships, people, tickets } = contract

let two: TwoCompanies
beforeAll(async () => {
  two = await openTwoCompanies()
})
afterAll(() => two.close())
beforeEach(() => two.begin())

describe('leaving a company', () => {
  const leave = (token: string, which: 'here' | 'there') =>
    two.testApp.call(token, memberships.leaveCompany, {
      body: { companyId: two.testApp[which].id },
    })

  it('passes open tickets on, keeps the name, and needs a new consent to return', async () => {
    const both = await two.personOfBoth()
    const session = await two.login(both.email)
    const inThere = (
      await two.testApp.call(session, auth.switchCompany, {
        body: { companyId: two.testApp.there.id },
      })
    ).body.token
    const { id: ticketTypeId } = await two.testApp.ok(two.there, tickets.createTicketType, {
      body: { name: 'Repair', colour: 'red', states: stateDrafts },
    })
    const role = await two.testApp.ok(two.there, people.createRole, {
      body: { name: 'Repairs', permissions: ['editor|tickets'] },
    })
    const { version } = await two.testApp.ok(two.there, people.getUser, {
      params: { id: both.thereId },
    })
    await two.testApp.ok(two.there, people.updateUser, {
      params: { id: both.thereId },
      body: { version, roleIds: [role.id] },
    })
    const opened = await two.testApp.ok(two.there, tickets.openTicket, {
      body: { title: 'Theirs', ticketTypeId, assigneeId: both.thereId },
    })
    expect((await leave(inThere, 'there')).status).toBe(200)
    expect((await two.testApp.call(inThere, auth.checkToken, {})).status).toBe(401)
    const ticket = await two.testApp.ok(two.there, tickets.getTicket, { params: { id: opened.id } })
    expect(ticket.assignee).toBeNull()
    const left = await two.testApp.ok(two.there, people.getUser, { params: { id: both.thereId } })
    expect(left).toMatchObject({ state: 'inactive', endedBy: 'left', firstName: 'Eva' })
    expect(await two.login(both.email)).not.toBe('')
    const own = await two.testApp.ok(two.here, people.getUser, { params: { id: both.id } })
    expect(own).toMatchObject({ state: 'active', isShared: false })
    const back = await two.testApp.ok(two.there, people.reactivateUser, {
      params: { id: both.thereId },
      body: { version: left.version },
    })
    expect(back.state).toBe('invited')
  })

  it('is done once when it is requested twice at once', async () => {
    const both = await two.personOfBoth()
    const { token } = await two.testApp.ok(await two.login(both.email), auth.switchCompany, {
      body: { companyId: two.testApp.there.id },
    })
    const answers = await Promise.all([1, 2, 3].map(() => leave(token, 'there')))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it('is refused to the last administrator', async () => {
    const refused = await leave(two.here, 'here')
    expect([refused.status, codesIn(refused.body)]).toEqual([409, ['lastAdministrator']])
  })

  it('after being deactivated is possible from another company', async () => {
    const both = await two.personOfBoth()
    const session = await two.login(both.email)
    const active = await leave(session, 'there')
    expect(codesIn(active.body)).toEqual(['switchFirst'])
    const member = await two.testApp.ok(two.there, people.getUser, { params: { id: both.thereId } })
    await two.testApp.ok(two.there, people.deactivateUser, {
      params: { id: both.thereId },
      body: { version: member.version },
    })
    expect((await leave(session, 'there')).status).toBe(200)
    const own = await two.testApp.ok(two.here, people.getUser, { params: { id: both.id } })
    expect(own.isShared).toBe(false)
  })
})
