/**
 * The actor of a request: a signed-in person, or the server itself in one company. Rights are
 * loaded for each request.
 */
import { is, Placeholder, sql, type SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import type { TokenClaims } from '#contract/auth/auth.ts'
import type { Id } from '#contract/ids.ts'
import type { Language } from '#contract/languages.ts'
import {
  ADMINISTRATOR,
  permissionGroups,
  type PermissionGroup,
} from '#contract/people/permissions.ts'
import * as tables from '#db/schema/index.ts'
import { notSignedIn } from '#kernel/http/errors.ts'
import { isMember } from './members.ts'
import { withLiterals, type Db, type Question } from '#kernel/data/preparedStatements.ts'

export interface Cause {
  kind: 'user' | 'automation' | 'import' | 'importUndo' | 'report' | 'system'
  id: number | null
  name: string
}

export interface Actor {
  companyId: Id<'company'>
  timezone: string
  language: Language
  /** Null for the server itself. */
  userId: Id<'user'> | null
  sessionId: string | null
  /** When the person last proved their identity in this session. Null for the server itself. */
  confirmedAt: Date | null
  /**
   * Like `confirmedAt`, for changes of the person's own data. Counts a password, passkey, mailbox,
   * or a provider that all their companies chose. Null if only one company's provider vouched.
   */
  ownProofAt: Date | null
  /**
   * True if a role requires a second step and the person has none. They may then only set one up.
   */
  mustSetUpSecondStep: boolean
  permissions: ReadonlySet<PermissionGroup>
  roles: string[]
  /** The permitted types. Null if the flag ae, al or ap permits all of them. */
  equipmentTypeIds: Id<'equipmentType'>[] | null
  locationTypeIds: Id<'locationType'>[] | null
  procedureTypeIds: Id<'procedureType'>[] | null
  cause: Cause
}

export const authorOf = ({ cause, userId }: Actor) => ({
  byName: cause.name,
  byId: cause.kind === 'user' ? userId : null,
})

type Claims = Pick<TokenClaims, 'jti' | 'companyId' | 'userId'>

/**
 * Loads the person of a valid token. Throws 401 if the session has ended or the user is inactive.
 */
export async function actorOf(system: Db, claims: Claims, now: Date): Promise<Actor> {
  const question = actorQuestion(claims, now)
  return actorIn((await system.execute(sql.raw(withLiterals(question)))).rows, claims)
}

/** Loads an active member without a session, for messages that they subscribed to. */
export async function memberActor(
  system: Db,
  { companyId, userId }: Pick<Claims, 'companyId' | 'userId'>,
): Promise<Actor | undefined> {
  const question = memberQuestion({ companyId, userId })
  const { rows } = await system.execute(sql.raw(withLiterals(question)))
  return rows.map(memberOf)[0]
}

export const actorQuestion = ({ jti, companyId, userId }: Claims, now: Date): Question =>
  sessionQuestion({ jti, companyId, userId, now: now.toISOString() })

/** The same for several sessions of a company. The rows have `session_id`. */
export const actorsQuestion = (companyId: number, sessionIds: readonly string[], now: Date) =>
  sessionsQuestion({ companyId, jtis: `{${sessionIds.join(',')}}`, now: now.toISOString() })

/** Parses the answer to `actorQuestion`. Throws 401 if there is no row. */
export function actorIn(rows: readonly Record<string, unknown>[], { jti }: Claims): Actor {
  const [row] = rows
  if (row === undefined) throw notSignedIn('ended')
  return actorOfRow(row, jti)
}

export const actorsIn = (rows: readonly Record<string, unknown>[]): Map<string, Actor> =>
  new Map(
    rows.map((row) => {
      const sessionId = String(row['session_id'])
      return [sessionId, actorOfRow(row, sessionId)]
    }),
  )

function actorOfRow(row: Record<string, unknown>, sessionId: string): Actor {
  return {
    ...memberOf(row),
    confirmedAt: dateOf(row['confirmed_at']),
    ownProofAt: dateOf(row['own_proof_at']),
    mustSetUpSecondStep: row['lacks_second_step'] === true,
    sessionId,
  }
}

/** The driver returns dates or their text. */
const dateOf = (value: unknown): Date | null =>
  value === null || value === undefined ? null : new Date(value as string | Date)

const rolesOfUser = sql`from ${tables.userRole}
  join ${tables.role} on ${tables.role.companyId} = ${tables.userRole.companyId} and ${tables.role.id} = ${tables.userRole.roleId}
  where ${tables.userRole.companyId} = ${tables.user.companyId} and ${tables.userRole.userId} = ${tables.user.id}`

const lacksSecondStep = sql`(${tables.session.idp} is null
  and exists (select from ${tables.userRole}
    join ${tables.companySettings} on ${tables.companySettings.companyId} = ${tables.userRole.companyId}
      and ${tables.userRole.roleId} = any(${tables.companySettings.secondStepRoleIds})
    where ${tables.userRole.companyId} = ${tables.session.companyId} and ${tables.userRole.userId} = ${tables.session.userId})
  and not exists (select from ${tables.passkey} where ${tables.passkey.personId} = ${tables.session.personId})
  and not exists (select from ${tables.authenticator}
    where ${tables.authenticator.personId} = ${tables.session.personId}
    and ${tables.authenticator.confirmedAt} is not null))`

/** True if every company of the person chose this session's provider. */
const isTrustedByAll = sql`(not exists (select from ${tables.user} as other
  join ${tables.company} as chosen on chosen.id = other.company_id
  where other.person_id = ${tables.session.personId} and chosen.idp is distinct from ${tables.session.idp}))`

const ownProof = sql`case when ${tables.session.idp} is null or ${isTrustedByAll}
  then ${tables.session.confirmedAt} else ${tables.session.ownProofAt} end`

const member = sql`${tables.user.companyId} as company_id, ${tables.user.id} as user_id,
  ${tables.company.timezone} as timezone, ${tables.user.language} as language,
  ${tables.user.firstName} || ' ' || ${tables.user.lastName} as name,
  array(select distinct unnest(${tables.role.permissions}) ${rolesOfUser}) as permissions,
  exists (select ${rolesOfUser} and ${tables.role.key} = ${sql.placeholder('administrator')})
    as is_administrator,
  array(select ${tables.role.name} ${rolesOfUser}) as roles,
  case when not ${tables.user.allEquipment} then ${tables.user.equipmentTypeIds} end as equipment_type_ids,
  case when not ${tables.user.allLocations} then ${tables.user.locationTypeIds} end as location_type_ids,
  case when not ${tables.user.allProcedures} then ${tables.user.procedureTypeIds} end as procedure_type_ids`
const ofMember = sql`from ${tables.user} join ${tables.company} on ${tables.company.id} = ${tables.user.companyId}`
const isMemberHere = sql`${tables.user.companyId} = ${sql.placeholder('companyId')} and ${isMember}`
const isThisMember = sql`${isMemberHere} and ${tables.user.id} = ${sql.placeholder('userId')}`
const ofSession = sql`${tables.session.confirmedAt} as confirmed_at, ${ownProof} as own_proof_at,
  ${lacksSecondStep} as lacks_second_step`
const withSession = sql`${ofMember} join ${tables.session} on ${tables.session.companyId} = ${tables.user.companyId}
  and ${tables.session.userId} = ${tables.user.id}`
const isUnderWay = sql`${tables.session.endedAt} is null
  and ${tables.session.expiresAt} > ${sql.placeholder('now')}::timestamptz`

const memberQuestion = questionOf('member', sql`select ${member} ${ofMember} where ${isThisMember}`)
const sessionQuestion = questionOf(
  'actor',
  sql`select ${member}, ${ofSession} ${withSession}
  where ${isThisMember} and ${tables.session.id} = ${sql.placeholder('jti')} and ${isUnderWay}`,
)
const sessionsQuestion = questionOf(
  'actors',
  sql`select ${member}, ${ofSession}, ${tables.session.id} as session_id ${withSession}
  where ${isMemberHere} and ${tables.session.id} = any(${sql.placeholder('jtis')}::uuid[]) and ${isUnderWay}`,
)

function questionOf(
  name: string,
  query: SQL,
): (values: Record<string, string | number>) => Question {
  const { sql: text, params } = new PgDialect().sqlToQuery(query)
  return (given) => {
    const all: Record<string, string | number> = { administrator: ADMINISTRATOR, ...given }
    const values = params.map((param) => {
      const value = is(param, Placeholder) ? all[param.name] : undefined
      if (value === undefined) throw new Error('A value is missing')
      return value
    })
    return { name, text, values }
  }
}

function memberOf(row: Record<string, unknown>): Actor {
  // The columns are those of `member`, with the types of the schema.
  const read = row as unknown as {
    company_id: Id<'company'>
    user_id: Id<'user'>
    timezone: string
    language: Language
    name: string
    permissions: PermissionGroup[]
    is_administrator: boolean
    roles: string[]
    equipment_type_ids: Id<'equipmentType'>[] | null
    location_type_ids: Id<'locationType'>[] | null
    procedure_type_ids: Id<'procedureType'>[] | null
  }
  return {
    companyId: read.company_id,
    timezone: read.timezone,
    language: read.language,
    userId: read.user_id,
    sessionId: null,
    confirmedAt: null,
    ownProofAt: null,
    mustSetUpSecondStep: false,
    permissions: new Set(read.is_administrator ? permissionGroups : read.permissions),
    roles: read.roles,
    equipmentTypeIds: read.equipment_type_ids,
    locationTypeIds: read.location_type_ids,
    procedureTypeIds: read.procedure_type_ids,
    cause: { kind: 'user', id: read.user_id, name: read.name },
  }
}

/**
 * The server itself in one company (outbox worker, imports, seed). It sees everything and is the
 * cause of its changes.
 */
export function systemActor(
  companyId: Id<'company'>,
  timezone: string,
  language: Language,
  cause: Cause,
): Actor {
  return {
    companyId,
    timezone,
    language,
    userId: null,
    sessionId: null,
    confirmedAt: null,
    ownProofAt: null,
    mustSetUpSecondStep: false,
    permissions: new Set(),
    roles: [],
    equipmentTypeIds: null,
    locationTypeIds: null,
    procedureTypeIds: null,
    cause,
  }
}
