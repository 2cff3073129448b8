import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished, vi } from 'vitest'
import { contract } from '#contract/index.ts'
import type { Id } from '#contract/ids.ts'
import * as tables from '#db/schema/index.ts'
import type { Broker, Outcome } from '#kernel/work/brokerState.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import type { BrokerSettings } from '#ports/mqtt/broker.ts'
import { examineBroker } from '#ports/mqtt/examine.ts'
import { hasMosquitto, startMosquitto, type Mosquitto } from '#tests/mosquitto.ts'
import { openTestApp, type TestApp } from '#tests/testApp.ts'
import { flush } from '../positions/index.ts'

const { devices, equipment, health, referenceLists, rtls, sensors } = contract

const settingsOf = (url: string): BrokerSettings => ({
  url,
  publicUrl: 'mqtts://broker.example.org',
  username: undefined,
  password: undefined,
  ca: undefined,
  cert: undefined,
  key: undefined,
  prefix: 'plantroom',
})

const isPostgres = inject('database').kind === 'postgres'

if (!hasMosquitto) console.warn('There is no Mosquitto here: its tests were not run.')

describe.runIf(hasMosquitto)('the MQTT broker', () => {
  let mosquitto: Mosquitto
  let testApp: TestApp
  let admin: string, stranger: string
  let key: string, topic: string, theirTopic: string
  const lines: string[] = []

  const brokerOf = ({ app }: Pick<TestApp, 'app'>): Broker => {
    if (app.kernel.broker === null) throw new Error('There is no broker')
    return app.kernel.broker
  }
  const counted = (outcome: Outcome) => brokerOf(testApp).totals().get(outcome) ?? 0
  const soon = async (what: () => unknown, expected: unknown) => {
    await expect.poll(what, { timeout: 20_000, interval: 20 }).toEqual(expected)
  }
  async function publishing(what: () => Promise<unknown>, outcome: Outcome, times = 1) {
    const before = counted(outcome)
    await what()
    await soon(() => counted(outcome) - before, times)
  }
  const freshKey = async (token: string, change: object = {}) => {
    const facts = { ips: [], expirationDate: null, isActive: true, monthLimit: null }
    const { body } = await testApp.call(token, devices.createApiKey, {
      body: { name: `Key ${Math.random()}`, ...facts, ...change },
    })
    return { key: body.key, topic: `plantroom/${body.topicKey}` }
  }
  const readings = (sensorId: Id<'sensor'>) =>
    asSystem(testApp.pool, (db) =>
      db.select().from(tables.sensorReading).where(eq(tables.sensorReading.sensorId, sensorId)),
    )
  const addSensor = async (deviceId: string) => {
    const type = await testApp.call(admin, sensors.createSensorType, {
      body: {
        name: `Probe ${deviceId}`,
        metric: 'temperature',
        unit: '°C',
        minimum: -40,
        maximum: 60,
        step: 0.5,
        everyMinutes: 10,
      },
    })
    const { body } = await testApp.call(admin, sensors.createSensor, {
      body: {
        name: `Sensor ${deviceId}`,
        typeId: type.body.id,
        deviceId,
        equipmentId: null,
        locationId: null,
        offset: 0,
        lowerLimit: null,
        upperLimit: null,
        limitMinutes: 0,
        isActive: true,
      },
    })
    return body.id
  }
  const reading = (sensor: string, value: number, at?: string) =>
    JSON.stringify({ readings: [{ sensor, value, ...(at === undefined ? {} : { at }) }] })

  beforeAll(async () => {
    mosquitto = await startMosquitto()
    testApp = await openTestApp({
      broker: settingsOf(mosquitto.url),
      sharedDatabase: isPostgres,
      logLevel: 'warn',
      logTo: { write: (line) => void lines.push(line) },
    })
    admin = await testApp.signIn('administrator')
    stranger = await testApp.signIn('administrator', 'there')
    ;({ key, topic } = await freshKey(admin))
    ;({ topic: theirTopic } = await freshKey(stranger))
    await vi.waitUntil(() => brokerOf(testApp).state().connected === 8, 15_000)
  })
  afterAll(async () => {
    await testApp.close()
    await mosquitto.stop()
  })

  it('delivers what a post delivers: a position and a reading', async () => {
    const type = await testApp.call(admin, referenceLists.createEquipmentType, {
      body: { name: 'Radio' },
    })
    const thing = async (name: string) =>
      (
        await testApp.call(admin, equipment.createEquipment, {
          body: { name, typeId: type.body.id },
        })
      ).body.id
    const gatewayType = await testApp.call(admin, devices.createGatewayType, {
      body: { name: 'G1', format: 'plantroom' },
    })
    await testApp.call(admin, devices.createGateway, {
      body: {
        mac: 'AC:23:3F:C0:00:01',
        typeId: gatewayType.body.id,
        equipmentId: await thing('Hall'),
        correction: 0,
        isActive: true,
      },
    })
    await testApp.call(admin, rtls.createBeacon, {
      body: { mac: 'AC:23:3F:A0:00:01', equipmentId: await thing('Pump'), measuredPower: -59 },
    })
    const sensorId = await addSensor('COLD-1')
    const report = (value: number, at: string) => ({
      gateway: 'AC:23:3F:C0:00:01',
      readings: [
        { beacon: 'AC:23:3F:A0:00:01', rssi: -61, at },
        { sensor: 'cold-1', value, at },
      ],
    })
    const accepted = async () =>
      Number(
        /ingested_total\{format="plantroom",outcome="accepted"\} (\d+)/.exec(
          await testApp.raw(null, 'GET', '/metrics').then(({ body }) => String(body)),
        )?.[1],
      )
    const posted = await testApp.raw(
      key,
      'POST',
      '/api/iot/ingest/plantroom',
      report(4, '2026-11-20T08:59:58Z'),
    )
    expect(posted.body).toMatchObject({ accepted: 2, ignored: 0 })
    const before = await accepted()
    await publishing(
      () =>
        mosquitto.publish(`${topic}/plantroom`, JSON.stringify(report(5, '2026-11-20T08:59:59Z'))),
      'taken',
    )
    expect((await accepted()) - before).toBe(2)
    expect((await readings(sensorId)).map(({ value }) => value)).toEqual([4, 5])
    await flush(testApp.app.kernel)
    const { rows } = (
      await testApp.call(admin, devices.listGateways, { body: { limit: 5, offset: 0 } })
    ).body
    expect(rows[0]?.lastHeardAt).toBe(testApp.clock.now().toISOString())
  })

  it('takes what real gateways publish, under their topics', async () => {
    const sensorId = await addSensor('A4:C1:38:00:00:01')
    await publishing(
      () =>
        mosquitto.publish(
          `${topic}/theengs/AC:23:3F:C0:00:01/BTtoMQTT/A4C138000001`,
          JSON.stringify({ id: 'A4:C1:38:00:00:01', rssi: -70, tempc: 21.5, hum: 40, batt: 80 }),
        ),
      'taken',
    )
    expect((await readings(sensorId)).map(({ value }) => value)).toEqual([21.5])
  })

  it('accepts no wrong key, and counts it without flooding the log', async () => {
    const told = lines.length
    const wrong = `plantroom/${'0'.repeat(32)}/plantroom`
    await publishing(
      () => Promise.all(Array.from({ length: 50 }, () => mosquitto.publish(wrong, '{}'))),
      'unknownKey',
      50,
    )
    await publishing(() => mosquitto.publish('plantroom/not-a-key/plantroom', '{}'), 'unknownKey')
    await publishing(() => mosquitto.publish('plantroom/nothing', '{}'), 'noTopic')
    expect(lines.slice(told).filter((line) => line.includes('were refused'))).toHaveLength(1)
    expect(lines.join('')).not.toContain(key)
    const text = String((await testApp.raw(null, 'GET', '/metrics')).body)
    expect(text).toContain('plantroom_broker_messages{outcome="unknownKey"} 51')
  })

  it('accepts no key that is limited to a network', async () => {
    const limited = await freshKey(admin, { ips: ['127.0.0.0/8'] })
    await publishing(() => mosquitto.publish(`${limited.topic}/plantroom`, '{}'), 'keyRefused')
  })

  it('writes into the company of the key alone, whatever another company’s device is named', async () => {
    const sensorId = await addSensor('OURS-1')
    const before = await testApp.call(admin, health.getHealth, {})
    await publishing(
      () => mosquitto.publish(`${theirTopic}/plantroom`, reading('OURS-1', 1)),
      'taken',
    )
    expect(await readings(sensorId)).toEqual([])
    const aside = async (token: string) =>
      (await testApp.call(token, devices.listQuarantine, { body: { limit: 50, offset: 0 } })).body
        .rows
    expect((await aside(stranger)).map(({ about }) => about)).toContain('OURS-1')
    expect((await aside(admin)).map(({ about }) => about)).not.toContain('OURS-1')
    const after = await testApp.call(admin, health.getHealth, {})
    expect(after.body.broker?.taken).toBe(before.body.broker?.taken)
  })

  it('lays aside a measurement under an unknown name, as a report over HTTP does', async () => {
    await publishing(
      () =>
        mosquitto.publish(
          `${topic}/chirpstack`,
          JSON.stringify({
            deviceInfo: { devEui: '0101010101010101' },
            object: { gizmo: 'LEAK' },
          }),
        ),
      'taken',
    )
    const { rows } = (
      await testApp.call(admin, devices.listQuarantine, { body: { limit: 50, offset: 0 } })
    ).body
    expect(rows.find(({ format }) => format === 'chirpstack')).toMatchObject({
      reason: 'unknownNames',
      names: 'gizmo',
    })
  })

  it('refuses ten megabytes and invalid JSON, and continues with the next message', async () => {
    const large = Buffer.alloc(10 * 1024 * 1024, 0x20)
    await publishing(() => mosquitto.publish(`${topic}/plantroom`, large), 'tooLarge')
    await publishing(
      () => mosquitto.publish(`${topic}/abgateway`, Buffer.from([0x84, 0xff])),
      'unreadable',
    )
    await publishing(
      () => mosquitto.publish(`${topic}/morse`, '{"mac":"AC:23:3F:A0:00:09"}'),
      'unreadable',
    )
    const { rows } = (
      await testApp.call(admin, devices.listQuarantine, { body: { limit: 50, offset: 0 } })
    ).body
    // HTTP would refuse it. MQTT has no response, so it is quarantined.
    expect(rows.find(({ reason }) => reason === 'tooMany')).toMatchObject({ format: 'plantroom' })
    expect(rows.find(({ format }) => format === 'abgateway')).toMatchObject({
      reason: 'notJson',
      payload: '84ff',
    })
    expect(rows.find(({ format }) => format === 'morse')).toMatchObject({
      reason: 'unknownFormat',
      understood: { addresses: ['AC233FA00009'] },
    })
    const sensorId = await addSensor('AFTER-1')
    await publishing(() => mosquitto.publish(`${topic}/plantroom`, reading('AFTER-1', 7)), 'taken')
    expect(await readings(sensorId)).toHaveLength(1)
  })

  it('is reported away without making a server unready, and found again when it is back', async () => {
    await mosquitto.kill()
    await soon(() => brokerOf(testApp).state().connected, 0)
    const { body } = await testApp.call(admin, health.getHealth, {})
    expect(body.broker).toMatchObject({ connected: 0, connections: 8, since: null })
    expect(body.broker?.trouble).not.toBeNull()
    expect((await testApp.raw(null, 'GET', '/readyz')).status).toBe(200)
    const logged = () =>
      lines.filter((line) => line.includes('the MQTT broker is not reached')).length
    await soon(logged, 1)
    await mosquitto.start()
    await soon(() => brokerOf(testApp).state().connected, 8)
    expect(logged()).toBe(1)
  })

  it.runIf(isPostgres)(
    'is counted once for a message that it repeats because the connection was cut',
    async () => {
      const sensorId = await addSensor('TWICE-1')
      const holds = await testApp.pool.connect()
      await holds.query('begin')
      await holds.query('set local role plantroom_system')
      await holds.query('select from sensor where id = $1 for update', [sensorId])
      await mosquitto.publish(`${topic}/plantroom`, reading('TWICE-1', 3))
      await soon(async () => (await waiting()) > 0, true)
      await mosquitto.kill('SIGTERM')
      testApp.clock.advance(1_000) // the message counts from its arrival, so time must pass
      await publishing(async () => {
        await mosquitto.start()
        await holds.query('commit')
        holds.release()
      }, 'again')
      expect(await readings(sensorId)).toHaveLength(1)
    },
  )
  const waiting = async () => {
    const { rows } = await testApp.pool.query<{ n: number }>(
      `select count(*)::int as n from pg_stat_activity
       where wait_event_type = 'Lock' and datname = current_database()`,
    )
    return rows[0]?.n ?? 0
  }

  it('gets its acknowledgement after the database has the message', async () => {
    const sensorId = await addSensor('LATER-1')
    const away = Object.assign(new Error('connect'), { code: 'ECONNREFUSED', syscall: 'connect' })
    const connect = vi
      .spyOn(testApp.pool, 'connect')
      .mockImplementation(() => Promise.reject(away) as never) // typed by its callback overload
    const before = counted('taken') + counted('failed')
    await mosquitto.publish(`${topic}/plantroom`, reading('LATER-1', 1))
    await soon(() => connect.mock.calls.length > 1, true) // the client keeps retrying
    expect(counted('taken') + counted('failed')).toBe(before)
    connect.mockRestore()
    await soon(async () => (await readings(sensorId)).length, 1)
  })

  it('is not believed about retained messages', async () => {
    const sensorId = await addSensor('KEPT-1')
    await publishing(
      () => mosquitto.publish(`${topic}/plantroom`, reading('KEPT-1', 1), { retain: true }),
      'taken',
    )
    testApp.clock.advance(1_000)
    await mosquitto.kill('SIGTERM')
    await mosquitto.start()
    await soon(() => brokerOf(testApp).state().connected, 8)
    await publishing(() => mosquitto.publish(`${topic}/plantroom`, reading('KEPT-1', 2)), 'taken')
    expect(await readings(sensorId)).toHaveLength(2)
  })

  it('answers the doctor’s test messages, which take no report from the server', async () => {
    expect(await examineBroker(settingsOf(mosquitto.url), Buffer.alloc(32, 7))).toEqual({
      version: 5,
      shares: true,
      test: 'returned',
      answered: { sent: 16, returned: 16 },
      problems: [],
    })
    await expect(
      examineBroker(settingsOf('mqtt://127.0.0.1:1'), Buffer.alloc(32, 7)),
    ).rejects.toThrow(/ECONNREFUSED/)
  })

  it('loses nothing that is published while no server runs, even if a server is killed meanwhile', async () => {
    const settings = { ...settingsOf(mosquitto.url), prefix: 'other' }
    const first = await testApp.beside({ broker: settings, sharedDatabase: false })
    await soon(() => brokerOf({ app: first }).state().connected, 8)
    await first.close()
    const sensorId = await addSensor('AWAY-1')
    for (let second = 10; second < 40; second += 1)
      await mosquitto.publish(
        `${topic.replace('plantroom', 'other')}/plantroom`,
        reading('AWAY-1', second, `2026-11-20T08:00:${second}Z`),
      )
    await mosquitto.publish('elsewhere', 'what came before is on the disk')
    await mosquitto.kill('SIGKILL')
    await mosquitto.start()
    const next = await testApp.beside({ broker: settings, sharedDatabase: false })
    await soon(async () => (await readings(sensorId)).length, 30)
    await next.close()
  })

  it.runIf(isPostgres)(
    'is shared by two servers, and one that stops leaves all to the other',
    async () => {
      const sensorId = await addSensor('SHARED-1')
      const second = await testApp.beside()
      onTestFinished(() => second.close())
      const [one, other] = [brokerOf(testApp), brokerOf({ app: second })]
      const takenBy = (each: Broker) => each.totals().get('taken') ?? 0
      const connected = () => [one.state().connected, other.state().connected]
      await soon(connected, [4, 4])
      const publish = (from: number) =>
        Promise.all(
          Array.from({ length: 24 }, (_, index) =>
            mosquitto.publish(
              `${topic}/plantroom`,
              reading('SHARED-1', index, `2026-11-20T0${from}:00:${10 + index}Z`),
            ),
          ),
        )
      const before = takenBy(one)
      await publish(1)
      await soon(async () => (await readings(sensorId)).length, 24)
      // Test messages may be among the received ones, so the shares need not be equal.
      await soon(() => takenBy(one) - before + takenBy(other), 24)
      expect(takenBy(one)).toBeGreaterThan(before)
      expect(takenBy(other)).toBeGreaterThan(0)
      await second.close()
      await publish(2) // some messages go to sessions that briefly have no consumer
      await soon(async () => (await readings(sensorId)).length, 48)
      await soon(() => one.state().connected, 8)
    },
  )

  it.runIf(isPostgres)(
    'is left as soon as the database connection of the lanes is lost, and taken up again',
    async () => {
      await testApp.pool.query(
        `select pg_terminate_backend(pid) from pg_locks
         where locktype = 'advisory' and objid = 0 and pid <> pg_backend_pid()
         and database = (select oid from pg_database where datname = current_database())`,
      )
      await soon(() => brokerOf(testApp).state().connections, 0)
      await soon(() => brokerOf(testApp).state().connected, 8)
    },
  )
})
