/**
 * Consumes what gateways publish to the MQTT broker: PREFIX/KEY/FORMAT/…, where KEY identifies an
 * API key. Reports are processed as over HTTP. Refused ones are acknowledged and counted, because
 * they would be refused again. If the database is unavailable, the message stays with the broker.
 */
import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { unzipSync } from 'node:zlib'
import { isSparkplugCommand, sparkplugTopic } from '#contract/ingest/sparkplug.ts'
import { compressedIn, readSparkplugPayload } from '#contract/ingest/sparkplugPayload.ts'
import { truncate } from '#contract/rules/truncate.ts'
import { refuseHugeText } from '#kernel/http/bodySize.ts'
import type { Broker, Outcome } from '#kernel/work/brokerState.ts'
import { Refusal } from '#kernel/http/errors.ts'
import { isDatabaseAway } from '#kernel/http/errorAnswers.ts'
import type { Kernel } from '#kernel/kernel.ts'
import type { Message } from '#ports/mqtt/lane.ts'
import { admitTopicKey, type Admitted } from './keyCalls.ts'
import { ingestReport } from './ingest.ts'
import { parseReport } from './reportText.ts'
import { quarantineReport } from './quarantineReport.ts'

const PAYLOAD_MAXIMUM = 2 * 1024 * 1024
/** Milliseconds between retries while the database is unavailable. */
const AGAIN_AFTER = 1_000
/** Attempts after any other error, so that one bad message does not block other messages. */
const TRIES = 2
/** Minimum milliseconds between log lines about refused messages. */
const TELLS_EVERY = 60_000

type Verdict = { outcome: Outcome; companyId: Admitted['companyId'] | null }

export function ingesterOf(
  kernel: Kernel,
  broker: Broker,
): (one: Message, gone: AbortSignal) => Promise<void> {
  const taken = recently<Promise<Verdict>>()
  const tell = teller(kernel)
  const admit = doorOf(kernel)
  return async (message, gone) => {
    const name = contentName(message)
    const before = message.isAgain ? taken.get(name) : undefined
    const begun = before ?? takeMessage(kernel, broker, { message, gone, admit })
    taken.set(name, begun)
    try {
      const { outcome, companyId } = await begun
      const counted = before === undefined ? outcome : 'again'
      broker.count(counted, companyId)
      if (counted !== 'taken' && counted !== 'again') tell(counted)
    } catch (error) {
      taken.delete(name)
      throw error
    }
  }
}

/** Rejects if the message must stay with the broker. */
async function takeMessage(
  kernel: Kernel,
  { settings }: Broker,
  {
    message: { topic, payload, isRetained },
    gone,
    admit,
  }: { message: Message; gone: AbortSignal; admit: ReturnType<typeof doorOf> },
): Promise<Verdict> {
  if (isRetained) return { outcome: 'retained', companyId: null }
  const [topicKey, format, ...along] = topic.slice(settings.prefix.length + 1).split('/')
  if (topicKey === undefined || format === undefined || format === '')
    return { outcome: 'noTopic', companyId: null }
  return untilTaken(kernel, gone, async () => {
    const key = await admit(topicKey)
    if (typeof key === 'string') return { outcome: key, companyId: null }
    const outcome = await takePayload(kernel, key, { format, along, payload })
    return { outcome, companyId: key.companyId }
  })
}

/** Resolves keys in topics. Caches unknown ones, so that guesses do not cause a lookup each. */
function doorOf(kernel: Kernel): (topicKey: string) => Promise<Admitted | Outcome> {
  const strangers = recently<number>()
  return async (topicKey) => {
    const now = kernel.clock.now().getTime()
    if (Math.abs(now - (strangers.get(topicKey) ?? -Infinity)) < STRANGE_FOR) return 'unknownKey'
    try {
      return await admitTopicKey(kernel, topicKey)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      if (error.status === TOO_MANY) return 'tooMany'
      if (error.errors[0]?.code !== 'badKey') return 'keyRefused'
      strangers.set(topicKey, now)
      return 'unknownKey'
    }
  }
}
const STRANGE_FOR = 10_000
const TOO_MANY = 429

async function takePayload(
  kernel: Kernel,
  key: Admitted,
  { format, along, payload }: { format: string; along: readonly string[]; payload: Buffer },
): Promise<Outcome> {
  const layAside = async (reason: 'notJson' | 'tooMany') => {
    kernel.rates.take(['key', key.id], ['company', key.companyId])
    await quarantineReport(kernel, key, {
      format,
      payload: shownOf(payload),
      asides: [{ reason, about: null }],
    })
  }
  try {
    if (payload.length > PAYLOAD_MAXIMUM) {
      await layAside('tooMany')
      return 'tooLarge'
    }
    if (format === 'sparkplug') return await takeSparkplug(kernel, key, { along, payload })
    const text = payload.toString()
    if (format === 'esphome') {
      await ingestReport(kernel, key, { format, payload: truncate(text, STATE_MAXIMUM), along })
      return 'taken'
    }
    if (hasTooManyValues(text)) {
      await layAside('tooMany')
      return 'unreadable'
    }
    const report = parseReport(text)
    if (report === undefined) {
      await layAside('notJson')
      return 'unreadable'
    }
    await ingestReport(kernel, key, { format, payload: report.value, along })
    return 'taken'
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return error.status === TOO_MANY ? 'tooMany' : 'unreadable'
  }
}

const TOPIC_MAXIMUM = 200
/** Maximum bytes of a state, which is a number or a word. */
const STATE_MAXIMUM = 200

async function takeSparkplug(
  kernel: Kernel,
  key: Admitted,
  { along, payload }: { along: readonly string[]; payload: Buffer },
): Promise<Outcome> {
  const format = 'sparkplug'
  if (isSparkplugCommand(along)) return 'taken'
  const plain = unpacked(payload)
  const isKnown = sparkplugTopic(along) !== null && plain !== null
  const read = isKnown ? readSparkplugPayload(plain) : null
  if (read !== null) {
    await ingestReport(kernel, key, { format, payload: read, along })
    return 'taken'
  }
  kernel.rates.take(['key', key.id], ['company', key.companyId])
  await quarantineReport(kernel, key, {
    format,
    payload: shownOf(payload),
    asides: [{ reason: 'notSparkplug', about: truncate(along.join('/'), TOPIC_MAXIMUM) }],
  })
  return 'unreadable'
}

function unpacked(payload: Buffer): Uint8Array | null {
  const body = compressedIn(payload)
  if (body === null) return payload
  try {
    return unzipSync(body, { maxOutputLength: PAYLOAD_MAXIMUM })
  } catch {
    return null
  }
}

function hasTooManyValues(text: string): boolean {
  try {
    refuseHugeText(text)
    return false
  } catch (error) {
    if (error instanceof Refusal) return true
    throw error
  }
}

/** Matches text that is not UTF-8, or has control characters other than white space. */
const isBinary = /\ufffd|[^\P{Cc}\t\n\r]/u

/** Shows text unchanged, and binary data as its first bytes in hexadecimal. */
function shownOf(payload: Buffer): string {
  const start = payload.subarray(0, 1_000)
  const text = start.toString()
  return isBinary.test(text) ? start.toString('hex') : text
}

async function untilTaken(
  kernel: Kernel,
  gone: AbortSignal,
  work: () => Promise<Verdict>,
): Promise<Verdict> {
  for (let failures = 0; ;) {
    try {
      return await work()
    } catch (error) {
      if (!isDatabaseAway(error)) failures += 1
      if (failures >= TRIES) {
        kernel.log.error({ err: error }, 'a message of the broker could not be taken')
        return { outcome: 'failed', companyId: null }
      }
      await wait(AGAIN_AFTER, undefined, { signal: gone, ref: false })
    }
  }
}

export const contentName = ({ topic, payload }: Message): string =>
  createHash('sha256').update(topic).update('\0').update(payload).digest('base64')

/** A cache of the newest few messages. A broker repeats messages right after a reconnect. */
function recently<V>() {
  const known = new Map<string, V>()
  return {
    get: (name: string) => known.get(name),
    delete: (name: string) => known.delete(name),
    set(name: string, value: V) {
      known.delete(name)
      known.set(name, value)
      const oldest = known.size > REMEMBERED ? known.keys().next().value : undefined
      if (oldest !== undefined) known.delete(oldest)
    },
  }
}
const REMEMBERED = 2_000

/** Logs totals at intervals, because outsiders can cause any number of refusals. */
function teller({ clock, log }: Pick<Kernel, 'clock' | 'log'>): (outcome: Outcome) => void {
  const sums = new Map<Outcome, number>()
  let toldAt = -Infinity
  return (outcome) => {
    sums.set(outcome, (sums.get(outcome) ?? 0) + 1)
    const now = clock.now().getTime()
    if (Math.abs(now - toldAt) < TELLS_EVERY) return
    log.warn({ refused: Object.fromEntries(sums) }, 'messages of the broker were refused')
    sums.clear()
    toldAt = now
  }
}
