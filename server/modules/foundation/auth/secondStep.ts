/** From the first step to a session: at once without a second step, otherwise by a second call. */
import type { z } from 'zod'
import type { PendingStep, SignedInOrStep } from '#contract/auth/auth.ts'
import { secondStepSignIn as contract } from '#contract/auth/secondStep.ts'
import { refuseGone, Refusal } from '#kernel/http/errors.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { forgetFailures, LIMITS, consumeAttempt } from '#kernel/access/attemptLimits.ts'
import type { Handlers } from '#kernel/http/mount.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import type { Wire } from '#kernel/http/fileBodies.ts'
import {
  askPasskey,
  askStep,
  beginStep,
  checkKey,
  savePasskeyUse,
  relyingPartyOf,
  markStepUsed,
  checkAnswer,
  consumeStep,
  passkeyOf,
  notifyChange,
  secondStepMethods,
  type Answer,
  type Step,
} from '../secondStep/index.ts'
import { recordForPerson } from '#kernel/access/securityLog.ts'
import { mayEnter, openSession, type Entry } from './sessions.ts'

const tookTooLong = () => refuseGone('This sign-in took too long. Please start again.')
const wrong = (code: 'wrongCode' | 'wrongPasskey', message: string) =>
  new Refusal(400, message, [{ path: 'body.answer', code, message }])

/** Returns null if no company of the person allows this way to sign in. */
export async function openSessionOrAskStep(
  kernel: Kernel,
  entry: Entry,
  wire: Wire,
): Promise<SignedInOrStep | null> {
  const secondStep = await askSecondStep(kernel, entry, wire)
  if (secondStep !== null) return { token: null, secondStep }
  const token = await openSession(kernel, entry)
  if (token === null) return null
  wire.token(token)
  return { token, secondStep: null }
}

async function askSecondStep(
  kernel: Kernel,
  entry: Entry,
  wire: Wire,
): Promise<PendingStep | null> {
  const { personId, source } = entry
  return asSystem(kernel.pool, async (db) => {
    const ways = await secondStepMethods(db, personId)
    if (ways.length === 0 || !(await mayEnter(db, entry))) return null
    return askStep(db, kernel.clock.now(), ways, {
      purpose: 'secondStep',
      personId,
      browserHash: wire.browser,
      party: relyingPartyOf(kernel, wire),
      payload: { source: source ?? null },
    })
  })
}

type Given = z.output<typeof contract.finishSecondStep.body>

async function finish(kernel: Kernel, { id, answer }: Given, wire: Wire): Promise<string> {
  const { step, personId } = await pending(kernel, id, wire)
  const given: Answer =
    answer.kind === 'passkey'
      ? {
          kind: 'passkey',
          key: await checkKey(kernel, step, answer.response, { mustVerifyPerson: false }),
        }
      : answer
  if (!(await take(kernel, step.id, personId, given, wire)))
    throw wrong('wrongCode', 'This was not right.')
  const source = typeof step.payload['source'] === 'string' ? step.payload['source'] : undefined
  const token = await openSession(kernel, {
    personId,
    source,
    idp: null,
    caller: wire,
    hasSecondStep: true,
  })
  if (token === null) throw tookTooLong() // all companies removed the person between the two steps
  return token
}

/**
 * Returns the pending step. Consumes one of its tries and one of the person's, because a person may
 * begin any number of sign-ins.
 */
async function pending(
  kernel: Kernel,
  id: string,
  wire: Wire,
): Promise<{ step: Step; personId: number }> {
  const now = kernel.clock.now()
  const found = await asSystem(kernel.pool, async (db) => {
    const step = await consumeStep(db, now, {
      id,
      purpose: 'secondStep',
      browserHash: wire.browser,
    })
    if (!step || step.personId === null) return undefined
    await consumeAttempt(db, [[triesOf(step.personId), LIMITS.account]], now)
    return { step, personId: step.personId }
  })
  if (!found) throw tookTooLong()
  return found
}

const triesOf = (personId: number) => `second-step:${personId}`

async function take(
  kernel: Kernel,
  stepId: string,
  personId: number,
  answer: Answer,
  wire: Wire,
): Promise<boolean> {
  const now = kernel.clock.now()
  const network = wire.from
  return asSystem(kernel.pool, async (db) => {
    const taken = await checkAnswer(kernel, db, personId, answer)
    if (!taken.isRight || !(await markStepUsed(db, now, stepId))) {
      await recordForPerson(kernel, db, personId, {
        kind: 'secondStepRefused',
        isOwn: false,
        network,
        detail: { way: answer.kind },
      })
      return false
    }
    await forgetFailures(db, triesOf(personId))
    if (taken.codesLeft !== undefined) {
      await recordForPerson(kernel, db, personId, {
        kind: 'recoveryCodeUsed',
        isOwn: true,
        network,
        detail: { left: taken.codesLeft },
      })
      await notifyChange(db, now, personId, 'recoveryUsed')
    }
    return true
  })
}

async function loginPasskey(
  kernel: Kernel,
  { id, response, source }: z.output<typeof contract.loginPasskey.body>,
  wire: Wire,
): Promise<string> {
  const now = kernel.clock.now()
  const step = await asSystem(kernel.pool, (db) =>
    consumeStep(db, now, { id, purpose: 'passkeySignIn', browserHash: wire.browser }),
  )
  if (!step) throw tookTooLong()
  const key = await checkKey(kernel, step, response, { mustVerifyPerson: true })
  const isRight =
    key !== null &&
    (await asSystem(
      kernel.pool,
      async (db) =>
        (await markStepUsed(db, now, id)) && savePasskeyUse(db, now, key.known, key.verified),
    ))
  const refused = wrong('wrongPasskey', 'This passkey does not open anything here.')
  if (!isRight) {
    await recordRefusedKey(kernel, response.id, wire)
    throw refused
  }
  const token = await openSession(kernel, {
    personId: key.known.personId,
    source,
    idp: null,
    caller: wire,
    hasSecondStep: true,
  })
  if (token === null) throw refused
  return token
}

/** Records that a cloned passkey, or a page of another origin, tried to sign in. */
async function recordRefusedKey(kernel: Kernel, id: string, wire: Wire): Promise<void> {
  await asSystem(kernel.pool, async (db) => {
    const known = await passkeyOf(db, id)
    if (known === undefined) return
    await recordForPerson(kernel, db, known.personId, {
      kind: 'secondStepRefused',
      isOwn: false,
      network: wire.from,
      detail: { way: 'passkey' },
    })
  })
}

export function secondStepSignInHandlers(kernel: Kernel): Handlers<typeof contract> {
  const entered = (wire: Wire, token: string) => {
    wire.token(token)
    kernel.sendSoon()
    return { token }
  }
  return {
    finishSecondStep: async (_scope, { body, wire }) =>
      entered(wire, await finish(kernel, body, wire)),
    async beginPasskeySignIn(_scope, { wire }) {
      const { options, challenge } = await askPasskey(relyingPartyOf(kernel, wire), null)
      const id = await asSystem(kernel.pool, (db) =>
        beginStep(db, kernel.clock.now(), {
          purpose: 'passkeySignIn',
          personId: null,
          browserHash: wire.browser,
          payload: { ...challenge },
        }),
      )
      return { id, options }
    },
    loginPasskey: async (_scope, { body, wire }) =>
      entered(wire, await loginPasskey(kernel, body, wire)),
  }
}
