import { orgPath } from '#contract/rules/orgTree.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import type { Scope } from '#kernel/access/scope.ts'

export async function ownersOf({
  db,
  actor,
}: Pick<Scope, 'db' | 'actor'>): Promise<(id: number | null | undefined) => number[]> {
  const rows = await db
    .select({ id: tables.orgEntity.id, parentId: tables.orgEntity.parentId })
    .from(tables.orgEntity)
    .where(ofCompany(tables.orgEntity, actor.companyId))
  const byId = new Map(rows.map((row) => [Number(row.id), row]))
  return (id) => (id === null || id === undefined ? [] : orgPath(byId, id).map((one) => one.id))
}
