/** Resolves recipients (specification, section 6), for runs and back-tests alike. */
import { and, arrayContains, asc, eq, inArray, or, sql, type SQL } from 'drizzle-orm'
import type { ActionByKind } from '#contract/automation/actions.ts'
import type { Id } from '#contract/ids.ts'
import type { Language } from '#contract/languages.ts'
import { ADMINISTRATOR, type PermissionGroup } from '#contract/people/permissions.ts'
import {
  equipment,
  equipmentFollower,
  location,
  person,
  procedure,
  procedureLog,
  role,
  ticket,
  user,
  userRole,
} from '#db/schema/index.ts'
import { isMember } from '#kernel/access/members.ts'
import { qualified } from '#kernel/data/listQueries.ts'
import type { Scope } from '#kernel/access/scope.ts'

export type Wish = Pick<
  ActionByKind<'sendAlert'>,
  'recipients' | 'onlyWhoSeeEquipment' | 'onlyWhoSeeLocation'
>
export interface About {
  equipmentId: Id<'equipment'> | null
  locationId: Id<'location'> | null
  procedureLogId?: Id<'procedureLog'> | null
  /** Tickets whose opener and assignee may be recipients. */
  ticketIds: readonly Id<'ticket'>[]
}
export interface AlertsSent {
  id: Id<'user'>
  name: string
  email: string
  phone: string | null
  language: Language
  hasMailAlerts: boolean
  /** What the recipient may see, and so what the alert may name. */
  sees: { procedure: boolean; thing: boolean }
}

const hasRole = (roleIds: readonly Id<'role'>[]) =>
  sql`exists (select from ${userRole}
    where ${userRole.companyId} = ${user.companyId} and ${userRole.userId} = ${user.id}
    and ${inArray(userRole.roleId, [...roleIds])})`

/** Each user once. Inactive users are left out. */
export async function recipientsOf(scope: Scope, wish: Wish, about: About): Promise<AlertsSent[]> {
  const [people] = await recipientsOfAll(scope, wish, [about])
  return people ?? []
}

/** The subjects as a table for the query. */
const asked = {
  n: sql<number>`about.n`,
  equipmentId: sql`about.equipment_id`,
  locationId: sql`about.location_id`,
  procedureLogId: sql`about.procedure_log_id`,
  ticketIds: sql`about.ticket_ids`,
}
const tableOf = (abouts: readonly About[]): SQL => sql`jsonb_to_recordset(${JSON.stringify(
  abouts.map(({ equipmentId, locationId, procedureLogId, ticketIds }, n) => ({
    n,
    equipment_id: equipmentId,
    location_id: locationId,
    procedure_log_id: procedureLogId ?? null,
    ticket_ids: ticketIds,
  })),
)}::jsonb) as about(n int, equipment_id int, location_id int, procedure_log_id int,
  ticket_ids int[])`

/** The same for several subjects with the same recipients, in order and in one statement. */
export async function recipientsOfAll(
  scope: Scope,
  { recipients, onlyWhoSeeEquipment, onlyWhoSeeLocation }: Wish,
  abouts: readonly About[],
): Promise<AlertsSent[][]> {
  const {
    db,
    actor: { companyId },
    clock,
  } = scope
  const ofTickets = (column: typeof ticket.openerId | typeof ticket.assigneeId) =>
    sql`${user.id} in (select ${column} from ${ticket}
      where ${ticket.companyId} = ${companyId} and ${ticket.id} = any(${asked.ticketIds}))`
  const hasTickets = abouts.some(({ ticketIds }) => ticketIds.length > 0)
  const named: SQL[] = [
    ...(recipients.userIds.length > 0 ? [inArray(user.id, recipients.userIds)] : []),
    ...(recipients.roleIds.length > 0 ? [hasRole(recipients.roleIds)] : []),
    ...(recipients.available ? [sql`${user.availableUntil} > ${clock.now()}`] : []),
    ...(recipients.followers && abouts.some(({ equipmentId }) => equipmentId !== null)
      ? [
          sql`exists (select from ${equipmentFollower}
            where ${equipmentFollower.companyId} = ${companyId}
            and ${equipmentFollower.userId} = ${user.id}
            and ${equipmentFollower.equipmentId} = ${asked.equipmentId})`,
        ]
      : []),
    ...(recipients.opener && hasTickets ? [ofTickets(ticket.openerId)] : []),
    ...(recipients.assignee && hasTickets ? [ofTickets(ticket.assigneeId)] : []),
  ]
  const people = abouts.map((): AlertsSent[] => [])
  if (named.length === 0) return people
  const typeOf = (table: typeof equipment | typeof location, id: SQL) =>
    sql`(select ${table.typeId} from ${table}
      where ${table.companyId} = ${companyId} and ${table.id} = ${id})`
  const typeOfProcedure = sql`(select ${procedure.typeId} from ${procedureLog}
    join ${procedure} on ${procedure.companyId} = ${procedureLog.companyId}
    and ${procedure.id} = ${procedureLog.procedureId}
    where ${procedureLog.companyId} = ${companyId}
    and ${procedureLog.id} = ${asked.procedureLogId})`
  const seesEquipment = sql`(${user.allEquipment}
    or ${typeOf(equipment, asked.equipmentId)} = any(${user.equipmentTypeIds}))`
  const seesLocation = sql`(${user.allLocations}
    or ${typeOf(location, asked.locationId)} = any(${user.locationTypeIds}))`
  const sees = {
    procedure: sql<boolean>`(${user.allProcedures} or ${asked.procedureLogId} is null
      or coalesce(${typeOfProcedure} = any(${user.procedureTypeIds}), false))`,
    thing: sql<boolean>`case when ${asked.equipmentId} is not null
      then coalesce(${seesEquipment}, false)
      when ${asked.locationId} is not null then coalesce(${seesLocation}, false) else true end`,
  }
  const rows = await db
    .select({
      about: asked.n,
      sees: { procedure: qualified(sees.procedure), thing: qualified(sees.thing) },
      id: user.id,
      firstName: user.firstName,
      lastName: user.lastName,
      language: user.language,
      hasMailAlerts: user.hasMailAlerts,
      email: person.email,
      phone: person.phone,
    })
    .from(user)
    .innerJoin(person, eq(person.id, user.personId))
    .innerJoin(tableOf(abouts), sql`true`)
    .where(
      and(
        eq(user.companyId, companyId),
        isMember,
        or(...named),
        onlyWhoSeeEquipment ? sql`(${asked.equipmentId} is null or ${seesEquipment})` : undefined,
        onlyWhoSeeLocation ? sql`(${asked.locationId} is null or ${seesLocation})` : undefined,
      ),
    )
    .orderBy(asc(user.id))
  for (const { about, firstName, lastName, ...row } of rows)
    people[about]?.push({ ...row, name: `${firstName} ${lastName}` })
  return people
}

/**
 * Active users with the permission (including administrators) and followers of the equipment, as
 * far as they may see the subject.
 */
export async function responsibleUsers(
  scope: Scope,
  right: PermissionGroup,
  about: Pick<About, 'equipmentId' | 'locationId'>,
): Promise<AlertsSent[]> {
  const keepers = await scope.db
    .select({ id: role.id })
    .from(role)
    .where(
      and(
        eq(role.companyId, scope.actor.companyId),
        or(eq(role.key, ADMINISTRATOR), arrayContains(role.permissions, [right])),
      ),
    )
  return recipientsOf(
    scope,
    {
      recipients: {
        userIds: [],
        roleIds: keepers.map(({ id }) => id),
        available: false,
        followers: true,
        opener: false,
        assignee: false,
      },
      onlyWhoSeeEquipment: true,
      onlyWhoSeeLocation: true,
    },
    { ...about, ticketIds: [] },
  )
}
