/**
 * What a server knows about its broker: the MQTT version and whether it shares subscriptions.
 * Brokers with only MQTT 3.1.1 may grant `$share/…` as an ordinary topic, so only a delivered
 * message proves it.
 */
import { setMaxListeners } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import type { MqttClient } from 'mqtt'
import {
  connectOnce,
  isVersionRefused,
  messageOf,
  sharedFilter,
  subscribe,
  timesOf,
  wordsOf,
  type BrokerLog,
  type BrokerSettings,
  type Version,
} from './broker.ts'
import { randomClient } from './names.ts'

export interface BrokerFacts {
  version: Version
  /** If false, one lane receives everything with a plain subscription. */
  shares: boolean
  /** Result of the test message. `refused`: the account may not publish it. */
  test: 'returned' | 'missing' | 'refused'
}

const TRIES = 2
const NOT_AUTHORIZED = 135

/** MQTT 5 brokers refuse with this code. With 3.1.1, the message is dropped silently. */
export const isPublishRefused = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === NOT_AUTHORIZED

/** Connects without a session and tests sharing with a message of its own. */
async function learnBroker(
  settings: BrokerSettings,
  { loopback, version, patience }: { loopback: string; version: Version; patience: number },
): Promise<BrokerFacts> {
  const clientId = randomClient()
  const { client, deniesSharing } = await connectOnce(settings, {
    clientId,
    version,
    keepsSession: false,
  })
  try {
    const topic = `${loopback}/check/${clientId}`
    const sendBy = (filter: string) => tryFilter(client, { filter, topic, patience })
    const shared = deniesSharing ? 'missing' : await sendBy(sharedFilter(clientId, topic))
    if (shared !== 'missing') return { version, shares: true, test: shared }
    const plain = await sendBy(topic)
    return { version, shares: !deniesSharing && plain !== 'returned', test: plain }
  } finally {
    client.end(true)
  }
}

export async function learnBrokerOfAnyVersion(
  settings: BrokerSettings,
  order: { loopback: string; patience: number },
): Promise<BrokerFacts> {
  try {
    return await learnBroker(settings, { ...order, version: 5 })
  } catch (error) {
    if (!isVersionRefused(error)) throw error
    return learnBroker(settings, { ...order, version: 4 })
  }
}

async function tryFilter(
  client: MqttClient,
  { filter, topic, patience }: { filter: string; topic: string; patience: number },
): Promise<BrokerFacts['test']> {
  await subscribe(client, [filter])
  let isBack = false
  const done = new AbortController()
  const end = () => done.abort()
  client.once('message', () => {
    isBack = true
    end()
  })
  client.once('close', end)
  for (let tries = 0; tries < TRIES && !isBack; tries += 1) {
    try {
      await client.publishAsync(topic, '', { qos: 1 })
    } catch (error) {
      // Mosquitto 2.0 may close the connection as well, so this is the last step.
      if (isPublishRefused(error)) return 'refused'
      throw error
    }
    await wait(patience, undefined, { signal: done.signal }).catch(() => undefined)
    if (!client.connected) throw new Error('the connection ended during the test')
  }
  await client.unsubscribeAsync(filter)
  return isBack ? 'returned' : 'missing'
}

export interface Link {
  /** Null until the first connection. */
  facts(): BrokerFacts | null
  /** Why the broker is unreachable. Null if it is reachable or was not tried yet. */
  trouble(): string | null
  failures(): number
  /** Resolves once the broker is reachable. Rejects when the link is closed. */
  reached(): Promise<BrokerFacts>
  /** Call after a connection failed: the next `reached()` connects again. */
  forget(): void
  /** Tests sharing again and calls `changed` on a change. */
  check(): Promise<void>
  close(): void
}

interface LinkOrder {
  settings: BrokerSettings
  loopback: string
  log: BrokerLog
  changed: () => void
}

export function openLink({ settings, loopback, log, changed }: LinkOrder): Link {
  const { checkPatience: patience, firstPause, longestPause, hopeful } = timesOf(settings)
  let facts: BrokerFacts | null = null
  let trouble: string | null = null
  let version: Version = 5
  let reaching: Promise<BrokerFacts> | null = null
  let isReaching = false
  let failures = 0
  let checking: Promise<void> | null = null
  let lastReachedAt = -Infinity
  const end = new AbortController()
  setMaxListeners(0, end.signal)

  async function touch(known: BrokerFacts): Promise<BrokerFacts> {
    const { client } = await connectOnce(settings, {
      clientId: randomClient(),
      version,
      keepsSession: false,
    })
    client.end(true)
    return { ...known, version }
  }

  async function reach(): Promise<BrokerFacts> {
    for (let pause = firstPause; ;) {
      end.signal.throwIfAborted()
      try {
        const known = facts
        const found = await (known === null
          ? learnBroker(settings, { loopback, version, patience })
          : touch(known))
        note(found)
        if (known !== null) void link.check()
        return found
      } catch (error) {
        failures += 1
        fail(messageOf(error))
        // A proxy closes connections while the broker behind it restarts, which says nothing about
        // MQTT 5.
        const isHopeful = performance.now() - lastReachedAt < hopeful
        if (!isHopeful && isVersionRefused(error)) version = version === 5 ? 4 : 5
        if (!isHopeful) pause = Math.min(pause * 2, longestPause)
        await wait(pause, undefined, { signal: end.signal, ref: false })
      }
    }
  }

  function note(tested: BrokerFacts): void {
    lastReachedAt = performance.now()
    const found =
      tested.test === 'returned' || facts === null ? tested : { ...tested, shares: facts.shares }
    const isNew = facts === null || facts.shares !== found.shares
    if (trouble !== null || facts === null)
      log.info(
        { version: wordsOf(found.version), shares: found.shares },
        'the MQTT broker is reached',
      )
    if (isNew && !found.shares)
      log.warn(
        {},
        'the MQTT broker does not share subscriptions: one connection takes all that is published',
      )
    facts = found
    trouble = null
    if (isNew) changed()
  }

  function fail(reason: string): void {
    if (trouble === null) log.warn({ trouble: reason }, 'the MQTT broker is not reached')
    trouble = reason
  }

  const link: Link = {
    facts: () => facts,
    trouble: () => trouble,
    failures: () => failures,
    reached() {
      if (reaching !== null) return reaching
      isReaching = true
      reaching = reach().finally(() => {
        isReaching = false
      })
      return reaching
    },
    forget() {
      if (!isReaching) reaching = null
    },
    check() {
      checking ??= learnBroker(settings, { loopback, version, patience })
        .then(note)
        .catch(() => undefined) // the lanes notice that the broker is unreachable
        .finally(() => {
          checking = null
        })
      return checking
    },
    close() {
      end.abort()
    },
  }
  return link
}
