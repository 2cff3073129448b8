import { inArray } from 'drizzle-orm'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { nextVersion } from '#kernel/data/updateVersioned.ts'
import { readable, selectTickets, type Selected } from './rows.ts'

/** Changes all of them, journals each, and returns them as they are now. */
export async function changeAll(
  scope: Scope,
  before: readonly Selected[],
  change: Partial<typeof tables.ticket.$inferInsert>,
): Promise<Selected[]> {
  const { db, actor, clock } = scope
  const ids = before.map(({ ticket }) => ticket.id)
  if (ids.length === 0) return []
  const own = ofCompany(tables.ticket, actor.companyId, inArray(tables.ticket.id, ids))
  await db
    .update(tables.ticket)
    .set({ ...change, ...nextVersion(tables.ticket, clock.now()) })
    .where(own)
  const rows = await selectTickets(scope, own)
  const after = new Map(rows.map((row) => [row.ticket.id, row]))
  await scope.journal(
    ...before.map((row) => {
      const now = after.get(row.ticket.id)
      return {
        entity: 'ticket' as const,
        id: row.ticket.id,
        name: row.ticket.title,
        before: readable(row),
        after: now ? readable(now) : null,
      }
    }),
  )
  return rows
}
