import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCipheriv } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { contract } from '#contract/index.ts'
import type { Id } from '#contract/ids.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import { openSensorApp, type SensorApp } from '#tests/sensorApp.ts'

const { sensors, devices } = contract
let sensorApp: SensorApp
beforeAll(async () => {
  sensorApp = await openSensorApp()
})
afterAll(() => sensorApp.testApp.close())

const KEY = '231d39c1d7cc1ab1aee224cd096db932'
const OTHER_KEY = '814aac74c4f17b6c1581e1ab87816b99'

function sealedPacket(mac: string, counter: number, objects: string, key = KEY): string {
  const count = Buffer.alloc(4)
  count.writeUInt32LE(counter)
  const nonce = Buffer.concat([Buffer.from(`${mac}d2fc41`, 'hex'), count])
  const cipher = createCipheriv('aes-128-ccm', Buffer.from(key, 'hex'), nonce, { authTagLength: 4 })
  const body = cipher.update(Buffer.from(objects, 'hex'))
  cipher.final()
  return `41${Buffer.concat([body, count, cipher.getAuthTag()]).toString('hex')}`
}
const send = async (mac: string, data: string, gateway = 'AC233FC00001') => {
  const length = (data.length / 2 + 3).toString(16).padStart(2, '0')
  const { body } = await sensorApp.send(
    [
      { type: 'Gateway', mac: gateway },
      { type: 'Unknown', mac, rssi: -60, rawData: `${length}16d2fc${data}` },
    ],
    'minew',
  )
  return body
}
const degrees = (hundredths: number) => {
  const bytes = Buffer.alloc(2)
  bytes.writeInt16LE(hundredths)
  return `02${bytes.toString('hex')}`
}
const asideOf = async (device: string) =>
  (
    await sensorApp.testApp.call(sensorApp.admin, devices.listQuarantine, {
      body: { limit: 100, search: device },
    })
  ).body.rows.flatMap(({ reason, about }) => (reason === 'unknownGateway' ? [] : [[reason, about]]))
const value = async (id: Id<'sensor'>) => (await sensorApp.one(id)).value
let made = 0
const freshMac = () => {
  made += 1
  return `A4C13800${made.toString(16).padStart(4, '0').toUpperCase()}`
}

describe('a device that encrypts', () => {
  it('stands in Set aside until its sensor has the key, and is read then', async () => {
    const mac = freshMac()
    const row = await sensorApp.add({ deviceId: mac })
    expect(row.encryptionKeySetAt).toBe(null)
    expect(await send(mac, sealedPacket(mac, 1_000, degrees(2_506)))).toMatchObject({
      ignoredBecause: { noKey: 1 },
    })
    expect(await asideOf(mac)).toEqual([['noKey', mac]])
    const { status, body } = await sensorApp.testApp.call(sensorApp.admin, sensors.updateSensor, {
      params: { id: row.id },
      body: { version: row.version, encryptionKey: KEY.toUpperCase() },
    })
    expect([status, typeof body.encryptionKeySetAt]).toEqual([200, 'string'])
    expect(await send(mac, sealedPacket(mac, 1_001, degrees(2_506)))).toMatchObject({
      ignoredBecause: { unknownGateway: 1 },
    })
    expect(await value(row.id)).toBe(25.06)
  })

  it('is told apart by a wrong key, an old counter and plain packets', async () => {
    const mac = freshMac()
    const { id } = await sensorApp.add({ deviceId: mac, encryptionKey: KEY })
    await send(mac, sealedPacket(mac, 1_000, degrees(2_000)))
    await sensorApp.pass(1)
    expect(await send(mac, sealedPacket(mac, 1_001, degrees(2_100), OTHER_KEY))).toMatchObject({
      ignoredBecause: { wrongKey: 1 },
    })
    expect(await send(mac, sealedPacket(mac, 999, degrees(2_200)))).toMatchObject({
      ignoredBecause: { replayed: 1 },
    })
    expect(await send(mac, `40${degrees(2_300)}`)).toMatchObject({
      ignoredBecause: { notEncrypted: 1 },
    })
    expect(await value(id)).toBe(20)
    expect(Object.fromEntries(await asideOf(mac))).toEqual({
      notEncrypted: `${mac} · temperature`,
      replayed: mac,
      wrongKey: mac,
    })
    await send(mac, sealedPacket(mac, 3, degrees(2_400)))
    expect(await value(id)).toBe(24)
  })

  it('is one reading if several gateways forward a packet, and no replay', async () => {
    const mac = freshMac()
    await sensorApp.add({ deviceId: mac, encryptionKey: KEY })
    const [first, second] = [
      sealedPacket(mac, 1_000, degrees(2_000)),
      sealedPacket(mac, 1_001, degrees(2_100)),
    ]
    await send(mac, first)
    await sensorApp.pass(1)
    await send(mac, second)
    for (const packet of [first, second])
      expect(await send(mac, packet, 'AC233FC00002')).toMatchObject({
        ignoredBecause: { twice: 1 },
      })
    expect(await asideOf(mac)).toEqual([])
  })

  it('keeps its counter over a restart of the server, sealed with its key', async () => {
    const mac = freshMac()
    await sensorApp.add({ deviceId: mac, encryptionKey: KEY })
    await send(mac, sealedPacket(mac, 1_000, degrees(2_000)))
    const [stored] = await asSystem(sensorApp.testApp.pool, async (db) => {
      const { rows } = await db.execute<{ key: string; counter: string }>(
        sql`select key, counter from device_key where device_id = ${mac}`,
      )
      return rows
    })
    expect(Number(stored?.counter)).toBe(1_000)
    expect(stored?.key).toMatch(/^sealed1\./)
  })
})

describe('the key of a device', () => {
  it('is never sent back, and the journal has only when it was set', async () => {
    const mac = freshMac()
    const { id } = await sensorApp.add({ deviceId: mac, encryptionKey: KEY })
    const { body } = await sensorApp.testApp.call(sensorApp.admin, sensors.listSensors, {
      body: { ids: [id] },
    })
    const { body: journal } = await sensorApp.testApp.call(
      sensorApp.admin,
      contract.journal.listJournal,
      { body: { entity: 'sensor', entityId: id, limit: 10 } },
    )
    expect(body.rows[0]?.encryptionKeySetAt).not.toBe(null)
    expect(JSON.stringify(journal)).toContain('encryptionKey')
    expect(JSON.stringify([body, journal]).toLowerCase()).not.toContain(KEY)
  })

  it('is shared by the sensors of the device, and goes with the last of them', async () => {
    const mac = freshMac()
    const first = await sensorApp.add({ deviceId: mac, encryptionKey: KEY })
    const second = await sensorApp.add({ deviceId: mac, measurement: 'temperature 2' })
    expect(second.encryptionKeySetAt).toBe(first.encryptionKeySetAt)
    const remove = (id: Id<'sensor'>) =>
      sensorApp.testApp.call(sensorApp.admin, sensors.deleteSensor, { params: { id } })
    await remove(first.id)
    expect((await sensorApp.one(second.id)).encryptionKeySetAt).not.toBe(null)
    await remove(second.id)
    expect((await sensorApp.add({ deviceId: mac })).encryptionKeySetAt).toBe(null)
  })

  it('is deleted by null, and refused without a device or with another length', async () => {
    const mac = freshMac()
    const row = await sensorApp.add({ deviceId: mac, encryptionKey: KEY })
    const update = (change: object) =>
      sensorApp.testApp.call(sensorApp.admin, sensors.updateSensor, {
        params: { id: row.id },
        body: { version: row.version, ...change },
      })
    expect((await update({ encryptionKey: 'abc' })).status).toBe(400)
    expect((await update({ encryptionKey: KEY, deviceId: null })).status).toBe(400)
    expect((await update({ encryptionKey: null })).body.encryptionKeySetAt).toBe(null)
  })
})

describe('a packet with an id', () => {
  it('is one reading, whichever gateway repeats it', async () => {
    const mac = freshMac()
    await sensorApp.add({ deviceId: mac })
    await send(mac, `400007${degrees(2_000)}`)
    sensorApp.testApp.clock.advance(5_000)
    expect(await send(mac, `400007${degrees(2_000)}`, 'AC233FC00002')).toMatchObject({
      accepted: 0,
      ignoredBecause: { twice: 1 },
    })
    expect(await send(mac, `400008${degrees(2_100)}`)).toMatchObject({ accepted: 1 })
  })
})
