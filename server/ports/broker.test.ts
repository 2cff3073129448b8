/** A connection to a real Mosquitto that lets clients in by deploy/mosquitto.acl. */
import { readFileSync } from 'node:fs'
import { connectAsync } from 'mqtt'
import { expect, it } from 'vitest'
import { hasMosquitto, startMosquitto } from '../../tests/mosquitto.ts'
import { readConfig } from '../config/config.ts'
import { ConfigError } from '../config/readSetting.ts'
import { openLane, type BrokerSettings } from './broker.ts'

if (!hasMosquitto) console.warn('There is no Mosquitto here: its tests were not run.')

it.runIf(hasMosquitto)(
  'takes what a gateway writes under its own key; the gateway reads nothing and writes under no other',
  async () => {
    const acl = readFileSync(new URL('../../deploy/mosquitto.acl', import.meta.url), 'utf8')
    const mosquitto = await startMosquitto({ acl })
    const [own, other] = ['a'.repeat(32), 'b'.repeat(32)]
    const taken: string[] = []
    const overheard: string[] = []
    const settings = readConfig({ MQTT_URL: mosquitto.url.replace('//', '//plantroom:x@') }).broker
    const silent = { info: () => undefined, warn: () => undefined }
    const lane = openLane(
      {
        settings: settings ?? expect.unreachable(),
        topic: '#',
        take: ({ topic }) => Promise.resolve(void taken.push(topic)),
        now: () => new Date(),
        log: silent,
      },
      1,
    )
    const gateway = await connectAsync(mosquitto.url, { username: own })
    try {
      await expect.poll(() => lane.since()).not.toBeNull()
      gateway.on('message', (topic) => overheard.push(topic))
      await gateway.subscribeAsync('#', { qos: 1 })
      for (const key of [other, own])
        await gateway.publishAsync(`plantroom/${key}/plantroom`, '{}', { qos: 1 })
      await expect.poll(() => taken).toEqual([`plantroom/${own}/plantroom`])
      expect(overheard).toEqual([])
    } finally {
      await gateway.endAsync(true)
      await lane.close()
      await mosquitto.stop()
    }
  },
)

const brokerOf = (env: Record<string, string>): BrokerSettings | undefined => readConfig(env).broker
const refusal = (env: Record<string, string>): string => {
  try {
    brokerOf(env)
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
  return 'taken'
}

it('is not shown with its password, and gateways are told of another address where there is one', () => {
  const url = 'mqtts://me:p%40ss@broker.example.org:8883'
  expect(brokerOf({ MQTT_URL: url })).toMatchObject({
    url: 'mqtts://broker.example.org:8883',
    publicUrl: 'mqtts://broker.example.org:8883',
    username: 'me',
    password: 'p@ss',
    prefix: 'plantroom',
  })
  expect(
    brokerOf({
      MQTT_URL: url,
      MQTT_USERNAME: 'other',
      MQTT_PUBLIC_URL: 'wss://x:y@mqtt.example.org/mqtt',
      MQTT_PREFIX: 'site/one',
    }),
  ).toMatchObject({
    publicUrl: 'wss://mqtt.example.org/mqtt',
    username: 'other',
    prefix: 'site/one',
  })
  expect(brokerOf({})).toBeUndefined()
})

it.each([
  [{ MQTT_URL: 'http://me:geheim@broker' }, 'such as mqtts://'],
  [{ MQTT_USERNAME: 'me' }, 'MQTT_USERNAME is set and needs it'],
  [{ MQTT_URL: 'mqtts://broker', MQTT_CERT_FILE: '.env.example' }, 'MQTT_KEY_FILE is not set'],
  [{ MQTT_URL: 'mqtts://broker', MQTT_CA_FILE: '/none' }, 'that file cannot be read'],
  [{ MQTT_URL: 'mqtt://broker', MQTT_CA_FILE: '.env.example' }, 'over mqtts:// and wss:// alone'],
  [{ MQTT_URL: 'mqtt://broker', MQTT_PREFIX: 'a/#' }, 'without +, # and spaces'],
])('stops the start with a sentence: %j', (env, words) => {
  expect(refusal(env)).toContain(words)
  expect(refusal(env)).not.toContain('geheim')
})
