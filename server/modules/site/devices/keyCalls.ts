/**
 * Authenticates API keys and counts their calls. Keys are cached and read again every second, while
 * their former row applies, and counts are written once a second in one statement: otherwise every
 * report of a busy gateway would wait for the same row, or for a long write of the embedded
 * database. A killed server loses up to a second of counts.
 */
import { createHash } from 'node:crypto'
import { eq, sql, type SQL } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import type { KeyCode } from '#contract/refusals.ts'
import * as tables from '#db/schema/index.ts'
import { Refusal, tooMany } from '#kernel/http/errors.ts'
import { startJob } from '#kernel/work/jobs.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import { networkList } from '#ports/networkList.ts'

type Row = typeof tables.apiKey.$inferSelect

export const hashOf = (key: string) => createHash('sha256').update(key).digest('hex')
export const monthOf = (now: Date) => now.toISOString().slice(0, 7)

/** Length of the topic key: half of the hash. It neither reveals the key nor can be guessed. */
const TOPIC_KEY_LENGTH = 32
export const topicKeyOf = (hash: string) => hash.slice(0, TOPIC_KEY_LENGTH)
const isTopicKey = (text: string) => /^[0-9a-f]{32}$/.test(text)

const refused = (code: KeyCode, message: string) =>
  new Refusal(403, message, [{ path: '', code, message }])

const unknownKey = () => refused('badKey', 'This API key is not known, or is switched off.')

export interface Admitted {
  id: Id<'apiKey'>
  companyId: Id<'company'>
}

export interface Unwritten {
  month: string
  calls: number
  lastAt: Date
}
interface Known {
  row: Promise<Row | undefined>
  readAt: number
  isBeingRead: boolean
}
interface Keys {
  known: Map<string, Known>
  /** The newest counts in the database. A cached row may be older. */
  written: Map<Id<'apiKey'>, { month: string; counter: number }>
  unwritten: Map<Id<'apiKey'>, Unwritten>
  underway: Map<Id<'apiKey'>, Unwritten>
}

/**
 * Milliseconds. Changes of a key are published to all servers at once; a missed one takes effect
 * after `READ_EVERY`, or when the database answers, at the latest after `OLDEST`.
 */
const READ_EVERY = 1_000
const OLDEST = 10_000
const WRITTEN_EVERY = 1_000

const keys = new WeakMap<Kernel, Keys>()
function keysOf(kernel: Kernel): Keys {
  const found = keys.get(kernel) ?? {
    known: new Map<string, Known>(),
    written: new Map<Id<'apiKey'>, { month: string; counter: number }>(),
    unwritten: new Map<Id<'apiKey'>, Unwritten>(),
    underway: new Map<Id<'apiKey'>, Unwritten>(),
  }
  if (!keys.has(kernel)) {
    keys.set(kernel, found)
    kernel.live.observe(({ tags }) => {
      if (tags.some(({ type }) => type === 'ApiKey')) forget(found)
    })
  }
  return found
}

/** Call after a key changed. The next call reads it. */
export const forgetKeys = (kernel: Kernel): void => forget(keysOf(kernel))

function forget({ known, written }: Keys): void {
  known.clear()
  written.clear()
}

export function unwrittenCalls(kernel: Kernel, id: Id<'apiKey'>, now: Date): Unwritten | null {
  const month = monthOf(now)
  const { unwritten, underway } = keysOf(kernel)
  const parts = [underway.get(id), unwritten.get(id)].filter((one) => one?.month === month)
  return parts.reduce<Unwritten | null>(
    (sum, one) => (one ? { ...one, calls: (sum?.calls ?? 0) + one.calls } : sum),
    null,
  )
}

/**
 * Authenticates a key that is active and allowed from the address `from`. Counts one call of its
 * month.
 */
export async function admitKey(
  kernel: Kernel,
  bearer: string | null,
  from: string,
): Promise<Admitted> {
  if (bearer === null) throw refused('noKey', 'Send an API key as bearer.')
  const hash = hashOf(bearer)
  return admit(kernel, await keyAt(kernel, hash, eq(tables.apiKey.hash, hash)), from)
}

/**
 * Authenticates a topic key like `admitKey`. A broker does not report the publisher's address, so
 * keys limited to networks are refused.
 */
export async function admitTopicKey(kernel: Kernel, topicKey: string): Promise<Admitted> {
  if (!isTopicKey(topicKey)) throw unknownKey()
  // a range instead of LIKE, so that the index works under any collation
  const begins = sql`${tables.apiKey.hash} >= ${topicKey} and ${tables.apiKey.hash} < ${`${topicKey}g`}`
  return admit(kernel, await keyAt(kernel, topicKey, begins), '')
}

async function keyAt(kernel: Kernel, text: string, isIt: SQL): Promise<Row | undefined> {
  const { known } = keysOf(kernel)
  const now = kernel.clock.now().getTime()
  const before = known.get(text)
  const age = before ? Math.abs(now - before.readAt) : Infinity
  if (before && (age < READ_EVERY || (before.isBeingRead && age < OLDEST))) return before.row
  const row = asSystem(kernel.pool, async (db) => {
    const [found] = await db.select().from(tables.apiKey).where(isIt)
    return found
  })
  const reading = { row, readAt: now, isBeingRead: false }
  if (before && age < OLDEST) {
    before.isBeingRead = true
    row
      .then((found) => {
        // A change of the key since then has removed the former row.
        if (known.get(text) !== before) return
        if (found) known.set(text, reading)
        else known.delete(text)
      })
      .catch((error: unknown) => {
        before.isBeingRead = false
        kernel.log.warn({ err: error }, 'an API key was not read again')
      })
    return before.row
  }
  known.set(text, reading)
  const found = await row.catch((error: unknown) => {
    known.delete(text)
    throw error
  })
  // Unknown keys are not cached, because an attacker can try many.
  if (!found && known.get(text) === reading) known.delete(text)
  return found
}

function admit(kernel: Kernel, key: Row | undefined, from: string): Admitted {
  const now = kernel.clock.now()
  if (!key?.isActive) throw unknownKey()
  if (key.expirationDate !== null && key.expirationDate < now.toISOString().slice(0, 10))
    throw refused('keyExpired', 'This API key has expired.')
  if (key.ips.length > 0 && !networkList(key.ips)(from))
    throw refused('ipNotAllowed', 'This API key may not be used from here.')
  const month = monthOf(now)
  const { unwritten, written } = keysOf(kernel)
  const known = written.get(key.id)
  const stored = Math.max(
    key.month === month ? key.counter : 0,
    known?.month === month ? known.counter : 0,
  )
  const spent = stored + (unwrittenCalls(kernel, key.id, now)?.calls ?? 0)
  if (key.monthLimit !== null && spent >= key.monthLimit) throw tooMany(secondsToNextMonth(now))
  const before = unwritten.get(key.id)
  const calls = before?.month === month ? before.calls + 1 : 1
  unwritten.set(key.id, { month, calls, lastAt: now })
  return { id: key.id, companyId: key.companyId }
}

function secondsToNextMonth(now: Date): number {
  return Math.ceil(
    (Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1) - now.getTime()) / 1000,
  )
}

export async function writeCalls(kernel: Kernel): Promise<void> {
  const all = keysOf(kernel)
  if (all.unwritten.size === 0) return
  const told = all.unwritten
  all.underway = told
  all.unwritten = new Map()
  const rows = [...told].map(([id, { month, calls, lastAt }]) => ({ id, month, calls, at: lastAt }))
  try {
    const stored = await asSystem(kernel.pool, (db) =>
      db.execute<{
        id: Id<'apiKey'>
        month: string
        counter: number
      }>(sql`update ${tables.apiKey} set month = told.month, last_used_at = told.at,
          counter = told.calls + case when ${tables.apiKey.month} = told.month then counter else 0 end
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
          as told(id int, month text, calls int, at timestamptz)
        where ${tables.apiKey.id} = told.id
        returning ${tables.apiKey.id}, ${tables.apiKey.month}, ${tables.apiKey.counter}`),
    )
    for (const { id, month, counter } of stored.rows) all.written.set(id, { month, counter })
  } catch (error) {
    for (const [id, { month, calls, lastAt }] of told) {
      const since = all.unwritten.get(id)
      if (since === undefined) all.unwritten.set(id, { month, calls, lastAt })
      else if (since.month === month) since.calls += calls
    }
    throw error
  } finally {
    all.underway = new Map()
  }
}

export function startKeyCallWriter(kernel: Kernel): void {
  startJob(kernel, {
    name: 'calls of API keys',
    every: WRITTEN_EVERY,
    run: () => writeCalls(kernel),
  })
}
