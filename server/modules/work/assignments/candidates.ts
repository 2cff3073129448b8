import { eq, inArray, or, sql, type SQL } from 'drizzle-orm'
import type { Candidate } from '#contract/automation/chooseAssignee.ts'
import type { Id } from '#contract/ids.ts'
import { ADMINISTRATOR } from '#contract/people/permissions.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { qualified } from '#kernel/data/listQueries.ts'
import { byName } from '#kernel/data/nameOrder.ts'
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
  sql`from ${tables.userRole} join ${tables.role} on ${tables.role.companyId} = ${tables.userRole.companyId}
    and ${tables.role.id} = ${tables.userRole.roleId}
    where ${tables.userRole.companyId} = ${tables.user.companyId} and ${tables.userRole.userId} = ${tables.user.id}
    and ${condition}`

/** If both lists are empty, all users. */
export async function candidatesOf(
  { db, actor }: Scope,
  { userIds, roleIds }: Among,
  { equipmentId, locationId }: Place,
): Promise<Candidate[]> {
  const { companyId } = actor
  const named = [
    ...(userIds.length > 0 ? [inArray(tables.user.id, [...userIds])] : []),
    ...(roleIds.length > 0
      ? [sql`exists (select ${ofUser(inArray(tables.role.id, [...roleIds]))})`]
      : []),
  ]
  const typeOf = (table: typeof tables.equipment | typeof tables.location, id: number) =>
    sql`(select ${table.typeId} from ${table}
      where ${table.companyId} = ${companyId} and ${table.id} = ${id})`
  const seesEquipment =
    equipmentId === null
      ? sql<boolean>`true`
      : qualified(
          sql<boolean>`(${tables.user.allEquipment}
            or ${typeOf(tables.equipment, equipmentId)} = any(${tables.user.equipmentTypeIds}))`,
        )
  const seesLocation =
    locationId === null
      ? sql<boolean>`true`
      : qualified(
          sql<boolean>`(${tables.user.allLocations}
            or ${typeOf(tables.location, locationId)} = any(${tables.user.locationTypeIds}))`,
        )
  const handlesTickets = qualified(
    sql<boolean>`exists (select ${ofUser(or(eq(tables.role.key, ADMINISTRATOR), sql`${tables.role.permissions} @> array['editor|tickets']`) ?? sql`false`)})`,
  )
  const load = qualified(
    sql<number>`(select count(*)::int from ${tables.ticket}
      join ${tables.ticketState} on ${tables.ticketState.companyId} = ${tables.ticket.companyId}
      and ${tables.ticketState.id} = ${tables.ticket.stateId}
      where ${tables.ticket.companyId} = ${tables.user.companyId} and ${tables.ticket.assigneeId} = ${tables.user.id}
      and ${tables.ticketState.category} <> 'closed')`,
  )
  const rows = await db
    .select({
      userId: tables.user.id,
      firstName: tables.user.firstName,
      lastName: tables.user.lastName,
      isActive: tables.user.isActive,
      availableUntil: tables.user.availableUntil,
      seesEquipment,
      seesLocation,
      handlesTickets,
      roles: qualified(
        sql<
          string[]
        >`array(select ${tables.role.name} ${ofUser(sql`true`)} order by ${tables.role.id})`,
      ),
      load,
    })
    .from(tables.user)
    .where(
      ofCompany(
        tables.user,
        companyId,
        named.length === 0 ? eq(tables.user.isActive, true) : or(...named),
      ),
    )
    // Eligible users first, then the least busy, then by name, before the limit cuts.
    .orderBy(
      sql`(${tables.user.isActive} and ${handlesTickets} and ${seesEquipment} and ${seesLocation}) desc`,
      load,
      byName({ actor }, sql`(${tables.user.firstName} || ' ' || ${tables.user.lastName})`),
      tables.user.id,
    )
    .limit(500)
  return rows.map(({ firstName, lastName, ...row }) => ({
    ...row,
    name: `${firstName} ${lastName}`,
  }))
}
