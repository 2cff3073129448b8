/** People of the company and what they may do (spec sections 3 and 6). */
import { z } from 'zod'
import { email } from '#contract/auth/auth.ts'
import { mutation, query } from '#contract/endpoint.ts'
import { id, idParam, ids } from '#contract/ids.ts'
import { languages } from '#contract/languages.ts'
import {
  referenceListCalls,
  referenceListContract,
} from '#contract/referenceLists/referenceLists.ts'
import { permissionGroups } from './permissions.ts'
import { isPhone } from '#contract/rules/phone.ts'
import { instant, listAnswer, listQuestion, name, version } from '#contract/shapes.ts'

export const phone = z
  .string()
  .trim()
  .max(32)
  .refine(isPhone, 'Not a phone number')
  .meta({ example: '+420 601 000 000' })

/** Availability as ticket assignee, as it stands: not, until a moment, or without end. */
export const availability = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('none') }),
  z.strictObject({ kind: z.literal('until'), until: instant }),
  z.strictObject({ kind: z.literal('unlimited') }),
])
export type Availability = z.output<typeof availability>

export const AVAILABLE_HOURS_MAXIMUM = 8_760
/** The same as a wish: hours count from now. */
export const availabilityWish = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('none') }),
  z.strictObject({
    kind: z.literal('hours'),
    hours: z.number().int().min(1).max(AVAILABLE_HOURS_MAXIMUM),
  }),
  z.strictObject({ kind: z.literal('unlimited') }),
])

/** The flags ae, al, ap of spec section 6; without one, only things of the types listed. */
const accessScope = {
  allEquipment: z.boolean(),
  allLocations: z.boolean(),
  allProcedures: z.boolean(),
  equipmentTypeIds: ids('equipmentType'),
  locationTypeIds: ids('locationType'),
  procedureTypeIds: ids('procedureType'),
}

/** `invited`: has not accepted the membership. `inactive`: may not sign in. */
export const userStates = ['active', 'invited', 'inactive'] as const
export type UserState = (typeof userStates)[number]

export const userRow = z.object({
  id: id('user'),
  firstName: z.string(),
  lastName: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  /**
   * Its owner followed a link or brought back a code that was sent to it; until then it opens
   * nothing.
   */
  isEmailProven: z.boolean(),
  isPhoneProven: z.boolean(),
  language: z.enum(languages),
  roles: z.array(z.object({ id: id('role'), name: z.string() })),
  state: z.enum(userStates),
  availability,
  allEquipment: z.boolean(),
  allLocations: z.boolean(),
  allProcedures: z.boolean(),
  lastSignInAt: instant.nullable(),
  version,
})

export const userDetail = userRow.extend({
  ...accessScope,
  /**
   * Only the person themselves changes address, phone and second steps. Never true of somebody who
   * has not accepted the membership.
   */
  isShared: z.boolean(),
  /**
   * The address this company asked for, waiting for its owner to confirm it; null when none waits.
   */
  pendingEmail: z.string().nullable(),
  isSelf: z.boolean(),
  /** The person ended an inactive membership themselves; null: the company deactivated it. */
  endedBy: z.enum(['refused', 'left']).nullable(),
  /** Name, address and all that only they had are gone for good. */
  isAnonymised: z.boolean(),
  /** The department, cost centre or contractor that they belong to. */
  orgEntity: z.object({ id: id('orgEntity'), name: z.string() }).nullable(),
  createdAt: instant,
  updatedAt: instant,
})
export type UserDetail = z.output<typeof userDetail>

const userDraft = z.strictObject({
  firstName: name,
  lastName: name,
  email,
  phone: phone.nullable(),
  language: z.enum(languages),
  roleIds: ids('role'),
  ...accessScope,
  availability: availabilityWish.optional(),
  orgEntityId: id('orgEntity').nullable().optional(),
})

/**
 * Where the installation has no mail server: the link to hand over, shown once and valid for a week.
 * Null where it was mailed.
 */
const handedLink = z.string().nullable()

const role = referenceListContract(
  'role',
  '/api/roles',
  'Role',
  { permissions: z.array(z.enum(permissionGroups)).max(100) },
  {
    access: 'can:editor|users',
    touches: ['User'],
    security: 'roleChanged',
    /**
     * `administrator`: always has every group; its rights cannot be changed and it cannot be
     * removed.
     */
    readOnly: { key: z.string().nullable() },
  },
)

/** One of the three reaches: what is seen of what there is, and what gives it. */
const accessScopeOf = z.object({
  /** The flag that gives all; with it types play no part. */
  all: z.boolean(),
  types: z.array(
    z.object({
      id: z.number().int(),
      name: z.string(),
      count: z.number().int(),
      isPermitted: z.boolean(),
    }),
  ),
  seen: z.number().int(),
  total: z.number().int(),
})
const rightsAnswer = z.object({
  user: z.object({ id: id('user'), name: z.string(), state: z.enum(userStates) }),
  /** Every group there is; `roles` are those of the person that give it, empty when none does. */
  permissions: z.array(
    z.object({
      group: z.enum(permissionGroups),
      roles: z.array(z.object({ id: id('role'), name: z.string() })),
    }),
  ),
  equipment: accessScopeOf,
  locations: accessScopeOf,
  procedures: accessScopeOf,
})
export type RightsAnswer = z.output<typeof rightsAnswer>

/** A thing to ask about: may this person see it? */
const askedThing = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('equipment'), id: id('equipment') }),
  z.strictObject({ kind: z.literal('location'), id: id('location') }),
  z.strictObject({ kind: z.literal('procedure'), id: id('procedure') }),
])

export const people = {
  listTinyUsers: query({
    method: 'POST',
    path: '/api/users/get-tiny',
    access: 'session',
    summary: 'People of the company, for pickers',
    body: listQuestion(['name'])
      .extend({ ids: ids('user').optional() })
      .strict(),
    response: listAnswer(
      z.object({
        id: id('user'),
        name: z.string(),
        firstName: z.string(),
        lastName: z.string(),
        roles: z.array(z.string()),
      }),
    ),
    reads: ['User'],
  }),
  listTinyCompanies: query({
    method: 'GET',
    path: '/api/companies/get-tiny',
    access: 'session',
    transaction: 'none',
    summary: 'The companies this person belongs to; the first row is the placeholder',
    response: z.array(
      z.object({ id: z.number().int().nullable(), uuid: z.string().nullable(), name: z.string() }),
    ),
    reads: ['Company'],
  }),

  listUsers: query({
    method: 'POST',
    path: '/api/users/get',
    access: 'can:editor|users',
    summary: 'People of the company with their roles and state',
    body: listQuestion(['name', 'email', 'lastSignInAt'])
      .extend({
        roleIds: ids('role').optional(),
        /** Who may do nothing yet. Those who left are not asked. */
        hasNoRole: z.boolean().optional(),
        states: z.array(z.enum(userStates)).max(3).optional(),
        /** One stands for everything below it too. */
        orgEntityIds: ids('orgEntity').optional(),
      })
      .strict(),
    response: listAnswer(userRow),
    reads: ['User'],
  }),
  getUser: query({
    method: 'GET',
    path: '/api/users/{id}',
    access: 'can:editor|users',
    security: 'personalDataViewed',
    summary: 'One person',
    params: z.object({ id: idParam('user') }),
    response: userDetail,
    reads: ({ params }) => ['User', { type: 'User', id: params.id }],
  }),
  inviteUser: mutation({
    method: 'POST',
    path: '/api/users',
    access: 'can:editor|users',
    transaction: 'none',
    summary:
      'Invite a person: a message with a link to accept or refuse; 409 when the address belongs to someone of the company',
    body: userDraft,
    response: userDetail.extend({ link: handedLink }),
    writes: ['User', 'Role', 'Journal'],
  }),
  updateUser: mutation({
    method: 'PUT',
    path: '/api/users/{id}',
    access: 'can:editor|users',
    security: 'rightsChanged',
    summary: 'Change a person; nobody gives a right that they do not have',
    params: z.object({ id: idParam('user') }),
    body: userDraft.partial().extend({ version }),
    response: userDetail,
    writes: ({ params }) => ['User', { type: 'User', id: params.id }, 'Role', 'Journal'],
  }),
  resendInvitation: mutation({
    method: 'POST',
    path: '/api/users/{id}/invite',
    access: 'can:editor|users',
    transaction: 'none',
    summary: 'Send the invitation again, with a new link',
    params: z.object({ id: idParam('user') }),
    response: z.object({ sent: z.boolean(), link: handedLink }),
    writes: [],
  }),
  getUserImpact: query({
    method: 'GET',
    path: '/api/users/{id}/impact',
    access: 'can:editor|users',
    summary: 'What deactivating this person would break',
    params: z.object({ id: idParam('user') }),
    response: z.object({
      /** Would turn inactive and be flagged for review. */
      automations: z.array(
        z.object({ id: id('automation'), name: z.string().nullable(), procedure: z.string() }),
      ),
      /** Name the person, and go on naming them: work that is theirs alone would be nobody's. */
      schedules: z.array(
        z.object({ id: id('rrule'), name: z.string(), isTheirsAlone: z.boolean() }),
      ),
      /** Rules and schedules that name the person and that the asker may not see. */
      hidden: z.number().int(),
      openTickets: z.number().int(),
      sessions: z.number().int(),
      /** Why it cannot be done; null when it can. */
      hindrance: z.enum(['self', 'lastAdministrator', 'inactive', 'moreRights']).nullable(),
    }),
    reads: ({ params }) => [{ type: 'User', id: params.id }, 'Automation', 'Ticket', 'Rrule'],
  }),
  deactivateUser: mutation({
    method: 'POST',
    path: '/api/users/{id}/deactivate',
    access: 'can:editor|users',
    security: 'userDeactivated',
    summary: 'Close the door to a person: sessions end, rules that name them go under review',
    params: z.object({ id: idParam('user') }),
    body: z.strictObject({
      version,
      /**
       * Their open tickets: absent keeps them assigned, null unassigns, an id gives them to someone
       * else.
       */
      ticketsTo: id('user').nullable().optional(),
    }),
    response: userDetail,
    writes: ({ params }) => [
      'User',
      { type: 'User', id: params.id },
      'Role',
      'Automation',
      'Ticket',
      'Journal',
    ],
  }),
  getUserTraces: query({
    method: 'GET',
    path: '/api/users/{id}/traces',
    access: 'can:editor|users',
    summary: 'What there is of a person, and what would stay without their name',
    params: z.object({ id: idParam('user') }),
    response: z.object({
      journal: z.number().int(),
      performances: z.number().int(),
      tickets: z.number().int(),
      comments: z.number().int(),
      files: z.number().int(),
      /** Sealed performances and corrections: they keep the name. */
      signed: z.number().int(),
      /** Why it cannot be done; null when it can. */
      hindrance: z.enum(['self', 'active', 'anonymised']).nullable(),
    }),
    reads: ({ params }) => [{ type: 'User', id: params.id }, 'Ticket', 'ProcedureLog'],
  }),
  anonymiseUser: mutation({
    method: 'POST',
    path: '/api/users/{id}/anonymise',
    // in steps, as a long history has many names in it
    transaction: 'none',
    access: 'can:editor|users',
    confirmed: true,
    security: 'personAnonymised',
    summary: 'Take name, address and sign-in of somebody who left away for good; their work stays',
    params: z.object({ id: idParam('user') }),
    body: z.strictObject({ version }),
    response: userDetail,
    writes: ({ params }) => ['User', { type: 'User', id: params.id }, 'Role', 'Ticket', 'Journal'],
  }),
  reactivateUser: mutation({
    method: 'POST',
    path: '/api/users/{id}/reactivate',
    access: 'can:editor|users',
    security: 'userReactivated',
    summary: 'Let a person in again; their roles are as they were',
    params: z.object({ id: idParam('user') }),
    body: z.strictObject({ version }),
    response: userDetail,
    writes: ({ params }) => ['User', { type: 'User', id: params.id }, 'Role', 'Journal'],
  }),
  endUserSessions: mutation({
    method: 'POST',
    path: '/api/users/{id}/end-sessions',
    access: 'can:editor|users',
    confirmed: true,
    security: 'sessionsEnded',
    summary: 'Sign a person out of this company everywhere',
    params: z.object({ id: idParam('user') }),
    response: z.object({ ended: z.number().int() }),
    writes: ({ params }) => [{ type: 'User', id: params.id }],
  }),
  makeResetLink: mutation({
    method: 'POST',
    path: '/api/users/{id}/reset-link',
    access: 'can:editor|users',
    confirmed: true,
    summary:
      'Where no mail can be sent: a link to choose a new password, to hand over; for a person of this company alone. Second steps stay',
    params: z.object({ id: idParam('user') }),
    response: z.object({ link: z.string() }),
    writes: [],
  }),
  resetSignIn: mutation({
    method: 'POST',
    path: '/api/users/{id}/reset-sign-in',
    access: 'can:editor|users',
    confirmed: true,
    summary:
      'Take away the second steps of somebody who lost them; their sessions end and they get a message',
    params: z.object({ id: idParam('user') }),
    response: z.object({ reset: z.literal(true) }),
    writes: ({ params }) => ['User', { type: 'User', id: params.id }],
  }),
  explainRights: query({
    method: 'GET',
    path: '/api/users/{id}/rights',
    access: 'session',
    summary: 'What a person can see and do, and what gives it; of others with editor|users only',
    params: z.object({ id: idParam('user') }),
    response: rightsAnswer,
    reads: ({ params }) => [{ type: 'User', id: params.id }, 'User', 'Role'],
  }),
  explainThing: query({
    method: 'POST',
    path: '/api/users/{id}/rights/thing',
    access: 'session',
    summary: 'May this person see this thing, and why',
    params: z.object({ id: idParam('user') }),
    body: z.strictObject({ thing: askedThing }),
    response: z.object({
      name: z.string(),
      type: z.string(),
      sees: z.boolean(),
      /**
       * What decided: the flag for all, the thing's type among the permitted, the type not among
       * them, or a person who may not sign in.
       */
      because: z.enum(['allFlag', 'permittedType', 'typeNotPermitted', 'inactive']),
    }),
    reads: ({ params }) => [{ type: 'User', id: params.id }, 'Equipment', 'Location', 'Procedure'],
  }),

  ...referenceListCalls('Role', 'Roles', role),
}
