import { changeNames, metricNames, type MetricName } from '#contract/reports.ts'
import { batteryOf, macOf, momentOf } from './fields.ts'

export interface Measurement {
  /** Normalised by `deviceIdOf`. */
  device: string
  /** If null, the device has only one metric. */
  metric: MetricName | null
  value: number
  /** The value came as a boolean or a word. Only a boolean metric accepts it. */
  isYesNo: boolean
  /** ISO 8601, UTC. If null, the device has no clock and the server uses the current time. */
  at: string | null
  battery: number | null
  gateways: string[]
}

/** Faults of one measurement. The server still accepts the others of its report. */
export const readingFaults = [
  'notAReading',
  'notANumber',
  'unknownMetric',
  'notAMoment',
  'fromFuture',
  'tooOld',
  'beyondRange',
  'unknownSensor',
  'whichMetric',
  'switchedOff',
  'twice',
] as const
export type ReadingFault = (typeof readingFaults)[number]

const DEVICE_ID_MAXIMUM = 64
export const deviceIdPattern = /^[\p{L}\p{N}][\p{L}\p{N} ._:/#+-]*$/u

/**
 * Normalises a device id: a radio address without separators, anything else in capitals. Returns
 * null if the id is invalid.
 */
export function deviceIdOf(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const trimmed = value.trim()
  if (trimmed.length > DEVICE_ID_MAXIMUM || !deviceIdPattern.test(trimmed)) return null
  return macOf(trimmed) ?? trimmed.normalize('NFC').toUpperCase()
}

const metrics: readonly string[] = [...metricNames, ...changeNames]
const isMetric = (value: unknown): value is MetricName =>
  typeof value === 'string' && metrics.includes(value)

interface Told {
  device: unknown
  metric: unknown
  value: unknown
  at: unknown
  battery: unknown
  gateways: readonly unknown[]
}

export function measurementOf({
  device,
  metric,
  value,
  at,
  battery,
  gateways,
}: Told): Measurement | ReadingFault {
  const id = deviceIdOf(device)
  if (id === null) return 'notAReading'
  if (metric !== undefined && metric !== null && !isMetric(metric)) return 'unknownMetric'
  const state = stateOf(value)
  const number = state === null ? numberOf(value) : Number(state)
  if (number === null) return 'notANumber'
  const moment = at === undefined || at === null ? null : momentOf(at)
  if (at !== undefined && at !== null && moment === null) return 'notAMoment'
  return {
    device: id,
    metric: isMetric(metric) ? metric : null,
    value: number,
    isYesNo: state !== null,
    at: moment,
    battery: batteryOf(battery),
    gateways: gateways.flatMap((one) => macOf(one) ?? []),
  }
}

/** Words for yes, in lower case with spaces. */
const ON = new Set(
  ['true', 'yes', 'on', 'active', 'alarm', 'alert', 'detected', 'wet', 'water', 'water detected']
    .concat(['leak', 'leaking', 'leaked', 'leakage', 'leak detected', 'water leak'])
    .concat(['water leak detected', 'flood', 'flooded', 'flooding']),
)
const OFF = new Set(['false', 'no', 'off', 'none', 'inactive', 'normal', 'dry', 'ok', 'clear'])
/** NO LEAK, not detected, noleak. */
const NEGATION = /^(?:not|non|no|without) ?/

/**
 * Returns null if the value is neither yes nor no. A number is never a state: 1 may be any
 * measurement.
 */
export function stateOf(value: unknown): boolean | null {
  if (typeof value === 'boolean') return value
  if (typeof value !== 'string' || value.length > 40) return null
  const word = value
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ')
    .trim()
  if (ON.has(word)) return true
  return OFF.has(word) || ON.has(word.replace(NEGATION, '')) ? false : null
}

const decimal = /^[+-]?\d+(\.\d*)?(e[+-]?\d{1,3})?$/i

export function numberOf(value: unknown): number | null {
  const number =
    typeof value === 'string' && value.length <= 30 && decimal.test(value.trim())
      ? Number(value)
      : value
  return typeof number === 'number' && Number.isFinite(number) && Math.abs(number) <= 1e12
    ? number
    : null
}

export function split(told: readonly (Measurement | ReadingFault)[]): {
  measurements: Measurement[]
  faults: ReadingFault[]
} {
  return {
    measurements: told.filter((one) => typeof one !== 'string'),
    faults: told.filter((one) => typeof one === 'string'),
  }
}

/** Milliseconds. Tolerated drift of a device's clock ahead of the server's. */
const AHEAD = 5 * 60_000
/** An earlier timestamp comes from a clock that was never set: those start in 1970 or 2000. */
export const FIRST_READING = Date.UTC(2001, 0, 1)

/** Milliseconds, or why the timestamp is implausible. */
export function measuredAt(at: string | null, now: number): number | 'fromFuture' | 'tooOld' {
  const time = at === null ? now : Date.parse(at)
  if (time > now + AHEAD) return 'fromFuture'
  return time < FIRST_READING ? 'tooOld' : time
}
