/** Maps people to the contract: a membership with its roles, the person's address and state. */
import { and, eq, sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import type { Availability, userDetail, userRow, UserState } from '#contract/people/people.ts'
import type { Id } from '#contract/ids.ts'
import {
  ADMINISTRATOR,
  permissionGroups,
  type PermissionGroup,
} from '#contract/people/permissions.ts'
import {
  equipmentType,
  locationType,
  orgEntity,
  person,
  procedureType,
  role,
  user,
  userRole,
} from '#db/schema/index.ts'
import { notThere } from '#kernel/http/errors.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import { named, type Readable } from '#kernel/events/journal.ts'
import type { Scope } from '#kernel/access/scope.ts'

interface OwnRole {
  id: Id<'role'>
  name: string
  key: string | null
  permissions: PermissionGroup[]
}

const rolesOf = sql<
  OwnRole[]
>`coalesce((select jsonb_agg(jsonb_build_object('id', ${role.id}, 'name', ${role.name}, 'key',
  ${role.key}, 'permissions', to_jsonb(${role.permissions})) order by ${role.name})
  from ${userRole} join ${role} on ${role.companyId} = ${userRole.companyId}
  and ${role.id} = ${userRole.roleId}
  where ${userRole.companyId} = ${user.companyId} and ${userRole.userId} = ${user.id}),
  '[]'::jsonb)`

const namesIn = (
  types: typeof equipmentType | typeof locationType | typeof procedureType,
  column: AnyPgColumn,
) =>
  sql`(select coalesce(jsonb_agg(${types.name} order by ${types.name}), '[]'::jsonb) from ${types}
    where ${types.companyId} = ${user.companyId} and ${types.id} = any(${column}))`
const typeNames = sql<{
  equipment: string[]
  location: string[]
  procedure: string[]
}>`jsonb_build_object(
  'equipment', ${namesIn(equipmentType, user.equipmentTypeIds)}, 'location',
  ${namesIn(locationType, user.locationTypeIds)}, 'procedure',
  ${namesIn(procedureType, user.procedureTypeIds)})`

export const hasNoRole = sql`(${user.isActive} and not exists (select from ${userRole}
  where ${userRole.companyId} = ${user.companyId} and ${userRole.userId} = ${user.id}))`
export const isInvited = sql`(${user.isActive} and ${user.acceptedAt} is null)`
export const stateOf = sql<UserState>`case when not ${user.isActive} then 'inactive'
  when ${user.acceptedAt} is null then 'invited' else 'active' end`
export const searchOf = sql`lower(${user.firstName} || ' ' || ${user.lastName} || ' ' || ${person.email})`
export const sortColumns = {
  name: sql`lower(${user.firstName} || ' ' || ${user.lastName})`,
  email: sql`lower(${person.email})`,
  lastSignInAt: user.lastSignInAt,
}

export function selectUsers({ db, actor }: Scope, where: SQL | undefined) {
  return db
    .select({
      user,
      email: person.email,
      phone: person.phone,
      isEmailProven: sql<boolean>`${person.emailProvenAt} is not null`,
      isPhoneProven: sql<boolean>`${person.phoneProvenAt} is not null`,
      state: stateOf,
      roles: rolesOf,
      typeNames,
      orgEntity: { id: orgEntity.id, name: orgEntity.name },
    })
    .from(user)
    .innerJoin(person, eq(person.id, user.personId))
    .leftJoin(orgEntity, joinOn(orgEntity, user.orgEntityId))
    .where(and(eq(user.companyId, actor.companyId), where))
    .$dynamic()
}
export type Selected = Awaited<ReturnType<typeof selectUsers>>[number]

export async function one(scope: Scope, id: Id<'user'>): Promise<Selected> {
  const [found] = await selectUsers(scope, eq(user.id, id))
  if (!found) throw notThere('person')
  return found
}

/** The permission groups of the roles. The administrator's role grants every group. */
export const permissionsOf = (
  roles: readonly Pick<OwnRole, 'key' | 'permissions'>[],
): PermissionGroup[] =>
  permissionGroups.filter((group) =>
    roles.some((each) => each.key === ADMINISTRATOR || each.permissions.includes(group)),
  )

/**
 * Stored for an absence without end. PostgreSQL, JavaScript and JSON can all represent this year.
 */
export const WITHOUT_END = new Date('9999-12-31T00:00:00Z')

export function availabilityOf(until: Date | null, now: Date): Availability {
  if (until === null || until <= now) return { kind: 'none' }
  return until >= WITHOUT_END
    ? { kind: 'unlimited' }
    : { kind: 'until', until: until.toISOString() }
}

export function rowOf(
  { user: row, email, phone, isEmailProven, isPhoneProven, state, roles }: Selected,
  now: Date,
): z.input<typeof userRow> {
  return {
    id: row.id,
    firstName: row.firstName,
    lastName: row.lastName,
    name: `${row.firstName} ${row.lastName}`,
    email,
    phone,
    isEmailProven,
    isPhoneProven: isPhoneProven && phone !== null,
    language: row.language,
    roles: roles.map(({ id, name }) => ({ id, name })),
    state,
    availability: availabilityOf(row.availableUntil, now),
    allEquipment: row.allEquipment,
    allLocations: row.allLocations,
    allProcedures: row.allProcedures,
    lastSignInAt: row.lastSignInAt?.toISOString() ?? null,
    version: row.version,
  }
}

export function detailOf(
  scope: Scope,
  selected: Selected,
  known: { isShared: boolean; pendingEmail: string | null },
): z.input<typeof userDetail> {
  const { user: row } = selected
  return {
    ...rowOf(selected, scope.clock.now()),
    ...known,
    isSelf: row.id === scope.actor.userId,
    endedBy: row.isActive ? null : row.endedBy,
    isAnonymised: row.anonymisedAt !== null,
    orgEntity: selected.orgEntity,
    equipmentTypeIds: row.equipmentTypeIds,
    locationTypeIds: row.locationTypeIds,
    procedureTypeIds: row.procedureTypeIds,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

/** Values for the journal: names instead of ids. */
export function readable({
  user: row,
  email,
  phone,
  roles,
  typeNames,
  orgEntity: owner,
}: Selected): Readable<'user'> {
  return {
    firstName: row.firstName,
    lastName: row.lastName,
    email,
    phone,
    language: row.language,
    roles: roles.map(({ name }) => name).join(', '),
    isActive: row.isActive,
    allEquipment: row.allEquipment,
    allLocations: row.allLocations,
    allProcedures: row.allProcedures,
    equipmentTypeIds: typeNames.equipment.join(', '),
    locationTypeIds: typeNames.location.join(', '),
    procedureTypeIds: typeNames.procedure.join(', '),
    availableUntil: row.availableUntil?.toISOString() ?? null,
    orgEntity: named('orgEntity', owner),
  }
}
