import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import { openTestAppWithFixtures } from '#tests/fixturesTemplate.ts'
import { faultsOf, importSteps } from '#tests/importSteps.ts'
import type { TestApp } from '#tests/testApp.ts'
import { stateDrafts } from '#tests/ticketDesk.ts'

let testApp: TestApp
let token: string
const { people, tickets } = contract

beforeAll(async () => {
  ;({ testApp, token } = await openTestAppWithFixtures())
})
afterAll(() => testApp.close())

const { uploadAndCheck, write, takeBack, rowsIn } = importSteps(() => ({ testApp, token }))

describe('an import of people', () => {
  const found = async (search: string) =>
    (await testApp.ok(token, people.listUsers, { body: { search } })).rows

  it('invites, gives no session, and takes the invitation back', async () => {
    const job = await uploadAndCheck(
      'people',
      'first name,last name,email,language,all equipment\nJana,Import,Jana.Import@sample.test,cs-CZ,yes\nJana,Wrong,not an address,cs,\n,Nameless,nameless@sample.test,xx,\n',
    )
    expect(faultsOf(job)).toEqual([
      ['email', 'notAnEmail'],
      ['language', 'notAChoice'],
      ['first name', 'required'],
    ])
    const done = await write(job)
    const [user] = await found('jana.import')
    expect(user).toMatchObject({
      email: 'jana.import@sample.test',
      state: 'invited',
      isEmailProven: false,
      language: 'cs',
      allEquipment: true,
      allLocations: false,
      roles: [],
    })
    expect(await takeBack(done)).toMatchObject({ status: 'undone', undoLeft: 0 })
    expect(await found('jana.import')).toEqual([])
  })

  it('gives and takes no right that its importer lacks', async () => {
    const admin = (await found('administrator'))[0]
    const role = await testApp.ok(token, people.createRole, {
      body: { name: 'Importer of people', permissions: ['editor|import', 'editor|users'] },
    })
    const manager = testApp.here.users.manager
    await rowsIn(sql`delete from user_role where user_id = ${manager}`)
    await rowsIn(sql`insert into user_role (company_id, user_id, role_id)
      values (${testApp.here.id}, ${manager}, ${role.id})`)
    await rowsIn(
      sql`update app_user set all_equipment = false, equipment_type_ids = '{}' where id = ${manager}`,
    )
    const few = await testApp.signIn('manager')
    const mine = importSteps(() => ({ testApp, token: few }))
    const [administrator] = admin?.roles ?? []
    const job = await mine.uploadAndCheck(
      'people',
      [
        'email,first name,last name,roles,all equipment',
        `grab@sample.test,Grab,All,${administrator?.name},`,
        'grab.too@sample.test,Grab,Types,,yes',
        `${admin?.email},Renamed,,,`,
        `${admin?.email.toUpperCase()},,,Importer of people,`,
        'fair@sample.test,Fair,Person,Importer of people,no',
      ].join('\n'),
    )
    expect(faultsOf(job)).toEqual([
      ['roles', 'beyondOwnRights'],
      ['all equipment', 'beyondOwnRights'],
      ['first name', 'beyondOwnRights'],
      ['email', 'duplicateKey'],
      ['roles', 'cannotChange'],
      ['roles', 'beyondOwnRights'],
    ])
    expect(job).toMatchObject({ created: 1, updated: 0, failed: 4 })
  })

  it('says in the preview how many open tickets a person would no longer handle', async () => {
    const { technician } = testApp.here.users
    const [role, type] = [
      await testApp.ok(token, people.createRole, {
        body: { name: 'Only reads', permissions: ['viewer|reports'] },
      }),
      await testApp.ok(token, tickets.createTicketType, {
        body: { name: 'Repair of people', colour: 'red', states: stateDrafts },
      }),
    ]
    const handling = await testApp.ok(token, people.createRole, {
      body: { name: 'Handles', permissions: ['editor|tickets'] },
    })
    const { email, version } = await testApp.ok(token, people.getUser, {
      params: { id: technician },
    })
    await testApp.ok(token, people.updateUser, {
      params: { id: technician },
      body: { roleIds: [handling.id], version },
    })
    for (const title of ['One', 'Two']) {
      const opened = await testApp.ok(token, tickets.openTicket, {
        body: { title, ticketTypeId: type.id },
      })
      await testApp.ok(token, tickets.assignTicket, {
        params: { id: opened.id },
        body: { assigneeId: technician, version: opened.version },
      })
    }
    const check = async (roles: string) => {
      const { preview, lostTickets } = await uploadAndCheck(
        'people',
        `email,roles\n${email},${roles}\n`,
      )
      const lines = preview[0]?.changes.map(({ field, before, after }) => [field, before, after])
      return { lines, lostTickets }
    }
    expect(await check(role.name)).toEqual({
      lines: [
        ['roles', 'Handles', 'Only reads'],
        ['handledTickets', '2', '0'],
      ],
      lostTickets: 2,
    })
    expect(await check(`${handling.name}; ${role.name}`)).toEqual({
      lines: [['roles', 'Handles', 'Handles; Only reads']],
      lostTickets: 0,
    })
  })

  it('changes no credential and no membership', async () => {
    const [user] = await found('staff')
    const job = await uploadAndCheck(
      'people',
      `email,phone,state\n${user?.email},+420 601 111 222,inactive\nnew.inactive@sample.test,,inactive\n`,
    )
    expect(faultsOf(job)).toEqual(
      expect.arrayContaining([
        ['state', 'cannotChange'],
        ['phone', 'cannotChange'],
      ]),
    )
    expect(job).toMatchObject({ created: 0, updated: 0, failed: 2 })
  })
})
