import { and, asc, desc, eq, inArray, or, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { labelKeys } from '#contract/entityFields.ts'
import { equipmentFields } from '#contract/equipment/equipmentFields.ts'
import type { Id, IdKind } from '#contract/ids.ts'
import { locationFields } from '#contract/locations/locationFields.ts'
import { bareSpellingsOf, baring, spellingsOf, spellingsOfCode39 } from '#contract/rules/scanned.ts'
import { search as contract } from '#contract/search.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import { escapeLike, searchIn } from '#kernel/data/listQueries.ts'
import type { Handlers } from '#kernel/http/mount.ts'
import { withFound } from '#kernel/data/listPages.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { visibleDashboards } from '#kernel/access/dashboardRights.ts'

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
      ${withFound(tables.equipment, q)} select ${tables.equipment.id} as id, ${tables.equipment.name} as name,
        coalesce(${tables.equipment.equipmentId}, ${tables.equipmentType.name}) as hint
      from found as ${tables.equipment}
      join ${tables.equipmentType} on ${joinOn(tables.equipmentType, tables.equipment.typeId)}
      where ${from.equipment()}
      order by ${nearer(tables.equipment.equipmentId, tables.equipment.name, q)}, ${tables.equipment.name} limit ${EACH}`)
    const { rows: places } = await db.execute<Found<'location'>>(sql`
      ${withFound(tables.location, q)} select ${tables.location.id} as id, ${tables.location.name} as name,
        ${tables.locationType.name} as hint
      from found as ${tables.location}
      join ${tables.locationType} on ${joinOn(tables.locationType, tables.location.typeId)}
      where ${from.locations()}
      order by ${nearer(tables.location.code, tables.location.name, q)}, ${tables.location.name} limit ${EACH}`)
    const procedures = await db
      .select({
        id: tables.procedure.id,
        name: tables.procedure.name,
        hint: tables.procedureType.name,
      })
      .from(tables.procedure)
      .innerJoin(tables.procedureType, joinOn(tables.procedureType, tables.procedure.typeId))
      .where(from.procedures(searchIn(sql`lower(${tables.procedure.name})`, q)))
      .orderBy(
        beginsFirst(tables.procedure.name, q),
        asc(tables.procedure.name),
        asc(tables.procedure.id),
      )
      .limit(EACH)
    const isOver = sql`exists (select from ${tables.ticketState}
      where ${joinOn(tables.ticketState, tables.ticket.stateId)} and ${tables.ticketState.category} = 'closed')`
    const tickets = await db
      .select({ id: tables.ticket.id, name: tables.ticket.title, hint: tables.ticketType.name })
      .from(tables.ticket)
      .innerJoin(tables.ticketType, joinOn(tables.ticketType, tables.ticket.typeId))
      .where(from.tickets(searchIn(sql`lower(${tables.ticket.title})`, q)))
      .orderBy(isOver, beginsFirst(tables.ticket.title, q), desc(tables.ticket.openedAt))
      .limit(EACH)
    const boards = await db
      .select({ id: tables.dashboard.id, name: tables.dashboard.name })
      .from(tables.dashboard)
      .where(visibleDashboards(scope, searchIn(sql`lower(${tables.dashboard.name})`, q)))
      .orderBy(
        beginsFirst(tables.dashboard.name, q),
        asc(tables.dashboard.name),
        asc(tables.dashboard.id),
      )
      .limit(EACH)
    const dynamic = await db
      .select({ id: tables.dynamicDashboard.id, name: tables.dynamicDashboard.title })
      .from(tables.dynamicDashboard)
      .where(
        ofCompany(
          tables.dynamicDashboard,
          actor.companyId,
          searchIn(sql`lower(${tables.dynamicDashboard.title})`, q),
        ),
      )
      .orderBy(
        beginsFirst(tables.dynamicDashboard.title, q),
        asc(tables.dynamicDashboard.title),
        asc(tables.dynamicDashboard.id),
      )
      .limit(EACH)
    const people = await db
      .select({
        id: tables.user.id,
        name: sql<string>`${tables.user.firstName} || ' ' || ${tables.user.lastName}`,
      })
      .from(tables.user)
      .where(
        ofCompany(
          tables.user,
          actor.companyId,
          eq(tables.user.isActive, true),
          searchIn(sql`lower(${tables.user.firstName} || ' ' || ${tables.user.lastName})`, q),
        ),
      )
      .orderBy(
        sql`(lower(${tables.user.firstName}) like ${`${escapeLike(q.toLowerCase())}%`}
          or lower(${tables.user.lastName}) like ${`${escapeLike(q.toLowerCase())}%`}) desc`,
        asc(tables.user.firstName),
        asc(tables.user.lastName),
        asc(tables.user.id),
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
    const isFact = sql`exists (select from jsonb_array_elements(${tables.equipment.details}) as fact
      where ${inArray(sql`lower(trim(fact ->> 'value'))`, spellings)})`
    const found = await thingsAndPlaces(scope, OF_ONE_NUMBER + 1, {
      thing: [near(tables.equipment.search), or(...ofThing(written), isFact)],
      place: [near(tables.location.search), or(...ofPlace(written))],
    })
    if (found.length === 0) return { rows: await findBare(scope, params.number), isCut: false }
    return { rows: found.slice(0, OF_ONE_NUMBER), isCut: found.length > OF_ONE_NUMBER }
  },
}

/** Applies the condition to each column that is printed on labels. */
const ofThing = (holds: (column: SQLWrapper) => SQL) =>
  labelKeys(equipmentFields).map((key) => holds(tables.equipment[key]))
const ofPlace = (holds: (column: SQLWrapper) => SQL) =>
  labelKeys(locationFields).map((key) => holds(tables.location[key]))

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
  const around = alias(tables.location, 'around')
  const isSeen = sql`${around.id} in (select ${tables.location.id} from ${tables.location} where ${from.locations()})`
  const things = await db
    .select({ id: tables.equipment.id, name: tables.equipment.name, place: around.name })
    .from(tables.equipment)
    .leftJoin(around, and(joinOn(around, tables.equipment.locationId), isSeen))
    .where(from.equipment(...conditions.thing))
    .orderBy(asc(tables.equipment.name), asc(tables.equipment.id))
    .limit(most)
  const places = await db
    .select({ id: tables.location.id, name: tables.location.name, place: around.name })
    .from(tables.location)
    .leftJoin(around, and(joinOn(around, tables.location.parentId), isSeen))
    .where(from.locations(...conditions.place))
    .orderBy(asc(tables.location.name))
    .limit(most)
  return [
    ...things.map((row) => ({ kind: 'equipment' as const, ...row })),
    ...places.map((row) => ({ kind: 'location' as const, ...row })),
  ]
}
