import type { VenueFault } from '#contract/venue/outcomes.ts'
import type { Assumption, VenuePlan } from '#contract/venue/plan.ts'
import { checksOf, type PlanChecks } from '#contract/venue/planChecks.ts'
import type { Degrees } from '#contract/venue/plane.ts'
import type { VenueRead } from '#contract/venue/readVenue.ts'
import { badInput } from '#kernel/http/errors.ts'

export interface VenueUpload {
  name: string
  bytes: Uint8Array
  at?: Degrees | null
  floorFrom?: string | null
}
export interface VenueReading {
  plan: VenuePlan
  faults: VenueFault[]
  faultCount: number
  checks: PlanChecks
  register: Register | null
}
export interface Register {
  csv: string
  rows: number
}

const FAULTS_KEPT = 300
/**
 * Bytes. A plan is one row and one message between threads; the largest known campus has a fifth of
 * this.
 */
const LARGEST_PLAN = 8 * 1024 * 1024

export function readingOf(
  { plan, faults }: VenueRead,
  assumed: readonly Assumption[] = [],
  register: Register | null = null,
): VenueReading {
  if (JSON.stringify(plan).length > LARGEST_PLAN)
    throw badInput(
      'body.file',
      'tooLarge',
      'These plans are too large to take over at once; give them building by building.',
    )
  return {
    plan: { ...plan, ...(assumed.length > 0 && { assumed: [...assumed] }) },
    faults: faults.slice(0, FAULTS_KEPT),
    faultCount: faults.length,
    checks: checksOf(plan.buildings),
    register,
  }
}
