import { and, asc, desc, eq, gte, lt, sql } from 'drizzle-orm'
import { journal as contract, type JournalEntity } from '#contract/journal'
import {
  equipment,
  journalEntry,
  location,
  procedure,
  procedureLog,
  ticket,
} from '../../db/schema/index.ts'
import { notThere } from '../../kernel/errors.ts'
import { count, searchIn } from '../../kernel/lists.ts'
import type { Handlers } from '../../kernel/mount.ts'
import type { Scope } from '../../kernel/scope.ts'
import { shownEntries } from './entries.ts'
import { visibleEntries } from './sight.ts'

export const journalHandlers: Handlers<typeof contract> = {
  async listJournal(scope, { body }) {
    const { db, actor } = scope
    const { entity, entityId, change, userId, from, to } = body
    if (entity && entityId) await mustSee(scope, entity, entityId)
    else scope.must('viewer|journal')
    const where = and(
      eq(journalEntry.companyId, actor.companyId),
      entity ? eq(journalEntry.entity, entity) : undefined,
      entityId ? eq(journalEntry.entityId, entityId) : undefined,
      change ? eq(journalEntry.change, change) : undefined,
      userId ? and(eq(journalEntry.byKind, 'user'), eq(journalEntry.byId, userId)) : undefined,
      from ? gte(journalEntry.at, new Date(from)) : undefined,
      to ? lt(journalEntry.at, new Date(to)) : undefined,
      visibleEntries(scope),
      searchIn(
        sql`lower(${journalEntry.entityName} || ' ' || ${journalEntry.byName})`,
        body.search,
      ),
    )
    const [total] = await db.select({ count }).from(journalEntry).where(where)
    const found = await db
      .select()
      .from(journalEntry)
      .where(where)
      .orderBy(body.sort === 'at' ? asc(journalEntry.id) : desc(journalEntry.id))
      .limit(body.limit)
      .offset(body.offset)
    return { count: total?.count ?? 0, rows: await shownEntries(scope, found) }
  },
}

/**
 * The history of a thing is seen by who sees the thing; of everything else by who may read the
 * journal.
 */
async function mustSee(
  { db, from, must }: Scope,
  entity: JournalEntity,
  id: number,
): Promise<void> {
  const rows = await (() => {
    switch (entity) {
      // The number comes from the caller; whether it is one of this kind is just what is asked
      // here.
      case 'equipment':
        return db
          .select({ id: equipment.id })
          .from(equipment)
          .where(from.equipment(eq(equipment.id, id as typeof equipment.$inferSelect.id)))
      case 'location':
        return db
          .select({ id: location.id })
          .from(location)
          .where(from.locations(eq(location.id, id as typeof location.$inferSelect.id)))
      case 'procedure':
        return db
          .select({ id: procedure.id })
          .from(procedure)
          .where(from.procedures(eq(procedure.id, id as typeof procedure.$inferSelect.id)))
      case 'procedureLog':
        return db
          .select({ id: procedureLog.id })
          .from(procedureLog)
          .where(from.procedureLogs(eq(procedureLog.id, id as typeof procedureLog.$inferSelect.id)))
      case 'ticket':
        return db
          .select({ id: ticket.id })
          .from(ticket)
          .where(from.tickets(eq(ticket.id, id as typeof ticket.$inferSelect.id)))
      default:
        return undefined
    }
  })()
  if (rows === undefined) return must('viewer|journal')
  if (rows.length > 0) return
  // What was deleted has left the lists, but who may read the journal still reads its end.
  try {
    must('viewer|journal')
  } catch {
    throw notThere(entity)
  }
}
