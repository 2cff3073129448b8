/** The things a rule takes in: what fits its data now. */
import { and, eq, isNull, sql, type SQL } from 'drizzle-orm'
import type { RruleDraft } from '#contract/rrules'
import { equipment, equipmentType, location, locationType } from '../../db/schema/index.ts'
import { equipmentFilter, locationFilter } from '../../kernel/lists.ts'

type Data = RruleDraft['rruleData']

/**
 * Over equipment, or over locations: a list that names equipment says nothing of a location, and is
 * left out there.
 */
export function fits(data: Data, objects: RruleDraft['objects']): SQL {
  const condition =
    objects === 'equipment'
      ? equipmentFilter(data)
      : locationFilter({ locationIds: data.locationIds, locationTypeIds: data.locationTypeIds })
  return condition ?? sql`true`
}

/** Of the company as a whole: a rule's reach does not hang on who looks. */
export function allObjects(companyId: number, data: Data, objects: RruleDraft['objects']): SQL {
  return objects === 'equipment'
    ? sql`select ${equipment.id} as id from ${equipment}
      where ${and(eq(equipment.companyId, sql`${companyId}`), isNull(equipment.deletedAt), fits(data, objects))}`
    : sql`select ${location.id} as id from ${location}
      where ${and(eq(location.companyId, sql`${companyId}`), isNull(location.deletedAt), fits(data, objects))}`
}

export const objectTables = {
  equipment: { table: equipment, types: equipmentType, from: 'equipment' },
  locations: { table: location, types: locationType, from: 'locations' },
} as const
