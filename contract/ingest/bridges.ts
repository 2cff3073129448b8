/**
 * Parses messages of bridges that publish each device on a topic of its own: Zigbee2MQTT (FORMAT/
 * DEVICE) and Tasmota (FORMAT/DEVICE/tele/SENSOR). Over HTTP, the message names the device in
 * `device`.
 */
import { valuesIn } from './decoded.ts'
import { EVENT, unusedOf, type Measured } from './devices.ts'
import { record } from './fields.ts'
import { placedValue, type Measurement, type Unread } from './measurements.ts'
import { tasmota, zigbee2mqtt, zigbee2mqttPipe } from './profiles/bridges.ts'
import { plainName, type Profile } from './profiles/profile.ts'
import { statedUnit } from './units.ts'
import type { MetricName } from '#contract/metricNames.ts'

/** Messages of the bridge itself and commands have no measurements. */
const ofBridge = new Set(['bridge', 'availability', 'set', 'get'])

export function readZigbee2mqtt(payload: unknown, along: readonly string[]): Measured {
  const { device, ...fields } = record(payload)
  if (ofBridge.has(along[0] ?? '') || ofBridge.has(along.at(-1) ?? '')) return EVENT
  const address = record(device)['ieeeAddr']
  const profile = ['bar', 'bar_1'].some((name) => name in fields) ? zigbee2mqttPipe : zigbee2mqtt
  return measuredAs(fields, profile, {
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
  const read = measuredAs(fields, inUnits({ temperature: degrees, pressure }), {
    device: nameOf(device, along.slice(0, 1)),
    // Tasmota's time has no zone
    at: null,
  })
  return 'fault' in read
    ? read
    : { ...read, measurements: read.measurements.map(withProbe(fields)) }
}

/** Identifies 1-Wire probes by address, because Tasmota renumbers them at each start. */
function withProbe(fields: Readonly<Record<string, unknown>>) {
  const addresses = new Map(
    Object.entries(fields).flatMap(([name, told]) => {
      const { Id: id } = record(told)
      const isProbe = typeof id === 'string' && /^[0-9A-F]{12}$/i.test(id) && /^DS18/i.test(name)
      return isProbe ? [[plainName(name), id.toUpperCase()] as const] : []
    }),
  )
  return (one: Measurement | Unread): Measurement | Unread => {
    if ('fault' in one || one.key === null) return one
    const [chip = '', field = ''] = one.key.split('.')
    const id = addresses.get(chip)
    if (id === undefined) return one
    const key = `ds18:${id.toLowerCase()}.${field}`
    return { ...one, key, formerKey: one.key, label: `${one.label.split('.')[0]} ${id}` }
  }
}

/** Device settings choose the units, and each message states them for all of its values. */
function inUnits(told: Partial<Record<MetricName, unknown>>): Profile {
  const names = Object.entries(tasmota.names).map(([name, meaning]) => {
    const own = typeof meaning === 'string' ? { metric: meaning } : meaning
    const stated = own === null || own === undefined ? undefined : told[own.metric]
    const from = own && typeof stated === 'string' ? statedUnit(own.metric, stated) : 'own'
    const isFahrenheit = own?.metric === 'other' && own.unit === '°C' && told.temperature === 'F'
    if (isFahrenheit) return [name, { ...own, unit: '°F' }]
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
