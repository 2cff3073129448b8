/** Confirms the user's identity before sensitive actions, in case a session was left open. */
import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { ConfirmWay, secondSteps as contract } from '#contract/auth/secondStep.ts'
import { OTP_PAUSE_SECONDS } from '#contract/auth/waysIn.ts'
import * as tables from '#db/schema/index.ts'
import type { Actor } from '#kernel/access/actor.ts'
import { conflict, refuseGone, Refusal, tooMany } from '#kernel/http/errors.ts'
import type { Kernel } from '#kernel/kernel.ts'
import {
  forgetFailures,
  LIMITS,
  countAttempt,
  secondsSince,
  consumeAttempt,
} from '#kernel/access/attemptLimits.ts'
import type { Handlers } from '#kernel/http/mount.ts'
import { asSystem, type Db } from '#kernel/data/transaction.ts'
import type { Wire } from '#kernel/http/fileBodies.ts'
import { recordForPerson } from '#kernel/access/securityLog.ts'
import { confirmTries, otpMessage, passwordFits } from '../auth/index.ts'
import { canSend, writeMessage } from '../messages/index.ts'
import {
  askStep,
  beginStep,
  checkKey,
  relyingPartyOf,
  markStepUsed,
  checkAnswer,
  consumeStep,
  notifyChange,
  secondStepMethods,
} from '../secondStep/index.ts'
import { ownPerson, type OwnPerson } from './ownPerson.ts'

type Confirming = Pick<typeof contract, 'beginConfirm' | 'sendConfirmCode' | 'confirmSession'>
type Answer = z.output<typeof contract.confirmSession.body>['answer']

export function confirmHandlers(kernel: Kernel): Handlers<Confirming> {
  return {
    beginConfirm: ({ actor }, { wire }) =>
      asSystem(kernel.pool, (db) => beginConfirm(kernel, db, actor, wire)),
    async sendConfirmCode({ actor }, { wire }) {
      const wait = await asSystem(kernel.pool, (db) => sendCode(kernel, db, actor, wire))
      if (wait > 0) throw tooMany(wait)
      kernel.sendSoon()
      return { asked: true }
    },
    async confirmSession({ actor }, { body: { answer }, wire }) {
      await confirmSession(kernel, actor, answer, wire)
      return { confirmed: true }
    },
  }
}

async function waysFor(kernel: Kernel, db: Db, own: OwnPerson): Promise<ConfirmWay[]> {
  const steps = await secondStepMethods(db, own.id)
  if (steps.length > 0) return steps
  const isReached = own.emailProvenAt !== null && canSend(kernel, 'email')
  return [
    ...(own.passwordHash === null ? [] : ['password' as const]),
    ...(isReached ? ['email' as const] : []),
  ]
}

async function beginConfirm(kernel: Kernel, db: Db, actor: Actor, wire: Wire) {
  const own = await ownPerson(db, actor)
  const ways = await waysFor(kernel, db, own)
  if (!ways.includes('passkey')) return { ways, passkey: null }
  const { id, passkey } = await askStep(db, kernel.clock.now(), ['passkey'], {
    purpose: 'confirm',
    personId: own.id,
    sessionId: own.sessionId,
    browserHash: wire.browser,
    party: relyingPartyOf(kernel, wire),
  })
  return { ways, passkey: passkey && { id, options: passkey } }
}

const hashOf = (kernel: Kernel, sessionId: string, code: string) =>
  createHmac('sha256', kernel.secret).update(`confirm:${sessionId}:${code}`).digest()

/**
 * Sends a code that confirms this session only. Returns the seconds to wait if a code was sent
 * recently.
 */
async function sendCode(kernel: Kernel, db: Db, actor: Actor, wire: Wire): Promise<number> {
  const now = kernel.clock.now()
  const own = await ownPerson(db, actor)
  if (!(await waysFor(kernel, db, own)).includes('email'))
    throw conflict('A code cannot be sent to you.', [
      { path: '', code: 'wayClosed', message: 'email' },
    ])
  const pauseKey = `confirm-mail:${own.id}`
  const ago = await secondsSince(db, pauseKey, now)
  if (ago < OTP_PAUSE_SECONDS) return Math.ceil(OTP_PAUSE_SECONDS - ago)
  await countAttempt(db, pauseKey, now)
  await db.update(tables.signInStep).set({ usedAt: now }).where(codeSteps(own.sessionId))
  const code = String(randomInt(0, 1_000_000)).padStart(6, '0')
  await beginStep(db, now, {
    purpose: 'confirm',
    personId: own.id,
    sessionId: own.sessionId,
    browserHash: wire.browser,
    payload: { codeHash: hashOf(kernel, own.sessionId, code).toString('hex') },
  })
  await writeMessage(db, now, {
    channel: 'email',
    to: own.email,
    personId: own.id,
    language: own.language,
    ...otpMessage(own.language, code),
  })
  return 0
}

const codeSteps = (sessionId: string) =>
  and(
    eq(tables.signInStep.sessionId, sessionId),
    eq(tables.signInStep.purpose, 'confirm'),
    isNull(tables.signInStep.usedAt),
    sql`${tables.signInStep.payload} ? 'codeHash'`,
  )

async function confirmSession(
  kernel: Kernel,
  actor: Actor,
  answer: Answer,
  wire: Wire,
): Promise<void> {
  const now = kernel.clock.now()
  const triesKey = confirmTries(actor.sessionId ?? '')
  const own = await asSystem(kernel.pool, async (db) => {
    await consumeAttempt(db, [[triesKey, LIMITS.account]], now)
    const found = await ownPerson(db, actor)
    if (!(await waysFor(kernel, db, found)).includes(answer.kind))
      throw conflict('This way is not open to you.', [
        { path: 'body.answer.kind', code: 'wayClosed', message: answer.kind },
      ])
    return found
  })
  const isRight = await proves(kernel, own, answer, wire)
  await asSystem(kernel.pool, async (db) => {
    if (!isRight) {
      await recordForPerson(kernel, db, own.id, {
        kind: 'secondStepRefused',
        isOwn: true,
        network: wire.from,
        detail: { way: answer.kind, at: 'confirm' },
      })
      return
    }
    await forgetFailures(db, triesKey)
    await db
      .update(tables.session)
      .set({ confirmedAt: now, ownProofAt: now })
      .where(eq(tables.session.id, own.sessionId))
  })
  if (!isRight)
    throw new Refusal(400, 'This was not right.', [
      {
        path: 'body.answer',
        code: answer.kind === 'password' ? 'wrongCredentials' : 'wrongCode',
        message: 'wrong',
      },
    ])
}

async function proves(
  kernel: Kernel,
  own: OwnPerson,
  answer: Answer,
  wire: Wire,
): Promise<boolean> {
  switch (answer.kind) {
    case 'password':
      return passwordFits(own.passwordHash, answer.password)
    case 'email':
      return asSystem(kernel.pool, (db) => takeCode(kernel, db, own, answer.code, wire))
    case 'passkey':
      return provesByKey(kernel, own, answer, wire)
    case 'authenticator':
    case 'recovery':
      return asSystem(kernel.pool, async (db) => {
        const taken = await checkAnswer(kernel, db, own.id, answer)
        if (!taken.isRight || taken.codesLeft === undefined) return taken.isRight
        await recordForPerson(kernel, db, own.id, {
          kind: 'recoveryCodeUsed',
          isOwn: true,
          network: wire.from,
          detail: { left: taken.codesLeft },
        })
        await notifyChange(db, kernel.clock.now(), own.id, 'recoveryUsed')
        return true
      })
  }
}

async function provesByKey(
  kernel: Kernel,
  own: OwnPerson,
  { id, response }: Answer & { kind: 'passkey' },
  wire: Wire,
): Promise<boolean> {
  const now = kernel.clock.now()
  const step = await asSystem(kernel.pool, (db) =>
    consumeStep(db, now, {
      id,
      purpose: 'confirm',
      browserHash: wire.browser,
      sessionId: own.sessionId,
    }),
  )
  if (!step) throw refuseGone('This took too long. Please start again.')
  const key = await checkKey(kernel, step, response, { mustVerifyPerson: false })
  return asSystem(kernel.pool, async (db) => {
    const { isRight } = await checkAnswer(kernel, db, own.id, { kind: 'passkey', key })
    return isRight && markStepUsed(db, now, step.id)
  })
}

async function takeCode(
  kernel: Kernel,
  db: Db,
  own: OwnPerson,
  code: string,
  wire: Wire,
): Promise<boolean> {
  const now = kernel.clock.now()
  const [last] = await db
    .select({ id: tables.signInStep.id })
    .from(tables.signInStep)
    .where(codeSteps(own.sessionId))
    .orderBy(desc(tables.signInStep.createdAt))
    .limit(1)
  const step =
    last &&
    (await consumeStep(db, now, {
      id: last.id,
      purpose: 'confirm',
      browserHash: wire.browser,
      sessionId: own.sessionId,
    }))
  if (!step) return false
  const kept = Buffer.from(String(step.payload['codeHash']), 'hex')
  const given = hashOf(kernel, own.sessionId, code.replace(/\s/g, ''))
  return (
    kept.length === given.length && timingSafeEqual(kept, given) && markStepUsed(db, now, step.id)
  )
}
