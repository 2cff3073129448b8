/** Who can work on a ticket: the people, their reasons, and the tickets whose assignee cannot. */
import { and, eq, inArray, or, sql, type SQL } from 'drizzle-orm'
import { reasonsAgainst, type Candidate } from '#contract/automation/chooseAssignee.ts'
import type { Id } from '#contract/ids.ts'
import { ADMINISTRATOR } from '#contract/people/permissions.ts'
import type { RightsChange } from '#contract/people/unableTickets.ts'
import { refusesAssignee } from '#contract/rules/refusesAssignee.ts'
import * as tables from '#db/schema/index.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { count, folded, intArray, isAnyId, qualified, searchIn } from '#kernel/data/listQueries.ts'
import { byName } from '#kernel/data/nameOrder.ts'
import { conflict, refuseNotFound } from '#kernel/http/errors.ts'
import type { Scope } from '#kernel/access/scope.ts'

/** Where the ticket is. */
export interface Place {
  equipmentId: Id<'equipment'> | null
  locationId: Id<'location'> | null
}

const ofUser = (condition: SQL) =>
  sql`from ${tables.userRole} join ${tables.role} on ${tables.role.companyId} = ${tables.userRole.companyId}
    and ${tables.role.id} = ${tables.userRole.roleId}
    where ${tables.userRole.companyId} = ${tables.user.companyId} and ${tables.userRole.userId} = ${tables.user.id}
    and ${condition}`

function handlesTickets({ roleIds, role }: RightsChange): SQL<boolean> {
  const grants = sql`(${tables.role.key} = ${ADMINISTRATOR} or ${
    role === undefined
      ? holdsTickets
      : sql`case when ${tables.role.id} = ${role.id} then ${role.handlesTickets}::boolean else ${holdsTickets} end`
  })`
  return roleIds === undefined
    ? sql`exists (select ${ofUser(grants)})`
    : sql`exists (select from ${tables.role} where ${tables.role.companyId} = ${tables.user.companyId}
        and ${tables.role.id} = any(${intArray(roleIds)}) and ${grants})`
}
const holdsTickets = sql`coalesce(${tables.role.permissions} @> array['editor|tickets'], false)`

/** Of the user of `tables.user` and a ticket there. Null columns name no equipment or location. */
function sees(place: { equipmentId: SQL; locationId: SQL }, change: RightsChange) {
  const typeOf = (table: typeof tables.equipment | typeof tables.location, id: SQL) =>
    sql`(select ${table.typeId} from ${table} where ${table.companyId} = ${tables.user.companyId} and ${table.id} = ${id})`
  const among = (column: SQL, given: readonly number[] | undefined) =>
    given === undefined ? column : intArray(given)
  return {
    seesEquipment: sql<boolean>`(${place.equipmentId} is null or ${change.allEquipment ?? tables.user.allEquipment}
      or ${typeOf(tables.equipment, place.equipmentId)} = any(${among(sql`${tables.user.equipmentTypeIds}`, change.equipmentTypeIds)}))`,
    seesLocation: sql<boolean>`(${place.locationId} is null or ${change.allLocations ?? tables.user.allLocations}
      or ${typeOf(tables.location, place.locationId)} = any(${among(sql`${tables.user.locationTypeIds}`, change.locationTypeIds)}))`,
  }
}

/** Tickets whose assignee may not see or handle them, with the rights given. */
export function isUnableAssignee(change: RightsChange = {}): SQL {
  const { seesEquipment, seesLocation } = sees(
    {
      equipmentId: sql`${tables.ticket.equipmentId}`,
      locationId: sql`${tables.ticket.locationId}`,
    },
    change,
  )
  return sql`exists (select from ${tables.user} where ${joinOn(tables.user, tables.ticket.assigneeId)}
    and not (${tables.user.isActive} and ${seesEquipment} and ${seesLocation} and ${handlesTickets(change)}))`
}

export interface Among {
  userIds: readonly Id<'user'>[]
  roleIds: readonly Id<'role'>[]
}

/** `eligibleFirst`: then those available, the least busy, by name; applied before a limit cuts. */
function selectCandidates(
  { db, actor, clock }: Scope,
  where: SQL | undefined,
  { equipmentId, locationId }: Place,
) {
  const { seesEquipment, seesLocation } = sees(
    { equipmentId: sql`${equipmentId}::int`, locationId: sql`${locationId}::int` },
    {},
  )
  const handles = handlesTickets({})
  const load = qualified(
    sql<number>`(select count(*)::int from ${tables.ticket}
      join ${tables.ticketState} on ${tables.ticketState.companyId} = ${tables.ticket.companyId}
      and ${tables.ticketState.id} = ${tables.ticket.stateId}
      where ${tables.ticket.companyId} = ${tables.user.companyId} and ${tables.ticket.assigneeId} = ${tables.user.id}
      and ${tables.ticketState.category} <> 'closed')`,
  )
  const eligibleFirst = [
    sql`(${tables.user.isActive} and ${handles} and ${seesEquipment} and ${seesLocation}) desc`,
    sql`coalesce(${tables.user.availableUntil} > ${clock.now()}, false) desc`,
    load,
    byName({ actor }, sql`(${tables.user.firstName} || ' ' || ${tables.user.lastName})`),
    tables.user.id,
  ]
  const roles = sql<
    string[]
  >`array(select ${tables.role.name} ${ofUser(sql`true`)} order by ${tables.role.id})`
  const query = db
    .select({
      userId: tables.user.id,
      firstName: tables.user.firstName,
      lastName: tables.user.lastName,
      isActive: tables.user.isActive,
      availableUntil: tables.user.availableUntil,
      seesEquipment: qualified(seesEquipment),
      seesLocation: qualified(seesLocation),
      handlesTickets: qualified(handles),
      roles: qualified(roles),
      load,
    })
    .from(tables.user)
    .where(ofCompany(tables.user, actor.companyId, where))
    .$dynamic()
  return { query, eligibleFirst }
}

/** If both lists are empty, all active users. */
export async function candidatesAmong(
  scope: Scope,
  { userIds, roleIds }: Among,
  place: Place,
): Promise<Candidate[]> {
  const chosen = [
    ...(userIds.length > 0 ? [inArray(tables.user.id, [...userIds])] : []),
    ...(roleIds.length > 0
      ? [sql`exists (select ${ofUser(inArray(tables.role.id, [...roleIds]))})`]
      : []),
  ]
  const where = chosen.length === 0 ? eq(tables.user.isActive, true) : or(...chosen)
  const { query, eligibleFirst } = selectCandidates(scope, where, place)
  return named(await query.orderBy(...eligibleFirst).limit(500))
}

const named = (rows: Awaited<ReturnType<typeof selectCandidates>['query']>): Candidate[] =>
  rows.map(({ firstName, lastName, ...row }) => ({ ...row, name: `${firstName} ${lastName}` }))

interface Wanted extends Place {
  search?: string | undefined
  /** These users, also inactive ones. Omit for all active users. */
  ids?: readonly Id<'user'>[] | undefined
  limit: number
  offset: number
}

export async function listAssignees(
  scope: Scope,
  { search, ids, limit, offset, ...place }: Wanted,
) {
  const { db, actor, clock } = scope
  const where = and(
    searchIn(folded(sql`${tables.user.firstName} || ' ' || ${tables.user.lastName}`), search),
    ids === undefined ? eq(tables.user.isActive, true) : inArray(tables.user.id, [...ids]),
  )
  const [total] = await db
    .select({ count })
    .from(tables.user)
    .where(ofCompany(tables.user, actor.companyId, where))
  const { query, eligibleFirst } = selectCandidates(scope, where, place)
  const rows = named(
    await query
      .orderBy(...eligibleFirst)
      .limit(limit)
      .offset(offset),
  )
  return {
    count: total?.count ?? 0,
    rows: rows.map((row) => ({
      id: row.userId,
      name: row.name,
      load: row.load,
      reasons: reasonsAgainst(row, clock.now()),
    })),
  }
}

/** Throws 404 for an unknown user, 409 for one who cannot sign in, see or handle the ticket. */
export async function checkAssignee(
  scope: Scope,
  id: Id<'user'>,
  place: Place,
  path = 'body.assigneeId',
): Promise<void> {
  const [found] = await candidatesAmong(scope, { userIds: [id], roleIds: [] }, place)
  if (found === undefined) throw refuseNotFound('person', path)
  const [first, ...more] = reasonsAgainst(found, scope.clock.now())
    .filter(refusesAssignee)
    .map((code) => ({ path, code, message: found.name }))
  if (first !== undefined)
    throw conflict(`${found.name} cannot work on this ticket.`, [first, ...more])
}

/** Those of the tickets whose equipment or location the user may see. */
export async function ticketsSeenBy(
  { db, actor }: Scope,
  userId: Id<'user'>,
  ticketIds: readonly Id<'ticket'>[],
): Promise<ReadonlySet<number>> {
  const { seesEquipment, seesLocation } = sees(
    {
      equipmentId: sql`${tables.ticket.equipmentId}`,
      locationId: sql`${tables.ticket.locationId}`,
    },
    {},
  )
  const rows = await db
    .select({ id: tables.ticket.id })
    .from(tables.ticket)
    .innerJoin(tables.user, eq(tables.user.companyId, tables.ticket.companyId))
    .where(
      ofCompany(
        tables.ticket,
        actor.companyId,
        isAnyId(tables.ticket.id, ticketIds),
        and(eq(tables.user.id, userId), seesEquipment, seesLocation),
      ),
    )
  return new Set(rows.map(({ id }): number => id))
}
