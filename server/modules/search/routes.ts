import { and, asc, desc, eq, inArray, or, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { labelKeys } from '#contract/entityFields.ts'
import { equipmentFields } from '#contract/equipment/equipmentFields.ts'
import type { Id, IdKind } from '#contract/ids.ts'
import { locationFields } from '#contract/locations/locationFields.ts'
import { bareSpellingsOf, baring, spellingsOf, spellingsOfCode39 } from '#contract/rules/scanned.ts'
import { search as contract } from '#contract/search.ts'
import {
  dashboard,
  dynamicDashboard,
  equipment,
  equipmentType,
  location,
  locationType,
  procedure,
  procedureType,
  ticket,
  ticketState,
  ticketType,
  user,
} from '#db/schema/index.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import { escapeLike, searchIn } from '#kernel/data/listQueries.ts'
import type { Handlers } from '#kernel/http/mount.ts'
import { withFound } from '#kernel/data/listPages.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { visibleDashboards } from '../dashboards/index.ts'

const EACH = 6
/** Maximum rows with the same number; numbers should be unique. */
const OF_ONE_NUMBER = 20

interface Found<K extends IdKind> extends Record<string, unknown> {
  id: Id<K>
  name: string
  hint: string | null
}

/** Sorts number prefixes first, then name prefixes; matches in details come last. */
function nearer(number: SQLWrapper, name: SQLWrapper, q: string): SQL {
  const prefix = `${escapeLike(q.toLowerCase())}%`
  return sql`case when lower(${number}) like ${prefix} then 0
    when lower(${name}) like ${prefix} then 1 else 2 end`
}

const beginsFirst = (name: SQLWrapper, q: string): SQL =>
  sql`lower(${name}) like ${`${escapeLike(q.toLowerCase())}%`} desc`

export const searchHandlers: Handlers<typeof contract> = {
  async search(scope, { params: { q } }) {
    const { db, from, actor } = scope
    const { rows: things } = await db.execute<Found<'equipment'>>(sql`
      ${withFound(equipment, q)} select ${equipment.id} as id, ${equipment.name} as name,
        coalesce(${equipment.equipmentId}, ${equipmentType.name}) as hint
      from found as ${equipment}
      join ${equipmentType} on ${joinOn(equipmentType, equipment.typeId)}
      where ${from.equipment()}
      order by ${nearer(equipment.equipmentId, equipment.name, q)}, ${equipment.name} limit ${EACH}`)
    const { rows: places } = await db.execute<Found<'location'>>(sql`
      ${withFound(location, q)} select ${location.id} as id, ${location.name} as name,
        ${locationType.name} as hint
      from found as ${location}
      join ${locationType} on ${joinOn(locationType, location.typeId)}
      where ${from.locations()}
      order by ${nearer(location.code, location.name, q)}, ${location.name} limit ${EACH}`)
    const procedures = await db
      .select({ id: procedure.id, name: procedure.name, hint: procedureType.name })
      .from(procedure)
      .innerJoin(procedureType, joinOn(procedureType, procedure.typeId))
      .where(from.procedures(searchIn(sql`lower(${procedure.name})`, q)))
      .orderBy(beginsFirst(procedure.name, q), asc(procedure.name), asc(procedure.id))
      .limit(EACH)
    const isOver = sql`exists (select from ${ticketState}
      where ${joinOn(ticketState, ticket.stateId)} and ${ticketState.category} = 'closed')`
    const tickets = await db
      .select({ id: ticket.id, name: ticket.title, hint: ticketType.name })
      .from(ticket)
      .innerJoin(ticketType, joinOn(ticketType, ticket.typeId))
      .where(from.tickets(searchIn(sql`lower(${ticket.title})`, q)))
      .orderBy(isOver, beginsFirst(ticket.title, q), desc(ticket.openedAt))
      .limit(EACH)
    const boards = await db
      .select({ id: dashboard.id, name: dashboard.name })
      .from(dashboard)
      .where(visibleDashboards(scope, searchIn(sql`lower(${dashboard.name})`, q)))
      .orderBy(beginsFirst(dashboard.name, q), asc(dashboard.name), asc(dashboard.id))
      .limit(EACH)
    const dynamic = await db
      .select({ id: dynamicDashboard.id, name: dynamicDashboard.title })
      .from(dynamicDashboard)
      .where(
        and(
          eq(dynamicDashboard.companyId, actor.companyId),
          searchIn(sql`lower(${dynamicDashboard.title})`, q),
        ),
      )
      .orderBy(
        beginsFirst(dynamicDashboard.title, q),
        asc(dynamicDashboard.title),
        asc(dynamicDashboard.id),
      )
      .limit(EACH)
    const people = await db
      .select({ id: user.id, name: sql<string>`${user.firstName} || ' ' || ${user.lastName}` })
      .from(user)
      .where(
        and(
          eq(user.companyId, actor.companyId),
          eq(user.isActive, true),
          searchIn(sql`lower(${user.firstName} || ' ' || ${user.lastName})`, q),
        ),
      )
      .orderBy(
        sql`(lower(${user.firstName}) like ${`${escapeLike(q.toLowerCase())}%`}
          or lower(${user.lastName}) like ${`${escapeLike(q.toLowerCase())}%`}) desc`,
        asc(user.firstName),
        asc(user.lastName),
        asc(user.id),
      )
      .limit(EACH)
    return [
      ...things.map((row) => ({ kind: 'equipment' as const, ...row })),
      ...places.map((row) => ({ kind: 'location' as const, ...row })),
      ...procedures.map((row) => ({ kind: 'procedure' as const, ...row })),
      ...tickets.map((row) => ({ kind: 'ticket' as const, ...row })),
      ...boards.map((row) => ({ kind: 'dashboard' as const, ...row, hint: null })),
      ...dynamic.map((row) => ({ kind: 'dynamicDashboard' as const, ...row, hint: null })),
      ...people.map((row) => ({ kind: 'user' as const, ...row, hint: null })),
    ]
  },
  async findByNumber(scope, { params }) {
    const read = params.symbology === 'code39' ? spellingsOfCode39 : spellingsOf
    const spellings = read(params.number)
    const written = (column: SQLWrapper) => inArray(sql`lower(${column})`, spellings)
    // The indexed search column includes details.
    const near = (column: SQLWrapper) => or(...spellings.map((one) => searchIn(column, one)))
    const isFact = sql`exists (select from jsonb_array_elements(${equipment.details}) as fact
      where ${inArray(sql`lower(trim(fact ->> 'value'))`, spellings)})`
    const found = await thingsAndPlaces(scope, OF_ONE_NUMBER + 1, {
      thing: [near(equipment.search), or(...ofThing(written), isFact)],
      place: [near(location.search), or(...ofPlace(written))],
    })
    if (found.length === 0) return { rows: await findBare(scope, params.number), isCut: false }
    return { rows: found.slice(0, OF_ONE_NUMBER), isCut: found.length > OF_ONE_NUMBER }
  },
}

/** Applies the condition to each column that is printed on labels. */
const ofThing = (holds: (column: SQLWrapper) => SQL) =>
  labelKeys(equipmentFields).map((key) => holds(equipment[key]))
const ofPlace = (holds: (column: SQLWrapper) => SQL) =>
  labelKeys(locationFields).map((key) => holds(location[key]))

/**
 * Finds a number ignoring spaces, dashes, case and digit script. Returns nothing if several match,
 * because the wrong one must not open. Call only if the exact number found nothing: it reads all
 * numbers of the company, without details.
 */
async function findBare(scope: Scope, number: string) {
  const spellings = bareSpellingsOf(number)
  if (spellings.length === 0) return []
  const written = (column: SQLWrapper) =>
    inArray(sql`translate(lower(${column}), ${baring.from}, ${baring.to})`, spellings)
  const found = await thingsAndPlaces(scope, 2, {
    thing: [or(...ofThing(written))],
    place: [or(...ofPlace(written))],
  })
  return found.length === 1 ? found : []
}

/**
 * At most `most` equipment and as many locations that match their conditions, each with its
 * location path.
 */
async function thingsAndPlaces(
  { db, from }: Scope,
  most: number,
  conditions: { thing: (SQL | undefined)[]; place: (SQL | undefined)[] },
) {
  // A hidden surrounding location is left out.
  const around = alias(location, 'around')
  const isSeen = sql`${around.id} in (select ${location.id} from ${location} where ${from.locations()})`
  const things = await db
    .select({ id: equipment.id, name: equipment.name, place: around.name })
    .from(equipment)
    .leftJoin(around, and(joinOn(around, equipment.locationId), isSeen))
    .where(from.equipment(...conditions.thing))
    .orderBy(asc(equipment.name), asc(equipment.id))
    .limit(most)
  const places = await db
    .select({ id: location.id, name: location.name, place: around.name })
    .from(location)
    .leftJoin(around, and(joinOn(around, location.parentId), isSeen))
    .where(from.locations(...conditions.place))
    .orderBy(asc(location.name))
    .limit(most)
  return [
    ...things.map((row) => ({ kind: 'equipment' as const, ...row })),
    ...places.map((row) => ({ kind: 'location' as const, ...row })),
  ]
}
