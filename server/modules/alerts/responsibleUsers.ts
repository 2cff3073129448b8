/** The condition of `responsibleUsers` in SQL, for many equipment in one query. */
import { and, eq, sql, type SQL } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import { ADMINISTRATOR, type PermissionGroup } from '#contract/people/permissions.ts'
import { equipmentFollower, location, role, user, userRole } from '#db/schema/index.ts'
import { isMember } from '#kernel/access/members.ts'
import { qualified } from '#kernel/data/listQueries.ts'
import type { Scope } from '#kernel/access/scope.ts'

const holds = (right: PermissionGroup): SQL => sql`exists (select from ${userRole}
  join ${role} on ${role.companyId} = ${userRole.companyId} and ${role.id} = ${userRole.roleId}
  where ${userRole.companyId} = ${user.companyId} and ${userRole.userId} = ${user.id}
  and (${role.key} = ${ADMINISTRATOR} or ${role.permissions} @> array[${right}]::text[]))`

const seesPlace = (locationId: Id<'location'> | null): SQL =>
  locationId === null
    ? sql`true`
    : sql`(${user.allLocations} or (select ${location.typeId} from ${location}
        where ${location.companyId} = ${user.companyId} and ${location.id} = ${locationId})
        = any(${user.locationTypeIds}))`

/** Over a user and an equipment with the alias `thing`. */
export const isResponsibleFor = (right: PermissionGroup, locationId: Id<'location'> | null): SQL =>
  qualified(sql`(${isMember} and ${seesPlace(locationId)}
    and (${user.allEquipment} or thing.type_id = any(${user.equipmentTypeIds}))
    and (${holds(right)} or exists (select from ${equipmentFollower}
      where ${equipmentFollower.companyId} = ${user.companyId}
      and ${equipmentFollower.userId} = ${user.id}
      and ${equipmentFollower.equipmentId} = thing.id)))`)

/**
 * For a location and optionally a type. Followers are not counted, because they follow single
 * equipment.
 */
export async function countResponsible(
  { db, actor: { companyId } }: Scope,
  right: PermissionGroup,
  about: { locationId: Id<'location'> | null; equipmentTypeId: Id<'equipmentType'> | null },
): Promise<number> {
  const [found] = await db
    .select({ people: sql<number>`count(*)::int` })
    .from(user)
    .where(
      and(
        eq(user.companyId, companyId),
        isMember,
        qualified(holds(right)),
        qualified(seesPlace(about.locationId)),
        about.equipmentTypeId === null
          ? undefined
          : sql`(${user.allEquipment} or ${about.equipmentTypeId} = any(${user.equipmentTypeIds}))`,
      ),
    )
  return found?.people ?? 0
}
