import { eq, sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import type { Availability, userDetail, userRow, UserState } from '#contract/people/people.ts'
import type { Id } from '#contract/ids.ts'
import {
  ADMINISTRATOR,
  permissionGroups,
  type PermissionGroup,
} from '#contract/people/permissions.ts'
import * as tables from '#db/schema/index.ts'
import { byName, type Reader } from '#kernel/data/nameOrder.ts'
import { folded } from '#kernel/data/listQueries.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { refuseNotFound } from '#kernel/http/errors.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import { named, type Readable } from '#kernel/events/journal.ts'
import type { Scope } from '#kernel/access/scope.ts'

interface OwnRole {
  id: Id<'role'>
  name: string
  key: string | null
  permissions: PermissionGroup[]
}

const rolesOf = (scope: Reader) => sql<
  OwnRole[]
>`coalesce((select jsonb_agg(jsonb_build_object('id', ${tables.role.id}, 'name', ${tables.role.name}, 'key',
  ${tables.role.key}, 'permissions', to_jsonb(${tables.role.permissions})) order by ${byName(scope, tables.role.name)})
  from ${tables.userRole} join ${tables.role} on ${tables.role.companyId} = ${tables.userRole.companyId}
  and ${tables.role.id} = ${tables.userRole.roleId}
  where ${tables.userRole.companyId} = ${tables.user.companyId} and ${tables.userRole.userId} = ${tables.user.id}),
  '[]'::jsonb)`

const namesIn = (
  scope: Reader,
  types: typeof tables.equipmentType | typeof tables.locationType | typeof tables.procedureType,
  column: AnyPgColumn,
) =>
  sql`(select coalesce(jsonb_agg(${types.name} order by ${byName(scope, types.name)}), '[]'::jsonb) from ${types}
    where ${types.companyId} = ${tables.user.companyId} and ${types.id} = any(${column}))`
const typeNames = (scope: Reader) => sql<{
  equipment: string[]
  location: string[]
  procedure: string[]
}>`jsonb_build_object(
  'equipment', ${namesIn(scope, tables.equipmentType, tables.user.equipmentTypeIds)}, 'location',
  ${namesIn(scope, tables.locationType, tables.user.locationTypeIds)}, 'procedure',
  ${namesIn(scope, tables.procedureType, tables.user.procedureTypeIds)})`

export const hasNoRole = sql`(${tables.user.isActive} and not exists (select from ${tables.userRole}
  where ${tables.userRole.companyId} = ${tables.user.companyId} and ${tables.userRole.userId} = ${tables.user.id}))`
export const isInvited = sql`(${tables.user.isActive} and ${tables.user.acceptedAt} is null)`
export const stateOf = sql<UserState>`case when not ${tables.user.isActive} then 'inactive'
  when ${tables.user.acceptedAt} is null then 'invited' else 'active' end`
export const searchOf = folded(
  sql`${tables.user.firstName} || ' ' || ${tables.user.lastName} || ' ' || ${tables.person.email}`,
)
const fullName = sql`(${tables.user.firstName} || ' ' || ${tables.user.lastName})`
export const sortColumns = (reader: Reader) => ({
  name: byName(reader, fullName),
  email: sql`lower(${tables.person.email})`,
  lastSignInAt: tables.user.lastSignInAt,
})

export function selectUsers({ db, actor }: Scope, where: SQL | undefined) {
  return db
    .select({
      user: tables.user,
      email: tables.person.email,
      phone: tables.person.phone,
      isEmailProven: sql<boolean>`${tables.person.emailProvenAt} is not null`,
      isPhoneProven: sql<boolean>`${tables.person.phoneProvenAt} is not null`,
      state: stateOf,
      roles: rolesOf({ actor }),
      typeNames: typeNames({ actor }),
      orgEntity: { id: tables.orgEntity.id, name: tables.orgEntity.name },
    })
    .from(tables.user)
    .innerJoin(tables.person, eq(tables.person.id, tables.user.personId))
    .leftJoin(tables.orgEntity, joinOn(tables.orgEntity, tables.user.orgEntityId))
    .where(ofCompany(tables.user, actor.companyId, where))
    .$dynamic()
}
export type Selected = Awaited<ReturnType<typeof selectUsers>>[number]

export async function selectUser(scope: Scope, id: Id<'user'>): Promise<Selected> {
  const [found] = await selectUsers(scope, eq(tables.user.id, id))
  if (!found) throw refuseNotFound('person')
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

function readable({
  user: row,
  email,
  phone,
  roles,
  typeNames,
  orgEntity,
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
    orgEntity: named('orgEntity', orgEntity),
  }
}

export const nameOf = ({ user: row }: Selected) => `${row.firstName} ${row.lastName}`

export const journalUser = (scope: Scope, before: Selected | null, after: Selected) =>
  scope.journal({
    entity: 'user',
    id: after.user.id,
    name: nameOf(after),
    before: before && readable(before),
    after: readable(after),
  })

export const journalUserGone = (scope: Scope, before: Selected) =>
  scope.journal({
    entity: 'user',
    id: before.user.id,
    name: nameOf(before),
    before: readable(before),
    after: null,
  })
