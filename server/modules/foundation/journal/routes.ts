import { and, asc, desc, eq, gte, lt, sql, type SQL } from 'drizzle-orm'
import type { Input } from '#contract/endpoint.ts'
import { journal as contract, type JournalEntity } from '#contract/journal/journal.ts'
import * as tables from '#db/schema/index.ts'
import {
  column,
  idsInParts,
  isIn,
  inOrderOf,
  type ExportSource,
} from '#kernel/data/exportSource.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { refuseNotFound } from '#kernel/http/errors.ts'
import { count, folded, searchIn } from '#kernel/data/listQueries.ts'
import type { Handlers } from '#kernel/http/mount.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { shownEntries } from './entries.ts'
import { exportRows } from './exportRows.ts'
import { readableEntries, visibleEntries } from './visibleEntries.ts'

type Question = Omit<Input<typeof contract.listJournal>['body'] & object, 'limit' | 'offset'>

async function whereOf(
  scope: Scope,
  { entity, entityId, change, userId, from, to, search }: Question,
): Promise<SQL | undefined> {
  if (entity && entityId) await mustSee(scope, entity, entityId)
  else scope.must('viewer|journal')
  return ofCompany(
    tables.journalEntry,
    scope.actor.companyId,
    entity ? eq(tables.journalEntry.entity, entity) : undefined,
    entityId ? eq(tables.journalEntry.entityId, entityId) : undefined,
    change ? eq(tables.journalEntry.change, change) : undefined,
    userId
      ? and(eq(tables.journalEntry.byKind, 'user'), eq(tables.journalEntry.byId, userId))
      : undefined,
    from ? gte(tables.journalEntry.at, new Date(from)) : undefined,
    to ? lt(tables.journalEntry.at, new Date(to)) : undefined,
    visibleEntries(scope),
    searchIn(
      folded(sql`${tables.journalEntry.entityName} || ' ' || ${tables.journalEntry.byName}`),
      search,
    ),
  )
}

const inOrder = (sort: string | undefined) =>
  sort === 'at' ? asc(tables.journalEntry.id) : desc(tables.journalEntry.id)

async function countOf({ db }: Scope, where: SQL | undefined): Promise<number> {
  const [total] = await db.select({ count }).from(tables.journalEntry).where(where)
  return total?.count ?? 0
}

export const journalHandlers: Handlers<typeof contract> = {
  async listJournal(scope, { body }) {
    const where = await whereOf(scope, body)
    const found = await scope.db
      .select()
      .from(tables.journalEntry)
      .where(where)
      .orderBy(inOrder(body.sort))
      .limit(body.limit)
      .offset(body.offset)
    return { count: await countOf(scope, where), rows: await shownEntries(scope, found) }
  },
}

const exportColumns = [
  column('at', 'at'),
  column('kind', 'kind'),
  column('id', 'id'),
  column('name', 'field_name'),
  column('change', 'change'),
  column('byKind', 'byKind'),
  column('by', 'by'),
  column('field', 'field'),
  column('part', 'part'),
  column('before', 'before'),
  column('after', 'after'),
]

export const journalExport: ExportSource<Question> = {
  async open(scope, question) {
    return {
      ...(await idsInParts(scope, {
        table: tables.journalEntry,
        where: await whereOf(scope, question),
        order: [inOrder(question.sort)],
      })),
      columns: exportColumns,
      async read(inner, part) {
        const found = await inner.db
          .select()
          .from(tables.journalEntry)
          .where(
            and(
              // checks again, because the reader may have lost the right meanwhile
              await whereOf(inner, question),
              isIn(tables.journalEntry.id, part),
            ),
          )
        const rows = await readableEntries(inner, found)
        return inOrderOf(part, rows, ({ id }) => id).flatMap(exportRows)
      },
    }
  },
}

/**
 * The history of a record is visible with the record. Everything else needs the journal permission.
 */
async function mustSee(
  { db, from, must }: Scope,
  entity: JournalEntity,
  id: number,
): Promise<void> {
  const rows = await (() => {
    switch (entity) {
      // The id comes from the caller; this query checks that it is of this kind.
      case 'equipment':
        return db
          .select({ id: tables.equipment.id })
          .from(tables.equipment)
          .where(
            from.equipment(eq(tables.equipment.id, id as typeof tables.equipment.$inferSelect.id)),
          )
      case 'location':
        return db
          .select({ id: tables.location.id })
          .from(tables.location)
          .where(
            from.locations(eq(tables.location.id, id as typeof tables.location.$inferSelect.id)),
          )
      case 'procedure':
        return db
          .select({ id: tables.procedure.id })
          .from(tables.procedure)
          .where(
            from.procedures(eq(tables.procedure.id, id as typeof tables.procedure.$inferSelect.id)),
          )
      case 'procedureLog':
        return db
          .select({ id: tables.procedureLog.id })
          .from(tables.procedureLog)
          .where(
            from.procedureLogs(
              eq(tables.procedureLog.id, id as typeof tables.procedureLog.$inferSelect.id),
            ),
          )
      case 'ticket':
        return db
          .select({ id: tables.ticket.id })
          .from(tables.ticket)
          .where(from.tickets(eq(tables.ticket.id, id as typeof tables.ticket.$inferSelect.id)))
      default:
        return undefined
    }
  })()
  if (rows === undefined) return must('viewer|journal')
  if (rows.length > 0) return
  // A deleted record is hidden, but users with the journal permission still see its history.
  try {
    must('viewer|journal')
  } catch {
    throw refuseNotFound(entity)
  }
}
