/** The things a rule takes in: what fits its data now. */
import { and, eq, isNull, sql, type SQL } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import type { RruleDraft } from '#contract/rrules/rruleShapes.ts'
import { equipment, equipmentType, location, locationType, procedure } from '#db/schema/index.ts'
import { equipmentFilter, locationFilter } from '#kernel/data/listQueries.ts'

type Data = RruleDraft['rruleData']

interface Taken {
  data: Data
  objects: RruleDraft['objects']
  /** Only what it is for is taken in; null: none is chosen yet. */
  procedureId: Id<'procedure'> | null
}

/**
 * Over equipment, or over locations: a list that names equipment says nothing of a location, and is
 * left out there.
 */
export function fits({ data, objects, procedureId }: Taken): SQL {
  const condition =
    objects === 'equipment'
      ? and(equipmentFilter(data), procedureId === null ? undefined : isFor(procedureId))
      : locationFilter({ locationIds: data.locationIds, locationTypeIds: data.locationTypeIds })
  return condition ?? sql`true`
}

/** As `isFor` of the contract says it, for a whole list. */
const isFor = (procedureId: Id<'procedure'>): SQL =>
  sql`exists (select from ${procedure} as home where home.company_id = ${equipment.companyId}
    and home.id = ${procedureId} and (home.equipment_type_ids = '{}'
      or ${equipment.typeId} = any(home.equipment_type_ids)))`

/** Of the company as a whole: a rule's reach does not hang on who looks. */
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
