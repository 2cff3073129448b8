import { and, asc, desc, eq, sql } from 'drizzle-orm'
import { search as contract } from '#contract/search'
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
  ticketType,
  user,
} from '../../db/schema/index.ts'
import { joinOn } from '../../kernel/joinOn.ts'
import { searchIn } from '../../kernel/lists.ts'
import type { Handlers } from '../../kernel/mount.ts'
import { visibleDashboards } from '../dashboards/index.ts'

const EACH = 6

export const searchHandlers: Handlers<typeof contract> = {
  async search(scope, { params: { q } }) {
    const { db, from, actor } = scope
    const things = await db
      .select({
        id: equipment.id,
        name: equipment.name,
        hint: sql<string | null>`coalesce(${equipment.equipmentId}, ${equipmentType.name})`,
      })
      .from(equipment)
      .innerJoin(equipmentType, joinOn(equipmentType, equipment.typeId))
      .where(from.equipment(searchIn(equipment.search, q)))
      .orderBy(asc(equipment.name))
      .limit(EACH)
    const places = await db
      .select({ id: location.id, name: location.name, hint: locationType.name })
      .from(location)
      .innerJoin(locationType, joinOn(locationType, location.typeId))
      .where(from.locations(searchIn(location.search, q)))
      .orderBy(asc(location.name))
      .limit(EACH)
    const procedures = await db
      .select({ id: procedure.id, name: procedure.name, hint: procedureType.name })
      .from(procedure)
      .innerJoin(procedureType, joinOn(procedureType, procedure.typeId))
      .where(from.procedures(searchIn(sql`lower(${procedure.name})`, q)))
      .orderBy(asc(procedure.name))
      .limit(EACH)
    const tickets = await db
      .select({ id: ticket.id, name: ticket.title, hint: ticketType.name })
      .from(ticket)
      .innerJoin(ticketType, joinOn(ticketType, ticket.typeId))
      .where(from.tickets(searchIn(sql`lower(${ticket.title})`, q)))
      .orderBy(desc(ticket.openedAt))
      .limit(EACH)
    const boards = await db
      .select({ id: dashboard.id, name: dashboard.name })
      .from(dashboard)
      .where(visibleDashboards(scope, searchIn(sql`lower(${dashboard.name})`, q)))
      .orderBy(asc(dashboard.name))
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
      .orderBy(asc(dynamicDashboard.title))
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
      .orderBy(asc(user.firstName))
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
}
