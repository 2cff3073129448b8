import { setTimeout as wait } from 'node:timers/promises'
import { connectAsync, type MqttClient } from 'mqtt'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { contract } from '#contract/index.ts'
import { brokerAt } from '#tests/brokerServer.ts'
import { hasMosquitto, startMosquitto, type Mosquitto } from '#tests/mosquitto.ts'
import { openTestApp, type TestApp } from '#tests/testApp.ts'
import { joinServers } from '#kernel/work/serverLocks.ts'
import type { Outcome } from '#kernel/work/brokerState.ts'

const isPostgres = inject('database').kind === 'postgres'
const LANES = [1, 2, 3, 4, 5, 6, 7, 8]
/** Advisory lock class of the MQTT lanes, in every version. */
const LANE_LOCKS = 0x70_6c_6d_6c

if (!hasMosquitto) console.warn('There is no Mosquitto here: its tests were not run.')

describe.runIf(hasMosquitto)('an upgrade from guessable names', () => {
  let mosquitto: Mosquitto
  let testApp: TestApp
  let topic: string
  beforeEach(async () => {
    mosquitto = await startMosquitto()
    testApp = await openTestApp()
    const admin = await testApp.signIn('administrator')
    const facts = { ips: [], expirationDate: null, isActive: true, monthLimit: null }
    const { body } = await testApp.call(admin, contract.devices.createApiKey, {
      body: { name: 'Gateways', ...facts },
    })
    topic = `plantroom/${body.topicKey}/plantroom`
  })
  afterEach(async () => {
    await testApp.close()
    await mosquitto.stop()
  })

  const soon = async (what: () => unknown, expected: unknown) => {
    await expect.poll(what, { timeout: 20_000, interval: 20 }).toEqual(expected)
  }
  const report = (value: number) => JSON.stringify({ readings: [{ sensor: 'COLD-1', value }] })
  const publish = (from: number, to: number) =>
    Promise.all(
      Array.from({ length: to - from }, (_, index) =>
        mosquitto.publish(topic, report(from + index)),
      ),
    )
  const openFormer = (lane: number | 'doctor') =>
    connectAsync(mosquitto.url, {
      protocolVersion: 5,
      clientId: `plantroom-${lane}`,
      clean: false,
      reconnectPeriod: 0,
      properties: { sessionExpiryInterval: 86_400 },
    })
  const openFormerLane = async (lane: number, took: string[]): Promise<MqttClient> => {
    const client = await openFormer(lane)
    client.on('message', (to, payload) => {
      if (to === topic) took.push(payload.toString())
    })
    await client.subscribeAsync('$share/plantroom/plantroom/#', { qos: 1, rh: 2 })
    return client
  }
  const hasFormerSession = async (lane: number | 'doctor') => {
    let isPresent = false
    const client = await openFormer(lane)
    client.once('connect', ({ sessionPresent }) => {
      isPresent = sessionPresent
    })
    await client.endAsync()
    return isPresent
  }
  const counted = ({ app }: Pick<TestApp, 'app'>, outcome: Outcome = 'taken') =>
    app.kernel.broker?.totals().get(outcome) ?? 0

  it('takes each of 200 reports once that were published while no server ran, and ends the former sessions', async () => {
    const took: string[] = []
    for (const lane of LANES) await (await openFormerLane(lane, took)).endAsync()
    await (await openFormer('doctor')).endAsync()
    await publish(0, 200)
    const app = await testApp.beside({ broker: brokerAt(mosquitto.url) })
    await soon(() => [...(app.kernel.broker?.totals() ?? [])], [['taken', 200]])
    await publish(200, 220) // both groups exist for a while
    await soon(() => counted({ app }), 220)
    await soon(async () => {
      const held = await Promise.all([...LANES, 'doctor' as const].map(hasFormerSession))
      return held.filter(Boolean).length
    }, 0)
    expect(counted({ app })).toBe(220)
    await app.close()
  })

  it.runIf(isPostgres)(
    'shares with a server of the former version beside it, and each report is taken once',
    async () => {
      const took: string[] = []
      const locks = await joinServers(testApp.pool, LANE_LOCKS, () => undefined)
      const [first, ...others] = await locks.take([5, 6, 7, 8])
      const former = await Promise.all(
        [first ?? 0, ...others].map((lane) => openFormerLane(lane, took)),
      )
      const app = await testApp.beside({ broker: brokerAt(mosquitto.url), sharedDatabase: true })
      await soon(() => app.kernel.broker?.state().connected, 4)
      await publish(0, 40)
      await soon(() => took.length + counted({ app }), 40)
      expect(took).toHaveLength(20)
      for (const client of former) await client.endAsync()
      locks.close()
      await publish(40, 80)
      await soon(() => app.kernel.broker?.state().connected, 8)
      await soon(() => counted({ app }), 60)
      await app.close()
    },
  )

  it.runIf(isPostgres)(
    'takes each report once that is published while the names change',
    async () => {
      const locks = await joinServers(testApp.pool, LANE_LOCKS, () => undefined)
      const app = await testApp.beside({ broker: brokerAt(mosquitto.url), sharedDatabase: true })
      await soon(() => app.kernel.broker?.state().connected, 4)
      locks.close()
      let published = 0
      const publishFew = async () => {
        await publish(published, published + 4)
        published += 4
        await wait(10)
      }
      while (app.kernel.broker?.state().connected !== 8) await publishFew()
      for (let rounds = 0; rounds < 40; rounds += 1) await publishFew()
      await soon(() => counted({ app }), published)
      await wait(300)
      expect(counted({ app })).toBe(published)
      await app.close()
    },
  )
})
