/**
 * A session at the broker under one client id. The broker queues messages while no server is
 * connected. A session processes one message at a time, which bounds the memory.
 */
import { setTimeout as wait } from 'node:timers/promises'
import type { IPublishPacket, MqttClient } from 'mqtt'
import { connectOnce, messageOf, subscribe, type BrokerLog, type BrokerSettings } from './broker.ts'
import type { Link } from './link.ts'

export interface Packet {
  topic: string
  payload: Buffer
  isRetained: boolean
  isAgain: boolean
}

export interface Session {
  /** When its subscriptions were granted. Null if they are not. */
  since(): Date | null
  /** Why they are not granted. Null if they are, or if the link has the reason. */
  trouble(): string | null
  /** True if another client recently connected with this client id. */
  isTakenOver(): boolean
  /** Milliseconds since the last message was processed. Infinity if there was none. */
  idleFor(): number
  /** At QoS 1. Rejects if the broker refuses it or the connection is lost. */
  publish(topic: string, payload: string): Promise<void>
  refresh(): void
  close(): Promise<void>
  /** Unsubscribes, processes the queue, and ends the session at the broker. */
  retire(): Promise<void>
}

export interface SessionOrder {
  settings: BrokerSettings
  link: Link
  clientId: string
  /** Wanted subscriptions, and ones that an earlier server may have left in the session. */
  filters: () => { wanted: readonly string[]; unwanted: readonly string[] }
  /**
   * Resolves when the message is accepted or refused for good. Rejects to leave it with the broker.
   */
  take: (packet: Packet, gone: AbortSignal) => Promise<void>
  isUp?: () => void
  now: () => Date
  log: BrokerLog
}

const CLOSE_PATIENCE = 10_000
const TAKEN_OVER = 142
/**
 * Mosquitto 2.0 and MQTT 3.1.1 brokers give no reason when another client takes over. It then shows
 * as several short connections while the broker is reachable.
 */
const SHORT = 10_000
const SHORT_ONES = 5
const TAKEOVER_SHOWN_FOR = 120_000
const FIRST_PAUSE = 500
const LONGEST_PAUSE = 30_000
/** Milliseconds. An unsubscribed session without messages for this long is empty. */
const QUIET = 1_000
const RETIRE_TRIES = 3

export function openSession(order: SessionOrder): Session {
  const { settings, link, clientId, filters, now, log } = order
  let client: MqttClient | null = null
  let since: Date | null = null
  let trouble: string | null = null
  let isClosing = false
  let isRetiring = false
  let takenOverAt = -Infinity
  let shortOnes = 0
  let workedAt = -Infinity
  let isTaking = false
  let taking: Promise<unknown> = Promise.resolve()
  let connection = new AbortController()
  let failures = 0
  let mayHoldMessages = false
  let hasFollowed = false
  const end = new AbortController()
  const closing = new Promise<never>((_resolve, reject) => {
    end.signal.addEventListener('abort', () => reject(new Error('closed')), { once: true })
  })
  closing.catch(() => undefined)
  const running = run()

  async function run(): Promise<void> {
    for (let pause = FIRST_PAUSE; !isClosing;) {
      try {
        const began = performance.now()
        await connectUntilItEnds()
        if (performance.now() - began > SHORT) pause = FIRST_PAUSE
      } catch (error) {
        if (end.signal.aborted) return
        link.forget()
        fail(messageOf(error))
      }
      failures += 1
      if (isRetiring && failures >= RETIRE_TRIES) return
      if (isClosing) return
      await wait(pause, undefined, { signal: end.signal, ref: false }).catch(() => undefined)
      // Backs off if the broker refuses or another client takes over. The link handles an
      // unreachable broker.
      if (link.trouble() === null && shortOnes + failures > 2)
        pause = Math.min(pause * 2, LONGEST_PAUSE)
    }
  }

  async function connectUntilItEnds(): Promise<void> {
    const failuresBefore = link.failures()
    const { version } = await Promise.race([link.reached(), closing])
    if (link.failures() > failuresBefore) shortOnes = 0
    let close = () => {}
    const closed = new Promise<void>((resolve) => {
      close = resolve
    })
    connection = new AbortController()
    const gone = connection
    const dialled = await connectOnce(settings, {
      clientId,
      version,
      keepsSession: true,
      prepare(opened) {
        opened.handleMessage = (packet, done) => receive(packet, done, gone.signal)
        opened.on('disconnect', ({ reasonCode }) => {
          if (reasonCode === TAKEN_OVER) noteTakeover()
        })
        opened.on('close', () => {
          gone.abort()
          close()
        })
      },
    })
    client = dialled.client
    const began = performance.now()
    try {
      if (isClosing) return
      mayHoldMessages ||= dialled.isResumed
      await follow(client, dialled.isResumed)
      await closed
    } finally {
      client.end(true)
      client = null
      since = null
    }
    if (isClosing || isRetiring) return
    link.forget()
    if (performance.now() - began < SHORT) {
      shortOnes += 1
      if (shortOnes >= SHORT_ONES) noteTakeover()
    } else shortOnes = 0
    fail(isTakenOver() ? 'another client connects with the same client id' : 'the connection ended')
  }

  async function follow(opened: MqttClient, isResumed: boolean): Promise<void> {
    const { wanted, unwanted } = filters()
    const dropped = isRetiring ? [...wanted, ...unwanted] : isResumed ? unwanted : []
    if (!isRetiring && wanted.length > 0) await subscribe(opened, wanted)
    if (dropped.length > 0) await opened.unsubscribeAsync([...dropped])
    if (isRetiring) {
      hasFollowed = true
      return
    }
    mayHoldMessages = true
    since = now()
    if (trouble !== null) log.info({ client: clientId }, 'an MQTT connection stands again')
    trouble = null
    failures = 0
    order.isUp?.()
  }

  const isTakenOver = () => performance.now() - takenOverAt < TAKEOVER_SHOWN_FOR

  function noteTakeover(): void {
    if (!isTakenOver())
      log.warn(
        { client: clientId },
        'another client connects with the client id of this server: two installations with one data key?',
      )
    takenOverAt = performance.now()
  }

  /** Does not log: the link logs an unreachable broker once for all sessions. */
  function fail(reason: string): void {
    if (!isClosing) trouble = reason
  }

  function receive(packet: IPublishPacket, done: (error?: Error) => void, gone: AbortSignal): void {
    if (isClosing || gone.aborted) {
      done(new Error('left with the broker'))
      return
    }
    const payload = Buffer.isBuffer(packet.payload) ? packet.payload : Buffer.from(packet.payload)
    isTaking = true
    const ended = (error?: Error) => {
      isTaking = false
      workedAt = performance.now()
      done(error)
    }
    taking = order
      .take({ topic: packet.topic, payload, isRetained: packet.retain, isAgain: packet.dup }, gone)
      .then(
        () => ended(),
        () => ended(new Error('left with the broker')),
      )
  }

  /** Returns false if the connection was lost: the session may still hold messages. */
  async function drain(): Promise<boolean> {
    const begun = performance.now()
    while (!isClosing && (client !== null || failures < RETIRE_TRIES)) {
      const idle = Math.min(session.idleFor(), performance.now() - begun)
      if (client !== null && hasFollowed && (idle >= QUIET || !mayHoldMessages)) return true
      await wait(QUIET / 4, undefined, { ref: false })
    }
    return false
  }

  const session: Session = {
    since: () => since,
    trouble: () => trouble,
    isTakenOver,
    idleFor: () => (isTaking ? 0 : performance.now() - workedAt),
    async publish(topic, payload) {
      if (client === null) throw new Error('not connected')
      await client.publishAsync(topic, payload, { qos: 1 })
    },
    refresh() {
      if (client !== null && since !== null)
        void follow(client, true).catch((error: unknown) => fail(messageOf(error)))
    },
    async close() {
      isClosing = true
      connection.abort()
      await Promise.race([taking, wait(CLOSE_PATIENCE, undefined, { ref: false })])
      await client?.endAsync(since === null && !isRetiring)
      end.abort()
      since = null
      await running
    },
    async retire() {
      isRetiring = true
      since = null
      if (client !== null) await follow(client, true).catch(() => undefined)
      const isEmpty = await drain()
      await session.close()
      if (!isEmpty) throw new Error(trouble ?? 'it was not emptied')
      const { version } = link.facts() ?? { version: 5 }
      // Connecting without a session ends the stored one.
      const ending = await connectOnce(settings, { clientId, version, keepsSession: false })
      await ending.client.endAsync()
    },
  }
  return session
}
