/** What people keep of themselves, whoever they are. */
import { z } from 'zod'
import { newPassword } from './auth.ts'
import { mutation, query } from './endpoint.ts'
import { id } from './ids.ts'
import { languages } from './languages.ts'
import { availability, availabilityWish, phone } from './people.ts'
import { instant, name, text } from './shapes.ts'
import { identityProviders } from './waysIn.ts'

export const ownAccount = z.object({
  id: id('user'), firstName: z.string(), lastName: z.string(), email: z.string(), phone: z.string().nullable(), language: z.enum(languages), roles: z.array(z.string()), availability,
  /** False: signs in by code or provider only, and may choose a first password by the reset link. */
  hasPassword: z.boolean(),
  sessions: z.array(z.object({
    id: z.uuid(), isThis: z.boolean(), company: z.string(), source: z.string().nullable(),
    /** The provider it came through; null: password or code. */
    idp: z.enum(identityProviders).nullable(), createdAt: instant, expiresAt: instant,
  })),
})
export type OwnAccount = z.output<typeof ownAccount>

export const account = {
  getAccount: query({ method: 'GET', path: '/api/account', access: 'session', summary: 'One’s own facts and open sessions', response: ownAccount, reads: ['Session'] }),
  updateAccount: mutation({
    method: 'PUT', path: '/api/account', access: 'session', summary: 'One’s own name and phone',
    body: z.strictObject({ firstName: name, lastName: name, phone: phone.nullable() }), response: ownAccount, writes: ['Session', 'User', 'Journal'],
  }),
  setAvailability: mutation({
    method: 'PUT', path: '/api/account/availability', access: 'session', summary: 'Be available, or not, as ticket assignee',
    body: z.strictObject({ availability: availabilityWish }), response: ownAccount, writes: ['Session', 'User'],
  }),
  changePassword: mutation({
    method: 'POST', path: '/api/account/password', access: 'session', transaction: 'none', summary: 'Change one’s own password; every other session ends',
    body: z.strictObject({ current: text(1000, 1), password: newPassword }), response: z.object({ changed: z.literal(true) }), writes: ['Session'],
  }),
  endSession: mutation({
    method: 'POST', path: '/api/account/sessions/end', access: 'session', summary: 'End one of one’s own sessions, or all but this one',
    body: z.strictObject({ sessionId: z.uuid().nullable() }), response: z.object({ ended: z.number().int() }), writes: ['Session'],
  }),
}
