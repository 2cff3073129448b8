/** An MQTT broker: its settings, and one connection to it. */
import { connect, type IClientOptions, type MqttClient } from 'mqtt'

export interface BrokerSettings {
  /** Without user and password. */
  url: string
  /** As gateways reach it. */
  publicUrl: string
  username: string | undefined
  password: string | undefined
  ca: Buffer | undefined
  cert: Buffer | undefined
  key: Buffer | undefined
  /** What the topics of this installation begin with. */
  prefix: string
  /** Tests shorten the usual times. */
  times?: Partial<BrokerTimes>
}

/** In milliseconds. */
export interface BrokerTimes {
  /** How long the test message may take that shows whether the broker shares. */
  checkPatience: number
  /** Between two attempts to connect, at first and at most. */
  firstPause: number
  longestPause: number
  /** After a working connection ended, attempts stay frequent for so long. */
  hopeful: number
  /** Test messages through the installation's own subscription. */
  loopbackEvery: number
  loopbackPatience: number
}

/** Some brokers forget shared subscriptions when they restart: the first attempts follow soon. */
const usualTimes: BrokerTimes = {
  checkPatience: 3_000,
  firstPause: 500,
  longestPause: 30_000,
  hopeful: 30_000,
  loopbackEvery: 30_000,
  loopbackPatience: 15_000,
}

export const timesOf = ({ times }: BrokerSettings): BrokerTimes => ({ ...usualTimes, ...times })

export type Version = 4 | 5

export interface BrokerLog {
  info(facts: object, message: string): void
  warn(facts: object, message: string): void
}

/** How long a broker keeps what is published while no server is connected. */
const SESSION_SECONDS = 86_400
/** Messages on their way to one connection; the rest waits with the broker. */
const RECEIVE_MAXIMUM = 16
/** Larger than a report may be, so that one that is too large is seen and counted. */
const PACKET_MAXIMUM = 12 * 1024 * 1024
const KEEPALIVE_SECONDS = 30
const CONNECT_TIMEOUT = 10_000
/** "Unacceptable protocol version", of 3.1.1 and of 5. */
const UNSUPPORTED_VERSION = new Set([1, 132])
const REFUSED = 128

/** The broker closed the connection and said nothing, as one does that does not speak MQTT 5. */
class ClosedBeforeAnswer extends Error {
  override name = 'ClosedBeforeAnswer'
  constructor(version: Version) {
    super(`it closes the connection before it answers MQTT ${wordsOf(version)}`)
  }
}

export const wordsOf = (version: Version): string => (version === 5 ? '5' : '3.1.1')

export const messageOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  if (error.message !== '') return error.message
  return 'code' in error ? String(error.code) : error.name
}

export const isVersionRefused = (error: unknown): boolean =>
  error instanceof ClosedBeforeAnswer ||
  (error instanceof Error &&
    'code' in error &&
    typeof error.code === 'number' &&
    UNSUPPORTED_VERSION.has(error.code))

export interface DialOrder {
  clientId: string
  version: Version
  /** Whether the broker keeps the session for a day. A connection without one ends what is kept. */
  keepsSession: boolean
  /** Attaches listeners before the first packet arrives. */
  prepare?: (client: MqttClient) => void
}

export interface Dialled {
  client: MqttClient
  /** The broker had kept the session of an earlier connection. */
  isResumed: boolean
  /** MQTT 5 only: the broker says that it does not share subscriptions. */
  deniesSharing: boolean
}

/** Connects once. mqtt.js does not reconnect: the callers do, with growing pauses. */
export async function dial(
  { url, username, password, ca, cert, key }: BrokerSettings,
  { clientId, version, keepsSession, prepare }: DialOrder,
): Promise<Dialled> {
  const options: IClientOptions = {
    protocolVersion: version,
    clientId,
    clean: !keepsSession,
    ...(version === 5 && {
      properties: {
        receiveMaximum: RECEIVE_MAXIMUM,
        maximumPacketSize: PACKET_MAXIMUM,
        ...(keepsSession && { sessionExpiryInterval: SESSION_SECONDS }),
      },
    }),
    ...(username !== undefined && { username }),
    ...(password !== undefined && { password }),
    ...(ca !== undefined && { ca }),
    ...(cert !== undefined && { cert }),
    ...(key !== undefined && { key }),
    keepalive: KEEPALIVE_SECONDS,
    connectTimeout: CONNECT_TIMEOUT,
    reconnectPeriod: 0,
    resubscribe: false,
    // An acknowledgement without a connection is not stored: the broker sends the message again.
    queueQoSZero: false,
  }
  const client = connect(url, options)
  prepare?.(client)
  try {
    return await new Promise<Dialled>((resolve, reject) => {
      client.once('connect', ({ sessionPresent, properties }) =>
        resolve({
          client,
          isResumed: sessionPresent,
          deniesSharing: properties?.sharedSubscriptionAvailable === false,
        }),
      )
      client.on('error', reject)
      client.once('close', () => reject(new ClosedBeforeAnswer(version)))
    })
  } catch (error) {
    client.end(true)
    throw error
  }
}

/** Throws if the broker refuses one of the filters. */
export async function subscribe(client: MqttClient, filters: readonly string[]): Promise<void> {
  const granted = await client.subscribeAsync([...filters], { qos: 1, rap: false, rh: 2 })
  if (granted.length < filters.length || granted.some(({ qos }) => qos >= REFUSED))
    throw new Error('it refuses the subscription')
}

export const sharedFilter = (group: string, filter: string): string => `$share/${group}/${filter}`
