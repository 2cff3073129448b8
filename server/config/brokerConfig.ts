import { readFileSync } from 'node:fs'
import { z } from 'zod'
import type { BrokerSettings } from '#ports/mqtt/broker.ts'
import { ConfigError, parseUrl, readSetting, type Environment } from './readSetting.ts'

const needAddress = [
  'MQTT_USERNAME',
  'MQTT_CA_FILE',
  'MQTT_CERT_FILE',
  'MQTT_KEY_FILE',
  'MQTT_PUBLIC_URL',
] as const

export function readBroker(env: Environment): BrokerSettings | undefined {
  const address = readAddress(env, 'MQTT_URL')
  const prefix = readSetting(env, 'MQTT_PREFIX', topicPrefix.default('plantroom'))
  if (address === undefined) {
    const useless = needAddress.find((name) => env[name])
    if (useless === undefined) return undefined
    throw new ConfigError('MQTT_URL', 'not set', `${useless} is set and needs it`)
  }
  const bare = withoutUser(address)
  return {
    url: bare,
    publicUrl: withoutUser(readAddress(env, 'MQTT_PUBLIC_URL') ?? address),
    username: env['MQTT_USERNAME'] || decodeURIComponent(address.username) || undefined,
    password: env['MQTT_PASSWORD'] || decodeURIComponent(address.password) || undefined,
    ...readCertificates(env, address),
    prefix,
  }
}

/** Logs must not contain the value. */
const HIDDEN = '(hidden, it may hold a password)'

function readAddress(env: Environment, name: 'MQTT_URL' | 'MQTT_PUBLIC_URL'): URL | undefined {
  const value = env[name]
  if (!value) return undefined
  const url = parseUrl(value)
  if (url === undefined || !/^(mqtts?|wss?):$/.test(url.protocol) || url.hostname === '')
    throw new ConfigError(
      name,
      HIDDEN,
      'it must be an address such as mqtts://broker.example.org:8883',
    )
  return url
}

function withoutUser(address: URL): string {
  const bare = new URL(address)
  bare.username = ''
  bare.password = ''
  return bare.href.replace(/\/$/, '')
}

function readCertificates(
  env: Environment,
  { protocol }: URL,
): Pick<BrokerSettings, 'ca' | 'cert' | 'key'> {
  const [ca, cert, key] = (['MQTT_CA_FILE', 'MQTT_CERT_FILE', 'MQTT_KEY_FILE'] as const).map(
    (name) => fileOf(env, name),
  )
  if ((cert === undefined) !== (key === undefined)) {
    const [set, missing] =
      cert === undefined ? ['MQTT_KEY_FILE', 'MQTT_CERT_FILE'] : ['MQTT_CERT_FILE', 'MQTT_KEY_FILE']
    throw new ConfigError(missing ?? '', 'not set', `${set} is set and needs it`)
  }
  const isOpen = protocol === 'mqtt:' || protocol === 'ws:'
  if (isOpen && (ca !== undefined || cert !== undefined))
    throw new ConfigError(
      'MQTT_URL',
      HIDDEN,
      'certificates are of use over mqtts:// and wss:// alone',
    )
  return { ca, cert, key }
}

function fileOf(env: Environment, name: string): Buffer | undefined {
  const path = env[name]
  if (!path) return undefined
  try {
    return readFileSync(path)
  } catch {
    throw new ConfigError(name, JSON.stringify(path), 'that file cannot be read')
  }
}

const topicPrefix = z
  .string()
  .max(40, 'it may have forty characters at most')
  .regex(
    /^[^/+#$\s\0][^/+#\s\0]*(\/[^/+#\s\0]+)*$/,
    'it must be words with slashes between them, without +, # and spaces',
  )
