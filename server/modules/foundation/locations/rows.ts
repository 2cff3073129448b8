import { and, eq, getTableColumns, sql, type SQL } from 'drizzle-orm'
import { alias, type AnyPgColumn } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import { keysOf, tableKeys, type TableKey } from '#contract/entityFields.ts'
import { locationFields as fields } from '#contract/locations/locationFields.ts'
import type { locationDetail, locationRow } from '#contract/locations/locations.ts'
import * as tables from '#db/schema/index.ts'
import { mapFields, plainOf } from '#kernel/data/entityFields.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import { named, Parts, type Readable } from '#kernel/events/journal.ts'
import { intArray } from '#kernel/data/listQueries.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { metadataParts, showMetadata } from '../metadata/index.ts'

type Row = z.input<typeof locationRow>

const parent = alias(tables.location, 'parent')

export const sortColumns = {
  ...mapFields<typeof fields, TableKey<typeof fields>, AnyPgColumn>(
    fields,
    tableKeys(fields),
    tables.location,
    { type: tables.locationType.name },
  ),
  updatedAt: tables.location.updatedAt,
}

export const joinsToSort = sql`
  left join ${tables.locationType} on ${joinOn(tables.locationType, tables.location.typeId)}`

const equipmentInside = ({ from }: Scope) =>
  sql<number>`(select count(*)::int from ${tables.equipment} where ${from.equipment(eq(tables.equipment.locationId, tables.location.id))})`

const { search: _search, folded: _folded, ...ownColumns } = getTableColumns(tables.location)

/** A hidden parent reads null. */
export function selectLocations(scope: Scope, where: SQL) {
  const { db, from } = scope
  const isSeen = sql`${parent.id} in (select ${tables.location.id} from ${tables.location} where ${from.ever.locations()})`
  return db
    .select({
      location: ownColumns,
      type: { id: tables.locationType.id, name: tables.locationType.name },
      parent: { id: parent.id, name: parent.name },
      orgEntity: { id: tables.orgEntity.id, name: tables.orgEntity.name },
      equipmentCount: equipmentInside(scope),
    })
    .from(tables.location)
    .innerJoin(tables.locationType, joinOn(tables.locationType, tables.location.typeId))
    .leftJoin(
      parent,
      and(
        eq(parent.companyId, tables.location.companyId),
        eq(parent.id, tables.location.parentId),
        isSeen,
      ),
    )
    .leftJoin(tables.orgEntity, joinOn(tables.orgEntity, tables.location.orgEntityId))
    .where(where)
    .$dynamic()
}
export type Selected = Awaited<ReturnType<typeof selectLocations>>[number]

export function rowOf({ location, type, parent: outer, orgEntity, equipmentCount }: Selected): Row {
  return {
    id: location.id,
    ...plainOf(fields, location),
    type,
    parent: outer,
    orgEntity: orgEntity && { id: orgEntity.id, name: orgEntity.name },
    equipmentCount,
    updatedAt: location.updatedAt.toISOString(),
    version: location.version,
  }
}

export async function detailOf(
  scope: Scope,
  selected: Selected,
): Promise<z.input<typeof locationDetail>> {
  const { db, from } = scope
  const outer = selected.location.path.filter((id) => id !== selected.location.id)
  const path =
    outer.length === 0
      ? []
      : await db
          .select({ id: tables.location.id, name: tables.location.name })
          .from(tables.location)
          .where(from.locations(sql`${tables.location.id} = any(${intArray(outer)})`))
          .orderBy(sql`array_length(${tables.location.path}, 1)`)
  return {
    ...rowOf(selected),
    path,
    metadata: await showMetadata(scope, selected.location.metadata),
    details: selected.location.details,
    createdAt: selected.location.createdAt.toISOString(),
  }
}

export const readable = ({
  location,
  type,
  parent: outer,
  orgEntity,
}: Selected): Readable<'location'> =>
  mapFields<typeof fields, keyof typeof fields, unknown>(fields, keysOf(fields), location, {
    type: type.name,
    parent: named('location', outer),
    orgEntity: named('orgEntity', orgEntity),
    metadata: metadataParts(location.metadata),
    details: new Parts(location.details.map(({ key, value }) => ({ of: key, value }))),
  })
