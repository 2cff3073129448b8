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
import { ticketsTo, unableTickets } from './unableTickets.ts'
import { isPhone } from '#contract/rules/phone.ts'
import { instant, listAnswer, listQuestion, name, version } from '#contract/shapes.ts'

export const phone = z
  .string()
  .trim()
  .max(32)
  .refine(isPhone, 'Not a phone number')
  .meta({ example: '+420 601 000 000' })

export const availability = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('none') }),
  z.strictObject({ kind: z.literal('until'), until: instant }),
  z.strictObject({ kind: z.literal('unlimited') }),
])
export type Availability = z.output<typeof availability>

export const AVAILABLE_HOURS_MAXIMUM = 8_760
/** Availability in a request; hours count from now. */
export const availabilityWish = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('none') }),
  z.strictObject({
    kind: z.literal('hours'),
    hours: z.number().int().min(1).max(AVAILABLE_HOURS_MAXIMUM),
  }),
  z.strictObject({ kind: z.literal('unlimited') }),
])

/**
 * The flags ae, al, ap of spec section 6. If a flag is false, access covers only the listed types.
 */
const accessScope = {
  allEquipment: z.boolean(),
  allLocations: z.boolean(),
  allProcedures: z.boolean(),
  equipmentTypeIds: ids('equipmentType'),
  locationTypeIds: ids('locationType'),
  procedureTypeIds: ids('procedureType'),
}

/** `invited`: the user has not accepted the membership. `inactive`: the user may not sign in. */
export const userStates = ['active', 'invited', 'inactive'] as const
export type UserState = (typeof userStates)[number]

export const userRow = z.object({
  id: id('user'),
  firstName: z.string(),
  lastName: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  /** The owner confirmed the address by link or code. An unconfirmed address grants no access. */
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
   * If true, only the user can change their email address, phone and second steps. Never true
   * before they accept the membership.
   */
  isShared: z.boolean(),
  /** The email address set by this company, waiting for the owner's confirmation; null if none. */
  pendingEmail: z.string().nullable(),
  isSelf: z.boolean(),
  /** The user ended an inactive membership themselves; null if the company deactivated it. */
  endedBy: z.enum(['refused', 'left']).nullable(),
  isAnonymised: z.boolean(),
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
 * Without a mail server: the link to hand over, shown once and valid for a week. Null if the link
 * was sent by email.
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
     * The role with key `administrator` always has every permission group; it cannot be changed or
     * deleted.
     */
    readOnly: { key: z.string().nullable() },
  },
)

const accessScopeOf = z.object({
  /** The flag that grants all; if set, types have no effect. */
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
  /** Every permission group; `roles` are the user's roles that grant it. */
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
        /** Users without a role, except those who left. */
        hasNoRole: z.boolean().optional(),
        states: z.array(z.enum(userStates)).max(3).optional(),
        /** Includes everything below an organisation unit. */
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
    summary:
      'Change a person; nobody gives a right that they do not have. Without rights or availability, their tickets go to `ticketsTo`',
    params: z.object({ id: idParam('user') }),
    body: userDraft.partial().extend({ version, ticketsTo }),
    response: userDetail,
    writes: ({ params }) => ['User', { type: 'User', id: params.id }, 'Role', 'Ticket', 'Journal'],
  }),
  ...unableTickets,
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
      automations: z.array(
        z.object({ id: id('automation'), name: z.string().nullable(), procedure: z.string() }),
      ),
      /** Schedules that assign the user. `isTheirsAlone` schedules would have no assignee left. */
      schedules: z.array(
        z.object({ id: id('rrule'), name: z.string(), isTheirsAlone: z.boolean() }),
      ),
      /** Duties with shifts of the user, which would have holes. */
      duties: z.array(z.object({ id: id('duty'), name: z.string() })),
      /** Automations and schedules that name the user but that the caller may not see. */
      hidden: z.number().int(),
      openTickets: z.number().int(),
      sessions: z.number().int(),
      /** Why the action is refused; null if allowed. */
      hindrance: z.enum(['self', 'lastAdministrator', 'inactive', 'moreRights']).nullable(),
    }),
    reads: ({ params }) => [
      { type: 'User', id: params.id },
      'Automation',
      'Ticket',
      'Rrule',
      'Duty',
    ],
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
      /** What happens to the user's open tickets. */
      ticketsTo,
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
      /** Number of signed procedure logs and corrections, which keep the name. */
      signed: z.number().int(),
      hindrance: z.enum(['self', 'active', 'anonymised']).nullable(),
    }),
    reads: ({ params }) => [{ type: 'User', id: params.id }, 'Ticket', 'ProcedureLog'],
  }),
  anonymiseUser: mutation({
    method: 'POST',
    path: '/api/users/{id}/anonymise',
    // runs in steps, because a long history contains the name many times
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
       * The reason: the flag for all, a permitted type, a type that is not permitted, or an
       * inactive user.
       */
      because: z.enum(['allFlag', 'permittedType', 'typeNotPermitted', 'inactive']),
    }),
    reads: ({ params }) => [{ type: 'User', id: params.id }, 'Equipment', 'Location', 'Procedure'],
  }),

  ...referenceListCalls('Role', 'Roles', {
    ...role,
    update: { ...role.update, body: role.update.body.extend({ ticketsTo }) },
    replace: { ...role.replace, body: role.replace.body.extend({ ticketsTo }) },
  }),
}
