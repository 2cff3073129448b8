/** Devices of web push, and push services that do not take a message. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import { openPushDesk, type PushDesk } from '#tests/pushDesk.ts'
import type { Browser } from '#tests/pushService.ts'

const { auth, push } = contract

let desk: PushDesk
beforeAll(async () => {
  desk = await openPushDesk()
})
beforeEach(() => desk.nextDay())
afterAll(() => desk.close())

describe('a device', () => {
  it('goes on after the next sign-in there, once the page has said so', async () => {
    const browser = desk.service.browser('Phone')
    const { id } = await desk.add(browser)
    await desk.testApp.call(desk.technician, auth.logout, {})
    desk.technician = await desk.testApp.signIn('technician')
    expect((await desk.testApp.ok(desk.technician, push.getPush, {})).devices[0]?.isSignedOut).toBe(
      true,
    )
    const body = { endpoint: browser.subscription.endpoint }
    expect(await desk.testApp.ok(desk.technician, push.renewPushDevice, { body })).toEqual({
      deviceId: id,
    })
    await desk.give()
    await desk.send()
    expect(desk.shown()).toHaveLength(1)
  })

  it('shows nothing of its former person after somebody else signed in there', async () => {
    const browser = desk.service.browser('Shared tablet')
    await desk.add(browser)
    const body = { endpoint: browser.subscription.endpoint }
    expect(await desk.testApp.ok(desk.admin, push.renewPushDevice, { body })).toEqual({
      deviceId: null,
    })
    await desk.give()
    await desk.send()
    expect(desk.shown()).toEqual([])
    expect((await desk.testApp.ok(desk.technician, push.getPush, {})).devices).toEqual([])
  })

  it('shows nothing of its former person in another company either', async () => {
    const browser = desk.service.browser('Shared tablet')
    await desk.add(browser)
    const there = await desk.testApp.signIn('administrator', 'there')
    const body = { endpoint: browser.subscription.endpoint }
    await desk.testApp.ok(there, push.renewPushDevice, { body })
    expect((await desk.testApp.ok(desk.technician, push.getPush, {})).devices).toEqual([])
  })

  it('beyond the tenth replaces the one that was used least recently, and says so', async () => {
    for (let each = 1; each <= 10; each += 1) {
      await desk.add(desk.service.browser(`Browser ${each}`))
      desk.testApp.clock.advance(1_000)
    }
    const answer = await desk.add(desk.service.browser('Browser 11'))
    expect(answer.replaced).toBe('Browser 1')
    const { devices } = await desk.testApp.ok(desk.technician, push.getPush, {})
    expect(devices.map(({ name }) => name)).toEqual(
      [11, 10, 9, 8, 7, 6, 5, 4, 3, 2].map((each) => `Browser ${each}`),
    )
  })

  it('is its user’s alone', async () => {
    const { id } = await desk.add(desk.service.browser('Phone'))
    const params = { id }
    expect((await desk.testApp.call(desk.admin, push.removePushDevice, { params })).status).toBe(
      404,
    )
    expect((await desk.testApp.call(desk.admin, push.testPushDevice, { params })).status).toBe(404)
    await desk.testApp.ok(desk.technician, push.testPushDevice, { params })
    await desk.send()
    expect(desk.shown()).toEqual(['Test message'])
    await desk.testApp.ok(desk.technician, push.removePushDevice, { params })
    expect((await desk.testApp.ok(desk.technician, push.getPush, {})).devices).toEqual([])
  })

  it.each([
    'https://localhost/x',
    'https://192.168.1.4/x',
    'https://[::1]/x',
    'https://user:secret@push.example.com/x',
    'http://push.example.com/x',
    'https://intranet/x',
  ])('is refused at sight with the address %s', async (endpoint) => {
    const { subscription } = desk.service.browser('Phone')
    const body = { ...subscription, endpoint, name: 'Phone' }
    expect((await desk.testApp.call(desk.technician, push.addPushDevice, { body })).status).toBe(
      400,
    )
  })
})

const lastPart = ({ subscription }: Browser) => subscription.endpoint.split('/').at(-1) ?? ''
const onlyDevice = async () => (await desk.testApp.ok(desk.technician, push.getPush, {})).devices[0]

describe('a push service', () => {
  it('in a private network is refused at each connection, whatever its name', async () => {
    desk.service.addresses.set('inside.sample.test', '127.0.0.1')
    await desk.add(desk.service.browser('Phone', 'inside.sample.test'))
    await desk.give()
    await desk.send()
    expect(desk.shown()).toEqual([])
    expect(await onlyDevice()).toMatchObject({ fault: 'notAllowed', lastSuccessAt: null })
  })

  it.each([404, 410])('that answers %s ends the device', async (status) => {
    const browser = desk.service.browser('Phone')
    await desk.add(browser)
    desk.service.answers.set(lastPart(browser), { status })
    await desk.give()
    await desk.send()
    expect(await onlyDevice()).toBeUndefined()
  })

  it.each([301, 307])('that redirects (%s) is not followed', async (status) => {
    const browser = desk.service.browser('Phone')
    await desk.add(browser)
    const elsewhere = desk.service.browser('Elsewhere')
    desk.service.answers.set(lastPart(browser), {
      status,
      headers: { location: elsewhere.subscription.endpoint },
    })
    await desk.give()
    await desk.send()
    expect(desk.shown()).toEqual([])
    expect(await onlyDevice()).toMatchObject({ fault: 'refused' })
  })

  it('that is busy is tried again when it asks for, and no later than an hour', async () => {
    const browser = desk.service.browser('Phone')
    await desk.add(browser)
    desk.service.answers.set(lastPart(browser), { status: 429, headers: { 'retry-after': '90' } })
    await desk.give()
    await desk.send()
    desk.testApp.clock.advance(80_000)
    desk.service.answers.clear()
    await desk.send()
    expect(desk.shown()).toEqual([])
    desk.testApp.clock.advance(11_000)
    await desk.send()
    expect(desk.shown()).toEqual(['You have a ticket'])
    expect(await onlyDevice()).toMatchObject({ fault: null })
  })

  it('that fails is counted by the health of the company, and by a metric', async () => {
    const browser = desk.service.browser('Phone')
    await desk.add(browser)
    desk.service.answers.set(lastPart(browser), { status: 403 })
    await desk.give()
    await desk.send()
    expect((await desk.testApp.ok(desk.admin, contract.health.getHealth, {})).push).toEqual({
      devices: 1,
      failing: 1,
      waiting: 0,
      lastSuccessAt: null,
      hasContact: false,
    })
    const { body } = await desk.testApp.raw(null, 'GET', '/metrics')
    expect(String(body)).toMatch(/plantroom_push_messages_total\{outcome="refused"\} \d/)
  })

  it('that stays busy is given up after five attempts, and the device says so', async () => {
    const browser = desk.service.browser('Phone')
    await desk.add(browser)
    desk.service.answers.set(lastPart(browser), {
      status: 503,
      headers: { 'retry-after': '86400' },
    })
    await desk.give()
    for (let attempt = 0; attempt < 5; attempt += 1) {
      await desk.send()
      desk.testApp.clock.advance(3_600_000)
    }
    desk.technician = await desk.testApp.signIn('technician')
    desk.admin = await desk.testApp.signIn('administrator')
    await desk.testApp.ok(desk.technician, push.renewPushDevice, {
      body: { endpoint: browser.subscription.endpoint },
    })
    expect(await onlyDevice()).toMatchObject({ fault: 'busy' })
    desk.service.answers.clear()
    await desk.send()
    expect(desk.shown()).toEqual([])
    await desk.give('Another')
    await desk.send()
    expect(desk.shown()).toEqual(['You have a ticket'])
  })
})
