/** The reference index: which JSON refers to a user, a question, a status, a ticket type … */
import { and, eq, inArray } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import type { Reference } from '#contract/journal/references.ts'
import { reference } from '#db/schema/index.ts'
import type { Db } from '#kernel/data/transaction.ts'

/** Replaces all references of `from`. Call wherever JSON with references is written. */
export async function replaceReferences(
  db: Db,
  companyId: Id<'company'>,
  from: Reference,
  to: readonly Reference[],
): Promise<void> {
  await db
    .delete(reference)
    .where(
      and(
        eq(reference.companyId, companyId),
        eq(reference.fromKind, from.kind),
        eq(reference.fromId, from.id),
      ),
    )
  const rows = [
    ...new Map(to.map((target) => [`${target.kind}:${target.id}`, target])).values(),
  ].map((target) => ({
    companyId,
    fromKind: from.kind,
    fromId: from.id,
    toKind: target.kind,
    toId: target.id,
  }))
  if (rows.length > 0) await db.insert(reference).values(rows)
}

/** Ids of all rows of one kind that refer to `to`. */
export async function referrersOf(
  db: Db,
  companyId: Id<'company'>,
  to: Reference,
  fromKind: Reference['kind'],
): Promise<number[]> {
  const rows = await db
    .select({ id: reference.fromId })
    .from(reference)
    .where(
      and(
        eq(reference.companyId, companyId),
        eq(reference.toKind, to.kind),
        eq(reference.toId, to.id),
        eq(reference.fromKind, fromKind),
      ),
    )
  return rows.map((row) => row.id)
}

/** Those of these that rows of one kind refer to. */
export async function referredTo(
  db: Db,
  companyId: Id<'company'>,
  { kind, ids }: { kind: Reference['kind']; ids: readonly number[] },
  fromKind: Reference['kind'],
): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectDistinct({ id: reference.toId })
    .from(reference)
    .where(
      and(
        eq(reference.companyId, companyId),
        eq(reference.toKind, kind),
        inArray(reference.toId, [...ids]),
        eq(reference.fromKind, fromKind),
      ),
    )
  return new Set(rows.map(({ id }) => id))
}
