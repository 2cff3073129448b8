/** A person's second steps: which ones a sign-in may request, and verification. */
import { and, eq, isNotNull } from 'drizzle-orm'
import type { PendingStep, SecondStepWay } from '#contract/auth/auth.ts'
import type { PasskeyAnswer } from '#contract/auth/passkey.ts'
import * as tables from '#db/schema/index.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { asSystem, type Db } from '#kernel/data/transaction.ts'
import { consumeTotp } from './authenticator.ts'
import {
  askPasskey,
  savePasskeyUse,
  ownPasskeys,
  passkeyOf,
  verifyAnswer,
  type Challenge,
  type Verified,
} from './passkeys.ts'
import { countUnusedCodes, consumeRecoveryCode } from './recovery.ts'
import type { RelyingParty } from './relyingParty.ts'
import { beginStep, type Step } from './steps.ts'

export async function authenticatorOf(db: Db, personId: number) {
  const [found] = await db
    .select({ since: tables.authenticator.confirmedAt })
    .from(tables.authenticator)
    .where(
      and(eq(tables.authenticator.personId, personId), isNotNull(tables.authenticator.confirmedAt)),
    )
  return found
}

/** Empty without a second step. Recovery codes alone do not count. */
export async function secondStepMethods(db: Db, personId: number): Promise<SecondStepWay[]> {
  const keys = await db.$count(tables.passkey, eq(tables.passkey.personId, personId))
  const app = await authenticatorOf(db, personId)
  if (keys === 0 && app === undefined) return []
  const codes = await countUnusedCodes(db, personId)
  return [
    ...(keys > 0 ? ['passkey' as const] : []),
    ...(app === undefined ? [] : ['authenticator' as const]),
    ...(codes > 0 ? ['recovery' as const] : []),
  ]
}

export async function forgetSteps(db: Db, personId: number): Promise<boolean> {
  const had = await secondStepMethods(db, personId)
  await db.delete(tables.passkey).where(eq(tables.passkey.personId, personId))
  await db.delete(tables.authenticator).where(eq(tables.authenticator.personId, personId))
  await db.delete(tables.recoveryCode).where(eq(tables.recoveryCode.personId, personId))
  return had.length > 0
}

interface Asking {
  purpose: 'secondStep' | 'confirm'
  personId: number
  sessionId?: string | null
  browserHash: string | null
  payload?: Record<string, unknown>
  party: RelyingParty
}

/**
 * Creates a step that can be finished in these ways, with a challenge if the person has passkeys.
 */
export async function askStep(
  db: Db,
  now: Date,
  ways: SecondStepWay[],
  { party, payload = {}, ...facts }: Asking,
): Promise<PendingStep> {
  const keys = ways.includes('passkey') ? await ownPasskeys(db, facts.personId) : []
  const asked = keys.length === 0 ? null : await askPasskey(party, keys)
  const id = await beginStep(db, now, { ...facts, payload: { ...payload, ...asked?.challenge } })
  return { id, ways, passkey: asked?.options ?? null }
}

export function challengeOf({ payload }: Step): Challenge | null {
  const { challenge, party } = payload
  if (typeof challenge !== 'string' || typeof party !== 'object' || party === null) return null
  return { challenge, party: party as RelyingParty } // written only by askStep and beginPasskey
}

/** A verified passkey response. Verified outside any transaction, because it takes time. */
export interface CheckedKey {
  known: typeof tables.passkey.$inferSelect
  verified: Verified
}

export async function checkKey(
  kernel: Kernel,
  step: Step,
  response: PasskeyAnswer,
  demands: { mustVerifyPerson: boolean },
): Promise<CheckedKey | null> {
  const challenge = challengeOf(step)
  const known = await asSystem(kernel.pool, (db) => passkeyOf(db, response.id))
  if (challenge === null || known === undefined) return null
  if (step.personId !== null && known.personId !== step.personId) return null
  const verified = await verifyAnswer(known, response, challenge, demands)
  return verified && { known, verified }
}

export type Answer =
  | { kind: 'authenticator' | 'recovery'; code: string }
  | { kind: 'passkey'; key: CheckedKey | null }

export type Taken = { isRight: true; codesLeft?: number } | { isRight: false }

export async function checkAnswer(
  kernel: Kernel,
  db: Db,
  personId: number,
  answer: Answer,
): Promise<Taken> {
  switch (answer.kind) {
    case 'authenticator':
      return { isRight: await consumeTotp(kernel, db, personId, answer.code) }
    case 'recovery': {
      const left = await consumeRecoveryCode(kernel, db, personId, answer.code)
      return left === null ? { isRight: false } : { isRight: true, codesLeft: left }
    }
    case 'passkey': {
      if (answer.key === null || answer.key.known.personId !== personId) return { isRight: false }
      return {
        isRight: await savePasskeyUse(
          db,
          kernel.clock.now(),
          answer.key.known,
          answer.key.verified,
        ),
      }
    }
  }
}
