/**
 * What an address or phone gives access to, and what happens when the owner changes or was never
 * proved. An address counts after its owner followed a link, or entered a code, that was sent to
 * it. Everything here spans companies and runs in the system scope.
 */
import { and, eq, isNotNull, isNull, ne, sql } from 'drizzle-orm'
import * as tables from '#db/schema/index.ts'
import { conflict } from '#kernel/http/errors.ts'
import type { Db } from '#kernel/data/transaction.ts'
import { forgetSteps } from '../secondStep/index.ts'
import { endSessions } from './sessions.ts'

export async function cancelPendingProofs(db: Db, personId: number, now: Date): Promise<void> {
  await db
    .update(tables.oneTimeCode)
    .set({ usedAt: now })
    .where(and(eq(tables.oneTimeCode.personId, personId), isNull(tables.oneTimeCode.usedAt)))
  await db
    .update(tables.resetLink)
    .set({ usedAt: now })
    .where(and(eq(tables.resetLink.personId, personId), isNull(tables.resetLink.usedAt)))
  await db
    .update(tables.contactChange)
    .set({ usedAt: now })
    .where(and(eq(tables.contactChange.personId, personId), isNull(tables.contactChange.usedAt)))
  await db.delete(tables.signInStep).where(eq(tables.signInStep.personId, personId))
  await db
    .delete(tables.message)
    .where(and(eq(tables.message.personId, personId), isNull(tables.message.sentAt)))
}

/**
 * Removes every credential of this person, because another person may have set them up.
 * `keepsPhone` keeps the phone that the person's own company entered: it gives no access until its
 * owner proves it.
 */
export async function removeCredentials(
  db: Db,
  personId: number,
  now: Date,
  { keepsPhone = false } = {},
): Promise<void> {
  await cancelPendingProofs(db, personId, now)
  await db
    .update(tables.person)
    .set({ passwordHash: null, phoneProvenAt: null, ...(!keepsPhone && { phone: null }) })
    .where(eq(tables.person.id, personId))
  await forgetSteps(db, personId)
  for (const table of [tables.identityLink, tables.knownPlace]) {
    await db.delete(table).where(eq(table.personId, personId))
  }
  await db.delete(tables.calendarFeed)
    .where(sql`exists (select from ${tables.user} where ${tables.user.companyId} = ${tables.calendarFeed.companyId}
    and ${tables.user.id} = ${tables.calendarFeed.userId} and ${tables.user.personId} = ${personId})`)
  await endSessions(db, now, { personId })
}

/** The person who proved this address. Locks the row. */
export async function personBy(db: Db, email: string) {
  const [found] = await db
    .select()
    .from(tables.person)
    .where(
      and(
        eq(sql`lower(${tables.person.email})`, email.toLowerCase()),
        isNotNull(tables.person.emailProvenAt),
      ),
    )
    .for('update')
  return found
}

export const addressTaken = () =>
  conflict('Someone else signs in with this address.', [
    { path: 'body.email', code: 'taken', message: 'taken' },
  ])

export async function isInOtherCompany(
  db: Db,
  personId: number,
  companyId: number,
): Promise<boolean> {
  const others = await db
    .select({ id: tables.user.id })
    .from(tables.user)
    .where(and(eq(tables.user.personId, personId), ne(sql`${tables.user.companyId}`, companyId)))
    .limit(1)
  return others.length > 0
}
