/** One-time codes: six digits, ten minutes, dead after five wrong tries, one a minute, the same answer for everybody. */
import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { OTP_PAUSE_SECONDS } from '#contract/waysIn'
import { oneTimeCode } from '../../db/schema/index.ts'
import { Refusal, tooMany } from '../../kernel/errors.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { asSystem, type Db } from '../../kernel/transaction.ts'
import { writeLetter } from '../letters/index.ts'
import { LIMITS, takeTry, giveBack, forgetFailures, secondsSince, remember } from '../../kernel/limits.ts'
import { memberBy, tidy } from './members.ts'
import { otpMessage } from './messages.ts'
import { openSession } from './sessions.ts'

const LIFE_MILLISECONDS = 10 * 60_000
const TRIES = 5

const wrongCode = () => new Refusal(400, 'Wrong OTP Code', [{ path: 'body.code', code: 'wrongOtp', message: 'Wrong OTP Code' }])
const hashOf = (kernel: Kernel, personId: number, code: string) => createHmac('sha256', kernel.secret).update(`${personId}:${code}`).digest()

export async function requestOtp(kernel: Kernel, email: string, way: 'email' | 'sms', from: string): Promise<void> {
  const now = kernel.clock.now()
  const wait = await asSystem(kernel.pool, async (db) => {
    const ago = await secondsSince(db, `otp:${tidy(email)}`, now)
    if (ago < OTP_PAUSE_SECONDS) return Math.ceil(OTP_PAUSE_SECONDS - ago)
    // Kept for every address, known or not: the pause must not tell which is which.
    await remember(db, `otp:${tidy(email)}`, now)
    await takeTry(db, [[`otp-from:${from}`, LIMITS.address]], now)
    await sendCode(kernel, db, email, way, now)
    return 0
  })
  if (wait > 0) throw tooMany(wait)
}

async function sendCode(kernel: Kernel, db: Db, email: string, way: 'email' | 'sms', now: Date): Promise<void> {
  const member = await memberBy(db, email)
  const to = way === 'email' ? member?.person.email : member?.person.phone
  if (!member || !to || member.forceSso) return
  const code = String(randomInt(0, 1_000_000)).padStart(6, '0')
  // A new code ends the one before.
  await db.update(oneTimeCode).set({ usedAt: now }).where(and(eq(oneTimeCode.personId, member.person.id), isNull(oneTimeCode.usedAt)))
  await db.insert(oneTimeCode).values({ personId: member.person.id, codeHash: hashOf(kernel, member.person.id, code).toString('hex'), createdAt: now })
  await writeLetter(db, now, { channel: way, to, ...otpMessage(member.language, code) })
}

export async function loginOtp(kernel: Kernel, { email, code, source }: { email: string; code: string; source?: string | undefined }, from: string): Promise<string> {
  const now = kernel.clock.now()
  const personId = await asSystem(kernel.pool, async (db) => {
    const [ofAccount, ofAddress] = [`otp-guess:${tidy(email)}`, `otp-try:${from}`]
    // By account too: a fresh code every minute would otherwise be a fresh five guesses every minute.
    await takeTry(db, [[ofAccount, LIMITS.account], [ofAddress, LIMITS.address]], now)
    const fits = await spend(kernel, db, email, code, now)
    if (fits !== null) {
      for (const key of [ofAccount, `otp:${tidy(email)}`]) await forgetFailures(db, key)
      await giveBack(db, ofAddress)
    }
    return fits
  })
  const token = personId === null ? null : await openSession(kernel, { personId, source, idp: null })
  if (token === null) throw wrongCode()
  return token
}

/** The person whose code it is, the code spent; null for a wrong, old, used or worn-out one, the try counted. */
async function spend(kernel: Kernel, db: Db, email: string, code: string, now: Date): Promise<number | null> {
  const member = await memberBy(db, email)
  if (!member || member.forceSso) return null
  const [last] = await db.select().from(oneTimeCode).where(and(eq(oneTimeCode.personId, member.person.id), isNull(oneTimeCode.usedAt))).orderBy(desc(oneTimeCode.id)).limit(1).for('update')
  if (!last || last.tries >= TRIES || now.getTime() - last.createdAt.getTime() > LIFE_MILLISECONDS) return null
  const fits = timingSafeEqual(Buffer.from(last.codeHash, 'hex'), hashOf(kernel, member.person.id, code.replace(/\s/g, '')))
  await db.update(oneTimeCode).set(fits ? { usedAt: now } : { tries: sql`${oneTimeCode.tries} + 1` }).where(eq(oneTimeCode.id, last.id))
  return fits ? member.person.id : null
}
