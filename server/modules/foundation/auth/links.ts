/** Single-use links. Only the token's hash is stored. Everything here runs in the system scope. */
import { createHash, randomBytes } from 'node:crypto'
import { and, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import * as tables from '#db/schema/index.ts'
import { conflict, refuseGone } from '#kernel/http/errors.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { intArray } from '#kernel/data/listQueries.ts'
import { releaseAttempt, LIMITS, consumeAttempt } from '#kernel/access/attemptLimits.ts'
import { asSystem, type Db } from '#kernel/data/transaction.ts'
import type { Caller } from './places.ts'

const HOUR_MILLISECONDS = 60 * 60_000
const WEEK_MILLISECONDS = 7 * 24 * HOUR_MILLISECONDS

export type Link = typeof tables.resetLink.$inferSelect
export type LinkPurpose = Link['purpose']

interface NewLink {
  personId: number
  email: string
  purpose: LinkPurpose
  companyId: Id<'company'> | null
}

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')
const isReset = (purpose: LinkPurpose) => purpose === 'reset' || purpose === 'handedReset'

/**
 * The link was given to an administrator instead of a mailbox, so following it does not prove the
 * address.
 */
export const isHandedOver = ({ purpose }: Pick<Link, 'purpose'>) =>
  purpose === 'handedInvitation' || purpose === 'handedReset'

export const linkExpired = () => refuseGone('Link expired.')

export const signInInstead = () =>
  conflict('This address has an account: sign in and accept the invitation there.', [
    { path: '', code: 'signInInstead', message: 'account' },
  ])

/** Returns the URL. Reset links expire after an hour, others after a week. */
export async function makeLink(kernel: Kernel, db: Db, link: NewLink): Promise<string> {
  const now = kernel.clock.now()
  const token = randomBytes(24).toString('base64url')
  await db.insert(tables.resetLink).values({
    ...link,
    tokenHash: hashOf(token),
    createdAt: now,
    expiresAt: new Date(
      now.getTime() + (isReset(link.purpose) ? HOUR_MILLISECONDS : WEEK_MILLISECONDS),
    ),
  })
  const page =
    link.purpose === 'invitation' || link.purpose === 'handedInvitation'
      ? 'invitation'
      : 'reset-password'
  return `${kernel.publicUrl}/${page}?token=${token}`
}

const isOpen = (token: string, now: Date) =>
  and(
    eq(tables.resetLink.tokenHash, hashOf(token)),
    isNull(tables.resetLink.usedAt),
    gt(tables.resetLink.expiresAt, now),
  )

/**
 * Finds the open link of this token. Consumes one try of the caller's network and gives it back if
 * the link exists. Throws 410 for a used, expired or unknown token.
 */
export async function findLink(kernel: Kernel, token: string, { from }: Caller): Promise<Link> {
  const now = kernel.clock.now()
  const found = await asSystem(kernel.pool, async (db) => {
    await consumeAttempt(db, [[`reset-try:${from}`, LIMITS.address]], now)
    const [link] = await db.select().from(tables.resetLink).where(isOpen(token, now))
    if (link) await releaseAttempt(db, `reset-try:${from}`)
    return link
  })
  if (!found) throw linkExpired()
  return found
}

/** Marks the link as used. Returns undefined if it was used or expired in the meantime. */
export async function markLinkUsed(db: Db, token: string, now: Date): Promise<Link | undefined> {
  const [used] = await db
    .update(tables.resetLink)
    .set({ usedAt: now })
    .where(isOpen(token, now))
    .returning()
  return used
}

export const endLinks = (
  db: Db,
  personIds: readonly number[],
  purposes: readonly LinkPurpose[],
  now: Date,
): Promise<unknown> =>
  db
    .update(tables.resetLink)
    .set({ usedAt: now })
    .where(
      and(
        sql`${tables.resetLink.personId} = any(${intArray(personIds)})`,
        inArray(tables.resetLink.purpose, [...purposes]),
        isNull(tables.resetLink.usedAt),
      ),
    )

const DAY_MILLISECONDS = 86_400_000
const SHOWN_DAYS = 30

/**
 * When an administrator last made a reset link for the row's person, within 30 days. For a select
 * from `person`.
 */
export const newestHandedReset = (now: Date) =>
  sql<Date | null>`(select max(${tables.resetLink.createdAt}) from ${tables.resetLink}
    where ${tables.resetLink.personId} = ${tables.person.id} and ${tables.resetLink.purpose} = 'handedReset'
    and ${tables.resetLink.createdAt} > ${new Date(now.getTime() - SHOWN_DAYS * DAY_MILLISECONDS)})`.mapWith(
    tables.resetLink.createdAt,
  )
