import type { ReadingFault } from './measurements.ts'

export const advertFaults = [
  'unknownTag',
  'tooOld',
  'twice',
  'unreadableAddress',
  'unreadableRssi',
] as const
export type AdvertFault = (typeof advertFaults)[number]

export const reportFaults = [
  ...advertFaults,
  'unknownGateway',
  'notUnderstood',
  /** `noMeasurements`: a message of a known kind without measurements, such as a join. */
  'noMeasurements',
] as const
export type IgnoredReason = (typeof reportFaults)[number] | ReadingFault

export type Counts<Reason extends string> = Partial<Record<Reason, number>>

export function countOne<Reason extends string>(counts: Counts<Reason>, reason: Reason): void {
  counts[reason] = (counts[reason] ?? 0) + 1
}

/** Counts per gateway. `tooOld` has its own column. */
export type OtherIgnored = Counts<Exclude<AdvertFault, 'tooOld'>>
