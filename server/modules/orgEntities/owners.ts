import { eq } from 'drizzle-orm'
import { orgPath } from '#contract/rules/orgTree.ts'
import { orgEntity } from '#db/schema/index.ts'
import type { Scope } from '#kernel/access/scope.ts'

/** An owner's id with those of its ancestors. */
export async function ownersOf({
  db,
  actor,
}: Pick<Scope, 'db' | 'actor'>): Promise<(id: number | null | undefined) => number[]> {
  const rows = await db
    .select({ id: orgEntity.id, parentId: orgEntity.parentId })
    .from(orgEntity)
    .where(eq(orgEntity.companyId, actor.companyId))
  const byId = new Map(rows.map((row) => [Number(row.id), row]))
  return (id) => (id === null || id === undefined ? [] : orgPath(byId, id).map((one) => one.id))
}
