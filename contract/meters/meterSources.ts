/** Kept apart from the contract, so that pages that only name sources do not load it. */

export const meterSources = ['hand', 'answer', 'sensor', 'above', 'status', 'away'] as const
/**
 * hand: a user reads it. answer: an answered number of a procedure. sensor: a sensor reports what
 * it shows. above: hours while a sensor reads more than a limit. status: hours in chosen statuses.
 * away: hours away from its own location.
 */
export type MeterSource = (typeof meterSources)[number]

/** Meters whose readings users type. The others are derived. */
export const takesReadings = (source: MeterSource): boolean =>
  source === 'hand' || source === 'answer'

export const countsHours = (source: MeterSource): boolean =>
  source === 'above' || source === 'status' || source === 'away'

/** 2^53 / 1000: values keep three decimals exactly. */
export const LARGEST_METER_VALUE = 9_007_199_254_740
export const METERS_OF_EQUIPMENT = 10
