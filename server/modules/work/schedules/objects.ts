import { and, eq, isNull, sql, type SQL } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import type { RruleDraft } from '#contract/rrules/rruleShapes.ts'
import * as tables from '#db/schema/index.ts'
import { equipmentFilter, locationFilter } from '#kernel/data/listQueries.ts'

type Data = RruleDraft['rruleData']

interface Taken {
  data: Data
  objects: RruleDraft['objects']
  /**
   * Only equipment and locations suitable for the procedure are included. Null if no procedure is
   * chosen yet.
   */
  procedureId: Id<'procedure'> | null
}

/** SQL over equipment or locations. Lists that name equipment are ignored for locations. */
export function isReachedBySchedule({ data, objects, procedureId }: Taken): SQL {
  const condition =
    objects === 'equipment'
      ? and(equipmentFilter(data), procedureId === null ? undefined : isFor(procedureId))
      : locationFilter({ locationIds: data.locationIds, locationTypeIds: data.locationTypeIds })
  return condition ?? sql`true`
}

const isFor = (procedureId: Id<'procedure'>): SQL =>
  sql`exists (select from ${tables.procedure} as home where home.company_id = ${tables.equipment.companyId}
    and home.id = ${procedureId} and (home.equipment_type_ids = '{}'
      or ${tables.equipment.typeId} = any(home.equipment_type_ids)))`

/** All matching objects of the company, because a schedule's reach does not depend on the user. */
export function allObjects(companyId: number, taken: Taken): SQL {
  return taken.objects === 'equipment'
    ? sql`select ${tables.equipment.id} as id from ${tables.equipment}
      where ${and(eq(tables.equipment.companyId, sql`${companyId}`), isNull(tables.equipment.deletedAt), isReachedBySchedule(taken))}`
    : sql`select ${tables.location.id} as id from ${tables.location}
      where ${and(eq(tables.location.companyId, sql`${companyId}`), isNull(tables.location.deletedAt), isReachedBySchedule(taken))}`
}

export const objectTables = {
  equipment: { table: tables.equipment, types: tables.equipmentType, from: 'equipment' },
  locations: { table: tables.location, types: tables.locationType, from: 'locations' },
} as const
