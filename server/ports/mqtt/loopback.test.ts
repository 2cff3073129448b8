import { connectAsync } from 'mqtt'
import { afterEach, describe, expect, it } from 'vitest'
import { brokerAt, openBrokerServer, testKey, type BrokerServer } from '#tests/brokerServer.ts'
import { hasMosquitto, startMosquitto, type Mosquitto } from '#tests/mosquitto.ts'
import { examineBroker } from './examine.ts'
import { loopbackTopic, namesFrom } from './names.ts'

if (!hasMosquitto) console.warn('There is no Mosquitto here: its tests were not run.')

const times = { checkPatience: 200, firstPause: 20, loopbackPatience: 500 }
const poll = { timeout: 10_000, interval: 20 }
const names = namesFrom(testKey, 'plantroom')

describe.runIf(hasMosquitto)('test messages', () => {
  const open: { stop(): Promise<void> }[] = []
  afterEach(async () => {
    for (const each of open.splice(0).toReversed()) await each.stop()
  })
  const broker = async (acl?: string): Promise<Mosquitto> => {
    const started = await startMosquitto(acl === undefined ? {} : { acl })
    open.push(started)
    return started
  }
  const serve = async (url: string, change = {}): Promise<BrokerServer> => {
    const server = openBrokerServer(brokerAt(url, { times, ...change }))
    open.push({ stop: () => server.close() })
    return server
  }

  it('all come back through the eight lanes of a server', async () => {
    const mosquitto = await broker()
    const server = await serve(mosquitto.url)
    await expect.poll(() => server.standing(), poll).toBe(8)
    await server.loopback.round()
    expect(server.loopback.result()).toMatchObject({ sent: 16, returned: 16, problem: null })
    expect(server.taken).toEqual([])
  })

  it('are missing when a stranger has joined the share group', async () => {
    const mosquitto = await broker()
    const server = await serve(mosquitto.url)
    await expect.poll(() => server.standing(), poll).toBe(8)
    const thief = await connectAsync(mosquitto.url, { protocolVersion: 5 })
    await thief.subscribeAsync(`$share/${names.group}/plantroom/#`, { qos: 1 })
    await server.loopback.round()
    expect(server.loopback.result()?.problem).toBe('deliveriesLost')
    const { answered } = await examineBroker(brokerAt(mosquitto.url, { times }), testKey)
    expect(answered?.returned).toBeLessThan(16)
    await thief.endAsync()
    await server.loopback.round()
    expect(server.loopback.result()?.problem).toBeNull()
    expect(server.logged.filter(({ message }) => message.includes('test messages'))).toHaveLength(2)
  })

  it('do not come back over a subscription that the broker grants and does not serve', async () => {
    const mosquitto = await broker('user server\ntopic write plantroom/#\n')
    const server = await serve(mosquitto.url, { username: 'server' })
    await expect.poll(() => server.standing(), poll).toBe(8)
    await server.loopback.round()
    expect(server.loopback.result()).toMatchObject({ returned: 0, problem: 'notServed' })
  })

  it('are refused where the account of the server may not publish them', async () => {
    const mosquitto = await broker('user server\ntopic read plantroom/#\n')
    const server = await serve(mosquitto.url, { username: 'server' })
    await expect.poll(() => server.standing(), poll).toBe(8)
    await server.loopback.round()
    expect(server.loopback.result()?.problem).toBe('testRefused')
    expect(server.link.facts()).toEqual({ version: 5, shares: true, test: 'refused' })
  })

  it('that wait behind reports are not counted as lost', async () => {
    const mosquitto = await broker()
    const server = await serve(mosquitto.url)
    await expect.poll(() => server.standing(), poll).toBe(8)
    for (const lane of server.lanes) Object.assign(lane.session(), { idleFor: () => 0 })
    const thief = await connectAsync(mosquitto.url, { protocolVersion: 5 })
    await thief.subscribeAsync(`$share/${names.group}/plantroom/#`, { qos: 1 })
    await server.loopback.round()
    expect(server.loopback.result()).toBeNull()
    await thief.endAsync()
  })

  // The two take each other's connections until five have ended: 9 s on a quiet machine.
  const slow = { timeout: 60_000 }
  it('show two servers that connect with the same client ids', slow, async () => {
    const mosquitto = await broker()
    const [one, other] = [await serve(mosquitto.url), await serve(mosquitto.url)]
    const takenOver = () =>
      [one, other].some(({ lanes }) => lanes.some((lane) => lane.session().isTakenOver()))
    await expect.poll(takenOver, poll).toBe(true)
    const lines = [...one.logged, ...other.logged].map(({ message }) => message)
    expect(lines.some((line) => line.includes('with the client id of this server'))).toBe(true)
  })
})

it('the names at the broker cannot be guessed, differ by installation and prefix, and fit MQTT 3.1.1', () => {
  const all = [
    names.group,
    ...[1, 2, 3, 4, 5, 6, 7, 8].map((lane) => names.client(lane)),
    loopbackTopic(testKey, 'plantroom'),
    namesFrom(testKey, 'other').group,
    namesFrom(Buffer.alloc(32, 8), 'plantroom').group,
  ]
  expect(new Set(all).size).toBe(all.length)
  for (let lane = 1; lane <= 8; lane += 1) expect(names.client(lane)).toMatch(/^[\dA-Za-z]{22}$/)
})
