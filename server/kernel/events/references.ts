import { eq, inArray } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import type { Reference } from '#contract/journal/references.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import type { Db } from '#kernel/data/transaction.ts'

/** Replaces all references of `from`. Call wherever JSON with references is written. */
export async function replaceReferences(
  db: Db,
  companyId: Id<'company'>,
  from: Reference,
  to: readonly Reference[],
): Promise<void> {
  await db
    .delete(tables.reference)
    .where(
      ofCompany(
        tables.reference,
        companyId,
        eq(tables.reference.fromKind, from.kind),
        eq(tables.reference.fromId, from.id),
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
  if (rows.length > 0) await db.insert(tables.reference).values(rows)
}

export async function referrersOf(
  db: Db,
  companyId: Id<'company'>,
  to: Reference,
  fromKind: Reference['kind'],
): Promise<number[]> {
  const rows = await db
    .select({ id: tables.reference.fromId })
    .from(tables.reference)
    .where(
      ofCompany(
        tables.reference,
        companyId,
        eq(tables.reference.toKind, to.kind),
        eq(tables.reference.toId, to.id),
        eq(tables.reference.fromKind, fromKind),
      ),
    )
  return rows.map((row) => row.id)
}

export async function selectReferrers(
  db: Db,
  companyId: Id<'company'>,
  { kind, ids }: { kind: Reference['kind']; ids: readonly number[] },
  fromKind: Reference['kind'],
): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectDistinct({ id: tables.reference.toId })
    .from(tables.reference)
    .where(
      ofCompany(
        tables.reference,
        companyId,
        eq(tables.reference.toKind, kind),
        inArray(tables.reference.toId, [...ids]),
        eq(tables.reference.fromKind, fromKind),
      ),
    )
  return new Set(rows.map(({ id }) => id))
}
