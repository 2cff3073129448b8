import { createServer, type Socket } from 'node:net'
import { connectAsync } from 'mqtt'
import { expect, it } from 'vitest'
import { brokerAt, openBrokerServer, testKey } from '#tests/brokerServer.ts'
import { hasNats, hasRabbit, startAedes, startNats, startRabbit } from '#tests/otherBrokers.ts'
import { sparePort } from '#tests/serverProcess.ts'
import { examineBroker } from './examine.ts'

if (!hasNats) console.warn('There is no nats-server here: its test was not run.')
if (!hasRabbit) console.warn('There is no RabbitMQ here: its test was not run.')

const brokers = [
  { name: 'aedes', start: startAedes, isHere: true },
  { name: 'nats-server', start: startNats, isHere: hasNats },
  { name: 'RabbitMQ', start: startRabbit, isHere: hasRabbit },
]
const topicOf = (report: number) => `plantroom/${'a'.repeat(32)}/plantroom/${report}`
const times = { checkPatience: 400, firstPause: 20 }
const poll = { timeout: 20_000, interval: 20 }

for (const { name, start, isHere } of brokers)
  it.runIf(isHere)(
    `one lane takes every report, once, from ${name}, which grants shared subscriptions and serves none`,
    { timeout: 90_000 }, // RabbitMQ alone takes 10 s to start
    async () => {
      const broker = await start()
      const settings = brokerAt(broker.url, { times })
      const server = openBrokerServer(settings)
      const gateway = await connectAsync(broker.url, { protocolVersion: 4 })
      try {
        await expect.poll(() => server.link.facts()?.shares, poll).toBe(false)
        await expect.poll(() => server.standing(), poll).toBe(1)
        const reports = Array.from({ length: 24 }, (_, index) => topicOf(index))
        for (const report of reports) await gateway.publishAsync(report, '{}', { qos: 1 })
        await expect.poll(() => server.taken.length, poll).toBe(24)
        await server.loopback.round()
        expect(server.loopback.result()).toMatchObject({ sent: 16, returned: 16, problem: null })
        expect(await examineBroker(settings, testKey)).toMatchObject({
          version: 4,
          shares: false,
          answered: { sent: 16, returned: 16 },
        })
        expect(server.taken.map(({ topic }) => topic).toSorted()).toEqual(reports.toSorted())
        expect(server.logged.filter(({ message }) => message.includes('not share'))).toHaveLength(1)
      } finally {
        await gateway.endAsync(true)
        await server.close()
        await broker.stop()
      }
    },
  )

it('a broker that closes before it answers is logged once with its reason, asked less and less, and tried in MQTT 3.1.1', async () => {
  const asked: number[] = []
  const connections = new Set<Socket>()
  const deaf = createServer((socket) => {
    connections.add(socket)
    socket.on('error', () => undefined)
    socket.once('data', (packet) => {
      asked.push(packet[8] ?? 0) // the version follows the length and the protocol name
      socket.end()
    })
  })
  const port = await sparePort()
  await new Promise<void>((done) => {
    deaf.listen(port, '127.0.0.1', done)
  })
  const settings = brokerAt(`mqtt://127.0.0.1:${port}`, {
    times: { firstPause: 20, longestPause: 320 },
  })
  const server = openBrokerServer(settings)
  try {
    await expect.poll(() => asked.length, poll).toBeGreaterThanOrEqual(6)
    expect(asked.slice(0, 4)).toEqual([5, 4, 5, 4])
    expect(server.link.trouble()).toMatch(
      /closes the connection before it answers MQTT (5|3\.1\.1)/,
    )
    expect(server.logged).toHaveLength(1)
    const [before, began] = [asked.length, performance.now()]
    await expect.poll(() => asked.length, poll).toBe(before + 2)
    expect(performance.now() - began).toBeGreaterThan(300)
  } finally {
    await server.close()
    for (const connection of connections) connection.destroy()
    deaf.close()
  }
})
