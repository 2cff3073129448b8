/**
 * Who acts: a signed-in person, or the house itself on a company's behalf. Rights are read fresh
 * for each request.
 */
import { and, eq, sql, type SQL } from 'drizzle-orm'
import type { TokenClaims } from '#contract/auth'
import type { Id } from '#contract/ids'
import type { Language } from '#contract/languages'
import { ADMINISTRATOR, permissionGroups, type PermissionGroup } from '#contract/permissions'
import {
  authenticator,
  company,
  companySettings,
  passkey,
  role,
  session,
  user,
  userRole,
} from '../db/schema/index.ts'
import { notSignedIn } from './errors.ts'
import { qualified } from './lists.ts'
import type { Db } from './transaction.ts'

/** Whom the journal names as the cause of a change. */
export interface Cause {
  kind: 'user' | 'automation' | 'import' | 'importUndo' | 'system'
  id: number | null
  name: string
}

export interface Actor {
  companyId: Id<'company'>
  timezone: string
  language: Language
  /** Null for the house itself. */
  userId: Id<'user'> | null
  sessionId: string | null
  /** When the person last proved who they are in this session; null for the house itself. */
  confirmedAt: Date | null
  /**
   * A role of theirs requires a second step, and they have none: they may do nothing but set one
   * up.
   */
  mustSetUpSecondStep: boolean
  permissions: ReadonlySet<PermissionGroup>
  roles: string[]
  /** Null: all of them (flags ae, al, ap); else the permitted types. */
  equipmentTypeIds: Id<'equipmentType'>[] | null
  locationTypeIds: Id<'locationType'>[] | null
  procedureTypeIds: Id<'procedureType'>[] | null
  cause: Cause
}

/**
 * The person behind a good token, as the database knows them now: a session ended or a user made
 * inactive is 401.
 */
export async function actorOf(
  system: Db,
  claims: Pick<TokenClaims, 'jti' | 'companyId' | 'userId'>,
  now: Date,
): Promise<Actor> {
  const isOpen = sql`exists (select from ${session}
    where ${session.id} = ${claims.jti} and ${session.companyId} = ${user.companyId}
    and ${session.userId} = ${user.id} and ${session.endedAt} is null
    and ${session.expiresAt} > ${now})`
  const actor = await memberActor(system, claims, isOpen)
  if (!actor) throw notSignedIn('ended')
  const [running] = await system
    .select({ confirmedAt: session.confirmedAt, mustSetUpSecondStep: lacksSecondStep })
    .from(session)
    .where(eq(session.id, claims.jti))
  if (!running) throw notSignedIn('ended')
  return { ...actor, ...running, sessionId: claims.jti }
}

/**
 * Of a session: a role of its person requires a second step, they have none, and no provider
 * vouched for them.
 */
const lacksSecondStep = qualified(sql<boolean>`(${session.idp} is null
  and exists (select from ${userRole}
    join ${companySettings} on ${companySettings.companyId} = ${userRole.companyId}
      and ${userRole.roleId} = any(${companySettings.secondStepRoleIds})
    where ${userRole.companyId} = ${session.companyId} and ${userRole.userId} = ${session.userId})
  and not exists (select from ${passkey} where ${passkey.personId} = ${session.personId})
  and not exists (select from ${authenticator}
    where ${authenticator.personId} = ${session.personId}
    and ${authenticator.confirmedAt} is not null))`)

/**
 * An active member with the rights of now, without any session: for what a person has asked to be
 * sent to them.
 */
export async function memberActor(
  system: Db,
  { companyId, userId }: Pick<TokenClaims, 'companyId' | 'userId'>,
  condition?: SQL,
): Promise<Actor | undefined> {
  const ofUser = sql`from ${userRole}
    join ${role} on ${role.companyId} = ${userRole.companyId} and ${role.id} = ${userRole.roleId}
    where ${userRole.companyId} = ${user.companyId} and ${userRole.userId} = ${user.id}`
  const [row] = await system
    .select({
      user,
      timezone: company.timezone,
      permissions: sql<
        PermissionGroup[]
      >`array(select distinct unnest(${role.permissions}) ${ofUser})`,
      isAdministrator: sql<boolean>`exists (select ${ofUser} and ${role.key} = ${ADMINISTRATOR})`,
      roles: sql<string[]>`array(select ${role.name} ${ofUser} order by 1)`,
    })
    .from(user)
    .innerJoin(company, eq(company.id, user.companyId))
    .where(
      and(eq(user.companyId, companyId), eq(user.id, userId), eq(user.isActive, true), condition),
    )
  if (!row) return undefined
  const person = row.user
  return {
    companyId: person.companyId,
    timezone: row.timezone,
    language: person.language,
    userId: person.id,
    sessionId: null,
    confirmedAt: null,
    mustSetUpSecondStep: false,
    permissions: new Set(row.isAdministrator ? permissionGroups : row.permissions),
    roles: row.roles,
    equipmentTypeIds: person.allEquipment ? null : person.equipmentTypeIds,
    locationTypeIds: person.allLocations ? null : person.locationTypeIds,
    procedureTypeIds: person.allProcedures ? null : person.procedureTypeIds,
    cause: { kind: 'user', id: person.id, name: `${person.firstName} ${person.lastName}` },
  }
}

/**
 * The house itself, in one company: the outbox's worker, imports, the seed. It sees all and is
 * named as the cause.
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
    mustSetUpSecondStep: false,
    permissions: new Set(),
    roles: [],
    equipmentTypeIds: null,
    locationTypeIds: null,
    procedureTypeIds: null,
    cause,
  }
}
