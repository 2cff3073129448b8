/**
 * Locations level by level, or by type. A location with a hidden parent is listed at the top, so
 * that it stays reachable.
 */
import { asc, eq, inArray, isNull, or, sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import type { levelRow, locations as contract } from '#contract/locations/locations.ts'
import type { TreeNode } from '#contract/shapes.ts'
import * as tables from '#db/schema/index.ts'
import { byName } from '#kernel/data/nameOrder.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import { count, searchRows } from '#kernel/data/listQueries.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { TREE_MAXIMUM, treeByType } from '#kernel/data/trees.ts'

type Question = z.output<typeof contract.listLocationLevel.body>

export async function levelOf(scope: Scope, { limit, offset, parentId, search, ids }: Question) {
  const { db, from } = scope
  const where = from.locations(
    parentId === undefined
      ? undefined
      : parentId === null
        ? beginsTheTree(scope)
        : eq(tables.location.parentId, parentId),
    searchRows(scope, tables.location, search),
    ids && inArray(tables.location.id, ids),
  )
  const [total] = await db.select({ count }).from(tables.location).where(where)
  const rows = await db
    .select({
      id: tables.location.id,
      name: tables.location.name,
      typeName: tables.locationType.name,
      path: tables.location.path,
    })
    .from(tables.location)
    .innerJoin(tables.locationType, joinOn(tables.locationType, tables.location.typeId))
    .where(where)
    .orderBy(byName(scope, tables.location.name), asc(tables.location.id))
    .limit(limit)
    .offset(offset)
  return { count: total?.count ?? 0, rows: await withSurroundings(scope, rows) }
}

const beginsTheTree = ({ from }: Scope): SQL | undefined =>
  or(
    isNull(tables.location.parentId),
    sql`${tables.location.parentId} not in (select ${tables.location.id} from ${tables.location} where ${from.locations()})`,
  )

async function withSurroundings(
  { db, from }: Scope,
  rows: { id: number; name: string; typeName: string; path: readonly number[] }[],
): Promise<z.input<typeof levelRow>[]> {
  const outer = [...new Set(rows.flatMap(({ path }) => path.slice(0, -1)))]
  const names = new Map(
    outer.length === 0
      ? []
      : (
          await db
            .select({ id: tables.location.id, name: tables.location.name })
            .from(tables.location)
            .where(from.locations(inArray(sql`${tables.location.id}`, outer)))
        ).map(({ id, name }) => [Number(id), name]),
  )
  const inside = new Map(
    rows.length === 0
      ? []
      : (
          await db
            .select({ id: tables.location.parentId, count })
            .from(tables.location)
            .where(
              from.locations(
                inArray(
                  sql`${tables.location.parentId}`,
                  rows.map(({ id }) => id),
                ),
              ),
            )
            .groupBy(tables.location.parentId)
        ).map((one) => [Number(one.id), one.count]),
  )
  return rows.map(({ id, name, typeName, path }) => ({
    id,
    name,
    typeName,
    inside: inside.get(id) ?? 0,
    path: wayTo(path.slice(0, -1), names),
  }))
}

/** The part of the path below the innermost hidden parent. */
function wayTo(
  outer: readonly number[],
  names: ReadonlyMap<number, string>,
): { id: number; name: string }[] {
  const afterHidden = outer.slice(outer.findLastIndex((id) => !names.has(id)) + 1)
  return afterHidden.map((id) => ({ id, name: names.get(id) ?? '' }))
}

/**
 * Locations by type, in the tree format of spec section 3. Beyond the maximum, only the outermost
 * are returned, which a picker needs first.
 */
export async function wholeTree({ db, from, actor }: Scope): Promise<TreeNode[]> {
  const [total] = await db.select({ count }).from(tables.location).where(from.locations())
  const rows = await db
    .select({ id: tables.location.id, name: tables.location.name, typeId: tables.location.typeId })
    .from(tables.location)
    .where(from.locations())
    .orderBy(
      sql`array_length(${tables.location.path}, 1)`,
      byName({ actor }, tables.location.name),
      asc(tables.location.id),
    )
    .limit(TREE_MAXIMUM)
  const types = await db
    .select()
    .from(tables.locationType)
    .where(ofCompany(tables.locationType, actor.companyId))
    .orderBy(byName({ actor }, tables.locationType.name))
  return treeByType(types, rows, total?.count ?? 0)
}
