import { and, asc, eq } from 'drizzle-orm'
import { references as contract, type Reference } from '#contract/references'
import { reference } from '../../db/schema/index.ts'
import { count } from '../../kernel/lists.ts'
import type { Handlers } from '../../kernel/mount.ts'
import { namesOf } from './names.ts'

export const referenceHandlers: Handlers<typeof contract> = {
  async listReferences(scope, { body }) {
    const where = and(eq(reference.companyId, scope.actor.companyId), eq(reference.toKind, body.kind), eq(reference.toId, body.id))
    const [total] = await scope.db.select({ count }).from(reference).where(where)
    const rows: Reference[] = await scope.db.select({ kind: reference.fromKind, id: reference.fromId }).from(reference).where(where)
      .orderBy(asc(reference.fromKind), asc(reference.fromId)).limit(body.limit).offset(body.offset)
    const names = await namesOf(scope, rows)
    return { count: total?.count ?? 0, rows: rows.map((row) => ({ ...row, name: names.find((named) => named.kind === row.kind && named.id === row.id)?.name ?? '' })) }
  },
}
