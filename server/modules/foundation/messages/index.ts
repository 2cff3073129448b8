/** Messages to people: queued first, sent later, retried while the mail server is unavailable. */
import { and, asc, desc, eq, inArray, isNull, lt, sql } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import type { Language } from '#contract/languages.ts'
import { truncate } from '#contract/rules/truncate.ts'
import * as tables from '#db/schema/index.ts'
import { isDue } from '#kernel/events/dueTimes.ts'
import { startJob } from '#kernel/work/jobs.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { asSystem, type Db } from '#kernel/data/transaction.ts'
import type { Message } from '#ports/post.ts'

/**
 * Whether messages of this channel are delivered, or shown on a demo's outbox page. Otherwise they
 * wait until the operator configures a mail server or SMS gateway.
 */
export const canSend = (
  { demo, post }: Pick<Kernel, 'demo' | 'post'>,
  channel: Message['channel'],
): boolean => demo || post.delivers(channel)

const LAST_ATTEMPT = 6
const POLL_MILLISECONDS = 15_000
const SHOWN = 50

/**
 * `personId`: the person to whom it gives access; unsent, it is deleted when their address or phone
 * changes. `companyId`: whose limit of text messages applies. `path`: the page about its subject.
 */
export interface OutgoingMessage extends Pick<Message, 'channel' | 'to' | 'subject' | 'text'> {
  language: Language
  path?: string | null
  personId?: number
  companyId?: Id<'company'>
}

/** Call in the transaction of the cause. `sendMessages` sends it later. */
export const writeMessage = (db: Db, now: Date, facts: OutgoingMessage): Promise<void> =>
  writeMessages(db, now, [facts])

const AT_ONCE = 500

export async function writeMessages(
  db: Db,
  now: Date,
  messages: readonly OutgoingMessage[],
): Promise<void> {
  for (let from = 0; from < messages.length; from += AT_ONCE)
    await db
      .insert(tables.message)
      .values(
        messages
          .slice(from, from + AT_ONCE)
          .map((facts) => ({ ...facts, createdAt: now, nextAttemptAt: now })),
      )
}

/** Sends pending messages. Claims each before sending, so that two servers do not send it twice. */
export async function sendMessages(kernel: Kernel, ending?: AbortSignal): Promise<void> {
  const channels = (['email', 'sms'] as const).filter((channel) => kernel.post.delivers(channel))
  if (channels.length === 0) return
  while (ending?.aborted !== true) {
    const claimed = await asSystem(kernel.pool, (db) => claim(db, kernel.clock.now(), channels))
    if (!claimed) return
    try {
      await kernel.post.deliver({
        ...withLink(kernel, claimed),
        messageId: `${claimed.id}.${claimed.createdAt.getTime()}`,
      })
      await asSystem(kernel.pool, (db) =>
        db
          .update(tables.message)
          .set({ sentAt: kernel.clock.now(), lastError: null })
          .where(eq(tables.message.id, claimed.id)),
      )
    } catch (error) {
      const lastError = truncate(error instanceof Error ? error.message : String(error), 500)
      kernel.log.warn(
        { err: error, messageId: claimed.id },
        'a message could not be sent; it will be tried again',
      )
      await asSystem(kernel.pool, (db) =>
        db.update(tables.message).set({ lastError }).where(eq(tables.message.id, claimed.id)),
      )
    }
  }
}

/** Adds the public URL when a message is sent, because rules do not know it. */
const withLink = <L extends typeof tables.message.$inferSelect>(
  { publicUrl }: Pick<Kernel, 'publicUrl'>,
  row: L,
): L => (row.path === null ? row : { ...row, text: `${row.text}\n\n${publicUrl}${row.path}` })

/** Milliseconds after the last try but one. */
const LONGEST_WAIT = 5_000 * 4 ** LAST_ATTEMPT

async function claim(db: Db, now: Date, channels: Message['channel'][]) {
  const [next] = await db
    .select()
    .from(tables.message)
    .where(
      and(
        isNull(tables.message.sentAt),
        lt(tables.message.attempts, LAST_ATTEMPT),
        isDue(tables.message.nextAttemptAt, now, LONGEST_WAIT),
        inArray(tables.message.channel, channels),
      ),
    )
    .orderBy(asc(tables.message.id))
    .limit(1)
    .for('update', { skipLocked: true })
  if (!next) return undefined
  const wait = 5_000 * 4 ** next.attempts
  await db
    .update(tables.message)
    .set({
      attempts: sql`${tables.message.attempts} + 1`,
      nextAttemptAt: new Date(now.getTime() + wait),
    })
    .where(eq(tables.message.id, next.id))
  return next
}

export const startSending = (kernel: Kernel): void =>
  void startJob(kernel, {
    name: 'messages to people',
    every: POLL_MILLISECONDS,
    run: (ending) => sendMessages(kernel, ending),
  })

export async function unsentMessages(kernel: Kernel) {
  return (
    await asSystem(kernel.pool, (db) =>
      db
        .select()
        .from(tables.message)
        .where(isNull(tables.message.sentAt))
        .orderBy(desc(tables.message.id))
        .limit(SHOWN),
    )
  ).map((row) => withLink(kernel, row))
}
