import { and, eq, getTableColumns, sql, type SQL } from 'drizzle-orm'
import { alias, type AnyPgColumn } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import { exportedKeys, keysOf, tableKeys, type TableKey } from '#contract/entityFields.ts'
import { locationFields as fields } from '#contract/locations/locationFields.ts'
import type { locationDetail, locationRow } from '#contract/locations/locations.ts'
import type { CsvCell } from '#contract/rules/csv.ts'
import { equipment, location, locationType, orgEntity } from '#db/schema/index.ts'
import { eachOf, plainOf } from '#kernel/data/entityFields.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import { named, Parts, type Readable } from '#kernel/events/journal.ts'
import { intArray } from '#kernel/data/listQueries.ts'
import type { Scope } from '#kernel/access/scope.ts'

type Row = z.input<typeof locationRow>

const parent = alias(location, 'parent')

export const sortColumns = {
  ...eachOf<typeof fields, TableKey<typeof fields>, AnyPgColumn>(
    fields,
    tableKeys(fields),
    location,
    { type: locationType.name },
  ),
  updatedAt: location.updatedAt,
}

/** Joins for sorting by columns of other tables. */
export const joinsToSort = sql`
  left join ${locationType} on ${joinOn(locationType, location.typeId)}`

const equipmentInside = ({ from }: Scope) =>
  sql<number>`(select count(*)::int from ${equipment} where ${from.equipment(eq(equipment.locationId, location.id))})`

const { search: _search, ...ownColumns } = getTableColumns(location)

/** A hidden parent reads null. */
export function selectLocations(scope: Scope, where: SQL) {
  const { db, from } = scope
  const isSeen = sql`${parent.id} in (select ${location.id} from ${location} where ${from.ever.locations()})`
  return db
    .select({
      location: ownColumns,
      type: { id: locationType.id, name: locationType.name },
      parent: { id: parent.id, name: parent.name },
      orgEntity: { id: orgEntity.id, name: orgEntity.name },
      equipmentCount: equipmentInside(scope),
    })
    .from(location)
    .innerJoin(locationType, joinOn(locationType, location.typeId))
    .leftJoin(
      parent,
      and(eq(parent.companyId, location.companyId), eq(parent.id, location.parentId), isSeen),
    )
    .leftJoin(orgEntity, joinOn(orgEntity, location.orgEntityId))
    .where(where)
    .$dynamic()
}
export type Selected = Awaited<ReturnType<typeof selectLocations>>[number]

export function rowOf({
  location: place,
  type,
  parent: outer,
  orgEntity: owner,
  equipmentCount,
}: Selected): Row {
  return {
    id: place.id,
    ...plainOf(fields, place),
    type,
    parent: outer,
    orgEntity: owner && { id: owner.id, name: owner.name },
    equipmentCount,
    updatedAt: place.updatedAt.toISOString(),
    version: place.version,
  }
}

export async function detailOf(
  { db, from }: Scope,
  selected: Selected,
): Promise<z.input<typeof locationDetail>> {
  const outer = selected.location.path.filter((id) => id !== selected.location.id)
  const path =
    outer.length === 0
      ? []
      : await db
          .select({ id: location.id, name: location.name })
          .from(location)
          .where(from.locations(sql`${location.id} = any(${intArray(outer)})`))
          .orderBy(sql`array_length(${location.path}, 1)`)
  return {
    ...rowOf(selected),
    path,
    details: selected.location.details,
    createdAt: selected.location.createdAt.toISOString(),
  }
}

/** Values for the journal: names instead of ids. */
export const readable = ({
  location: place,
  type,
  parent: outer,
  orgEntity: owner,
}: Selected): Readable<'location'> =>
  eachOf<typeof fields, keyof typeof fields, unknown>(fields, keysOf(fields), place, {
    type: type.name,
    parent: named('location', outer),
    orgEntity: named('orgEntity', owner),
    details: new Parts(place.details.map(({ key, value }) => ({ of: key, value }))),
  })

export const exportHeading = ['id', ...exportedKeys(fields), 'equipmentCount', 'updatedAt']
export function* exportLines(rows: readonly Row[]): Generator<CsvCell[]> {
  const keys = exportedKeys(fields)
  for (const row of rows) {
    const cells = eachOf<typeof fields, (typeof keys)[number], CsvCell>(fields, keys, row, {
      type: row.type.name,
      parent: row.parent?.name,
      orgEntity: row.orgEntity?.name,
    })
    yield [row.id, ...Object.values(cells), row.equipmentCount, row.updatedAt]
  }
}
