/**
 * The public sign-in calls of spec section 7 besides the password: one-time codes, reset links,
 * corporate sign-in.
 */
import { z } from 'zod'
import { newPassword, signedIn, signedInOrStep } from './auth.ts'
import { mutation, query } from '#contract/endpoint.ts'
import { text } from '#contract/shapes.ts'

/**
 * Minimum seconds between two codes for one address (spec section 9). The page counts down and the
 * server enforces it.
 */
export const OTP_PAUSE_SECONDS = 60

export const identityProviders = ['auth0', 'sso'] as const
export type IdentityProvider = (typeof identityProviders)[number]

/** Spec section 9, delivery methods. */
const otpWays = ['email', 'sms'] as const

const address = text(320, 1)
const source = text(40).optional()
const asked = z.object({ asked: z.literal(true) })

const provider = z.object({
  idp: z.enum(identityProviders),
  clientId: z.string(),
  issuer: z.string(),
  /**
   * The provider sends `iss` in its response (RFC 9207), so the page refuses a response without it.
   */
  checksIssuer: z.boolean(),
  authorizationEndpoint: z.string(),
  tokenEndpoint: z.string(),
  scope: z.string(),
  /** URL that ends the provider's own session; null if the provider has none. */
  endSessionEndpoint: z.string().nullable(),
})

const identitySignIn = (idp: IdentityProvider) =>
  mutation({
    method: 'POST',
    path: `/api/public/login-${idp}/`,
    access: 'public',
    transaction: 'none',
    writes: ['Session'],
    summary: 'Sign in by an identity token of the provider, given as bearer',
    /**
     * `nonce` of the begin-identity call in this browser; the token must contain it. Without a
     * nonce the response names what is missing (decision 26).
     */
    body: z.strictObject({ source, nonce: text(200, 8).optional() }),
    response: signedIn,
  })

export const waysIn = {
  getLoginOptions: query({
    method: 'POST',
    path: '/api/public/login-options',
    access: 'public',
    transaction: 'none',
    reads: [],
    summary:
      'Which ways in are offered for the domain of an address, or at the own sign-in address of a company; the same whether or not anybody has the address',
    /** `company`: the uuid in the sign-in URL that a company gives its users. */
    body: z.strictObject({ email: address, company: z.guid().optional() }),
    response: z.object({
      password: z.boolean(),
      otp: z.array(z.enum(otpWays)),
      allowSso: z.boolean(),
      /** Only the provider is allowed: no password, no code. */
      forceSso: z.boolean(),
      idp: z.enum(identityProviders).nullable(),
      /** Providers used by companies here; the requested company's provider comes first. */
      providers: z.array(provider),
    }),
  }),
  requestOtp: mutation({
    method: 'POST',
    path: '/api/public/request-otp',
    access: 'public',
    transaction: 'none',
    writes: [],
    summary: 'Send a one-time code; 429 within a minute of the last one',
    body: z.strictObject({ email: address, way: z.enum(otpWays).default('email') }),
    response: asked,
  }),
  loginOtp: mutation({
    method: 'POST',
    path: '/api/public/login-otp',
    access: 'public',
    transaction: 'none',
    writes: ['Session'],
    summary: 'Sign in by the code; it dies after five wrong tries or ten minutes',
    body: z.strictObject({ code: text(20, 1), email: address, source }),
    response: signedInOrStep,
  }),
  requestReset: mutation({
    method: 'POST',
    path: '/api/public/reset-password',
    access: 'public',
    transaction: 'none',
    writes: [],
    summary: 'Send a link to choose a new password',
    body: z.strictObject({ email: address }),
    response: asked,
  }),
  setNewPassword: mutation({
    method: 'POST',
    path: '/api/public/set-new-password',
    access: 'public',
    transaction: 'none',
    writes: [],
    summary:
      'Choose a new password by the link; 410 when it was used or is too old. Ends every session of the person',
    body: z.strictObject({ token: text(200, 1), password: newPassword }),
    response: z.object({ changed: z.literal(true) }),
  }),
  beginIdentity: mutation({
    method: 'POST',
    path: '/api/public/begin-identity',
    access: 'public',
    transaction: 'none',
    writes: [],
    summary:
      'Begin a journey to a provider: the nonce to send along works once, in this browser, for ten minutes',
    body: z.strictObject({ idp: z.enum(identityProviders) }),
    response: z.object({ nonce: z.string() }),
  }),
  loginAuth0: identitySignIn('auth0'),
  loginSso: identitySignIn('sso'),
  listOutbox: query({
    method: 'GET',
    path: '/api/public/outbox',
    access: 'public',
    transaction: 'none',
    reads: [],
    summary:
      'Demo mode without a mail server: what would have been sent, newest first; 404 otherwise, 401 without a session where others can reach the demo',
    response: z.object({
      rows: z.array(
        z.object({
          id: z.number().int(),
          at: z.string(),
          channel: z.enum(otpWays),
          to: z.string(),
          subject: z.string(),
          text: z.string(),
        }),
      ),
    }),
  }),
}
