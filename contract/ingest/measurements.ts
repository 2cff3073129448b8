import { metricFacts } from '#contract/metricFacts.ts'
import { changeNames, metricNames, type MetricName } from '#contract/metricNames.ts'
import { truncate } from '#contract/rules/truncate.ts'
import { batteryOf, macOf, parseInstant } from './fields.ts'
import { isAbsent, numberOf, stateOf } from './words.ts'

export interface Value {
  /** If null, the device has only one metric. */
  metric: MetricName | null
  /**
   * Identifies the measurement within its device: the maker's name in lower case, numbered if it
   * repeats. Null if the report gives neither name nor metric.
   */
  key: string | null
  /** The key of earlier versions, which may belong to another probe tomorrow. */
  formerKey?: string
  label: string
  /** Empty if unknown. */
  unit: string
  /** Null if the device says that it has no value. */
  value: number | null
  /** The value arrived as a boolean or a word. Only a boolean metric accepts it. */
  isYesNo: boolean
  /** A 1-Wire probe, which reads 85 after power-on. */
  isOneWire: boolean
}

export interface Measurement extends Value {
  /** Normalised by `deviceIdOf`. */
  device: string
  /** ISO 8601, UTC. If null, the device has no clock and the server uses the current time. */
  at: string | null
  battery: number | null
  gateways: string[]
  packet?: Packet
}

/** One transmission of a device. All measurements of a packet share one object. */
export interface Packet {
  /** 0 to 255, shared by repeats of one packet; null if the device does not count packets. */
  id: number | null
  /** The radio packet was not encrypted. */
  isPlain: boolean
}

/** Faults of one measurement. The server still accepts the others of its report. */
export const readingFaults = [
  'notAReading',
  'notANumber',
  'notAvailable',
  'implausible',
  'unknownMetric',
  'notAMoment',
  'fromFuture',
  'tooOld',
  'beyondRange',
  'unknownSensor',
  'spareMeasurement',
  'noKey',
  'wrongKey',
  'replayed',
  'notEncrypted',
  'unknownAlias',
  'unknownObject',
  'unknownAdvert',
  'cutOff',
  'emptyPacket',
  'deviceFault',
  'notKept',
  'whichMetric',
  'switchedOff',
  'twice',
] as const
export type ReadingFault = (typeof readingFaults)[number]

/**
 * A value that could not be read. `device` and `label` are empty if they could not be read either.
 */
export interface Unread {
  fault: ReadingFault
  device: string
  label: string
}

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

interface Source {
  device: unknown
  at: unknown
  battery: unknown
  gateways: readonly unknown[]
}

const unread = (fault: ReadingFault, device = '', label = ''): Unread => ({ fault, device, label })

export function measurementOf({
  metric,
  value,
  ...source
}: Source & { metric: unknown; value: unknown }): Measurement | Unread {
  const told = metric === undefined || metric === null ? null : metric
  const device = deviceIdOf(source.device)
  if (device === null) return unread('notAReading')
  if (told !== null && !isMetric(told)) return unread('unknownMetric', device, nameIn(told))
  const state = stateOf(value, told)
  const number = state === null ? numberOf(value) : Number(state)
  if (number === null && !isAbsent(value)) return unread('notANumber', device, told ?? '')
  return placedValue(
    {
      metric: told,
      key: told,
      label: told ?? '',
      unit: told === null ? '' : metricFacts[told].unit,
      value: number,
      isYesNo: state !== null,
      isOneWire: false,
    },
    source,
  )
}

const NAME_MAXIMUM = 40
const nameIn = (told: unknown) => (typeof told === 'string' ? truncate(told, NAME_MAXIMUM) : '')

/**
 * Converts a value to a measurement of its device. Physically impossible values are set aside. A
 * charge above 100 % means that the device does not know its charge.
 */
export function placedValue(value: Value | Unread, source: Source): Measurement | Unread {
  const physical = 'fault' in value || value.metric === null ? null : physicalOf(value.metric)
  if ('fault' in value || value.value === null || physical === null)
    return withSource(value, source)
  const [low, high] = physical
  if (value.value >= low && value.value <= high) return withSource(value, source)
  return value.metric === 'battery'
    ? withSource({ ...value, value: null }, source)
    : withSource({ fault: 'implausible', device: '', label: value.label }, source)
}
const physicalOf = (metric: MetricName) => metricFacts[metric].physical

function withSource(
  value: Value | Unread,
  { device, at, battery, gateways }: Source,
): Measurement | Unread {
  const id = deviceIdOf(device)
  if (id === null) return unread('notAReading')
  if ('fault' in value) return { ...value, device: id }
  const moment = at === undefined || at === null ? null : parseInstant(at)
  if (at !== undefined && at !== null && moment === null)
    return unread('notAMoment', id, value.label)
  return {
    ...value,
    device: id,
    at: moment,
    battery: batteryOf(battery),
    gateways: gateways.flatMap((one) => macOf(one) ?? []),
  }
}

export function split(told: readonly (Measurement | Unread)[]): {
  measurements: Measurement[]
  faults: Unread[]
} {
  return {
    measurements: told.filter((one): one is Measurement => !('fault' in one)),
    faults: told.filter((one) => 'fault' in one),
  }
}

/** Milliseconds. Tolerated drift of a device's clock ahead of the server's. */
const AHEAD = 5 * 60_000
/** An earlier timestamp comes from a clock that was never set: those start in 1970 or 2000. */
export const FIRST_READING = Date.UTC(2001, 0, 1)

/** Returns milliseconds, or why the timestamp is implausible. */
export function measuredAt(at: string | null, now: number): number | 'fromFuture' | 'tooOld' {
  const time = at === null ? now : Date.parse(at)
  if (time > now + AHEAD) return 'fromFuture'
  return time < FIRST_READING ? 'tooOld' : time
}
