/** Candidates for an assignment, with all facts for the choice. */
import { and, eq, inArray, or, sql, type SQL } from 'drizzle-orm'
import type { Candidate } from '#contract/automation/chooseAssignee.ts'
import type { Id } from '#contract/ids.ts'
import { ADMINISTRATOR } from '#contract/people/permissions.ts'
import { equipment, location, role, ticket, ticketState, user, userRole } from '#db/schema/index.ts'
import { qualified } from '#kernel/data/listQueries.ts'
import type { Scope } from '#kernel/access/scope.ts'

export interface Among {
  userIds: readonly Id<'user'>[]
  roleIds: readonly Id<'role'>[]
}
interface Place {
  equipmentId: Id<'equipment'> | null
  locationId: Id<'location'> | null
}

const ofUser = (condition: SQL) =>
  sql`from ${userRole} join ${role} on ${role.companyId} = ${userRole.companyId}
    and ${role.id} = ${userRole.roleId}
    where ${userRole.companyId} = ${user.companyId} and ${userRole.userId} = ${user.id}
    and ${condition}`

/** If both lists are empty, all users. */
export async function candidatesOf(
  { db, actor: { companyId } }: Scope,
  { userIds, roleIds }: Among,
  { equipmentId, locationId }: Place,
): Promise<Candidate[]> {
  const named = [
    ...(userIds.length > 0 ? [inArray(user.id, [...userIds])] : []),
    ...(roleIds.length > 0 ? [sql`exists (select ${ofUser(inArray(role.id, [...roleIds]))})`] : []),
  ]
  const typeOf = (table: typeof equipment | typeof location, id: number) =>
    sql`(select ${table.typeId} from ${table}
      where ${table.companyId} = ${companyId} and ${table.id} = ${id})`
  const seesEquipment =
    equipmentId === null
      ? sql<boolean>`true`
      : qualified(
          sql<boolean>`(${user.allEquipment}
            or ${typeOf(equipment, equipmentId)} = any(${user.equipmentTypeIds}))`,
        )
  const seesLocation =
    locationId === null
      ? sql<boolean>`true`
      : qualified(
          sql<boolean>`(${user.allLocations}
            or ${typeOf(location, locationId)} = any(${user.locationTypeIds}))`,
        )
  const handlesTickets = qualified(
    sql<boolean>`exists (select ${ofUser(or(eq(role.key, ADMINISTRATOR), sql`${role.permissions} @> array['editor|tickets']`) ?? sql`false`)})`,
  )
  const load = qualified(
    sql<number>`(select count(*)::int from ${ticket}
      join ${ticketState} on ${ticketState.companyId} = ${ticket.companyId}
      and ${ticketState.id} = ${ticket.stateId}
      where ${ticket.companyId} = ${user.companyId} and ${ticket.assigneeId} = ${user.id}
      and ${ticketState.category} <> 'closed')`,
  )
  const rows = await db
    .select({
      userId: user.id,
      firstName: user.firstName,
      lastName: user.lastName,
      isActive: user.isActive,
      availableUntil: user.availableUntil,
      seesEquipment,
      seesLocation,
      handlesTickets,
      roles: qualified(sql<string[]>`array(select ${role.name} ${ofUser(sql`true`)} order by 1)`),
      load,
    })
    .from(user)
    .where(
      and(
        eq(user.companyId, companyId),
        named.length === 0 ? eq(user.isActive, true) : or(...named),
      ),
    )
    // Eligible users first, then the least busy, before the limit cuts.
    .orderBy(
      sql`(${user.isActive} and ${handlesTickets} and ${seesEquipment} and ${seesLocation}) desc`,
      load,
      user.id,
    )
    .limit(500)
  return rows.map(({ firstName, lastName, ...row }) => ({
    ...row,
    name: `${firstName} ${lastName}`,
  }))
}
