/**
 * Names that an installation uses at its MQTT broker. A client that knows a share group or client
 * id can divert deliveries, so the names are derived from the data key.
 */
import { createHmac, randomBytes } from 'node:crypto'

export interface BrokerNames {
  group: string
  client(lane: number): string
}

/** 130 bits, within the 23 alphanumeric characters that every MQTT 3.1.1 broker must accept. */
const LENGTH = 22

function derive(key: Buffer, label: string): string {
  const hash = createHmac('sha512', key).update(`plantroom mqtt ${label}`).digest('base64url')
  const alphanumeric = hash.replaceAll(/[-_]/g, '')
  return alphanumeric.slice(0, LENGTH)
}

export const namesFrom = (key: Buffer, prefix: string): BrokerNames => ({
  group: derive(key, `group ${prefix}`),
  client: (lane) => derive(key, `client ${lane} ${prefix}`),
})

/** Guessable names of versions before November 2026. */
export const formerNames = (prefix: string): BrokerNames => {
  const group = prefix.replaceAll(/[^\w-]/g, '-')
  return { group, client: (lane) => `${group}-${lane}` }
}

export const formerDoctor = (prefix: string): string => `${formerNames(prefix).group}-doctor`

/** Topic prefix of test messages. No API key may use it as its topic. */
export const loopbackTopic = (key: Buffer, prefix: string): string =>
  `${prefix}/loopback/${derive(key, `loopback ${prefix}`)}`

export const randomClient = (): string => randomBytes(LENGTH / 2).toString('hex')
