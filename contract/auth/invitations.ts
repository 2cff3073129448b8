/**
 * A membership begins when the user accepts the invitation, and ends when they leave (decision 56).
 */
import { z } from 'zod'
import { newPassword } from './auth.ts'
import { mutation, query } from '#contract/endpoint.ts'
import { id } from '#contract/ids.ts'
import { instant, text } from '#contract/shapes.ts'

const token = text(200, 1)

/**
 * `accept`: the email address has an account, which gains the membership.
 * `choosePassword`: the address has no account. A link handed over in person always returns this,
 * so its holder cannot learn whether an account exists.
 * `provider`: the user only accepts, because the company requires its identity provider.
 */
const invitationWays = ['accept', 'choosePassword', 'provider'] as const
export type InvitationWay = (typeof invitationWays)[number]

const membership = z.object({
  companyId: id('company'),
  company: z.string(),
  /** `invited`: waiting for an answer. `inactive`: the company has deactivated the user. */
  state: z.enum(['active', 'invited', 'inactive']),
  isThis: z.boolean(),
  since: instant,
})
export type Membership = z.output<typeof membership>

export const invitations = {
  readInvitation: query({
    method: 'POST',
    path: '/api/public/invitation',
    access: 'public',
    transaction: 'none',
    reads: [],
    summary: 'What the link of an invitation invites to; 410 when it was used or is too old',
    body: z.strictObject({ token }),
    response: z.object({
      company: z.string(),
      email: z.string(),
      way: z.enum(invitationWays),
    }),
  }),
  acceptInvitation: mutation({
    method: 'POST',
    path: '/api/public/invitation/accept',
    access: 'public',
    transaction: 'none',
    writes: [],
    summary:
      'Accept by the link; with a password where the address has no account. 409 `signInInstead` where a link that was handed over leads to an account',
    body: z.strictObject({ token, password: newPassword.optional() }),
    response: z.object({ accepted: z.boolean(), way: z.enum(invitationWays) }),
  }),
  refuseInvitation: mutation({
    method: 'POST',
    path: '/api/public/invitation/refuse',
    access: 'public',
    transaction: 'none',
    writes: [],
    summary:
      'Refuse by the link: nothing of the membership counts, and the company sees the answer',
    body: z.strictObject({ token }),
    response: z.object({ refused: z.literal(true) }),
  }),
}

export const memberships = {
  listMemberships: query({
    method: 'GET',
    path: '/api/account/memberships',
    access: 'session',
    transaction: 'none',
    summary: 'The companies of this person, and those that invite them',
    response: z.object({
      rows: z.array(membership),
      /**
       * Only one company's provider vouches for this session, so other companies are omitted until
       * the user confirms their identity.
       */
      isLimited: z.boolean(),
      /**
       * If false, the user must confirm their email address to see invitations of other companies.
       */
      isAddressProved: z.boolean(),
    }),
    reads: ['Session', 'Company'],
  }),
  acceptMembership: mutation({
    method: 'POST',
    path: '/api/account/memberships/accept',
    access: 'session',
    ownProof: true,
    transaction: 'none',
    summary: 'Accept an invitation; 404 when this company does not invite the person',
    body: z.strictObject({ companyId: id('company') }),
    response: z.object({ accepted: z.literal(true) }),
    writes: ['Session', 'Company'],
  }),
  refuseMembership: mutation({
    method: 'POST',
    path: '/api/account/memberships/refuse',
    access: 'session',
    ownProof: true,
    transaction: 'none',
    summary: 'Refuse an invitation; the company sees it and may invite again',
    body: z.strictObject({ companyId: id('company') }),
    response: z.object({ refused: z.literal(true) }),
    writes: ['Session', 'Company'],
  }),
  leaveCompany: mutation({
    method: 'POST',
    path: '/api/account/memberships/leave',
    access: 'session',
    ownProof: true,
    confirmed: true,
    transaction: 'none',
    summary:
      'Leave the company of this session, or one that lets the person in no more. Open work is handed over as at deactivation; logs and journal keep the name. 409 for the last administrator',
    body: z.strictObject({
      companyId: id('company'),
      /** Reassigns the user's open tickets; null or omitted unassigns them. */
      ticketsTo: id('user').nullable().optional(),
    }),
    response: z.object({ left: z.literal(true) }),
    writes: ['Session', 'Company', 'User', 'Ticket', 'Automation', 'Journal'],
  }),
}
