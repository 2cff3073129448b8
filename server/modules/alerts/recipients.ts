/** Who is told (specification, section 6): the same for the real run and for the back-test. */
import { and, arrayContains, asc, eq, inArray, or, sql, type SQL } from 'drizzle-orm'
import type { ActionByKind } from '#contract/automation/actions'
import type { Id } from '#contract/ids'
import type { Language } from '#contract/languages'
import { ADMINISTRATOR, type PermissionGroup } from '#contract/permissions'
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
} from '../../db/schema/index.ts'
import { qualified } from '../../kernel/lists.ts'
import type { Scope } from '../../kernel/scope.ts'

export type Wish = Pick<
  ActionByKind<'sendAlert'>,
  'recipients' | 'onlyWhoSeeEquipment' | 'onlyWhoSeeLocation'
>
export interface About {
  equipmentId: Id<'equipment'> | null
  locationId: Id<'location'> | null
  procedureLogId?: Id<'procedureLog'> | null
  /** Whose opener and assignee are meant. */
  ticketIds: readonly Id<'ticket'>[]
}
export interface AlertsSent {
  id: Id<'user'>
  name: string
  email: string
  phone: string | null
  language: Language
  hasMailAlerts: boolean
  /** Of the event: what may be named to them. */
  sees: { procedure: boolean; thing: boolean }
}

const hasRole = (roleIds: readonly Id<'role'>[]) =>
  sql`exists (select from ${userRole}
    where ${userRole.companyId} = ${user.companyId} and ${userRole.userId} = ${user.id}
    and ${inArray(userRole.roleId, [...roleIds])})`

/** Everyone once, whatever names them; nobody who has left. */
export async function recipientsOf(
  scope: Scope,
  { recipients, onlyWhoSeeEquipment, onlyWhoSeeLocation }: Wish,
  about: About,
): Promise<AlertsSent[]> {
  const {
    db,
    actor: { companyId },
    clock,
  } = scope
  const ofTickets = (column: typeof ticket.openerId | typeof ticket.assigneeId) =>
    sql`${user.id} in (select ${column} from ${ticket}
      where ${ticket.companyId} = ${companyId} and ${inArray(ticket.id, [...about.ticketIds])})`
  const named: SQL[] = [
    ...(recipients.userIds.length > 0 ? [inArray(user.id, recipients.userIds)] : []),
    ...(recipients.roleIds.length > 0 ? [hasRole(recipients.roleIds)] : []),
    ...(recipients.available ? [sql`${user.availableUntil} > ${clock.now()}`] : []),
    ...(recipients.followers && about.equipmentId !== null
      ? [
          sql`exists (select from ${equipmentFollower}
            where ${equipmentFollower.companyId} = ${companyId}
            and ${equipmentFollower.userId} = ${user.id}
            and ${equipmentFollower.equipmentId} = ${about.equipmentId})`,
        ]
      : []),
    ...(recipients.opener && about.ticketIds.length > 0 ? [ofTickets(ticket.openerId)] : []),
    ...(recipients.assignee && about.ticketIds.length > 0 ? [ofTickets(ticket.assigneeId)] : []),
  ]
  if (named.length === 0) return []
  const seesEquipment =
    onlyWhoSeeEquipment && about.equipmentId !== null
      ? or(
          eq(user.allEquipment, true),
          sql`(select ${equipment.typeId} from ${equipment}
            where ${equipment.companyId} = ${companyId}
            and ${equipment.id} = ${about.equipmentId}) = any(${user.equipmentTypeIds})`,
        )
      : undefined
  const seesLocation =
    onlyWhoSeeLocation && about.locationId !== null
      ? or(
          eq(user.allLocations, true),
          sql`(select ${location.typeId} from ${location}
            where ${location.companyId} = ${companyId}
            and ${location.id} = ${about.locationId}) = any(${user.locationTypeIds})`,
        )
      : undefined
  const typeOf = (table: typeof equipment | typeof location, id: number) =>
    sql`(select ${table.typeId} from ${table}
      where ${table.companyId} = ${companyId} and ${table.id} = ${id})`
  const typeOfProcedure = sql`(select ${procedure.typeId} from ${procedureLog}
    join ${procedure} on ${procedure.companyId} = ${procedureLog.companyId}
    and ${procedure.id} = ${procedureLog.procedureId}
    where ${procedureLog.companyId} = ${companyId}
    and ${procedureLog.id} = ${about.procedureLogId ?? 0})`
  const sees = {
    procedure: sql<boolean>`(${user.allProcedures}
      or coalesce(${typeOfProcedure} = any(${user.procedureTypeIds}),
      ${about.procedureLogId == null}))`,
    // What is done on an equipment is named by it; elsewhere by its place.
    thing:
      about.equipmentId !== null
        ? sql<boolean>`(${user.allEquipment}
          or coalesce(${typeOf(equipment, about.equipmentId)} = any(${user.equipmentTypeIds}),
          false))`
        : about.locationId !== null
          ? sql<boolean>`(${user.allLocations}
            or coalesce(${typeOf(location, about.locationId)} = any(${user.locationTypeIds}),
            false))`
          : sql<boolean>`true`,
  }
  const rows = await db
    .select({
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
    .where(
      and(
        eq(user.companyId, companyId),
        eq(user.isActive, true),
        or(...named),
        seesEquipment,
        seesLocation,
      ),
    )
    .orderBy(asc(user.id))
  return rows.map(({ firstName, lastName, ...row }) => ({
    ...row,
    name: `${firstName} ${lastName}`,
  }))
}

/**
 * Who keeps such things: people whose role has the right, administrators among them, and the
 * followers of the equipment, as far as they may see what it is about.
 */
export async function keepersOf(
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
