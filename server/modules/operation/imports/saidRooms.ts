import type { Id } from '#contract/ids.ts'
import type { ImportJob } from '#contract/imports.ts'
import type { NamedRoom } from '../../foundation/locations/index.ts'

export interface PlanRoom extends NamedRoom {
  /** Names in the languages of the imported plan. */
  names: string[]
  floorNames: string[]
  buildingNames: string[]
  /** The linked location, unless deleted. */
  locationId: Id<'location'> | null
}

export interface SaidRooms {
  rooms: PlanRoom[]
  /** Why the cell cannot be used, and the faulty part of it. */
  fault?: { code: ImportJob['faults'][number]['code']; value: string }
}
