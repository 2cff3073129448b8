/**
 * Messages to people: written down first, sent after, tried again while the mail server is away.
 */
import { and, asc, desc, eq, inArray, isNull, lt, lte, sql } from 'drizzle-orm'
import type { Id } from '#contract/ids'
import { letter } from '../../db/schema/index.ts'
import { startJob } from '../../kernel/jobs.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { asSystem, type Db } from '../../kernel/transaction.ts'
import type { Letter } from '../../ports/post.ts'

const LAST_ATTEMPT = 6
const POLL_MILLISECONDS = 15_000
const SHOWN = 50

/**
 * `personId`: whom it opens a door for; unsent, it dies when their address or phone changes.
 * `companyId`: whose ceiling a text message counts against. `path`: where the house shows what it
 * speaks of.
 */
export interface WrittenLetter extends Letter {
  path?: string | null
  personId?: number
  companyId?: Id<'company'>
}

/** In the transaction of its cause; `sendLetters` takes it from there. */
export async function writeLetter(db: Db, now: Date, facts: WrittenLetter): Promise<void> {
  await db.insert(letter).values({ ...facts, createdAt: now, nextAttemptAt: now })
}

/** Sends what waits. A letter is claimed before it is sent, so two servers do not send it twice. */
export async function sendLetters(kernel: Kernel, ending?: AbortSignal): Promise<void> {
  const channels = (['email', 'sms'] as const).filter((channel) => kernel.post.delivers(channel))
  if (channels.length === 0) return
  while (ending?.aborted !== true) {
    const claimed = await asSystem(kernel.pool, (db) => claim(db, kernel.clock.now(), channels))
    if (!claimed) return
    try {
      await kernel.post.deliver(withLink(kernel, claimed))
      await asSystem(kernel.pool, (db) =>
        db
          .update(letter)
          .set({ sentAt: kernel.clock.now(), lastError: null })
          .where(eq(letter.id, claimed.id)),
      )
    } catch (error) {
      const lastError = (error instanceof Error ? error.message : String(error)).slice(0, 500)
      kernel.log.warn(
        { err: error, letterId: claimed.id },
        'a message could not be sent; it will be tried again',
      )
      await asSystem(kernel.pool, (db) =>
        db.update(letter).set({ lastError }).where(eq(letter.id, claimed.id)),
      )
    }
  }
}

/**
 * The house's address is asked when a letter is read, not when it is written: rules know no
 * address.
 */
const withLink = <L extends typeof letter.$inferSelect>(
  { publicUrl }: Pick<Kernel, 'publicUrl'>,
  row: L,
): L => (row.path === null ? row : { ...row, text: `${row.text}\n\n${publicUrl}${row.path}` })

async function claim(db: Db, now: Date, channels: Letter['channel'][]) {
  const [next] = await db
    .select()
    .from(letter)
    .where(
      and(
        isNull(letter.sentAt),
        lt(letter.attempts, LAST_ATTEMPT),
        lte(letter.nextAttemptAt, now),
        inArray(letter.channel, channels),
      ),
    )
    .orderBy(asc(letter.id))
    .limit(1)
    .for('update', { skipLocked: true })
  if (!next) return undefined
  const wait = 5_000 * 4 ** next.attempts
  await db
    .update(letter)
    .set({ attempts: sql`${letter.attempts} + 1`, nextAttemptAt: new Date(now.getTime() + wait) })
    .where(eq(letter.id, next.id))
  return next
}

/** Looks again now and then. */
export const keepSending = (kernel: Kernel): void =>
  void startJob(kernel, {
    name: 'messages to people',
    every: POLL_MILLISECONDS,
    run: (ending) => sendLetters(kernel, ending),
  })

/** What rests here because nothing delivers it. */
export async function restingLetters(kernel: Kernel) {
  return (
    await asSystem(kernel.pool, (db) =>
      db.select().from(letter).where(isNull(letter.sentAt)).orderBy(desc(letter.id)).limit(SHOWN),
    )
  ).map((row) => withLink(kernel, row))
}
