import { z } from 'zod'
import { signedIn } from './auth.ts'
import { mutation, query } from '#contract/endpoint.ts'
import { codeText, passkeyAnswer, passkeyMade, passkeyOptions } from './passkey.ts'
import { givenPassword, instant, name, text } from '#contract/shapes.ts'

const source = text(40).optional()
const stepId = z.uuid()

/**
 * Ways to confirm an identity again. Users with a second step must use it; others use the password
 * or a code.
 */
const confirmWays = ['passkey', 'authenticator', 'recovery', 'password', 'email'] as const
export type ConfirmWay = (typeof confirmWays)[number]

export const secondStepSignIn = {
  finishSecondStep: mutation({
    method: 'POST',
    path: '/api/public/second-step',
    access: 'public',
    transaction: 'none',
    writes: ['Session'],
    summary:
      'Finish a sign-in that asked for a second step; five tries, ten minutes, in the same browser',
    body: z.strictObject({
      id: stepId,
      answer: z.discriminatedUnion('kind', [
        z.strictObject({ kind: z.literal('authenticator'), code: codeText }),
        z.strictObject({ kind: z.literal('recovery'), code: codeText }),
        z.strictObject({ kind: z.literal('passkey'), response: passkeyAnswer }),
      ]),
    }),
    response: signedIn,
  }),
  beginPasskeySignIn: mutation({
    method: 'POST',
    path: '/api/public/passkey-begin',
    access: 'public',
    transaction: 'none',
    writes: [],
    summary: 'Begin a sign-in by passkey alone; the same for everybody',
    response: z.object({ id: stepId, options: passkeyOptions }),
  }),
  loginPasskey: mutation({
    method: 'POST',
    path: '/api/public/passkey-login',
    access: 'public',
    transaction: 'none',
    writes: ['Session'],
    summary: 'Sign in by a passkey that verified its person: both steps at once',
    body: z.strictObject({ id: stepId, response: passkeyAnswer, source }),
    response: signedIn,
  }),
}

/** Recovery codes, shown once; null if the user already had codes. */
const freshCodes = z.object({ recoveryCodes: z.array(z.string()).nullable() })

const ownSteps = z.object({
  authenticator: z.object({ since: instant }).nullable(),
  passkeys: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      createdAt: instant,
      lastUsedAt: instant.nullable(),
      /**
       * Synced by a password manager or cloud account; if false, the passkey is lost with its
       * device.
       */
      isBackedUp: z.boolean(),
    }),
  ),
  recoveryCodesLeft: z.number().int(),
  /** A role of the user requires a second step, so the last one cannot be removed. */
  isRequired: z.boolean(),
  /**
   * Only one company's provider vouches for this session, so nothing is listed until the user
   * confirms their identity.
   */
  isLimited: z.boolean(),
})
export type OwnSteps = z.output<typeof ownSteps>

export const secondSteps = {
  getSecondSteps: query({
    method: 'GET',
    path: '/api/account/second-steps',
    access: 'session',
    transaction: 'none',
    reads: ['Session'],
    duringSetUp: true,
    summary: 'One’s own second steps',
    response: ownSteps,
  }),
  beginAuthenticator: mutation({
    method: 'POST',
    path: '/api/account/authenticator/begin',
    access: 'session',
    ownProof: true,
    transaction: 'none',
    writes: [],
    confirmed: true,
    duringSetUp: true,
    summary: 'A fresh secret for an authenticator app; it counts once a code came back',
    response: z.object({
      /** Base32, for typing where no camera is available. */
      secret: z.string(),
      /** `otpauth://…`, shown as a QR code. */
      address: z.string(),
    }),
  }),
  addAuthenticator: mutation({
    method: 'POST',
    path: '/api/account/authenticator',
    access: 'session',
    ownProof: true,
    transaction: 'none',
    writes: ['Session'],
    confirmed: true,
    duringSetUp: true,
    summary: 'The first code of the authenticator app: from now on it is asked for at sign-in',
    body: z.strictObject({ code: codeText }),
    response: freshCodes,
  }),
  removeAuthenticator: mutation({
    method: 'DELETE',
    path: '/api/account/authenticator',
    access: 'session',
    ownProof: true,
    transaction: 'none',
    writes: ['Session'],
    confirmed: true,
    summary: 'Forget the authenticator app; every other session ends',
    response: z.object({ removed: z.literal(true) }),
  }),
  beginPasskey: mutation({
    method: 'POST',
    path: '/api/account/passkeys/begin',
    access: 'session',
    ownProof: true,
    transaction: 'none',
    writes: [],
    confirmed: true,
    duringSetUp: true,
    summary: 'What the browser needs to make a passkey',
    response: z.object({ id: stepId, options: passkeyOptions }),
  }),
  addPasskey: mutation({
    method: 'POST',
    path: '/api/account/passkeys',
    access: 'session',
    ownProof: true,
    transaction: 'none',
    writes: ['Session'],
    confirmed: true,
    duringSetUp: true,
    summary: 'Keep the passkey that the browser made',
    body: z.strictObject({ id: stepId, name, response: passkeyMade }),
    response: freshCodes,
  }),
  removePasskey: mutation({
    method: 'POST',
    path: '/api/account/passkeys/remove',
    access: 'session',
    ownProof: true,
    transaction: 'none',
    writes: ['Session'],
    confirmed: true,
    summary: 'Forget a passkey; every other session ends',
    body: z.strictObject({ id: text(1_400, 1) }),
    response: z.object({ removed: z.literal(true) }),
  }),
  makeRecoveryCodes: mutation({
    method: 'POST',
    path: '/api/account/recovery-codes',
    access: 'session',
    ownProof: true,
    transaction: 'none',
    writes: ['Session'],
    confirmed: true,
    summary: 'Ten fresh recovery codes; those of before stop working',
    response: z.object({ recoveryCodes: z.array(z.string()) }),
  }),

  beginConfirm: mutation({
    method: 'POST',
    path: '/api/session/confirm/begin',
    access: 'session',
    transaction: 'none',
    writes: [],
    duringSetUp: true,
    summary: 'How this person can prove again who they are',
    response: z.object({
      ways: z.array(z.enum(confirmWays)),
      passkey: z.object({ id: stepId, options: passkeyOptions }).nullable(),
    }),
  }),
  sendConfirmCode: mutation({
    method: 'POST',
    path: '/api/session/confirm/code',
    access: 'session',
    transaction: 'none',
    writes: [],
    duringSetUp: true,
    summary: 'Send a code to one’s own address; 429 within a minute of the last one',
    response: z.object({ asked: z.literal(true) }),
  }),
  confirmSession: mutation({
    method: 'POST',
    path: '/api/session/confirm',
    access: 'session',
    transaction: 'none',
    writes: [],
    duringSetUp: true,
    summary: 'Prove again who one is; good for ten minutes of sensitive changes',
    body: z.strictObject({
      answer: z.discriminatedUnion('kind', [
        z.strictObject({ kind: z.literal('password'), password: givenPassword }),
        z.strictObject({ kind: z.literal('authenticator'), code: codeText }),
        z.strictObject({ kind: z.literal('recovery'), code: codeText }),
        z.strictObject({ kind: z.literal('email'), code: codeText }),
        z.strictObject({ kind: z.literal('passkey'), id: stepId, response: passkeyAnswer }),
      ]),
    }),
    response: z.object({ confirmed: z.literal(true) }),
  }),
}
