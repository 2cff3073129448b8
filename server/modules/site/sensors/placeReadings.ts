/** Finds the sensor of each measurement, or the reason why it has none. Pure. */
import {
  measuredAt,
  type Measurement,
  type ReadingFault,
  type Unread,
} from '#contract/ingest/measurements.ts'
import { AIR } from '#contract/ingest/profiles/generic.ts'
import { metricFacts } from '#contract/metricFacts.ts'
import { isChange } from '#contract/metricNames.ts'
import { isPowerOnValue } from '#contract/rules/powerOn.ts'
import { canRead, silentAfter } from '#contract/rules/sensors.ts'
import { addOffset } from './addOffset.ts'
import type { Known } from './incidents.ts'

export interface Told {
  /** Milliseconds → value. */
  readings: Map<number, number>
  battery: number | null
  gateways: readonly string[]
  key: string | null
  raisedBy: Set<string>
  unavailable: { at: number; value: number | null } | null
}

export interface Placed {
  told: Map<number, Told>
  faults: Unread[]
  used: Set<string>
}

interface Taker {
  known: Known
  told: Told
  /** Milliseconds → key of the measurement that gave the value. */
  keys: Map<number, string | null>
  last: { value: number | null; wasSetAside: boolean }
}

export function placeReadings(
  measurements: readonly Measurement[],
  byDevice: ReadonlyMap<string, Known[]>,
  now: number,
): Placed {
  const takers = new Map<number, Taker>()
  const faults: Unread[] = []
  const used = new Set<string>()
  const takerOf = (known: Known): Taker => {
    const taker = takers.get(known.sensor.id) ?? {
      known,
      told: {
        readings: new Map(),
        battery: null,
        gateways: [],
        key: null,
        // after a silence, earlier "yes" values do not count
        raisedBy: new Set(isSilent(known, now) ? [] : known.sensor.raisedBy),
        unavailable: null,
      },
      keys: new Map(),
      last: {
        value: known.sensor.value === null ? null : known.sensor.value - known.sensor.offset,
        wasSetAside: known.sensor.unavailableValue !== null,
      },
    }
    takers.set(known.sensor.id, taker)
    return taker
  }
  for (const one of measurements) {
    const own = byDevice.get(one.device) ?? []
    const { takes, fault } = sensorsFor(one, own, now)
    if (fault !== null) faults.push({ fault, device: one.device, label: one.label })
    for (const known of takes) {
      const why = take(takerOf(known), one, now)
      if (why === null) used.add(one.label)
      else faults.push({ fault: why, device: one.device, label: one.label })
    }
  }
  return { told: new Map([...takers].map(([id, { told }]) => [id, told])), faults, used }
}

/**
 * The sensors that read a measurement: by explicit choice, or by metric without a choice. Unknown
 * names, and the battery of a known device, are not reported as unread.
 */
function sensorsFor(
  one: Measurement,
  own: readonly Known[],
  now: number,
): { takes: Known[]; fault: ReadingFault | null } {
  const { metric } = one
  const chosen = own.filter(
    ({ sensor }) => isChosenBy(sensor, one) && canRead(sensor.metric, metric),
  )
  const free = own.filter(
    ({ sensor }) =>
      sensor.measurement === '' &&
      (metric === null || sensor.metric === metric || wasReadBefore(sensor, one)),
  )
  if (metric === null && free.length > 1) return { takes: [], fault: 'whichMetric' }
  const readers = free.filter((known) => readsByItself(known, one, now))
  const takes = [...chosen, ...readers]
  if (takes.length > 0) return { takes, fault: null }
  if (metric === 'other' || (metric === 'battery' && own.length > 0))
    return { takes: [], fault: null }
  return { takes: [], fault: own.length === 0 ? 'unknownSensor' : 'spareMeasurement' }
}

/** A choice by a former key stays with the probe that the sensor read first. */
function isChosenBy(sensor: Known['sensor'], { key, formerKey }: Measurement): boolean {
  if (key === null || sensor.measurement === '') return false
  if (sensor.measurement === key) return true
  if (formerKey === undefined) return false
  const isPinned = sensor.readsKey !== null && sensor.readsKey !== formerKey
  return sensor.readsKey === key || (sensor.measurement === formerKey && !isPinned)
}

/**
 * True if the sensor already read a measurement that profiles now take for another number. It
 * continues in the same unit, or without a unit where the value may be air pressure.
 */
function wasReadBefore(
  sensor: Known['sensor'],
  { key, metric, unit, value }: Measurement,
): boolean {
  if (metric !== 'other' || key === null || sensor.readsKey !== key) return false
  const own = metricFacts[sensor.metric].unit
  if (own !== '' && unit === own) return true
  const mayBeAir = value !== null && value >= AIR[0] && value <= AIR[1]
  return sensor.metric === 'pressure' && mayBeAir
}

/**
 * A sensor without a choice keeps its measurement while the device reports it. For yes/no it reads
 * all measurements, because one wet probe is a leak.
 */
function readsByItself(known: Known, { key, formerKey }: Measurement, now: number): boolean {
  const { metric, readsKey } = known.sensor
  if (readsKey === null || key === null || key === readsKey || key === metric) return true
  if (formerKey === readsKey) return true
  return isChange(metric) || isSilent(known, now)
}

export const isSilent = ({ sensor, everyMinutes }: Known, now: number): boolean =>
  sensor.lastHeardAt === null || now - sensor.lastHeardAt.getTime() >= silentAfter(everyMinutes)

/**
 * Stays yes while any measurement of the device is yes. A dry probe does not end another probe's
 * leak.
 */
function raisedAfter(by: Set<string>, { key, value }: Measurement): number {
  if (value !== null && value >= 1) by.add(key ?? '')
  else by.delete(key ?? '')
  return by.size > 0 ? 1 : 0
}

/** Returns null if the sensor accepted the measurement; otherwise the reason. */
function take(taker: Taker, one: Measurement, now: number): ReadingFault | null {
  const { known, told, keys, last } = taker
  const { sensor, minimum, maximum } = known
  if (!sensor.isActive) return 'switchedOff'
  if (one.isYesNo && !isChange(sensor.metric) && sensor.metric !== 'other') return 'notANumber'
  const at = measuredAt(one.at, now)
  if (typeof at === 'string') return at
  const before = keys.get(at)
  const isAnother = before !== undefined && before !== one.key
  if (isAnother && !isChange(sensor.metric)) return 'spareMeasurement'
  if (before === undefined) keys.set(at, one.key)
  told.battery = one.battery ?? told.battery
  if (one.gateways.length > 0) told.gateways = one.gateways
  const isPowerOn =
    one.value !== null &&
    one.isOneWire &&
    isPowerOnValue(one.value, { ...last, isSilent: isSilent(known, now) })
  if (one.value === null || isPowerOn) {
    if (!told.readings.has(at) && at >= (told.unavailable?.at ?? -Infinity))
      told.unavailable = { at: Math.min(at, now), value: isPowerOn ? one.value : null }
    taker.last = { value: last.value, wasSetAside: isPowerOn }
    return 'notAvailable'
  }
  if ((minimum !== null && one.value < minimum) || (maximum !== null && one.value > maximum))
    return 'beyondRange'
  const isNewer = at > (sensor.measuredAt?.getTime() ?? -Infinity)
  const followsOthers = isNewer && isChange(sensor.metric)
  const value = followsOthers
    ? raisedAfter(told.raisedBy, one)
    : addOffset(one.value, sensor.offset)
  const other = told.readings.get(at)
  if (other !== undefined && !isAnother) return 'twice'
  told.readings.set(at, other === undefined || followsOthers ? value : Math.max(other, value))
  if (told.unavailable !== null && told.unavailable.at <= at) told.unavailable = null
  told.key ??= one.key
  taker.last = { value: one.value, wasSetAside: false }
  return null
}
