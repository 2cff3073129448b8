import { expect, it } from 'vitest'
import { readConfig } from './config.ts'
import { ConfigError } from './readSetting.ts'
import type { BrokerSettings } from '#ports/mqtt/broker.ts'

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

it('the broker’s address is never shown with its password, and gateways get another address if there is one', () => {
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
])('a broken broker setting stops the start with a sentence: %j', (env, words) => {
  expect(refusal(env)).toContain(words)
  expect(refusal(env)).not.toContain('geheim')
})
