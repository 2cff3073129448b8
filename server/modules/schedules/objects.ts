/** The equipment and locations that a schedule currently applies to. */
import { and, eq, isNull, sql, type SQL } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import type { RruleDraft } from '#contract/rrules/rruleShapes.ts'
import { equipment, equipmentType, location, locationType, procedure } from '#db/schema/index.ts'
import { equipmentFilter, locationFilter } from '#kernel/data/listQueries.ts'

type Data = RruleDraft['rruleData']

interface Taken {
  data: Data
  objects: RruleDraft['objects']
  /** Only what the procedure is for is included. Null if none is chosen yet. */
  procedureId: Id<'procedure'> | null
}

/** Over equipment or over locations. Lists that name equipment are ignored for locations. */
export function fits({ data, objects, procedureId }: Taken): SQL {
  const condition =
    objects === 'equipment'
      ? and(equipmentFilter(data), procedureId === null ? undefined : isFor(procedureId))
      : locationFilter({ locationIds: data.locationIds, locationTypeIds: data.locationTypeIds })
  return condition ?? sql`true`
}

/** The contract's `isFor`, in SQL. */
const isFor = (procedureId: Id<'procedure'>): SQL =>
  sql`exists (select from ${procedure} as home where home.company_id = ${equipment.companyId}
    and home.id = ${procedureId} and (home.equipment_type_ids = '{}'
      or ${equipment.typeId} = any(home.equipment_type_ids)))`

/** Over the whole company, because a schedule's reach does not depend on the user. */
export function allObjects(companyId: number, taken: Taken): SQL {
  return taken.objects === 'equipment'
    ? sql`select ${equipment.id} as id from ${equipment}
      where ${and(eq(equipment.companyId, sql`${companyId}`), isNull(equipment.deletedAt), fits(taken))}`
    : sql`select ${location.id} as id from ${location}
      where ${and(eq(location.companyId, sql`${companyId}`), isNull(location.deletedAt), fits(taken))}`
}

export const objectTables = {
  equipment: { table: equipment, types: equipmentType, from: 'equipment' },
  locations: { table: location, types: locationType, from: 'locations' },
} as const
