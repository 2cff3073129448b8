import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { contract } from '#contract/index.ts'
import type { Id } from '#contract/ids.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import { forgetKeys, writeCalls } from './keyCalls.ts'
import { openTestApp, type TestApp } from '#tests/testApp.ts'

const { devices, equipment, journal, referenceLists, rtls } = contract
let testApp: TestApp
let admin: string, staff: string, stranger: string
let pumpType: Id<'equipmentType'>, typeId: Id<'gatewayType'>
let made = 0

beforeAll(async () => {
  testApp = await openTestApp()
  admin = await testApp.signIn('administrator')
  staff = await testApp.signIn('staff')
  stranger = await testApp.signIn('administrator', 'there')
  pumpType = (
    await testApp.call(admin, referenceLists.createEquipmentType, { body: { name: 'Radio' } })
  ).body.id
  typeId = (
    await testApp.call(admin, devices.createGatewayType, {
      body: { name: 'G1', format: 'plantroom' },
    })
  ).body.id
})
afterAll(() => testApp.close())
beforeEach(() => asSystem(testApp.pool, (db) => db.delete(tables.quarantine)))

const freshMac = (): string => {
  made += 1
  return `AC:23:3F:C0:00:${made.toString(16).padStart(2, '0').toUpperCase()}`
}
const thing = async (name: string) =>
  (await testApp.call(admin, equipment.createEquipment, { body: { name, typeId: pumpType } })).body
    .id
const add = async (change: object = {}, by = admin) =>
  testApp.call(by, devices.createGateway, {
    body: {
      mac: freshMac(),
      typeId,
      equipmentId: await thing(`Radio ${made}`),
      correction: 0,
      isActive: true,
      ...change,
    },
  })
const listed = async (question: object = {}, by = admin) =>
  (await testApp.call(by, devices.listGateways, { body: { limit: 100, offset: 0, ...question } }))
    .body.rows
const keyFacts = { ips: [], expirationDate: null, isActive: true, monthLimit: null }
let keys = 0
const addKey = (change: object = {}, by = admin) => {
  keys += 1
  return testApp.call(by, devices.createApiKey, {
    body: { ...keyFacts, name: `Hall ${keys}`, ...change },
  })
}
const freshKey = async (change: object = {}, by = admin) => {
  const { status, body } = await addKey(change, by)
  expect(status).toBe(200)
  return body
}
const send = (key: string | null, payload: unknown, format = 'plantroom') =>
  testApp.raw(key, 'POST', `/api/iot/ingest/${format}`, payload)
const report = (gateway: string, beacon = 'AC:23:3F:A0:00:01') => ({
  gateway,
  readings: [{ beacon, rssi: -61 }],
})
const aside = async (by = admin) =>
  (await testApp.call(by, devices.listQuarantine, { body: { limit: 50, offset: 0 } })).body.rows

describe('gateways', () => {
  it('are immobile equipment, with one spelling of their address', async () => {
    const equipmentId = await thing('Hall radio')
    const { body } = await add({ mac: 'ac-23-3f-ff-00-01', equipmentId, correction: -4.5 })
    expect(body).toMatchObject({
      mac: 'AC:23:3F:FF:00:01',
      equipment: { id: equipmentId, name: 'Hall radio' },
      type: { id: typeId, name: 'G1' },
      correction: -4.5,
      lastHeardAt: null,
      place: null,
    })
    const view = await testApp.call(admin, equipment.getEquipment, { params: { id: equipmentId } })
    expect(view.body.isStatic).toBe(true)
    for (const search of ['hall RADIO', 'ac:23:3f:ff', '3FFF0001'])
      expect((await listed({ search })).map(({ id }) => id)).toEqual([body.id])
    expect(await listed({ search: 'ff:00:01', isPlaced: true })).toEqual([])
  })

  it('are unique by address and by equipment', async () => {
    const first = (await add()).body
    expect(await add({ mac: first.mac.replaceAll(':', '').toLowerCase() })).toMatchObject({
      status: 409,
      body: { errors: [{ path: 'body.mac', code: 'taken' }] },
    })
    expect(await add({ equipmentId: first.equipment.id })).toMatchObject({
      status: 409,
      body: { errors: [{ path: 'body.equipmentId', code: 'taken' }] },
    })
  })

  it.each([
    ['an address that is none', { mac: 'AC:23:3F' }, 400],
    ['a type that is not there', { typeId: 999_999 }, 404],
    ['a thing that is not there', { equipmentId: 999_999 }, 404],
    ['a correction beyond reason', { correction: 31 }, 400],
  ])('refuse %s', async (_what, change, status) => {
    const before = (await listed()).length
    expect((await add(change)).status).toBe(status)
    expect(await listed()).toHaveLength(before)
  })

  it('leave equipment movable if they are refused', async () => {
    const equipmentId = await thing('Free')
    const { mac } = (await add()).body
    expect((await add({ mac, equipmentId })).status).toBe(409)
    const view = await testApp.call(admin, equipment.getEquipment, { params: { id: equipmentId } })
    expect(view.body.isStatic).toBe(false)
  })

  it('are changed in part, by their version, and recorded in the journal', async () => {
    const { id, version, mac } = (await add()).body
    const change = (body: { version: number; correction?: number; isActive?: boolean }) =>
      testApp.call(admin, devices.updateGateway, { params: { id }, body })
    expect((await change({ version, correction: 3 })).body).toMatchObject({
      mac,
      correction: 3,
      isActive: true,
      version: version + 1,
    })
    expect(await change({ version, isActive: false })).toMatchObject({
      status: 409,
      body: { current: { correction: 3, isActive: true } },
    })
    const { rows } = (
      await testApp.call(admin, journal.listJournal, {
        body: { limit: 5, offset: 0, entity: 'gateway', entityId: id },
      })
    ).body
    expect(rows[0]?.changes).toEqual([{ field: 'correction', before: 0, after: 3 }])
  })

  it('are removed, and their equipment stays', async () => {
    const one = (await add()).body
    const params = { id: one.id }
    expect((await testApp.call(admin, devices.deleteGateway, { params })).status).toBe(200)
    expect((await testApp.call(admin, devices.deleteGateway, { params })).status).toBe(404)
    expect((await listed()).map(({ id }) => id)).not.toContain(one.id)
    const kept = await testApp.call(admin, equipment.getEquipment, {
      params: { id: one.equipment.id },
    })
    expect(kept.status).toBe(200)
    expect((await add({ mac: one.mac })).status).toBe(200)
  })

  it('need the right to be edited, are seen with their equipment, and never by another company', async () => {
    const one = (await add()).body
    const params = { id: one.id }
    expect((await add({}, staff)).status).toBe(403)
    expect((await testApp.call(staff, devices.deleteGateway, { params })).status).toBe(403)
    expect((await testApp.call(stranger, devices.deleteGateway, { params })).status).toBe(404)
    expect(await listed({}, stranger)).toEqual([])
    expect((await listed({}, staff)).map(({ id }) => id)).toContain(one.id)
    const sees = (allEquipment: boolean) =>
      asSystem(testApp.pool, (db) =>
        db
          .update(tables.user)
          .set({ allEquipment, equipmentTypeIds: [] })
          .where(
            ofCompany(tables.user, testApp.here.id, eq(tables.user.id, testApp.here.users.staff)),
          ),
      )
    await sees(false)
    try {
      expect(await listed({}, staff)).toEqual([])
    } finally {
      await sees(true)
    }
  })
})

describe('API keys', () => {
  it('are shown whole once and by their last characters later', async () => {
    const fresh = await freshKey({ name: 'Shown once' })
    expect(fresh.key).toMatch(/^plr_.{32}$/)
    const answer = await testApp.call(admin, devices.listApiKeys, {
      body: { limit: 5, offset: 0, search: 'shown once' },
    })
    expect(answer.body.rows).toMatchObject([{ id: fresh.id, hint: fresh.key.slice(-4) }])
    expect(JSON.stringify(answer.body)).not.toContain(fresh.key)
    expect((await addKey({ name: 'Shown once' })).status).toBe(409) // names must be unique
  })

  it('count the calls of their month, and refuse more than its limit', async () => {
    const { key, id } = await freshKey({ monthLimit: 2 })
    const { mac } = (await add()).body
    for (const status of [200, 200, 429]) expect((await send(key, report(mac))).status).toBe(status)
    const rows = (await testApp.call(admin, devices.getApiKeys, {})).body.rows
    expect(rows.find((row) => row.id === id)).toMatchObject({
      RateLimit: { monthLimit: 2, counter: 2 },
      lastUsedAt: testApp.clock.now().toISOString(),
    })
  })

  it('write their calls together, continue from what is stored, and begin again with a month', async () => {
    const { kernel } = testApp.app
    const { key, id } = await freshKey({ monthLimit: 3 })
    const { mac } = (await add()).body
    const counterOf = async () =>
      (await testApp.call(admin, devices.getApiKeys, {})).body.rows.find((row) => row.id === id)
        ?.RateLimit.counter
    const written = async () => {
      const { rows } = await asSystem(testApp.pool, (db) =>
        db.execute<{ counter: number }>(sql`select counter from api_key where id = ${id}`),
      )
      return rows[0]?.counter
    }
    for (let call = 0; call < 2; call += 1) await send(key, report(mac))
    expect([await written(), await counterOf()]).toEqual([0, 2])
    await writeCalls(kernel)
    expect([await written(), await counterOf()]).toEqual([2, 2])
    for (const status of [200, 429]) expect((await send(key, report(mac))).status).toBe(status)
    await writeCalls(kernel)
    expect([await written(), await counterOf()]).toEqual([3, 3])
    await asSystem(testApp.pool, (db) =>
      db.execute(sql`update api_key set month = '2026-10' where id = ${id}`),
    )
    forgetKeys(kernel)
    expect(await counterOf()).toBe(0)
    expect((await send(key, report(mac))).status).toBe(200)
    await writeCalls(kernel)
    expect([await written(), await counterOf()]).toEqual([1, 1])
  })

  it('are read again as soon as another server reports a change', async () => {
    const { key, id } = await freshKey()
    const { mac } = (await add()).body
    expect((await send(key, report(mac))).status).toBe(200)
    await asSystem(testApp.pool, (db) =>
      db.execute(sql`update api_key set is_active = false where id = ${id}`),
    )
    expect((await send(key, report(mac))).status).toBe(200) // the server does not know this device
    testApp.app.kernel.live.publish(testApp.here.id, ['ApiKey'])
    await vi.waitUntil(async () => (await send(key, report(mac))).status === 403)
  })

  it('in use do not wait for a busy database, and still count against their limit', async () => {
    const { kernel } = testApp.app
    const { key, id } = await freshKey({ monthLimit: 3 })
    const { mac } = (await add()).body
    expect((await send(key, report(mac))).status).toBe(200)
    await writeCalls(kernel)
    testApp.clock.advance(2_000)
    let letGo = () => {}
    const held = new Promise<void>((resolve) => (letGo = resolve))
    let busy = Promise.resolve()
    await new Promise<void>((locked) => {
      busy = asSystem(testApp.pool, async (db) => {
        await db.execute(sql`lock table api_key in access exclusive mode`)
        locked()
        await held
      })
    })
    try {
      for (const status of [200, 200, 429])
        expect((await send(key, report(mac))).status).toBe(status)
    } finally {
      letGo()
      await busy
    }
    await asSystem(testApp.pool, (db) =>
      db.execute(sql`update api_key set is_active = false where id = ${id}`),
    )
    testApp.clock.advance(2_000)
    await vi.waitUntil(async () => (await send(key, report(mac))).status === 403)
  })

  it('accept nothing from the moment they are switched off, however lately they were used', async () => {
    const fresh = await freshKey()
    const { mac } = (await add()).body
    expect((await send(fresh.key, report(mac))).status).toBe(200)
    const { version } = (await testApp.call(admin, devices.getApiKeys, {})).body.rows.find(
      ({ id }) => id === fresh.id,
    ) ?? { version: 0 }
    await testApp.call(admin, devices.updateApiKey, {
      params: { id: fresh.id },
      body: { isActive: false, version },
    })
    expect((await send(fresh.key, report(mac))).status).toBe(403)
  })

  it.each([
    ['switched off', { isActive: false }, 'badKey'],
    ['expired', { expirationDate: '2026-11-19' }, 'keyExpired'],
    ['of another network', { ips: ['10.1.0.0/16', 'fd00::/8'] }, 'ipNotAllowed'],
  ])('that are %s are refused', async (_what, change, code) => {
    const { key } = await freshKey(change)
    expect(await send(key, report(freshMac()))).toMatchObject({
      status: 403,
      body: { errors: [{ code }] },
    })
    expect(await aside()).toEqual([])
  })

  it('work on their last day and from their own network', async () => {
    const change = { expirationDate: '2026-11-20', ips: ['127.0.0.0/8'] }
    const { key } = await freshKey(change)
    expect((await send(key, report((await add()).body.mac))).status).toBe(200)
  })

  it('that do not exist, or a user’s token, are refused', async () => {
    for (const [key, code] of [
      [null, 'noKey'],
      ['plr_unknown', 'badKey'],
      [admin, 'badKey'],
    ] as const)
      expect(await send(key, report(freshMac()))).toMatchObject({
        status: 403,
        body: { errors: [{ code }] },
      })
  })

  it.each([
    ['no network', { ips: ['10.1.0.0/33'] }],
    ['no address', { ips: ['999.1.1.1'] }],
    ['no day', { expirationDate: '2026-02-30' }],
    ['no limit', { monthLimit: 0 }],
    ['no name', { name: ' ' }],
  ])('are refused with what is %s', async (_what, change) => {
    expect((await addKey(change)).status).toBe(400)
  })

  it('end with their removal, and belong to one company', async () => {
    const { key, id } = await freshKey()
    const params = { id }
    expect((await addKey({}, staff)).status).toBe(403)
    expect((await testApp.call(staff, devices.getApiKeys, {})).status).toBe(403)
    expect((await testApp.call(stranger, devices.deleteApiKey, { params })).status).toBe(404)
    const { mac } = (await add()).body
    expect((await send(key, report(mac))).status).toBe(200)
    expect((await testApp.call(admin, devices.deleteApiKey, { params })).status).toBe(200)
    expect((await send(key, report(mac))).status).toBe(403)
  })
})

describe('a report to the ingest endpoint', () => {
  it('is accepted of a known gateway and beacon, and updates when it was heard', async () => {
    const { key } = await freshKey()
    const gateway = (await add()).body
    const beacon = 'AC:23:3F:A0:01:01'
    await testApp.call(admin, rtls.createBeacon, {
      body: { mac: beacon, equipmentId: await thing('Tagged'), measuredPower: -59 },
    })
    const payload = { ...report(gateway.mac, beacon) }
    payload.readings.push({ beacon: 'no radio', rssi: -1 })
    expect(await send(key, payload)).toMatchObject({
      status: 200,
      body: { accepted: 1, ignored: 1 },
    })
    expect(await aside()).toEqual([])
  })

  it('is laid aside with its key if its gateway is unknown, once and counted', async () => {
    const { key, id } = await freshKey({ name: 'Cellar' })
    for (let time = 0; time < 2; time += 1)
      expect((await send(key, report('AC:23:3F:EE:00:01'))).body).toMatchObject({ accepted: 0 })
    expect(await aside()).toMatchObject([
      {
        reason: 'unknownGateway',
        about: 'AC233FEE0001',
        apiKey: { id, name: 'Cellar' },
        times: 2,
      },
    ])
  })

  it('replaces nothing laid aside for another reason or key, and counts how many more came', async () => {
    const wild = await freshKey({ name: 'Wild' })
    const calm = await freshKey({ name: 'Calm' })
    await send(wild.key, report('AC:23:3F:EE:00:02'))
    await send(calm.key, report('AC:23:3F:EE:00:03'))
    await send(calm.key, {}, 'morse')
    for (let format = 0; format < 103; format += 1) await send(wild.key, {}, `wild-${format}`)
    await send(wild.key, {}, 'wild-50') // the key already has a report, so this one is counted and displaces nothing
    const { rows, count, pushedOut } = (
      await testApp.call(admin, devices.listQuarantine, { body: { limit: 200, offset: 0 } })
    ).body
    expect(count).toBe(103)
    expect(rows.filter(({ about }) => about?.startsWith('wild-'))).toHaveLength(100)
    expect(rows.map(({ about }) => about)).toEqual(
      expect.arrayContaining(['AC233FEE0002', 'AC233FEE0003', 'morse', 'wild-102', 'wild-3']),
    )
    expect(pushedOut).toEqual([
      { reason: 'unknownFormat', apiKey: { id: wild.id, name: 'Wild' }, count: 3 },
    ])
  })

  it('of another company’s gateway counts as unknown', async () => {
    const { mac } = (await add()).body
    const { key } = await freshKey({}, stranger)
    expect((await send(key, report(mac))).body).toMatchObject({ accepted: 0 })
    expect(await aside()).toEqual([])
    expect((await aside(stranger)).map(({ reason }) => reason)).toEqual(['unknownGateway'])
  })

  it.each([
    ['unknownFormat', { gateway: 'x' }, 'morse'],
    ['noGateway', { readings: [] }, 'plantroom'],
    ['noReadings', { gateway: 'AC:23:3F:C0:00:01' }, 'plantroom'],
    ['notAList', { gateway: 'AC:23:3F:C0:00:01' }, 'minew'],
  ])('is refused and laid aside if it cannot be read: %s', async (reason, payload, format) => {
    const { key } = await freshKey()
    expect(await send(key, payload, format)).toMatchObject({
      status: 400,
      body: { errors: [{ code: reason }] },
    })
    expect(await aside()).toMatchObject([{ reason, format, payload: JSON.stringify(payload) }])
    const cleared = await testApp.call(admin, devices.clearQuarantine, {})
    expect([cleared.body, await aside()]).toEqual([{ removed: 1 }, []])
  })
})
