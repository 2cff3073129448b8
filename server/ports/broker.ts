/**
 * An MQTT broker. What is published there is acknowledged only after it was taken in: the broker
 * keeps it until then, also while this server is away (a session that outlives the connection).
 *
 * Each lane is one connection with a session, which share what is published ($share). It takes one
 * message after the other, which is what bounds the memory: what is not yet taken lies with the
 * broker. Brokers give messages to sessions that are away too, so the lanes are the installation's:
 * whichever server holds one goes on where the former stopped (kernel/lanes.ts).
 */
import {
  connect,
  connectAsync,
  type IClientOptions,
  type IPublishPacket,
  type MqttClient,
} from 'mqtt'
import { setTimeout as wait } from 'node:timers/promises'

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
}

export interface Message {
  topic: string
  payload: Buffer
  /** The broker had kept it for whoever comes: nobody knows how old it is. */
  isRetained: boolean
  /** It was sent before, and not acknowledged. */
  isAgain: boolean
}

export interface Lane {
  /** Since when it takes what is published; null: it does not. */
  since(): Date | null
  /** Why it does not; null: it does, or has not tried for long enough. */
  trouble(): string | null
  /** Takes no more, lets what is being taken end, and says goodbye; the broker keeps the rest. */
  close(): Promise<void>
}

interface LaneOrder {
  settings: BrokerSettings
  /** Below the prefix. */
  topic: string
  /**
   * Done when the message was taken in or refused for good. Rejects to leave it with the broker;
   * `gone` tells that the connection it came by is no more, and that the broker sends it again.
   */
  take(message: Message, gone: AbortSignal): Promise<void>
  now(): Date
  log: {
    info(facts: object, message: string): void
    warn(facts: object, message: string): void
  }
}

/** How long a broker keeps what comes while no server is there. */
const SESSION_SECONDS = 86_400
/** Messages on their way to one connection; the rest waits with the broker. */
const RECEIVE_MAXIMUM = 16
/** More than a report may have, so that one that is too large is seen and counted, and no flood. */
const PACKET_MAXIMUM = 12 * 1024 * 1024
const KEEPALIVE_SECONDS = 30
const CONNECT_PATIENCE = 10_000
/** Before most gateways are back: some brokers forget shared subscriptions when they restart. */
const RECONNECT_AFTER = 500
const CLOSE_PATIENCE = 10_000
/** "Unacceptable protocol version", of 3.1.1 and of 5. */
const NO_SUCH_VERSION = new Set([1, 132])
const FAILED_SUBSCRIPTION = 128
const TAKEN_OVER = 142

const optionsOf = (
  { username, password, ca, cert, key }: BrokerSettings,
  version: 4 | 5,
): IClientOptions => ({
  protocolVersion: version,
  clean: false,
  ...(version === 5 && {
    properties: {
      sessionExpiryInterval: SESSION_SECONDS,
      receiveMaximum: RECEIVE_MAXIMUM,
      maximumPacketSize: PACKET_MAXIMUM,
    },
  }),
  ...(username !== undefined && { username }),
  ...(password !== undefined && { password }),
  ...(ca !== undefined && { ca }),
  ...(cert !== undefined && { cert }),
  ...(key !== undefined && { key }),
  keepalive: KEEPALIVE_SECONDS,
  connectTimeout: CONNECT_PATIENCE,
  reconnectPeriod: RECONNECT_AFTER,
  reconnectOnConnackError: true,
  resubscribe: false,
  // An acknowledgement that finds no connection is not kept: the message comes again.
  queueQoSZero: false,
})

const groupOf = ({ prefix }: BrokerSettings): string => prefix.replaceAll(/[^\w-]/g, '-')

const sharedTopic = (group: string, { prefix }: BrokerSettings, topic: string): string =>
  `$share/${group}/${prefix}/${topic}`

const isVersionRefused = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  typeof error.code === 'number' &&
  NO_SUCH_VERSION.has(error.code)

/** One connection and its session. */
export function openLane({ settings, topic, take, now, log }: LaneOrder, number: number): Lane {
  let version: 4 | 5 = 5
  let since: Date | null = null
  let trouble: string | null = null
  let isClosing = false
  let taking: Promise<unknown> = Promise.resolve()
  let connection = new AbortController()
  let client = open()

  function open(): MqttClient {
    const opened = connect(settings.url, {
      ...optionsOf(settings, version),
      clientId: `${groupOf(settings)}-${number}`,
    })
    opened.on('connect', () => {
      connection = new AbortController()
      void subscribe(opened)
    })
    opened.on('disconnect', ({ reasonCode }) => {
      if (reasonCode === TAKEN_OVER) fail('another server has taken this connection over')
    })
    opened.on('close', () => {
      connection.abort()
      if (since !== null && !isClosing) fail('the connection ended')
    })
    opened.on('error', (error: Error & { code?: unknown }) => {
      if (version === 5 && isVersionRefused(error)) {
        version = 4
        opened.end(true)
        client = open()
      } else fail(error.message === '' ? String(error.code) : error.message)
    })
    opened.handleMessage = (packet, done) => receive(packet, done)
    return opened
  }

  /** Told once; the tries that follow fail in silence until one does not. */
  function fail(words: string): void {
    if (trouble === null && !isClosing)
      log.warn({ connection: number, trouble: words }, 'the MQTT broker is away')
    trouble = words
    since = null
  }

  async function subscribe(opened: MqttClient): Promise<void> {
    try {
      const [granted] = await opened.subscribeAsync(
        sharedTopic(groupOf(settings), settings, topic),
        {
          qos: 1,
          rap: false,
          rh: 2,
        },
      )
      if (granted === undefined || granted.qos >= FAILED_SUBSCRIPTION)
        throw new Error('it refuses the shared subscription')
      since = now()
      if (trouble !== null || number === 1)
        log.info({ connection: number, version }, 'the MQTT broker is there')
      trouble = null
    } catch (error) {
      if (!isClosing) fail(error instanceof Error ? error.message : String(error))
    }
  }

  function receive(packet: IPublishPacket, done: (error?: Error) => void): void {
    const gone = connection.signal
    if (isClosing || gone.aborted) {
      done(new Error('left with the broker'))
      return
    }
    const payload = Buffer.isBuffer(packet.payload) ? packet.payload : Buffer.from(packet.payload)
    taking = take(
      { topic: packet.topic, payload, isRetained: packet.retain, isAgain: packet.dup },
      gone,
    ).then(
      () => done(),
      () => done(new Error('left with the broker')),
    )
  }

  return {
    since: () => since,
    trouble: () => trouble,
    async close() {
      isClosing = true
      connection.abort()
      await Promise.race([taking, wait(CLOSE_PATIENCE, undefined, { ref: false })])
      await client.endAsync(since === null)
      since = null
    },
  }
}

/** Comes to the broker as the server does, without a session and without taking anything. */
export async function reachBroker(settings: BrokerSettings): Promise<{ version: 4 | 5 }> {
  const come = async (version: 4 | 5) => {
    const { properties: _session, ...options } = optionsOf(settings, version)
    const clientId = `${groupOf(settings)}-doctor`
    const client = await connectAsync(
      settings.url,
      {
        ...options,
        clean: true,
        clientId,
        reconnectPeriod: 0,
        reconnectOnConnackError: false,
      },
      false,
    )
    try {
      // a group of its own: what is published goes to the servers' group all the same
      await client.subscribeAsync(sharedTopic(clientId, settings, '#'), { qos: 1 })
    } finally {
      await client.endAsync(true)
    }
    return { version }
  }
  try {
    return await come(5)
  } catch (error) {
    if (isVersionRefused(error)) return come(4)
    throw error
  }
}
