import { z } from 'zod'
import { isZone } from '#zoneOffsets'
import { sentZone } from '#contract/company/sentZone.ts'
import { mutation, query } from '#contract/endpoint.ts'
import { id } from '#contract/ids.ts'
import { languages } from '#contract/languages.ts'
import { permissionGroups } from '#contract/people/permissions.ts'
import { passkeyOptions } from './passkey.ts'
import { isEmail } from '#contract/rules/email.ts'
import { passwordFaults } from '#contract/rules/password.ts'
import { givenPassword, instant, name, text } from '#contract/shapes.ts'

export const email = z
  .string()
  .trim()
  .max(320)
  .refine(isEmail, 'Not an e-mail address')
  .meta({ example: 'person@sample.test' })
export const newPassword = z
  .string()
  .refine((value) => passwordFaults(value).length === 0, 'Password too weak')
  .meta({ example: 'Sample1x' })
/** An IANA time zone known to this server, such as `Asia/Jerusalem`. */
export const timezone = z
  .string()
  .max(64)
  .refine(isZone, 'Unknown time zone')
  .meta({ example: 'Europe/Prague' })

/**
 * Every sign-in returns the token in the body and in the `Authorization` response header
 * (decisions, 'Session').
 */
export const signedIn = z.object({ token: z.string() })

const secondStepWays = ['passkey', 'authenticator', 'recovery'] as const
export type SecondStepWay = (typeof secondStepWays)[number]

/**
 * A sign-in waiting for its second step. It expires after ten minutes and is bound to this browser.
 */
const pendingStep = z.object({
  id: z.uuid(),
  ways: z.array(z.enum(secondStepWays)),
  passkey: passkeyOptions.nullable(),
})
export type PendingStep = z.output<typeof pendingStep>

/** Exactly one of `token` and the pending step is set. */
export const signedInOrStep = z.object({
  token: z.string().nullable(),
  secondStep: pendingStep.nullable(),
})
export type SignedInOrStep = z.output<typeof signedInOrStep>

/** Claims of the session token. The client decodes them only to shape the screen. */
export const tokenClaims = z.object({
  userId: id('user'),
  companyId: id('company'),
  language: z.enum(languages),
  tz: z.string(),
  ae: z.boolean(),
  al: z.boolean(),
  ap: z.boolean(),
  permissions: z.array(z.enum(permissionGroups)),
  /**
   * The map vendor and its public token for the page, if the installation has one. Anyone with the
   * session token can read the claims, so `secret` is always null (decision 26).
   */
  map: z.object({ id: z.string(), key: z.string(), secret: z.null() }).optional(),
  iat: z.number(),
  exp: z.number(),
  jti: z.string(),
})
export type TokenClaims = z.infer<typeof tokenClaims>

export const auth = {
  getInstallation: query({
    method: 'GET',
    path: '/api/public/installation',
    access: 'public',
    reads: ['Session'],
    summary: 'What the login page must know before anyone signs in',
    response: z.object({
      demo: z.boolean(),
      /** The demo is reachable from other machines, so its outbox requires a session. */
      outboxNeedsSession: z.boolean(),
      sends: z.object({ email: z.boolean(), sms: z.boolean() }),
      /**
       * True while the installation has no companies; a one-time link from the first start creates
       * the first.
       */
      needsSetup: z.boolean(),
      /** Demo users, in demo mode only; all have the same password. */
      signIns: z.array(
        z.object({
          email: z.string(),
          password: z.string(),
          role: z.enum(['administrator', 'manager', 'technician', 'staff', 'otherCompany']),
          company: z.string(),
        }),
      ),
    }),
  }),
  login: mutation({
    method: 'POST',
    path: '/api/public/login',
    access: 'public',
    transaction: 'none',
    writes: ['Session'],
    summary: 'Sign in by e-mail and password',
    body: z.strictObject({
      email: text(320, 1),
      password: givenPassword,
      /**
       * Where the user came from, such as `web`, `mobile` or `backoffice`; stored with the session.
       */
      source: text(40).optional(),
    }),
    response: signedInOrStep,
  }),
  setUp: mutation({
    method: 'POST',
    path: '/api/public/set-up',
    access: 'public',
    transaction: 'none',
    writes: ['Session'],
    summary: 'Make the first company and administrator, by the one-time link of the first start',
    body: z.strictObject({
      token: text(200, 1),
      companyName: name,
      timezone,
      language: z.enum(languages),
      firstName: name,
      lastName: name,
      email,
      password: newPassword,
    }),
    response: signedIn,
  }),
  logout: mutation({
    method: 'POST',
    path: '/api/logout',
    access: 'session',
    duringSetUp: true,
    writes: ['Session'],
    summary: 'End this session on the server',
    transaction: 'none',
    response: z.object({
      ended: z.literal(true),
      /** URL that ends the provider's session; null if the sign-in did not use a provider. */
      providerLogout: z.string().nullable(),
    }),
  }),
  checkToken: query({
    method: 'GET',
    path: '/api/token-check',
    access: 'session',
    duringSetUp: true,
    reads: ['Session'],
    summary: 'Is the token still good?',
    response: z.object({ valid: z.literal(true) }),
  }),
  getSession: query({
    method: 'GET',
    path: '/api/session',
    access: 'session',
    duringSetUp: true,
    keptOnDevice: true,
    reads: ['Session'],
    summary: 'Who is signed in, where, and what they may do',
    response: z.object({
      user: z.object({
        id: id('user'),
        firstName: z.string(),
        lastName: z.string(),
        name: z.string(),
        email: z.string(),
        roles: z.array(z.string()),
      }),
      company: z.object({
        id: id('company'),
        uuid: z.string(),
        name: z.string(),
        timezone: z.string(),
        zone: sentZone,
        logoFileId: id('file').nullable(),
        /** 0 (Sunday) to 6 (Saturday); null for the language's default (spec section 9). */
        weekStart: z.number().int().nullable(),
      }),
      language: z.enum(languages),
      permissions: z.array(z.enum(permissionGroups)),
      /**
       * A role requires a second step and the user has none. Other calls are refused until it is
       * set up.
       */
      mustSetUpSecondStep: z.boolean(),
      /**
       * Open invitations from other companies. 0 while only one company's provider vouches for the
       * session.
       */
      invitations: z.number().int(),
      /**
       * When an administrator last created a password reset link for this user; null if not within
       * the last 30 days.
       */
      resetLinkMadeAt: instant.nullable(),
      /**
       * 32 bytes each, base64url. The page encrypts drafts with the first at sign-out and decrypts
       * with any. They belong to this membership and change with the installation's data key.
       */
      draftKeys: z.array(z.string()),
      publicUrl: z.string(),
    }),
  }),
  switchCompany: mutation({
    method: 'POST',
    path: '/api/session/company',
    access: 'session',
    writes: ['Session'],
    transaction: 'none',
    summary:
      'Go on in another company of this person; this session ends and the answer carries the other one',
    body: z.strictObject({ companyId: id('company') }),
    response: signedIn,
  }),
  getMapToken: query({
    method: 'GET',
    path: '/api/map/token',
    access: 'public',
    reads: [],
    transaction: 'none',
    summary: 'The map vendor’s public token; null: the page draws with its own style',
    response: z.object({ token: z.string().nullable() }),
  }),
  setLanguage: mutation({
    method: 'PUT',
    path: '/api/session/language',
    access: 'session',
    duringSetUp: true,
    writes: ['Session'],
    summary: 'The language this person reads; the answer carries a fresh token',
    transaction: 'none',
    body: z.strictObject({ language: z.enum(languages) }),
    response: signedIn,
  }),
}
