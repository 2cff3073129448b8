import { connect, type IClientOptions, type MqttClient } from 'mqtt'

export interface BrokerSettings {
  url: string
  publicUrl: string
  username: string | undefined
  password: string | undefined
  ca: Buffer | undefined
  cert: Buffer | undefined
  key: Buffer | undefined
  prefix: string
  times?: Partial<BrokerTimes>
}

/** All times are in milliseconds. */
export interface BrokerTimes {
  /** Maximum wait for the test message that detects shared subscriptions. */
  checkPatience: number
  /** Pauses between connection attempts: the first and the longest. */
  firstPause: number
  longestPause: number
  /** How long attempts stay frequent after a working connection was lost. */
  hopeful: number
  /** Interval of test messages through the installation's own subscription. */
  loopbackEvery: number
  loopbackPatience: number
}

/**
 * The first attempts to connect follow quickly, because some brokers forget shared subscriptions when they
 * restart.
 */
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

/** How long the broker queues messages while no server is connected. */
const SESSION_SECONDS = 86_400
/** Unacknowledged messages per connection. The broker queues the rest. */
const RECEIVE_MAXIMUM = 16
/** Larger than the limit of reports, so that an oversized one is received and counted. */
const PACKET_MAXIMUM = 12 * 1024 * 1024
const KEEPALIVE_SECONDS = 30
const CONNECT_TIMEOUT = 10_000
/** "Unacceptable protocol version" in MQTT 3.1.1 and 5. */
const UNSUPPORTED_VERSION = new Set([1, 132])
const REFUSED = 128

/** The broker closed the connection without a response, as brokers without MQTT 5 do. */
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
  /**
   * If true, the broker stores the session for a day. Connecting with false ends a stored session.
   */
  keepsSession: boolean
  /** Attaches listeners before the first packet arrives. */
  prepare?: (client: MqttClient) => void
}

export interface Dialled {
  client: MqttClient
  isResumed: boolean
  /** MQTT 5 only: the broker says that it does not support shared subscriptions. */
  deniesSharing: boolean
}

/** Connects once. Callers reconnect with growing pauses, not mqtt.js. */
export async function connectOnce(
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
    // An acknowledgement without a connection is dropped: the broker sends the message again.
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

/** Throws if the broker refuses a filter. */
export async function subscribe(client: MqttClient, filters: readonly string[]): Promise<void> {
  const granted = await client.subscribeAsync([...filters], { qos: 1, rap: false, rh: 2 })
  if (granted.length < filters.length || granted.some(({ qos }) => qos >= REFUSED))
    throw new Error('it refuses the subscription')
}

export const sharedFilter = (group: string, filter: string): string => `$share/${group}/${filter}`
