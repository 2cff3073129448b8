import { and, asc, desc, eq, gte, lt, sql, type SQL } from 'drizzle-orm'
import type { Input } from '#contract/endpoint.ts'
import type { CsvCell } from '#contract/rules/csv.ts'
import {
  journal as contract,
  MAX_JOURNAL_EXPORT,
  type JournalEntity,
} from '#contract/journal/journal.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { csvStream } from '#kernel/http/csvStream.ts'
import { conflict, notThere } from '#kernel/http/errors.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { count, folded, searchIn } from '#kernel/data/listQueries.ts'
import type { Handlers } from '#kernel/http/mount.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { recordSecurity } from '#kernel/access/securityLog.ts'
import { shownEntries } from './entries.ts'
import { exportHeading, exportLines } from './exportLines.ts'
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

/** Entries per read; the event loop runs in between. */
const EXPORTED_TOGETHER = 500

export const makeJournalHandlers = (kernel: Kernel): Handlers<typeof contract> => ({
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
  async exportJournal(scope, { body, wire }) {
    const where = await whereOf(scope, body)
    const total = await countOf(scope, where)
    if (total > MAX_JOURNAL_EXPORT)
      throw conflict('So many entries do not fit into one file.', [
        { path: 'body', code: 'exportTooLong', message: `${total} > ${MAX_JOURNAL_EXPORT}` },
      ])
    const lines: CsvCell[][] = []
    for (let offset = 0; offset < total; offset += EXPORTED_TOGETHER) {
      const found = await scope.db
        .select()
        .from(tables.journalEntry)
        .where(where)
        .orderBy(inOrder(body.sort))
        .limit(EXPORTED_TOGETHER)
        .offset(offset)
      for (const row of await readableEntries(scope, found)) lines.push(...exportLines(row))
    }
    await recordSecurity(kernel, scope.db, {
      kind: 'exported',
      companyId: scope.actor.companyId,
      byUserId: scope.actor.userId,
      network: wire.from,
      detail: { what: 'journal', rows: total },
    })
    return wire.download({
      name: 'journal.csv',
      mime: 'text/csv; charset=utf-8',
      bytes: csvStream(exportHeading, lines),
    })
  },
})

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
    throw notThere(entity)
  }
}
