import { asc, desc, eq, sql } from 'drizzle-orm'
import type { Id, IdKind } from '#contract/ids.ts'
import { search as contract } from '#contract/search.ts'
import * as tables from '#db/schema/index.ts'
import { byName } from '#kernel/data/nameOrder.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import { folded, nearest, searchIn } from '#kernel/data/listQueries.ts'
import type { Handlers } from '#kernel/http/mount.ts'
import { withFound } from '#kernel/data/listPages.ts'
import { visibleDashboards } from '#kernel/access/dashboardRights.ts'
import { findByCodes } from './findByCodes.ts'
import { findNamesakes } from './namesakes.ts'

const EACH = 6

interface Found<K extends IdKind> extends Record<string, unknown> {
  id: Id<K>
  name: string
  hint: string | null
}

export const searchHandlers: Handlers<typeof contract> = {
  async search(scope, { params: { q } }) {
    const { db, from, actor } = scope
    const { rows: things } = await db.execute<Found<'equipment'>>(sql`
      ${withFound(scope, tables.equipment, q)} select ${tables.equipment.id} as id, ${tables.equipment.name} as name,
        coalesce(${tables.equipment.equipmentId}, ${tables.equipmentType.name}) as hint
      from found as ${tables.equipment}
      join ${tables.equipmentType} on ${joinOn(tables.equipmentType, tables.equipment.typeId)}
      where ${from.equipment()}
      order by ${nearest(q, tables.equipment.equipmentId, tables.equipment.name)}, ${byName(scope, tables.equipment.name)} limit ${EACH}`)
    const { rows: places } = await db.execute<Found<'location'>>(sql`
      ${withFound(scope, tables.location, q)} select ${tables.location.id} as id, ${tables.location.name} as name,
        ${tables.locationType.name} as hint
      from found as ${tables.location}
      join ${tables.locationType} on ${joinOn(tables.locationType, tables.location.typeId)}
      where ${from.locations()}
      order by ${nearest(q, tables.location.code, tables.location.name)}, ${byName(scope, tables.location.name)} limit ${EACH}`)
    const procedures = await db
      .select({
        id: tables.procedure.id,
        name: tables.procedure.name,
        hint: tables.procedureType.name,
      })
      .from(tables.procedure)
      .innerJoin(tables.procedureType, joinOn(tables.procedureType, tables.procedure.typeId))
      .where(from.procedures(searchIn(folded(tables.procedure.name), q)))
      .orderBy(
        nearest(q, tables.procedure.name),
        byName(scope, tables.procedure.name),
        asc(tables.procedure.id),
      )
      .limit(EACH)
    const isOver = sql`exists (select from ${tables.ticketState}
      where ${joinOn(tables.ticketState, tables.ticket.stateId)} and ${tables.ticketState.category} = 'closed')`
    const tickets = await db
      .select({ id: tables.ticket.id, name: tables.ticket.title, hint: tables.ticketType.name })
      .from(tables.ticket)
      .innerJoin(tables.ticketType, joinOn(tables.ticketType, tables.ticket.typeId))
      .where(from.tickets(searchIn(folded(tables.ticket.title), q)))
      .orderBy(isOver, nearest(q, tables.ticket.title), desc(tables.ticket.openedAt))
      .limit(EACH)
    const boards = await db
      .select({ id: tables.dashboard.id, name: tables.dashboard.name })
      .from(tables.dashboard)
      .where(visibleDashboards(scope, searchIn(folded(tables.dashboard.name), q)))
      .orderBy(
        nearest(q, tables.dashboard.name),
        byName(scope, tables.dashboard.name),
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
          searchIn(folded(tables.dynamicDashboard.title), q),
        ),
      )
      .orderBy(
        nearest(q, tables.dynamicDashboard.title),
        byName(scope, tables.dynamicDashboard.title),
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
          searchIn(folded(sql`${tables.user.firstName} || ' ' || ${tables.user.lastName}`), q),
        ),
      )
      .orderBy(
        nearest(
          q,
          sql`(${tables.user.firstName} || ' ' || ${tables.user.lastName})`,
          tables.user.firstName,
          tables.user.lastName,
        ),
        byName(scope, tables.user.firstName),
        byName(scope, tables.user.lastName),
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
  findByCodes: (scope, { body }) => findByCodes(scope, body.codes),
  findNamesakes: (scope, { body }) => findNamesakes(scope, body),
}
