/** Why something that a report tells of was not used, and how often. */
import type { ReadingFault } from './measurements.ts'

/** Of what a gateway heard; it is kept with the gateway. */
export const advertFaults = [
  'unknownTag',
  'tooOld',
  'twice',
  'unreadableAddress',
  'unreadableRssi',
] as const
export type AdvertFault = (typeof advertFaults)[number]

/** Of a report besides what is wrong with readings of sensors. */
export const reportFaults = [...advertFaults, 'unknownGateway', 'notUnderstood'] as const
export type IgnoredReason = (typeof reportFaults)[number] | ReadingFault

export type Counts<Reason extends string> = Partial<Record<Reason, number>>

export function countOne<Reason extends string>(counts: Counts<Reason>, reason: Reason): void {
  counts[reason] = (counts[reason] ?? 0) + 1
}

/** What is kept of a gateway beside those that came too late, which have a column. */
export type OtherIgnored = Counts<Exclude<AdvertFault, 'tooOld'>>
