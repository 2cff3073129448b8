import type { Id } from '#contract/ids.ts'
import type { ImportJob } from '#contract/imports.ts'
import type { NamedRoom } from '../../foundation/locations/index.ts'

export interface PlanRoom extends NamedRoom {
  /** Names in the languages of the imported plan. */
  names: string[]
  floorNames: string[]
  buildingNames: string[]
  /** The linked location, unless deleted. */
  holder: { id: Id<'location'>; code: string | null; name: string } | null
  /** Another row of the file moves the linked location to other rooms. */
  isFreed: boolean
}

export interface SaidRooms {
  rooms: PlanRoom[]
  /** Why the cell cannot be used, and the faulty part of it. */
  fault?: { code: ImportJob['faults'][number]['code']; value: string }
}
