/** Web push, from an alert to what the browser decrypts, with a push service of our own. */
import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import type { Id } from '#contract/ids.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import { startPushService, type Browser, type PushService } from '#tests/pushService.ts'
import { openTestApp, type TestApp } from '#tests/testApp.ts'
import { sendPushes } from './index.ts'

const { account, auth, companies, people, push, tickets } = contract
const MINUTE = 60_000

let service: PushService
let testApp: TestApp
let admin: string, technician: string
let ticketTypeId: Id<'ticketType'>
let publicKey = ''

beforeAll(async () => {
  service = await startPushService({
    now: () => testApp.clock.now(),
    publicKey: () => publicKey,
  })
  testApp = await openTestApp({ hooks: service.client })
  admin = await testApp.signIn('administrator')
  ticketTypeId = (
    await testApp.ok(admin, tickets.createTicketType, {
      body: {
        name: 'Repair',
        colour: 'red',
        states: [
          { id: null, name: 'New', category: 'open', colour: 'blue', next: null },
          { id: null, name: 'Done', category: 'closed', colour: 'green', next: null },
        ],
      },
    })
  ).id
})
afterAll(async () => {
  await testApp.close()
  await service.close()
})

const turn = async (change: { hasPush?: boolean; pushShowsText?: boolean }) => {
  const { version } = await testApp.ok(admin, companies.getCompany, {})
  return testApp.ok(admin, companies.updateCompany, { body: { version, ...change } })
}

beforeEach(async () => {
  // A day later, so that no earlier message is within a minute.
  testApp.clock.advance(86_400_000)
  service.pushed.length = 0
  service.faults.length = 0
  service.answers.clear()
  await asSystem(testApp.pool, async (db) => {
    await db.delete(tables.pushDevice)
    await db.update(tables.alertRecipient).set({ pushDueAt: null })
    await db.delete(tables.attempt)
  })
  admin = await testApp.signIn('administrator')
  technician = await testApp.signIn('technician')
  await turn({ hasPush: true, pushShowsText: false })
  publicKey = (await testApp.ok(technician, push.getPush, {})).publicKey ?? ''
  await testApp.ok(technician, push.setPushWishes, {
    body: { groups: ['tickets', 'automations'], quietHours: null },
  })
})

const add = async (browser: Browser, token = technician) =>
  testApp.ok(token, push.addPushDevice, {
    body: { ...browser.subscription, name: browser.name },
  })
const give = async (title = 'It leaks') =>
  testApp.ok(admin, tickets.openTicket, {
    body: { title, ticketTypeId, assigneeId: testApp.here.users.technician },
  })
const send = () => sendPushes(testApp.app.kernel)
const shown = () => service.pushed.map(({ payload }) => payload['title'])
const waitingFor = async (role: 'technician' = 'technician') =>
  asSystem(testApp.pool, (db) =>
    db
      .select({ due: tables.alertRecipient.pushDueAt })
      .from(tables.alertRecipient)
      .where(
        and(
          ofCompany(
            tables.alertRecipient,
            testApp.here.id,
            eq(tables.alertRecipient.userId, testApp.here.users[role]),
          ),
          sql`${tables.alertRecipient.pushDueAt} is not null`,
        ),
      ),
  )
const setLevel = (level: 'error' | 'info') =>
  asSystem(testApp.pool, (db) => db.update(tables.alert).set({ level }))

describe('a push message', () => {
  it('says on the lock screen only that there is a ticket, and opens it', async () => {
    await add(service.browser('Phone'))
    const { id } = await give('Leak in the room of Mrs. Smith')
    await send()
    expect(service.faults).toEqual([])
    expect(service.pushed).toHaveLength(1)
    const [{ payload, headers, subject } = { payload: {}, headers: {}, subject: '' }] =
      service.pushed
    expect(payload).toMatchObject({ title: 'You have a ticket', body: '', path: `/tickets/${id}` })
    expect(JSON.stringify(payload)).not.toContain('Smith')
    expect(headers).toMatchObject({ urgency: 'normal', ttl: '86400' })
    expect(subject).toMatch(/^mailto:/)
    await send()
    expect(service.pushed).toHaveLength(1)
    const { devices } = await testApp.ok(technician, push.getPush, {})
    expect(devices[0]).toMatchObject({ name: 'Phone', fault: null, isSignedOut: false })
    expect(devices[0]?.lastSuccessAt).toBe(testApp.clock.now().toISOString())
  })

  it('shows the text if the company wants it, of what the reader may see, in the reader’s language', async () => {
    await turn({ pushShowsText: true })
    await testApp.ok(technician, auth.setLanguage, { body: { language: 'cs' } })
    await add(service.browser('Phone'))
    await give('Kape voda')
    await send()
    expect(service.pushed[0]?.payload).toMatchObject({
      title: 'Máte tiket',
      body: 'Byl vám předán tiket „Kape voda“.',
      language: 'cs',
    })
    await testApp.ok(technician, auth.setLanguage, { body: { language: 'en' } })
  })

  it('never exceeds what push services take, whatever the characters', async () => {
    await turn({ pushShowsText: true })
    await add(service.browser('Phone'))
    for (const character of ['ש', '🫀', '"']) await give(character.repeat(100))
    await send()
    expect(service.faults).toEqual([])
    expect(service.pushed[0]?.payload['title']).toBe('3 new messages')
    expect(service.pushed[0]?.bytes.length).toBeLessThanOrEqual(4_096)
  })

  it('goes at once; what follows within a minute is one message at its end', async () => {
    await add(service.browser('Phone'))
    await give()
    await send()
    testApp.clock.advance(10_000)
    for (const title of ['Two', 'Three', 'Four']) await give(title)
    await send()
    expect(shown()).toEqual(['You have a ticket'])
    testApp.clock.advance(50_000)
    await send()
    expect(shown()).toEqual(['You have a ticket', '3 new messages'])
    expect(service.pushed[1]?.payload['path']).toBe('/')
  })

  it('is not sent if its alert was seen first', async () => {
    await add(service.browser('Phone'))
    await give()
    await testApp.ok(technician, contract.alerts.seeAlerts, { body: { alertIds: null } })
    await send()
    expect(shown()).toEqual([])
    expect(await waitingFor()).toEqual([])
  })

  it('is sent once by two servers, and after a restart', async () => {
    await add(service.browser('Phone'))
    await give()
    const other = await testApp.beside({ hooks: service.client })
    await Promise.all([send(), sendPushes(other.kernel), send(), sendPushes(other.kernel)])
    expect(shown()).toEqual(['You have a ticket'])
    testApp.clock.advance(2 * MINUTE)
    await give()
    await sendPushes(other.kernel)
    expect(shown()).toHaveLength(2)
    expect(service.faults).toEqual([])
    await other.close()
  })

  it('repeats under the same topic and tag if the server dies before it notes the success', async () => {
    await add(service.browser('Phone'))
    await give()
    const { hooks } = testApp.app.kernel
    testApp.app.kernel.hooks = {
      call: async (call) => {
        await hooks.call(call)
        // As if the process ended here: nothing is recorded.
        return new Promise(() => undefined)
      },
    }
    void send()
    await expect.poll(() => service.pushed.length).toBe(1)
    testApp.app.kernel.hooks = hooks
    testApp.clock.advance(31_000)
    await send()
    const [first, second] = service.pushed
    expect(second?.headers['topic']).toBe(first?.headers['topic'])
    expect(second?.payload['tag']).toBe(first?.payload['tag'])
  })
})

describe('nobody gets a push message', () => {
  it('while the company has it off, which costs no statement and leaves nothing to send later', async () => {
    await add(service.browser('Phone'))
    await turn({ hasPush: false })
    await give()
    expect(await waitingFor()).toEqual([])
    await turn({ hasPush: true })
    await send()
    expect(shown()).toEqual([])
    const refused = await (async () => {
      await turn({ hasPush: false })
      const { subscription, name } = service.browser('Other')
      return testApp.call(technician, push.addPushDevice, { body: { ...subscription, name } })
    })()
    expect(refused.status).toBe(409)
    expect((await testApp.ok(technician, push.getPush, {})).publicKey).toBeNull()
  })

  it('of a kind that they did not choose', async () => {
    await add(service.browser('Phone'))
    await testApp.ok(technician, push.setPushWishes, {
      body: { groups: ['stock'], quietHours: null },
    })
    await give()
    expect(await waitingFor()).toEqual([])
  })

  it.each([
    ['signed out', () => testApp.call(technician, auth.logout, {})],
    [
      'ended the session from another device',
      async () => {
        const other = await testApp.signIn('technician')
        await testApp.ok(other, account.endSession, { body: { sessionId: null } })
      },
    ],
    [
      'was deactivated',
      async () => {
        const params = { id: testApp.here.users.technician }
        const { version } = await testApp.ok(admin, people.getUser, { params })
        await testApp.ok(admin, people.deactivateUser, {
          params,
          body: { version },
        })
      },
    ],
    [
      'is no longer a member',
      () =>
        asSystem(testApp.pool, (db) =>
          db
            .update(tables.user)
            .set({ acceptedAt: null })
            .where(
              ofCompany(
                tables.user,
                testApp.here.id,
                eq(tables.user.id, testApp.here.users.technician),
              ),
            ),
        ),
    ],
  ])('who %s, also if the alert came before', async (_why, leave) => {
    await add(service.browser('Phone'))
    await give()
    await leave()
    await send()
    expect(shown()).toEqual([])
    await asSystem(testApp.pool, (db) =>
      db
        .update(tables.user)
        .set({ isActive: true, acceptedAt: testApp.clock.now() })
        .where(
          ofCompany(
            tables.user,
            testApp.here.id,
            eq(tables.user.id, testApp.here.users.technician),
          ),
        ),
    )
  })

  it('who signed out between composing and sending', async () => {
    const browser = service.browser('Phone')
    await add(browser)
    await give()
    service.answers.set(browser.subscription.endpoint.split('/').at(-1) ?? '', { status: 503 })
    await send()
    await testApp.call(technician, auth.logout, {})
    service.answers.clear()
    testApp.clock.advance(20_000)
    await send()
    expect(shown()).toEqual([])
  })
})

describe('a device', () => {
  it('goes on after the next sign-in there, once the page has said so', async () => {
    const browser = service.browser('Phone')
    const { id } = await add(browser)
    await testApp.call(technician, auth.logout, {})
    technician = await testApp.signIn('technician')
    expect((await testApp.ok(technician, push.getPush, {})).devices[0]?.isSignedOut).toBe(true)
    const body = { endpoint: browser.subscription.endpoint }
    expect(await testApp.ok(technician, push.renewPushDevice, { body })).toEqual({ deviceId: id })
    await give()
    await send()
    expect(shown()).toHaveLength(1)
  })

  it('shows nothing of its former person after somebody else signed in there', async () => {
    const browser = service.browser('Shared tablet')
    await add(browser)
    const body = { endpoint: browser.subscription.endpoint }
    expect(await testApp.ok(admin, push.renewPushDevice, { body })).toEqual({ deviceId: null })
    await give()
    await send()
    expect(shown()).toEqual([])
    expect((await testApp.ok(technician, push.getPush, {})).devices).toEqual([])
  })

  it('shows nothing of its former person in another company either', async () => {
    const browser = service.browser('Shared tablet')
    await add(browser)
    const there = await testApp.signIn('administrator', 'there')
    const body = { endpoint: browser.subscription.endpoint }
    await testApp.ok(there, push.renewPushDevice, { body })
    expect((await testApp.ok(technician, push.getPush, {})).devices).toEqual([])
  })

  it('beyond the tenth replaces the one that was used least recently, and says so', async () => {
    for (let each = 1; each <= 10; each += 1) {
      await add(service.browser(`Browser ${each}`))
      testApp.clock.advance(1_000)
    }
    const answer = await add(service.browser('Browser 11'))
    expect(answer.replaced).toBe('Browser 1')
    const { devices } = await testApp.ok(technician, push.getPush, {})
    expect(devices.map(({ name }) => name)).toEqual(
      [11, 10, 9, 8, 7, 6, 5, 4, 3, 2].map((each) => `Browser ${each}`),
    )
  })

  it('is its user’s alone', async () => {
    const { id } = await add(service.browser('Phone'))
    const params = { id }
    expect((await testApp.call(admin, push.removePushDevice, { params })).status).toBe(404)
    expect((await testApp.call(admin, push.testPushDevice, { params })).status).toBe(404)
    await testApp.ok(technician, push.testPushDevice, { params })
    await send()
    expect(shown()).toEqual(['Test message'])
    await testApp.ok(technician, push.removePushDevice, { params })
    expect((await testApp.ok(technician, push.getPush, {})).devices).toEqual([])
  })

  it.each([
    'https://localhost/x',
    'https://192.168.1.4/x',
    'https://[::1]/x',
    'https://user:secret@push.example.com/x',
    'http://push.example.com/x',
    'https://intranet/x',
  ])('is refused at sight with the address %s', async (endpoint) => {
    const { subscription } = service.browser('Phone')
    const body = { ...subscription, endpoint, name: 'Phone' }
    expect((await testApp.call(technician, push.addPushDevice, { body })).status).toBe(400)
  })
})

const lastPart = ({ subscription }: Browser) => subscription.endpoint.split('/').at(-1) ?? ''
const onlyDevice = async () => (await testApp.ok(technician, push.getPush, {})).devices[0]

describe('a push service', () => {
  it('in a private network is refused at each connection, whatever its name', async () => {
    service.addresses.set('inside.sample.test', '127.0.0.1')
    await add(service.browser('Phone', 'inside.sample.test'))
    await give()
    await send()
    expect(shown()).toEqual([])
    expect(await onlyDevice()).toMatchObject({ fault: 'notAllowed', lastSuccessAt: null })
  })

  it.each([404, 410])('that answers %s ends the device', async (status) => {
    const browser = service.browser('Phone')
    await add(browser)
    service.answers.set(lastPart(browser), { status })
    await give()
    await send()
    expect(await onlyDevice()).toBeUndefined()
  })

  it.each([301, 307])('that redirects (%s) is not followed', async (status) => {
    const browser = service.browser('Phone')
    await add(browser)
    const elsewhere = service.browser('Elsewhere')
    service.answers.set(lastPart(browser), {
      status,
      headers: { location: elsewhere.subscription.endpoint },
    })
    await give()
    await send()
    expect(shown()).toEqual([])
    expect(await onlyDevice()).toMatchObject({ fault: 'refused' })
  })

  it('that is busy is tried again when it asks for, and no later than an hour', async () => {
    const browser = service.browser('Phone')
    await add(browser)
    service.answers.set(lastPart(browser), { status: 429, headers: { 'retry-after': '90' } })
    await give()
    await send()
    testApp.clock.advance(80_000)
    service.answers.clear()
    await send()
    expect(shown()).toEqual([])
    testApp.clock.advance(11_000)
    await send()
    expect(shown()).toEqual(['You have a ticket'])
    expect(await onlyDevice()).toMatchObject({ fault: null })
  })

  it('that stays busy is given up after five attempts, and the device says so', async () => {
    const browser = service.browser('Phone')
    await add(browser)
    service.answers.set(lastPart(browser), { status: 503, headers: { 'retry-after': '86400' } })
    await give()
    for (let attempt = 0; attempt < 5; attempt += 1) {
      await send()
      testApp.clock.advance(3_600_000)
    }
    technician = await testApp.signIn('technician')
    admin = await testApp.signIn('administrator')
    await testApp.ok(technician, push.renewPushDevice, {
      body: { endpoint: browser.subscription.endpoint },
    })
    expect(await onlyDevice()).toMatchObject({ fault: 'busy' })
    service.answers.clear()
    await send()
    expect(shown()).toEqual([])
    await give('Another')
    await send()
    expect(shown()).toEqual(['You have a ticket'])
  })
})

describe('quiet hours', () => {
  const goTo = (at: string) => testApp.clock.advance(Date.parse(at) - testApp.clock.now().getTime())
  // The company is in Jerusalem: two hours ahead.
  const quiet = async () => {
    goTo('2027-03-01T23:30:00Z')
    admin = await testApp.signIn('administrator')
    technician = await testApp.signIn('technician')
    await testApp.ok(technician, push.setPushWishes, {
      body: { groups: ['tickets'], quietHours: { from: '22:00', to: '06:00' } },
    })
    await add(service.browser('Phone'))
  }

  it('hold back all that is not urgent until they end, as one message', async () => {
    await quiet()
    await give('One')
    await give('Two')
    await send()
    expect(shown()).toEqual([])
    await give('Urgent')
    await asSystem(testApp.pool, (db) =>
      db.execute(sql`update alert set level = 'error' where id = (select max(id) from alert)`),
    )
    await send()
    expect(shown()).toEqual(['Urgent: You have a ticket'])
    expect(service.pushed[0]?.headers['urgency']).toBe('high')
    await setLevel('info')
    goTo('2027-03-02T03:59:59Z')
    await send()
    expect(shown()).toHaveLength(1)
    goTo('2027-03-02T04:00:01Z')
    await send()
    expect(shown()).toEqual(['Urgent: You have a ticket', '2 new messages'])
  })

  it('that are changed hold back nothing any more', async () => {
    await quiet()
    await give()
    await send()
    expect(shown()).toEqual([])
    await testApp.ok(technician, push.setPushWishes, {
      body: { groups: ['tickets'], quietHours: null },
    })
    await send()
    expect(shown()).toEqual(['You have a ticket'])
  })
})

it('the key pair is made once, and sealed; all servers have the same', async () => {
  const other = await testApp.beside({})
  const kept = await asSystem(testApp.pool, (db) =>
    db.select().from(tables.installation).where(eq(tables.installation.key, 'push-key')),
  )
  expect(kept).toHaveLength(1)
  expect(kept[0]?.value).toMatch(/^sealed1\./)
  expect((await testApp.ok(technician, push.getPush, {})).publicKey).toBe(publicKey)
  await other.close()
})

it('turning web push on is in the journal', async () => {
  const { rows } = await testApp.ok(admin, contract.journal.listJournal, {
    body: { limit: 5, offset: 0, entity: 'company' },
  })
  expect(JSON.stringify(rows)).toContain('hasPush')
})
