import type { ReadingFault } from '#contract/ingest/measurements.ts'
import type { Quarantined } from './devices.ts'

/** Faults of readings that are set aside as `badReadings`. */
const badReadingFaults = [
  'notAReading',
  'notANumber',
  'implausible',
  'unknownMetric',
  'notAMoment',
  'fromFuture',
  'tooOld',
  'beyondRange',
  'whichMetric',
  'switchedOff',
] as const satisfies readonly ReadingFault[]

export interface BadReading {
  fault: (typeof badReadingFaults)[number]
  /** The names of the measurements as the device spells them; empty if it gave none. */
  names: string
}

/** What `about` of a report with `badReadings` says: FAULT, or FAULT and names. */
export function badReadingOf({
  reason,
  about,
}: Pick<Quarantined, 'reason' | 'about'>): BadReading | null {
  if (reason !== 'badReadings' || about === null) return null
  const fault = badReadingFaults.find((one) => about === one || about.startsWith(`${one}: `))
  return fault === undefined ? null : { fault, names: about.substring(fault.length + 2) }
}
