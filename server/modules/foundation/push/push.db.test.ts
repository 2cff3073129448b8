/** Web push, from an alert to what the browser decrypts, with a push service of our own. */
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import { openPushDesk, type PushDesk } from '#tests/pushDesk.ts'
import { cleanUp } from '../../operation/retention/index.ts'
import { sendPushes } from './index.ts'

const { account, auth, people, push, sensors } = contract
const MINUTE = 60_000

let desk: PushDesk
beforeAll(async () => {
  desk = await openPushDesk()
})
beforeEach(() => desk.nextDay())
afterAll(() => desk.close())

const setLevel = (level: 'error' | 'info') =>
  asSystem(desk.testApp.pool, (db) => db.update(tables.alert).set({ level }))

describe('a push message', () => {
  it('says on the lock screen only that there is a ticket, and opens it', async () => {
    await desk.add(desk.service.browser('Phone'))
    const { id } = await desk.give('Leak in the room of Mrs. Smith')
    await desk.send()
    expect(desk.service.faults).toEqual([])
    expect(desk.service.pushed).toHaveLength(1)
    const [{ payload, headers, subject } = { payload: {}, headers: {}, subject: '' }] =
      desk.service.pushed
    expect(payload).toMatchObject({
      title: 'You have a ticket',
      body: '',
      path: `/switch-company/${desk.testApp.here.id}?to=%2Ftickets%2F${id}`,
    })
    expect(JSON.stringify(payload)).not.toContain('Smith')
    expect(headers).toMatchObject({ urgency: 'normal', ttl: '86400' })
    expect(subject).toMatch(/^mailto:/)
    await desk.send()
    expect(desk.service.pushed).toHaveLength(1)
    const { devices } = await desk.testApp.ok(desk.technician, push.getPush, {})
    expect(devices[0]).toMatchObject({ name: 'Phone', fault: null, isSignedOut: false })
    expect(devices[0]?.lastSuccessAt).toBe(desk.testApp.clock.now().toISOString())
  })

  it('shows the text if the company wants it, of what the reader may see, in the reader’s language', async () => {
    await desk.turn({ pushShowsText: true })
    await desk.testApp.ok(desk.technician, auth.setLanguage, { body: { language: 'cs' } })
    await desk.add(desk.service.browser('Phone'))
    await desk.give('Kape voda')
    await desk.send()
    expect(desk.service.pushed[0]?.payload).toMatchObject({
      title: 'Máte tiket',
      body: 'Byl vám předán tiket „Kape voda“.',
      language: 'cs',
    })
    await desk.testApp.ok(desk.technician, auth.setLanguage, { body: { language: 'en' } })
  })

  it('names the sensor that a rule or a call is about, with its value as the reader writes it', async () => {
    const { testApp } = desk
    await desk.turn({ pushShowsText: true })
    await testApp.ok(desk.technician, auth.setLanguage, { body: { language: 'cs' } })
    await desk.add(desk.service.browser('Phone'))
    const type = await testApp.ok(desk.admin, sensors.createSensorType, {
      body: {
        name: 'Probe',
        metric: 'temperature',
        unit: '°C',
        minimum: -40,
        maximum: 60,
        step: 0.5,
        everyMinutes: 10,
      },
    })
    const { id: sensorId } = await testApp.ok(desk.admin, sensors.createSensor, {
      body: {
        name: 'Lednice',
        typeId: type.id,
        deviceId: 'FRIDGE-1',
        equipmentId: null,
        locationId: null,
        offset: 0,
        lowerLimit: null,
        upperLimit: 8,
        limitMinutes: 0,
        isActive: true,
      },
    })
    const row = { companyId: testApp.here.id, at: testApp.clock.now(), level: 'error' as const }
    await asSystem(testApp.pool, async (db) => {
      const told = await db
        .insert(tables.alert)
        .values({ ...row, kind: 'sensorTooHigh', text: '9.5 °C', sensorId })
        .returning({ id: tables.alert.id })
      const causeId = told[0]?.id ?? null
      const sent = await db
        .insert(tables.alert)
        .values([
          { ...row, kind: 'automation' as const, causeId },
          { ...row, kind: 'dutyCalled' as const, text: 'Přijďte', causeId },
        ])
        .returning({ id: tables.alert.id })
      await db.insert(tables.alertRecipient).values(
        sent.map(({ id }) => ({
          companyId: row.companyId,
          alertId: id,
          userId: testApp.here.users.technician,
          pushDueAt: row.at,
        })),
      )
    })
    await desk.send()
    expect(desk.service.pushed[0]?.payload['body']).toBe(
      [
        'Jste voláni: „Přijďte“.',
        '„Lednice“ měří příliš mnoho: 9,5 °C.',
        '„Lednice“ měří příliš mnoho: 9,5 °C.',
      ].join('\n'),
    )
    await testApp.ok(desk.technician, auth.setLanguage, { body: { language: 'en' } })
  })

  it('has no text of equipment that the reader may no longer see', async () => {
    await desk.turn({ pushShowsText: true })
    await desk.add(desk.service.browser('Phone'))
    const { id: typeId } = await desk.testApp.ok(
      desk.admin,
      contract.referenceLists.createEquipmentType,
      { body: { name: 'Pump' } },
    )
    const { id } = await desk.testApp.ok(desk.admin, contract.equipment.createEquipment, {
      body: { name: 'Pump 1', typeId },
    })
    await desk.give('Leak', id)
    const setAccess = (allEquipment: boolean) =>
      asSystem(desk.testApp.pool, (db) =>
        db
          .update(tables.user)
          .set({ allEquipment, equipmentTypeIds: [] })
          .where(
            ofCompany(
              tables.user,
              desk.testApp.here.id,
              eq(tables.user.id, desk.testApp.here.users.technician),
            ),
          ),
      )
    await setAccess(false)
    await desk.send()
    await setAccess(true)
    expect(desk.service.pushed[0]?.payload).toMatchObject({ title: 'You have a ticket', body: '' })
  })

  it('still goes to a device whose session ran out, which is not signing out', async () => {
    await desk.add(desk.service.browser('Phone'))
    desk.testApp.clock.advance(20 * 60 * MINUTE)
    desk.admin = await desk.testApp.signIn('administrator')
    await desk.give()
    await desk.send()
    expect(desk.shown()).toEqual(['You have a ticket'])
    desk.testApp.clock.advance(31 * 24 * 60 * MINUTE)
    await cleanUp(desk.testApp.app.kernel)
    await desk.signInAgain()
    expect((await desk.testApp.ok(desk.technician, push.getPush, {})).devices).toEqual([])
  })

  it('names the company to a person of several, and goes on after a switch to the other one', async () => {
    await asSystem(desk.testApp.pool, (db) =>
      db.execute(sql`update app_user set person_id = (select person_id from app_user
        where company_id = ${desk.testApp.here.id} and id = ${desk.testApp.here.users.technician})
        where company_id = ${desk.testApp.there.id} and id = ${desk.testApp.there.users.technician}`),
    )
    await desk.add(desk.service.browser('Phone'))
    await desk.testApp.ok(desk.technician, auth.switchCompany, {
      body: { companyId: desk.testApp.there.id },
    })
    await desk.give()
    await desk.send()
    const { name } = await desk.testApp.ok(desk.admin, contract.companies.getCompany, {})
    expect(desk.service.pushed[0]?.payload).toMatchObject({
      title: 'You have a ticket',
      body: name,
    })
  })

  it('never exceeds what push services take, whatever the characters', async () => {
    await desk.turn({ pushShowsText: true })
    await desk.add(desk.service.browser('Phone'))
    for (const character of ['ש', '🫀', '"']) await desk.give(character.repeat(100))
    await desk.send()
    expect(desk.service.faults).toEqual([])
    expect(desk.service.pushed[0]?.payload['title']).toBe('3 new messages')
    expect(desk.service.pushed[0]?.bytes.length).toBeLessThanOrEqual(4_096)
  })

  it('goes at once; what follows within a minute is one message at its end', async () => {
    await desk.add(desk.service.browser('Phone'))
    await desk.give()
    await desk.send()
    desk.testApp.clock.advance(10_000)
    for (const title of ['Two', 'Three', 'Four']) await desk.give(title)
    await desk.send()
    expect(desk.shown()).toEqual(['You have a ticket'])
    desk.testApp.clock.advance(50_000)
    await desk.send()
    expect(desk.shown()).toEqual(['You have a ticket', '3 new messages'])
    expect(desk.service.pushed[1]?.payload['path']).toContain('?to=%2F')
  })

  it('is not sent if its alert was seen first', async () => {
    await desk.add(desk.service.browser('Phone'))
    await desk.give()
    await desk.testApp.ok(desk.technician, contract.alerts.seeAlerts, { body: { alertIds: null } })
    await desk.send()
    expect(desk.shown()).toEqual([])
    expect(await desk.waitingFor()).toEqual([])
  })

  it('is sent once by two servers, and after a restart', async () => {
    await desk.add(desk.service.browser('Phone'))
    await desk.give()
    const other = await desk.testApp.beside({ hooks: desk.service.client })
    await Promise.all([
      desk.send(),
      sendPushes(other.kernel),
      desk.send(),
      sendPushes(other.kernel),
    ])
    expect(desk.shown()).toEqual(['You have a ticket'])
    desk.testApp.clock.advance(2 * MINUTE)
    await desk.give()
    await sendPushes(other.kernel)
    expect(desk.shown()).toHaveLength(2)
    expect(desk.service.faults).toEqual([])
    await other.close()
  })

  it('repeats under the same topic and tag if the server dies before it notes the success', async () => {
    await desk.add(desk.service.browser('Phone'))
    await desk.give()
    const { hooks } = desk.testApp.app.kernel
    desk.testApp.app.kernel.hooks = {
      call: async (call) => {
        await hooks.call(call)
        // As if the process ended here: nothing is recorded.
        return new Promise(() => undefined)
      },
    }
    void desk.send()
    await expect.poll(() => desk.service.pushed.length).toBe(1)
    desk.testApp.app.kernel.hooks = hooks
    desk.testApp.clock.advance(31_000)
    await desk.send()
    const [first, second] = desk.service.pushed
    expect(second?.headers['topic']).toBe(first?.headers['topic'])
    expect(second?.payload['tag']).toBe(first?.payload['tag'])
  })
})

describe('nobody gets a push message', () => {
  it('while the company has it off, which costs no statement and leaves nothing to send later', async () => {
    await desk.add(desk.service.browser('Phone'))
    await desk.turn({ hasPush: false })
    await desk.give()
    expect(await desk.waitingFor()).toEqual([])
    await desk.turn({ hasPush: true })
    await desk.send()
    expect(desk.shown()).toEqual([])
    const refused = await (async () => {
      await desk.turn({ hasPush: false })
      const { subscription, name } = desk.service.browser('Other')
      return desk.testApp.call(desk.technician, push.addPushDevice, {
        body: { ...subscription, name },
      })
    })()
    expect(refused.status).toBe(409)
    const { publicKey, devices } = await desk.testApp.ok(desk.technician, push.getPush, {})
    expect(publicKey).toBeNull()
    const tested = await desk.testApp.call(desk.technician, push.testPushDevice, {
      params: { id: devices[0]?.id ?? 0 },
    })
    expect(tested.status).toBe(409)
  })

  it('of a kind that they did not choose', async () => {
    await desk.add(desk.service.browser('Phone'))
    await desk.testApp.ok(desk.technician, push.setPushWishes, {
      body: { groups: ['stock'], quietHours: null },
    })
    await desk.give()
    expect(await desk.waitingFor()).toEqual([])
  })

  it.each([
    ['signed out', () => desk.testApp.call(desk.technician, auth.logout, {})],
    [
      'ended the session from another device',
      async () => {
        const other = await desk.testApp.signIn('technician')
        await desk.testApp.ok(other, account.endSession, { body: { sessionId: null } })
      },
    ],
    [
      'was deactivated',
      async () => {
        const params = { id: desk.testApp.here.users.technician }
        const { version } = await desk.testApp.ok(desk.admin, people.getUser, { params })
        await desk.testApp.ok(desk.admin, people.deactivateUser, {
          params,
          body: { version },
        })
      },
    ],
    [
      'left the company',
      () =>
        asSystem(desk.testApp.pool, (db) =>
          db
            .update(tables.user)
            .set({ acceptedAt: null })
            .where(
              ofCompany(
                tables.user,
                desk.testApp.here.id,
                eq(tables.user.id, desk.testApp.here.users.technician),
              ),
            ),
        ),
    ],
  ])('who %s, also if the alert came before', async (_why, leave) => {
    await desk.add(desk.service.browser('Phone'))
    await desk.give()
    await leave()
    await desk.send()
    expect(desk.shown()).toEqual([])
    await asSystem(desk.testApp.pool, (db) =>
      db
        .update(tables.user)
        .set({ isActive: true, acceptedAt: desk.testApp.clock.now() })
        .where(
          ofCompany(
            tables.user,
            desk.testApp.here.id,
            eq(tables.user.id, desk.testApp.here.users.technician),
          ),
        ),
    )
  })

  it('who signed out between composing and sending', async () => {
    const browser = desk.service.browser('Phone')
    await desk.add(browser)
    await desk.give()
    desk.service.answers.set(browser.subscription.endpoint.split('/').at(-1) ?? '', { status: 503 })
    await desk.send()
    await desk.testApp.call(desk.technician, auth.logout, {})
    desk.service.answers.clear()
    desk.testApp.clock.advance(20_000)
    await desk.send()
    expect(desk.shown()).toEqual([])
  })
})

it('a failure is shown and logged before the message is given up, and gone once one arrives', async () => {
  const browser = desk.service.browser('Phone')
  await desk.add(browser)
  const faults = async () =>
    (await desk.testApp.ok(desk.technician, push.getPush, {})).devices.map(({ fault }) => fault)
  await desk.give()
  desk.service.answers.set(browser.subscription.endpoint.split('/').at(-1) ?? '', { status: 503 })
  await desk.send()
  expect(await faults()).toEqual(['busy'])
  desk.service.answers.clear()
  desk.testApp.clock.advance(20_000)
  await desk.send()
  expect(await faults()).toEqual([null])
  expect(desk.shown()).toHaveLength(1)
})

describe('quiet hours', () => {
  const goTo = (at: string) =>
    desk.testApp.clock.advance(Date.parse(at) - desk.testApp.clock.now().getTime())
  // The company is in Jerusalem: two hours ahead.
  const quiet = async () => {
    goTo('2027-03-01T23:30:00Z')
    desk.admin = await desk.testApp.signIn('administrator')
    desk.technician = await desk.testApp.signIn('technician')
    await desk.testApp.ok(desk.technician, push.setPushWishes, {
      body: { groups: ['tickets'], quietHours: { from: '22:00', to: '06:00' } },
    })
    await desk.add(desk.service.browser('Phone'))
  }

  it('hold back all that is not urgent until they end, as one message', async () => {
    await quiet()
    await desk.give('One')
    await desk.give('Two')
    await desk.send()
    expect(desk.shown()).toEqual([])
    await desk.give('Urgent')
    await asSystem(desk.testApp.pool, (db) =>
      db.execute(sql`update alert set level = 'error' where id = (select max(id) from alert)`),
    )
    await desk.send()
    expect(desk.shown()).toEqual(['Urgent: You have a ticket'])
    expect(desk.service.pushed[0]?.headers['urgency']).toBe('high')
    await setLevel('info')
    goTo('2027-03-02T03:59:59Z')
    await desk.send()
    expect(desk.shown()).toHaveLength(1)
    goTo('2027-03-02T04:00:01Z')
    await desk.send()
    expect(desk.shown()).toEqual(['Urgent: You have a ticket', '2 new messages'])
  })

  it('that are changed hold back nothing any more', async () => {
    await quiet()
    await desk.give()
    await desk.send()
    expect(desk.shown()).toEqual([])
    await desk.testApp.ok(desk.technician, push.setPushWishes, {
      body: { groups: ['tickets'], quietHours: null },
    })
    await desk.send()
    expect(desk.shown()).toEqual(['You have a ticket'])
  })
})

it('the key pair is made once, and sealed; all servers have the same', async () => {
  const other = await desk.testApp.beside({})
  const kept = await asSystem(desk.testApp.pool, (db) =>
    db.select().from(tables.installation).where(eq(tables.installation.key, 'push-key')),
  )
  expect(kept).toHaveLength(1)
  expect(kept[0]?.value).toMatch(/^sealed1\./)
  expect((await desk.testApp.ok(desk.technician, push.getPush, {})).publicKey).toBe(desk.publicKey)
  await other.close()
})

it('turning web push on is in the journal', async () => {
  const { rows } = await desk.testApp.ok(desk.admin, contract.journal.listJournal, {
    body: { limit: 5, offset: 0, entity: 'company' },
  })
  expect(JSON.stringify(rows)).toContain('hasPush')
})
