import { z } from 'zod'
import { email, newPassword } from './auth.ts'
import { mutation, query } from '#contract/endpoint.ts'
import { id } from '#contract/ids.ts'
import { languages } from '#contract/languages.ts'
import { availability, availabilityWish, phone } from '#contract/people/people.ts'
import { givenPassword, instant, name, text } from '#contract/shapes.ts'
import { identityProviders } from './waysIn.ts'

const proofCode = text(20, 1)

export const ownAccount = z.object({
  id: id('user'),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  /** Confirmed by a code. Sign-in codes are sent only to a confirmed email address or phone. */
  isEmailProven: z.boolean(),
  isPhoneProven: z.boolean(),
  /** Alerts on followed equipment and on the user's tickets are sent by email too. */
  hasMailAlerts: z.boolean(),
  language: z.enum(languages),
  roles: z.array(z.string()),
  availability,
  /**
   * If false, the user signs in by code or provider only, and may set a first password with a reset
   * link.
   */
  hasPassword: z.boolean(),
  sessions: z.array(
    z.object({
      id: z.uuid(),
      isThis: z.boolean(),
      company: z.string(),
      source: z.string().nullable(),
      idp: z.enum(identityProviders).nullable(),
      createdAt: instant,
      expiresAt: instant,
    }),
  ),
})
export type OwnAccount = z.output<typeof ownAccount>

export const account = {
  exportOwnData: query({
    method: 'GET',
    path: '/api/account/data',
    access: 'session',
    ownProof: true,
    confirmed: true,
    security: 'exported',
    wire: 'stream',
    summary: 'What the company keeps of the one who asks, as JSON: 10,000 of each kind',
    response: z.string(),
    reads: [],
  }),
  getAccount: query({
    method: 'GET',
    path: '/api/account',
    access: 'session',
    summary: 'One’s own facts and open sessions',
    response: ownAccount,
    reads: ['Session'],
  }),
  updateAccount: mutation({
    method: 'PUT',
    path: '/api/account',
    access: 'session',
    summary: 'One’s own name',
    body: z.strictObject({ firstName: name, lastName: name }),
    response: ownAccount,
    writes: ['Session', 'User', 'Journal'],
  }),
  askEmailChange: mutation({
    method: 'POST',
    path: '/api/account/email',
    access: 'session',
    ownProof: true,
    confirmed: true,
    transaction: 'none',
    summary:
      'Sign in with another address: a code goes there, and nothing changes before it comes back',
    body: z.strictObject({ email }),
    response: z.object({ asked: z.literal(true) }),
    writes: [],
  }),
  confirmEmailChange: mutation({
    method: 'POST',
    path: '/api/account/email/confirm',
    access: 'session',
    ownProof: true,
    transaction: 'none',
    summary:
      'Bring the code back: the address is one’s own, every other session ends, the former address is told',
    body: z.strictObject({ code: proofCode }),
    response: z.object({ changed: z.literal(true) }),
    writes: ['Session', 'User'],
  }),
  askPhoneChange: mutation({
    method: 'POST',
    path: '/api/account/phone',
    access: 'session',
    ownProof: true,
    confirmed: true,
    transaction: 'none',
    summary:
      'Have another phone, or none: a code goes there. Where no text message can be sent it is kept unproved',
    body: z.strictObject({ phone: phone.nullable() }),
    /**
     * `asked`: a code was sent. `kept`: saved without confirmation, so the server sends no sign-in
     * codes to this address or phone.
     */
    response: z.object({ state: z.enum(['asked', 'kept']) }),
    writes: ['Session', 'User'],
  }),
  confirmPhoneChange: mutation({
    method: 'POST',
    path: '/api/account/phone/confirm',
    access: 'session',
    ownProof: true,
    transaction: 'none',
    summary: 'Bring the code back: the phone is one’s own, and every other session ends',
    body: z.strictObject({ code: proofCode }),
    response: z.object({ changed: z.literal(true) }),
    writes: ['Session', 'User'],
  }),
  setMailAlerts: mutation({
    method: 'PUT',
    path: '/api/account/told-by-mail',
    access: 'session',
    summary: 'Have mail, or none, of what happens on what one follows and on one’s tickets',
    body: z.strictObject({ hasMailAlerts: z.boolean() }),
    response: ownAccount,
    writes: ['Session', 'User'],
  }),
  setAvailability: mutation({
    method: 'PUT',
    path: '/api/account/availability',
    access: 'session',
    summary: 'Be available, or not, as ticket assignee',
    body: z.strictObject({ availability: availabilityWish }),
    response: ownAccount,
    writes: ['Session', 'User'],
  }),
  changePassword: mutation({
    method: 'POST',
    path: '/api/account/password',
    access: 'session',
    ownProof: true,
    transaction: 'none',
    summary:
      'Change one’s own password; every other session ends. Who has a second step confirms first',
    body: z.strictObject({ current: givenPassword, password: newPassword }),
    response: z.object({ changed: z.literal(true) }),
    writes: ['Session'],
  }),
  endSession: mutation({
    method: 'POST',
    path: '/api/account/sessions/end',
    access: 'session',
    ownProof: true,
    confirmed: true,
    security: 'sessionsEnded',
    summary: 'End one of one’s own sessions, or all but this one',
    body: z.strictObject({ sessionId: z.uuid().nullable() }),
    response: z.object({ ended: z.number().int() }),
    writes: ['Session'],
  }),
}
