/**
 * Parses messages of bridges that publish each device on a topic of its own: Zigbee2MQTT (FORMAT/
 * DEVICE) and Tasmota (FORMAT/DEVICE/tele/SENSOR). Over HTTP, the message names the device in
 * `device`.
 */
import { valuesIn } from './decoded.ts'
import { EVENT, unusedOf, type Measured } from './devices.ts'
import { record } from './fields.ts'
import { placedValue } from './measurements.ts'
import { tasmota, zigbee2mqtt } from './profiles/bridges.ts'
import type { Profile } from './profiles/profile.ts'
import { statedUnit } from './units.ts'
import type { MetricName } from '#contract/metricNames.ts'

/** Messages of the bridge itself and commands have no measurements. */
const ofBridge = new Set(['bridge', 'availability', 'set', 'get'])

export function readZigbee2mqtt(payload: unknown, along: readonly string[]): Measured {
  const { device, ...fields } = record(payload)
  if (ofBridge.has(along[0] ?? '') || ofBridge.has(along.at(-1) ?? '')) return EVENT
  const address = record(device)['ieeeAddr']
  return measuredAs(fields, zigbee2mqtt, {
    // like 0x00158D0001A2B3C4
    device: typeof address === 'string' ? address.replace(/^0x/i, '') : nameOf(device, along),
    at: null,
  })
}

export function readTasmota(payload: unknown, along: readonly string[]): Measured {
  const {
    device,
    TempUnit: degrees,
    PressureUnit: pressure,
    Time: _time,
    ...fields
  } = record(payload)
  // other Tasmota messages: STATE, LWT, INFO and command results
  if (along.length > 1 && along.at(-1) !== 'SENSOR') return EVENT
  return measuredAs(fields, inUnits({ temperature: degrees, pressure }), {
    device: nameOf(device, along.slice(0, 1)),
    // Tasmota's time has no zone
    at: null,
  })
}

/** Device settings choose the units, and each message states them for all of its values. */
function inUnits(told: Partial<Record<MetricName, unknown>>): Profile {
  const names = Object.entries(tasmota.names).map(([name, meaning]) => {
    const own = typeof meaning === 'string' ? { metric: meaning } : meaning
    const stated = own === null || own === undefined ? undefined : told[own.metric]
    const from = own && typeof stated === 'string' ? statedUnit(own.metric, stated) : 'own'
    return [name, own && from !== 'own' && from !== null ? { ...own, from } : meaning]
  })
  return { ...tasmota, names: Object.fromEntries(names) as Profile['names'] }
}

const nameOf = (device: unknown, along: readonly string[]): unknown =>
  typeof device === 'string' ? device : along.length > 0 ? along.join('/') : undefined

function measuredAs(
  fields: Readonly<Record<string, unknown>>,
  profile: Profile,
  source: { device: unknown; at: string | null },
): Measured {
  if (source.device === undefined) return { fault: 'noReadings' }
  const { values, battery, unused, names } = valuesIn(fields, profile)
  const measurements = values.map((one) => placedValue(one, { ...source, battery, gateways: [] }))
  const isRead = measurements.some(
    (one) => 'fault' in one || (one.metric !== 'other' && one.metric !== 'battery'),
  )
  return {
    measurements,
    skipped: isRead ? 0 : 1,
    unused: unusedOf(source.device, isRead ? unused : names),
  }
}
