/**
 * One-time codes: six digits, valid for ten minutes and five wrong tries, one a minute, same
 * response for every address. A code works only in the browser that requested it, so that a caller
 * can neither phish another user's code nor invalidate it.
 */
import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { and, desc, eq, isNull, or, sql } from 'drizzle-orm'
import type { SignedInOrStep } from '#contract/auth/auth.ts'
import { OTP_PAUSE_SECONDS } from '#contract/auth/waysIn.ts'
import * as tables from '#db/schema/index.ts'
import { Refusal, tooMany } from '#kernel/http/errors.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { asSystem, type Db } from '#kernel/data/transaction.ts'
import type { Wire } from '#kernel/http/fileBodies.ts'
import {
  LIMITS,
  consumeAttempt,
  releaseAttempt,
  forgetFailures,
  secondsSince,
  countAttempt,
} from '#kernel/access/attemptLimits.ts'
import { writeMessage } from '../messages/index.ts'
import { recordForPerson } from '#kernel/access/securityLog.ts'
import { memberBy, normalEmail, type Member } from './members.ts'
import { otpMessage } from './messages.ts'
import { keyAt, limitsAt, placeOf, type Caller } from './places.ts'
import { openSessionOrAskStep } from './secondStep.ts'
import { consumeTextMessage } from './textMessages.ts'

const LIFE_MILLISECONDS = 10 * 60_000
const TRIES = 5

const wrongCode = () =>
  new Refusal(400, 'Wrong OTP Code', [
    { path: 'body.code', code: 'wrongOtp', message: 'Wrong OTP Code' },
  ])
const hashOf = (kernel: Kernel, personId: number, code: string) =>
  createHmac('sha256', kernel.secret).update(`${personId}:${code}`).digest()

/** Codes sent to one address per 15 minutes, from all callers. */
const CODES = 20

export async function requestOtp(
  kernel: Kernel,
  email: string,
  way: 'email' | 'sms',
  caller: Caller,
): Promise<void> {
  const now = kernel.clock.now()
  const wait = await asSystem(kernel.pool, async (db) => {
    // Stored for every address, so that the pause does not reveal which addresses exist.
    const key = keyAt(
      await placeOf(db, await ownerIds(db, email), caller, now),
      'otp',
      normalEmail(email),
      caller,
    )
    const ago = await secondsSince(db, key, now)
    if (ago < OTP_PAUSE_SECONDS) return Math.ceil(OTP_PAUSE_SECONDS - ago)
    await countAttempt(db, key, now)
    await consumeAttempt(
      db,
      [
        [`otp-from:${caller.from}`, LIMITS.address],
        [`otp-sent:${normalEmail(email)}`, CODES],
      ],
      now,
    )
    await sendCode(kernel, db, email, way, caller, now)
    return 0
  })
  if (wait > 0) throw tooMany(wait)
}

const ownerIds = async (db: Db, email: string): Promise<number[]> => {
  const member = await memberBy(db, email)
  return member === undefined ? [] : [member.person.id]
}

const openHere = (personId: number, browser: string | null) =>
  and(
    eq(tables.oneTimeCode.personId, personId),
    isNull(tables.oneTimeCode.usedAt),
    browser === null
      ? isNull(tables.oneTimeCode.browserHash)
      : or(isNull(tables.oneTimeCode.browserHash), eq(tables.oneTimeCode.browserHash, browser)),
  )

async function sendCode(
  kernel: Kernel,
  db: Db,
  email: string,
  way: 'email' | 'sms',
  { browser }: Caller,
  now: Date,
): Promise<void> {
  const member = await memberBy(db, email)
  const to = member && addressOf(member, way)
  if (!member || !to || member.forceSso) return
  if (way === 'sms' && !(await consumeTextMessage(kernel, db, member.companyId, now))) return
  const code = String(randomInt(0, 1_000_000)).padStart(6, '0')
  const personId = member.person.id
  await db.update(tables.oneTimeCode).set({ usedAt: now }).where(openHere(personId, browser))
  const codeHash = hashOf(kernel, personId, code).toString('hex')
  await db
    .insert(tables.oneTimeCode)
    .values({ personId, codeHash, browserHash: browser, createdAt: now })
  await writeMessage(db, now, {
    channel: way,
    to,
    personId,
    companyId: member.companyId,
    language: member.language,
    ...otpMessage(member.language, code),
  })
}

/** Where a code may be sent. An unproved phone may belong to another person. */
function addressOf({ person }: Member, way: 'email' | 'sms'): string | null {
  return way === 'email' ? person.email : person.phoneProvenAt === null ? null : person.phone
}

export async function loginOtp(
  kernel: Kernel,
  { email, code, source }: { email: string; code: string; source?: string | undefined },
  caller: Wire,
): Promise<SignedInOrStep> {
  const now = kernel.clock.now()
  const personId = await asSystem(kernel.pool, async (db) => {
    const place = await placeOf(db, await ownerIds(db, email), caller, now)
    // Limited by account too. Otherwise a new code every minute would allow five more guesses every
    // minute.
    const [ofAccount, ofNetwork] = limitsAt(place, 'otp-guess', normalEmail(email), caller)
    await consumeAttempt(db, ofNetwork === undefined ? [ofAccount] : [ofAccount, ofNetwork], now)
    const fits = await spend(kernel, db, email, code, caller, now)
    if (fits !== null) {
      for (const key of [ofAccount[0], keyAt(place, 'otp', normalEmail(email), caller)])
        await forgetFailures(db, key)
      if (ofNetwork !== undefined) await releaseAttempt(db, ofNetwork[0])
    }
    return fits
  })
  const entered =
    personId === null
      ? null
      : await openSessionOrAskStep(kernel, { personId, source, idp: null, caller }, caller)
  if (entered === null) throw wrongCode()
  return entered
}

/**
 * Returns the code's person and marks the code as used. Returns null for a wrong, expired, used or
 * exhausted code, and counts the try.
 */
async function spend(
  kernel: Kernel,
  db: Db,
  email: string,
  code: string,
  { browser, from }: Caller,
  now: Date,
): Promise<number | null> {
  const member = await memberBy(db, email)
  if (!member || member.forceSso) return null
  const personId = member.person.id
  const [last] = await db
    .select()
    .from(tables.oneTimeCode)
    .where(openHere(personId, browser))
    // The browser's own code first, because a client without a cookie may request another at any
    // time.
    .orderBy(sql`${tables.oneTimeCode.browserHash} is null`, desc(tables.oneTimeCode.id))
    .limit(1)
    .for('update')
  if (!last || last.tries >= TRIES || now.getTime() - last.createdAt.getTime() > LIFE_MILLISECONDS)
    return null
  const fits = timingSafeEqual(
    Buffer.from(last.codeHash, 'hex'),
    hashOf(kernel, personId, code.replace(/\s/g, '')),
  )
  await db
    .update(tables.oneTimeCode)
    .set(fits ? { usedAt: now } : { tries: sql`${tables.oneTimeCode.tries} + 1` })
    .where(eq(tables.oneTimeCode.id, last.id))
  if (!fits)
    await recordForPerson(kernel, db, personId, {
      kind: 'signInRefused',
      network: from,
      detail: { way: 'code' },
    })
  return fits ? personId : null
}
