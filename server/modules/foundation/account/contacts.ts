/**
 * Changes of the user's own email and phone. A code goes to the new one, and nothing changes until
 * it is entered.
 */
import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { account as contract } from '#contract/auth/account.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import type { Actor } from '#kernel/access/actor.ts'
import { conflict, notSignedIn, Refusal } from '#kernel/http/errors.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { consumeAttempt } from '#kernel/access/attemptLimits.ts'
import type { Handlers } from '#kernel/http/mount.ts'
import { asSystem, type Db } from '#kernel/data/transaction.ts'
import { recordForPerson } from '#kernel/access/securityLog.ts'
import {
  addressTaken,
  endSessions,
  cancelPendingProofs,
  consumeTextMessage,
  markProved,
  personBy,
  proofMessage,
  notifyFormerAddress,
  notifyOfPhone,
  normalEmail,
} from '../auth/index.ts'
import { canSend, writeMessage } from '../messages/index.ts'

type Kind = 'email' | 'phone'

const LIFE_MILLISECONDS = 10 * 60_000
const TRIES = 5
const CODES = 5 // per 15 minutes, for one person and to one address or phone

const wrongCode = () =>
  new Refusal(400, 'Wrong OTP Code', [
    { path: 'body.code', code: 'wrongOtp', message: 'Wrong OTP Code' },
  ])

interface Self {
  personId: number
  email: string
  isEmailProven: boolean
  language: typeof tables.user.$inferSelect.language
}

export function contactHandlers(
  kernel: Kernel,
): Pick<
  Handlers<typeof contract>,
  'askEmailChange' | 'confirmEmailChange' | 'askPhoneChange' | 'confirmPhoneChange'
> {
  const hashOf = (personId: number, kind: Kind, value: string, code: string) =>
    createHmac('sha256', kernel.secret)
      .update(`contact:${personId}:${kind}:${value}:${code}`)
      .digest()

  const asSelf = <T>(actor: Actor, work: (db: Db, self: Self, now: Date) => Promise<T>) =>
    asSystem(kernel.pool, async (db) => {
      const [self] = await db
        .select({
          personId: tables.person.id,
          email: tables.person.email,
          provenAt: tables.person.emailProvenAt,
          language: tables.user.language,
        })
        .from(tables.user)
        .innerJoin(tables.person, eq(tables.person.id, tables.user.personId))
        .where(
          ofCompany(tables.user, actor.companyId, eq(tables.user.id, actor.userId ?? sql`null`)),
        )
      if (!self) throw notSignedIn('ended')
      return work(db, { ...self, isEmailProven: self.provenAt !== null }, kernel.clock.now())
    })

  async function ask(
    db: Db,
    actor: Actor,
    self: Self,
    kind: Kind,
    value: string,
    now: Date,
  ): Promise<void> {
    await consumeAttempt(
      db,
      [
        [`contact:${self.personId}`, CODES],
        [`contact-to:${value}`, CODES],
      ],
      now,
    )
    if (kind === 'phone' && !(await consumeTextMessage(kernel, db, actor.companyId, now))) return
    const code = String(randomInt(0, 1_000_000)).padStart(6, '0')
    await endCodes(db, self.personId, kind, now)
    const codeHash = hashOf(self.personId, kind, value, code).toString('hex')
    await db
      .insert(tables.contactChange)
      .values({ personId: self.personId, kind, value, codeHash, createdAt: now })
    await writeMessage(db, now, {
      channel: kind === 'email' ? 'email' : 'sms',
      to: value,
      personId: self.personId,
      companyId: actor.companyId,
      language: self.language,
      ...proofMessage(self.language, code),
    })
  }

  /**
   * Returns what the code proves and marks it as used. Returns null for a wrong, expired, used or
   * exhausted code, and counts the try.
   */
  async function spend(
    db: Db,
    personId: number,
    kind: Kind,
    code: string,
    now: Date,
  ): Promise<string | null> {
    const [waiting] = await db
      .select()
      .from(tables.contactChange)
      .where(
        and(
          eq(tables.contactChange.personId, personId),
          eq(tables.contactChange.kind, kind),
          isNull(tables.contactChange.usedAt),
        ),
      )
      .orderBy(desc(tables.contactChange.id))
      .limit(1)
      .for('update')
    if (
      !waiting ||
      waiting.tries >= TRIES ||
      now.getTime() - waiting.createdAt.getTime() > LIFE_MILLISECONDS
    )
      return null
    const given = hashOf(personId, kind, waiting.value, code.replace(/\s/g, ''))
    const fits = timingSafeEqual(Buffer.from(waiting.codeHash, 'hex'), given)
    await db
      .update(tables.contactChange)
      .set(fits ? { usedAt: now } : { tries: sql`${tables.contactChange.tries} + 1` })
      .where(eq(tables.contactChange.id, waiting.id))
    return fits ? waiting.value : null
  }

  /**
   * Ends everything pending for the former address or phone, and every session except the current
   * one.
   */
  async function settle(db: Db, actor: Actor, personId: number, now: Date): Promise<void> {
    await cancelPendingProofs(db, personId, now)
    await endSessions(db, now, { personId }, actor.sessionId ?? undefined)
  }

  return {
    async askEmailChange({ actor }, { body }) {
      if (!canSend(kernel, 'email'))
        throw conflict('No mail server is set up, so no code can be sent.', [
          { path: 'body.email', code: 'noMailServer', message: 'mail' },
        ])
      await asSelf(actor, (db, self, now) =>
        ask(db, actor, self, 'email', normalEmail(body.email), now),
      )
      kernel.sendSoon()
      return { asked: true }
    },

    async confirmEmailChange({ actor }, { body, wire }) {
      const changed = await asSelf(actor, async (db, self, now) => {
        const email = await spend(db, self.personId, 'email', body.code, now)
        if (email === null) return false
        await claim(kernel, db, self.personId, email, now)
        await settle(db, actor, self.personId, now)
        // After `settle`, which removes unsent messages of the person.
        if (self.isEmailProven && normalEmail(self.email) !== email)
          await notifyFormerAddress(db, now, self.language, self.email, email)
        await recordForPerson(kernel, db, self.personId, {
          kind: 'emailChanged',
          isOwn: true,
          network: wire.from,
        })
        return true
      })
      if (!changed) throw wrongCode()
      kernel.sendSoon()
      return { changed: true }
    },

    async askPhoneChange({ actor }, { body: { phone } }) {
      const canText = canSend(kernel, 'sms')
      const state = await asSelf(actor, async (db, self, now) => {
        if (phone !== null && canText) {
          await ask(db, actor, self, 'phone', phone, now)
          return 'asked' as const
        }
        await db
          .update(tables.person)
          .set({ phone, phoneProvenAt: null })
          .where(eq(tables.person.id, self.personId))
        await settle(db, actor, self.personId, now)
        if (self.isEmailProven) await notifyOfPhone(db, now, self.language, self.email)
        await recordForPerson(kernel, db, self.personId, { kind: 'phoneChanged' })
        return 'kept' as const
      })
      kernel.sendSoon()
      return { state }
    },

    async confirmPhoneChange({ actor }, { body, wire }) {
      const changed = await asSelf(actor, async (db, self, now) => {
        const phone = await spend(db, self.personId, 'phone', body.code, now)
        if (phone === null) return false
        await db
          .update(tables.person)
          .set({ phone, phoneProvenAt: now })
          .where(eq(tables.person.id, self.personId))
        await settle(db, actor, self.personId, now)
        if (self.isEmailProven) await notifyOfPhone(db, now, self.language, self.email)
        await recordForPerson(kernel, db, self.personId, {
          kind: 'phoneChanged',
          network: wire.from,
        })
        return true
      })
      if (!changed) throw wrongCode()
      kernel.sendSoon()
      return { changed: true }
    },
  }
}

const endCodes = (db: Db, personId: number, kind: Kind, now: Date) =>
  db
    .update(tables.contactChange)
    .set({ usedAt: now })
    .where(
      and(
        eq(tables.contactChange.personId, personId),
        eq(tables.contactChange.kind, kind),
        isNull(tables.contactChange.usedAt),
      ),
    )

/**
 * Gives the proved address to this person. A person who proved it before keeps their account and
 * its second step. Companies that invited this address now invite this person.
 */
async function claim(
  kernel: Kernel,
  db: Db,
  personId: number,
  email: string,
  now: Date,
): Promise<void> {
  const owner = await personBy(db, email)
  if (owner !== undefined && owner.id !== personId) throw addressTaken()
  await markProved(kernel, db, personId, email, now)
}
