/**
 * A membership of a company begins when the person accepts the invitation, and ends when they leave
 * (decision 56).
 */
import { z } from 'zod'
import { newPassword } from './auth.ts'
import { mutation, query } from '#contract/endpoint.ts'
import { id } from '#contract/ids.ts'
import { instant, text } from '#contract/shapes.ts'

const token = text(200, 1)

/**
 * What the holder of the link can do. `accept`: the mailbox has an account, the membership joins it.
 * `choosePassword`: the mailbox has no account. A handed-over link always answers this, so that its
 * holder does not learn whether there is one.
 * `provider`: accepting is enough, since the company lets in through its identity provider only.
 */
const invitationWays = ['accept', 'choosePassword', 'provider'] as const
export type InvitationWay = (typeof invitationWays)[number]

const membership = z.object({
  companyId: id('company'),
  company: z.string(),
  /** `invited`: waits for an answer. `inactive`: the company does not let the person in any more. */
  state: z.enum(['active', 'invited', 'inactive']),
  /** The company of this session. */
  isThis: z.boolean(),
  since: instant,
})
export type Membership = z.output<typeof membership>

/** By the link, without a session. */
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

/** In the person's own session. */
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
       * Only one company's provider vouches for this session, so the other companies are left out
       * until the person gave a proof of their own.
       */
      isLimited: z.boolean(),
      /** False: an unproved address; prove it to see what other companies ask. */
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
      /** Open tickets: null or absent unassigns them, an id gives them to a colleague. */
      ticketsTo: id('user').nullable().optional(),
    }),
    response: z.object({ left: z.literal(true) }),
    writes: ['Session', 'Company', 'User', 'Ticket', 'Automation', 'Journal'],
  }),
}
