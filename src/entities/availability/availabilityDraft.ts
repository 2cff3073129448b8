import type { Input } from '#contract/endpoint.ts'
import type { Availability, people } from '#contract/people/people.ts'

/** The form's value. `keep` leaves the end as it is; hours count from the save. */
export interface AvailabilityDraft {
  choice: 'keep' | 'none' | 'hours' | 'unlimited'
  hours: number
}
type Wish = Input<typeof people.updateUser>['body']['availability']

const USUAL_HOURS = 8

export function draftOfAvailability(now: Availability): AvailabilityDraft {
  return { choice: now.kind === 'until' ? 'keep' : now.kind, hours: USUAL_HOURS }
}

/** Undefined leaves the availability unchanged. */
export function wishedAvailability({ choice, hours }: AvailabilityDraft): Wish {
  if (choice === 'keep') return undefined
  return choice === 'hours' ? { kind: 'hours', hours } : { kind: choice }
}
