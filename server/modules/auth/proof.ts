/**
 * What an address or phone gives access to, and what happens when the owner changes or was never
 * proved. An address counts after its owner followed a link, or entered a code, that was sent to
 * it. Everything here spans companies and runs in the system scope.
 */
import { and, eq, isNotNull, isNull, ne, sql } from 'drizzle-orm'
import {
  calendarFeed,
  contactChange,
  identityLink,
  knownPlace,
  message,
  oneTimeCode,
  person,
  resetLink,
  signInStep,
  user,
} from '#db/schema/index.ts'
import { conflict } from '#kernel/http/errors.ts'
import type { Db } from '#kernel/data/transaction.ts'
import { forgetSteps } from '../secondStep/index.ts'
import { endSessions } from './sessions.ts'

export async function endWhatIsUnderWay(db: Db, personId: number, now: Date): Promise<void> {
  await db
    .update(oneTimeCode)
    .set({ usedAt: now })
    .where(and(eq(oneTimeCode.personId, personId), isNull(oneTimeCode.usedAt)))
  await db
    .update(resetLink)
    .set({ usedAt: now })
    .where(and(eq(resetLink.personId, personId), isNull(resetLink.usedAt)))
  await db
    .update(contactChange)
    .set({ usedAt: now })
    .where(and(eq(contactChange.personId, personId), isNull(contactChange.usedAt)))
  await db.delete(signInStep).where(eq(signInStep.personId, personId))
  await db.delete(message).where(and(eq(message.personId, personId), isNull(message.sentAt)))
}

/**
 * Removes every credential of this person, because another person may have set them up.
 * `keepsPhone` keeps the phone that the person's own company entered: it gives no access until its
 * owner proves it.
 */
export async function disarm(
  db: Db,
  personId: number,
  now: Date,
  { keepsPhone = false } = {},
): Promise<void> {
  await endWhatIsUnderWay(db, personId, now)
  await db
    .update(person)
    .set({ passwordHash: null, phoneProvenAt: null, ...(!keepsPhone && { phone: null }) })
    .where(eq(person.id, personId))
  await forgetSteps(db, personId)
  for (const table of [identityLink, knownPlace]) {
    await db.delete(table).where(eq(table.personId, personId))
  }
  await db.delete(calendarFeed)
    .where(sql`exists (select from ${user} where ${user.companyId} = ${calendarFeed.companyId}
    and ${user.id} = ${calendarFeed.userId} and ${user.personId} = ${personId})`)
  await endSessions(db, now, { personId })
}

/** The person who proved this address. Locks the row. */
export async function personBy(db: Db, email: string) {
  const [found] = await db
    .select()
    .from(person)
    .where(
      and(eq(sql`lower(${person.email})`, email.toLowerCase()), isNotNull(person.emailProvenAt)),
    )
    .for('update')
  return found
}

/** Thrown when two accounts of one person would meet in one company. */
export const addressTaken = () =>
  conflict('Someone else signs in with this address.', [
    { path: 'body.email', code: 'taken', message: 'taken' },
  ])

/** Number of companies this person belongs to besides `companyId`. */
export async function belongsElsewhere(
  db: Db,
  personId: number,
  companyId: number,
): Promise<boolean> {
  const others = await db
    .select({ id: user.id })
    .from(user)
    .where(and(eq(user.personId, personId), ne(sql`${user.companyId}`, companyId)))
    .limit(1)
  return others.length > 0
}
