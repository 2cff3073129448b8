import { asc, eq } from 'drizzle-orm'
import { references as contract, type Reference } from '#contract/journal/references.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import type { Handlers } from '#kernel/http/mount.ts'
import { namesOf } from './names.ts'

/**
 * More references than a single record has. Read whole, because visibility is only known after
 * resolving names.
 */
const MAX_ROWS = 20_000

export const referenceHandlers: Handlers<typeof contract> = {
  async listReferences(scope, { body }) {
    const asked: Reference = { kind: body.kind, id: body.id }
    // If the record is hidden, so are its references.
    if ((await namesOf(scope, [asked])).length === 0) return { count: 0, rows: [] }
    const rows: Reference[] = await scope.db
      .select({ kind: tables.reference.fromKind, id: tables.reference.fromId })
      .from(tables.reference)
      .where(
        ofCompany(
          tables.reference,
          scope.actor.companyId,
          eq(tables.reference.toKind, body.kind),
          eq(tables.reference.toId, body.id),
          body.by === undefined ? undefined : eq(tables.reference.fromKind, body.by),
        ),
      )
      .orderBy(asc(tables.reference.fromKind), asc(tables.reference.fromId))
      .limit(MAX_ROWS)
    const names = new Map(
      (await namesOf(scope, rows)).map((named) => [`${named.kind}:${named.id}`, named.name]),
    )
    const seen = rows.flatMap((row) => {
      const name = names.get(`${row.kind}:${row.id}`)
      return name === undefined ? [] : [{ ...row, name }]
    })
    return { count: seen.length, rows: seen.slice(body.offset, body.offset + body.limit) }
  },
}
