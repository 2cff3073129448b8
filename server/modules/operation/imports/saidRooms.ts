import type { Id } from '#contract/ids.ts'
import type { ImportJob } from '#contract/imports.ts'
import type { NamedRoom } from '../../foundation/locations/index.ts'

export interface PlanRoom extends NamedRoom {
  /** In the languages of the imported plan. */
  names: string[]
  floorNames: string[]
  buildingNames: string[]
  /** Of a location that is not deleted. */
  locationId: Id<'location'> | null
}

export interface SaidRooms {
  rooms: PlanRoom[]
  /** Why the cell cannot be used, and the part that it is about. */
  fault?: { code: ImportJob['faults'][number]['code']; value: string }
}
