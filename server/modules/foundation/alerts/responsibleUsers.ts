/** The condition of `responsibleUsers` in SQL, for many equipment in one query. */
import { sql, type SQL } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import { ADMINISTRATOR, type PermissionGroup } from '#contract/people/permissions.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { isMember } from '#kernel/access/members.ts'
import { qualified } from '#kernel/data/listQueries.ts'
import type { Scope } from '#kernel/access/scope.ts'

const holds = (right: PermissionGroup): SQL => sql`exists (select from ${tables.userRole}
  join ${tables.role} on ${tables.role.companyId} = ${tables.userRole.companyId} and ${tables.role.id} = ${tables.userRole.roleId}
  where ${tables.userRole.companyId} = ${tables.user.companyId} and ${tables.userRole.userId} = ${tables.user.id}
  and (${tables.role.key} = ${ADMINISTRATOR} or ${tables.role.permissions} @> array[${right}]::text[]))`

const seesPlace = (locationId: Id<'location'> | null): SQL =>
  locationId === null
    ? sql`true`
    : sql`(${tables.user.allLocations} or (select ${tables.location.typeId} from ${tables.location}
        where ${tables.location.companyId} = ${tables.user.companyId} and ${tables.location.id} = ${locationId})
        = any(${tables.user.locationTypeIds}))`

/** Over a user and an equipment with the alias `thing`. */
export const isResponsibleFor = (right: PermissionGroup, locationId: Id<'location'> | null): SQL =>
  qualified(sql`(${isMember} and ${seesPlace(locationId)}
    and (${tables.user.allEquipment} or thing.type_id = any(${tables.user.equipmentTypeIds}))
    and (${holds(right)} or exists (select from ${tables.equipmentFollower}
      where ${tables.equipmentFollower.companyId} = ${tables.user.companyId}
      and ${tables.equipmentFollower.userId} = ${tables.user.id}
      and ${tables.equipmentFollower.equipmentId} = thing.id)))`)

/**
 * Counts responsible users of a location and optionally a type. Followers are not counted, because
 * they follow single equipment.
 */
export async function countResponsible(
  { db, actor: { companyId } }: Scope,
  right: PermissionGroup,
  about: { locationId: Id<'location'> | null; equipmentTypeId: Id<'equipmentType'> | null },
): Promise<number> {
  const [found] = await db
    .select({ people: sql<number>`count(*)::int` })
    .from(tables.user)
    .where(
      ofCompany(
        tables.user,
        companyId,
        isMember,
        qualified(holds(right)),
        qualified(seesPlace(about.locationId)),
        about.equipmentTypeId === null
          ? undefined
          : sql`(${tables.user.allEquipment} or ${about.equipmentTypeId} = any(${tables.user.equipmentTypeIds}))`,
      ),
    )
  return found?.people ?? 0
}

/** Members with the right who may see the location. */
export async function responsibleFor(
  { db, actor: { companyId } }: Scope,
  right: PermissionGroup,
  locationId: Id<'location'> | null,
): Promise<Id<'user'>[]> {
  const rows = await db
    .select({ id: tables.user.id })
    .from(tables.user)
    .where(
      ofCompany(
        tables.user,
        companyId,
        isMember,
        qualified(holds(right)),
        qualified(seesPlace(locationId)),
      ),
    )
  return rows.map(({ id }) => id)
}
