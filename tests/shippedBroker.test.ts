/** deploy/mosquitto.conf with dynamic security, against a gateway that tries more than it may. */
import { execFileSync } from 'node:child_process'
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { connectAsync, type IClientOptions, type MqttClient } from 'mqtt'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { formerNames, namesFrom } from '#ports/mqtt/names.ts'
import { brokerAt, openBrokerServer, testKey, type BrokerServer } from './brokerServer.ts'
import { hasDynamicSecurity, passwordProgram, startMosquitto, type Mosquitto } from './mosquitto.ts'
import { root } from './root.ts'

if (!hasDynamicSecurity)
  console.warn('There is no Mosquitto with dynamic security here: its tests were not run.')

const [ours, theirs] = ['a'.repeat(32), 'b'.repeat(32)]
const poll = { timeout: 10_000, interval: 20 }
const deployed = (name: string) => join(root, 'deploy', name)

describe.runIf(hasDynamicSecurity)('the shipped Mosquitto', () => {
  let mosquitto: Mosquitto
  let server: BrokerServer
  const open: MqttClient[] = []

  const carryOver = (folder: string) => {
    const passwords = join(folder, 'passwords')
    writeFileSync(passwords, '', { mode: 0o600 })
    const users = [
      ['plantroom', 'server-password'],
      ['admin', 'admin-password'],
      [ours, 'our-password'],
      [theirs, 'their-password'],
    ] as const
    for (const [user, password] of users)
      execFileSync(passwordProgram, ['-b', passwords, user, password], { stdio: 'ignore' })
    execFileSync(
      'sh',
      [deployed('mosquitto-security.sh'), passwords, join(folder, 'dynamic-security.json')],
      { stdio: 'ignore' },
    )
  }
  const control = (script: string, ...parameters: string[]) => {
    const options = join(mosquitto.folder, 'mosquitto_ctrl')
    writeFileSync(options, `-p ${new URL(mosquitto.url).port}\n-u admin\n-P admin-password\n`)
    return execFileSync('sh', [deployed(script), ...parameters], {
      stdio: 'pipe',
      env: { ...process.env, XDG_CONFIG_HOME: mosquitto.folder, PASSWORD: 'bound-password' },
    })
  }
  const come = async (username: string, password: string, also: IClientOptions = {}) => {
    const client = await connectAsync(
      mosquitto.url,
      { protocolVersion: 5, username, password, reconnectPeriod: 0, ...also },
      false,
    )
    open.push(client)
    return client
  }
  const topic = (key: string) => `plantroom/${key}/plantroom`
  const standing = () => server.standing()
  const countOf = (key: string) => server.taken.filter((one) => one.topic.includes(key)).length

  beforeAll(async () => {
    mosquitto = await startMosquitto({ isShipped: true, prepare: carryOver })
    server = openBrokerServer(
      brokerAt(mosquitto.url, { username: 'plantroom', password: 'server-password' }),
    )
    await vi.waitUntil(() => standing() === 8, { timeout: 10_000 })
  }, 30_000)
  afterAll(async () => {
    for (const client of open) await client.endAsync(true)
    await server.close()
    await mosquitto.stop()
  })

  it('serves the server, and takes reports of gateways carried over with their passwords', async () => {
    expect(server.link.facts()).toEqual({ version: 5, shares: true, test: 'returned' })
    const gateway = await come(ours, 'our-password')
    await gateway.publishAsync(topic(ours), '{}', { qos: 1 })
    await expect.poll(() => countOf(ours), poll).toBe(1)
    await expect(come(ours, 'their-password')).rejects.toThrow(/Not authorized/)
  })

  it('lets a hostile gateway neither subscribe, nor write elsewhere, nor use the server’s names', async () => {
    const hostile = await come(theirs, 'their-password')
    const overheard: string[] = []
    hostile.on('message', (to) => overheard.push(to))
    for (const filter of [
      '#',
      'plantroom/#',
      topic(theirs),
      `$share/${formerNames('plantroom').group}/plantroom/#`,
      `$share/${namesFrom(testKey, 'plantroom').group}/plantroom/#`,
      '$CONTROL/dynamic-security/v1/response',
    ])
      await expect(hostile.subscribeAsync(filter, { qos: 1 })).rejects.toThrow(/Not authorized/)
    for (const other of [topic(ours), 'plantroom/loopback/x', '$CONTROL/dynamic-security/v1'])
      await expect(hostile.publishAsync(other, '{}', { qos: 1 })).rejects.toThrow(/Not authorized/)

    // Any client may use former client ids; the server does not use them.
    const before = countOf(ours)
    for (let lane = 1; lane <= 8; lane += 1)
      await come(theirs, 'their-password', {
        clientId: formerNames('plantroom').client(lane),
        clean: false,
      })
    const gateway = await come(ours, 'our-password')
    for (let report = 0; report < 24; report += 1)
      await gateway.publishAsync(topic(ours), `{"report":${report}}`, { qos: 1 })
    await expect.poll(() => countOf(ours) - before, poll).toBe(24)
    await server.loopback.round()
    expect(server.loopback.result()).toMatchObject({ returned: 16, problem: null })
    expect(overheard).toEqual([])
  })

  it('binds a gateway to its client id, whether it is new or was carried over', async () => {
    const fresh = 'c'.repeat(32)
    control('mosquitto-gateway.sh', fresh, 'gateway-1')
    control('mosquitto-gateway.sh', fresh, 'gateway-2', `${fresh}-2`)
    control('mosquitto-gateway.sh', 'bind', theirs, 'gateway-3')
    const first = await come(fresh, 'bound-password', { clientId: 'gateway-1' })
    await first.publishAsync(topic(fresh), '{}', { qos: 1 })
    const second = await come(`${fresh}-2`, 'bound-password', { clientId: 'gateway-2' })
    await second.publishAsync(topic(fresh), '{}', { qos: 1 })
    await expect.poll(() => countOf(fresh), poll).toBe(2)
    for (const clientId of ['gateway-1', namesFrom(testKey, 'plantroom').client(1)])
      await expect(come(theirs, 'their-password', { clientId })).rejects.toThrow(/Not authorized/)
    expect(first.connected).toBe(true)
    expect(standing()).toBe(8)
  })

  it('delivers every message of QoS 2 that it acknowledged over MQTT 3.1.1', async () => {
    const before = countOf(ours)
    const gateway = await come(ours, 'our-password', { protocolVersion: 4 })
    await Promise.all(
      Array.from({ length: 500 }, (_, report) =>
        gateway.publishAsync(topic(ours), `{"report":${report}}`, { qos: 2 }),
      ),
    )
    await expect.poll(() => countOf(ours) - before, poll).toBe(500)
  })

  it('refuses to carry over a password of another kind, and changes nothing then or later', () => {
    const [folder, script] = [mosquitto.folder, deployed('mosquitto-security.sh')]
    const [old, file] = [join(folder, 'old'), join(folder, 'old.json')]
    writeFileSync(old, 'plantroom:$7$101$c2FsdA==$aGFzaA==\nmeter:$6$salt$hash\n')
    expect(() => execFileSync('sh', [script, old, file], { stdio: 'pipe' })).toThrow(/meter/)
    const present = join(folder, 'dynamic-security.json')
    copyFileSync(present, file)
    execFileSync('sh', [script, old, file], { stdio: 'pipe' })
    expect(readFileSync(file, 'utf8')).toBe(readFileSync(present, 'utf8'))
  })
})
