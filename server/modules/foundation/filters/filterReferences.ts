import { inArray, isNull, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import { filterKeys, type FilterKey, type FilterObject } from '#contract/filter.ts'
import type { Reference } from '#contract/journal/references.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { notAllowed, refuseNotFound } from '#kernel/http/errors.ts'
import { requireRows } from '#kernel/data/existingRows.ts'
import type { Scope } from '#kernel/access/scope.ts'

type Named = PgTable & { companyId: AnyPgColumn; id: AnyPgColumn; deletedAt?: AnyPgColumn }

const filterTables: Record<
  FilterKey,
  {
    table: Named
    kind: Reference['kind']
    from?: 'equipment' | 'locations' | 'procedures'
    permitted?: 'equipmentTypeIds' | 'locationTypeIds' | 'procedureTypeIds'
  }
> = {
  equipmentIds: { table: tables.equipment, kind: 'equipment', from: 'equipment' },
  equipmentTypeIds: {
    table: tables.equipmentType,
    kind: 'equipmentType',
    permitted: 'equipmentTypeIds',
  },
  equipmentStatusIds: { table: tables.equipmentStatus, kind: 'equipmentStatus' },
  locationIds: { table: tables.location, kind: 'location', from: 'locations' },
  locationTypeIds: {
    table: tables.locationType,
    kind: 'locationType',
    permitted: 'locationTypeIds',
  },
  procedureIds: { table: tables.procedure, kind: 'procedure', from: 'procedures' },
  procedureTypeIds: {
    table: tables.procedureType,
    kind: 'procedureType',
    permitted: 'procedureTypeIds',
  },
  tagIds: { table: tables.tag, kind: 'tag' },
  orgEntityIds: { table: tables.orgEntity, kind: 'orgEntity' },
}

const idsIn = (filters: readonly FilterObject[], key: FilterKey): number[] => [
  ...new Set(filters.flatMap((filter): readonly number[] => filter[key] ?? [])),
]

export function referencesOfFilters(filters: readonly FilterObject[]): Reference[] {
  return filterKeys.flatMap((key) =>
    idsIn(filters, key).map((id) => ({ kind: filterTables[key].kind, id })),
  )
}

export async function refersToDeleted(
  { db, actor }: Scope,
  filters: readonly FilterObject[],
): Promise<boolean> {
  for (const key of filterKeys) {
    const ids = idsIn(filters, key)
    if (ids.length === 0) continue
    const { table } = filterTables[key]
    const found = await db
      .select({ id: table.id })
      .from(table)
      .where(
        ofCompany(
          table,
          actor.companyId,
          inArray(sql`${table.id}`, ids),
          table.deletedAt ? isNull(table.deletedAt) : undefined,
        ),
      )
    if (found.length < ids.length) return true
  }
  return false
}

/**
 * Throws 404 for missing or hidden references, 403 for a type that is not permitted (spec section
 * 6).
 */
export async function mayChoose(
  scope: Scope,
  filters: readonly FilterObject[],
  path: string,
): Promise<void> {
  for (const key of filterKeys) await mayChooseOf(scope, key, idsIn(filters, key), `${path}.${key}`)
}

export async function mayChooseOf(
  scope: Scope,
  key: FilterKey,
  ids: readonly number[],
  path: string,
): Promise<void> {
  if (ids.length === 0) return
  const { table, kind, from, permitted } = filterTables[key]
  await requireRows(scope, table, ids, kind, path)
  const own: readonly number[] | null = permitted === undefined ? null : scope.actor[permitted]
  if (own !== null && ids.some((id) => !own.includes(id))) throw notAllowed(path)
  if (from === undefined) return
  const seen = await scope.db
    .select({ id: table.id })
    .from(table)
    .where(scope.from[from](inArray(sql`${table.id}`, [...ids])))
  if (seen.length < new Set(ids).size) throw refuseNotFound(kind, path)
}
