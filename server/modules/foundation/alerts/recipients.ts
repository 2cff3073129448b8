/** Resolves recipients (specification, section 6), for runs and back-tests alike. */
import { arrayContains, asc, eq, inArray, or, sql, type SQL } from 'drizzle-orm'
import type { ActionByKind } from '#contract/automation/actions.ts'
import type { Id } from '#contract/ids.ts'
import type { Language } from '#contract/languages.ts'
import { ADMINISTRATOR, type PermissionGroup } from '#contract/people/permissions.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
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
  ticketIds: readonly Id<'ticket'>[]
}
export interface AlertsSent {
  id: Id<'user'>
  name: string
  email: string
  phone: string | null
  language: Language
  hasMailAlerts: boolean
  sees: { procedure: boolean; thing: boolean }
}

export const nobody: Wish['recipients'] = {
  userIds: [],
  roleIds: [],
  available: false,
  followers: false,
  opener: false,
  assignee: false,
}

const hasRole = (roleIds: readonly Id<'role'>[]) =>
  sql`exists (select from ${tables.userRole}
    where ${tables.userRole.companyId} = ${tables.user.companyId} and ${tables.userRole.userId} = ${tables.user.id}
    and ${inArray(tables.userRole.roleId, [...roleIds])})`

/** Each user once. Inactive users are left out. */
export async function recipientsOf(scope: Scope, wish: Wish, about: About): Promise<AlertsSent[]> {
  const [people] = await recipientsOfAll(scope, wish, [about])
  return people ?? []
}

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
  const ofTickets = (column: typeof tables.ticket.openerId | typeof tables.ticket.assigneeId) =>
    sql`${tables.user.id} in (select ${column} from ${tables.ticket}
      where ${tables.ticket.companyId} = ${companyId} and ${tables.ticket.id} = any(${asked.ticketIds}))`
  const hasTickets = abouts.some(({ ticketIds }) => ticketIds.length > 0)
  const named: SQL[] = [
    ...(recipients.userIds.length > 0 ? [inArray(tables.user.id, recipients.userIds)] : []),
    ...(recipients.roleIds.length > 0 ? [hasRole(recipients.roleIds)] : []),
    ...(recipients.available ? [sql`${tables.user.availableUntil} > ${clock.now()}`] : []),
    ...(recipients.followers && abouts.some(({ equipmentId }) => equipmentId !== null)
      ? [
          sql`exists (select from ${tables.equipmentFollower}
            where ${tables.equipmentFollower.companyId} = ${companyId}
            and ${tables.equipmentFollower.userId} = ${tables.user.id}
            and ${tables.equipmentFollower.equipmentId} = ${asked.equipmentId})`,
        ]
      : []),
    ...(recipients.opener && hasTickets ? [ofTickets(tables.ticket.openerId)] : []),
    ...(recipients.assignee && hasTickets ? [ofTickets(tables.ticket.assigneeId)] : []),
  ]
  const people = abouts.map((): AlertsSent[] => [])
  if (named.length === 0) return people
  const typeOf = (table: typeof tables.equipment | typeof tables.location, id: SQL) =>
    sql`(select ${table.typeId} from ${table}
      where ${table.companyId} = ${companyId} and ${table.id} = ${id})`
  const typeOfProcedure = sql`(select ${tables.procedure.typeId} from ${tables.procedureLog}
    join ${tables.procedure} on ${tables.procedure.companyId} = ${tables.procedureLog.companyId}
    and ${tables.procedure.id} = ${tables.procedureLog.procedureId}
    where ${tables.procedureLog.companyId} = ${companyId}
    and ${tables.procedureLog.id} = ${asked.procedureLogId})`
  const seesEquipment = sql`(${tables.user.allEquipment}
    or ${typeOf(tables.equipment, asked.equipmentId)} = any(${tables.user.equipmentTypeIds}))`
  const seesLocation = sql`(${tables.user.allLocations}
    or ${typeOf(tables.location, asked.locationId)} = any(${tables.user.locationTypeIds}))`
  const sees = {
    procedure: sql<boolean>`(${tables.user.allProcedures} or ${asked.procedureLogId} is null
      or coalesce(${typeOfProcedure} = any(${tables.user.procedureTypeIds}), false))`,
    thing: sql<boolean>`case when ${asked.equipmentId} is not null
      then coalesce(${seesEquipment}, false)
      when ${asked.locationId} is not null then coalesce(${seesLocation}, false) else true end`,
  }
  const rows = await db
    .select({
      about: asked.n,
      sees: { procedure: qualified(sees.procedure), thing: qualified(sees.thing) },
      id: tables.user.id,
      firstName: tables.user.firstName,
      lastName: tables.user.lastName,
      language: tables.user.language,
      hasMailAlerts: tables.user.hasMailAlerts,
      email: tables.person.email,
      phone: tables.person.phone,
    })
    .from(tables.user)
    .innerJoin(tables.person, eq(tables.person.id, tables.user.personId))
    .innerJoin(tableOf(abouts), sql`true`)
    .where(
      ofCompany(
        tables.user,
        companyId,
        isMember,
        or(...named),
        onlyWhoSeeEquipment ? sql`(${asked.equipmentId} is null or ${seesEquipment})` : undefined,
        onlyWhoSeeLocation ? sql`(${asked.locationId} is null or ${seesLocation})` : undefined,
      ),
    )
    .orderBy(asc(tables.user.id))
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
    .select({ id: tables.role.id })
    .from(tables.role)
    .where(
      ofCompany(
        tables.role,
        scope.actor.companyId,
        or(eq(tables.role.key, ADMINISTRATOR), arrayContains(tables.role.permissions, [right])),
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
