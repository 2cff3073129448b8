/**
 * What devices that measure send, or the networks that carry it: The Things Stack and ChirpStack
 * (LoRaWAN, decoded by the network's own decoder), the gateways of Ruuvi, and Kontakt.io.
 */
import { bytesOf, readAdvertisement } from './advertisement.ts'
import { record, unixTime } from './fields.ts'
import { measurementOf, type Measurement, type ReadingFault } from './measurements.ts'
import type { MetricName } from '../reports.ts'

export type Measured =
  | { measurements: (Measurement | ReadingFault)[]; skipped: number }
  | { fault: 'noReadings' | 'notDecoded' }

/** Under which names decoders write what is measured. */
const names: Record<MetricName, readonly string[]> = {
  temperature: ['temperature', 'temp', 'temperature_1', 'TempC_SHT', 'TempC'],
  humidity: ['humidity', 'hum', 'relative_humidity', 'humidity_1', 'Hum_SHT'],
  waterLeak: [
    'leakage_status',
    'water_leak',
    'water_leak_status',
    'leak',
    'leakage',
    'Water_leak_status',
  ],
}
const batteries = ['battery', 'batteryLevel', 'battery_level', 'Bat']
const dry = new Set(['normal', 'dry', 'no', 'none', 'off', 'ok'])
const wet = new Set(['leak', 'wet', 'yes', 'on', 'alarm', 'leaking'])

interface Source {
  device: unknown
  at: unknown
  gateways: readonly unknown[]
}

/** Each thing that was measured, one after the other. */
function measuredIn(
  decoded: Readonly<Record<string, unknown>>,
  source: Source,
): (Measurement | ReadingFault)[] {
  const pick = (keys: readonly string[]) => {
    const key = keys.find((one) => decoded[one] !== undefined && decoded[one] !== null)
    return key === undefined ? undefined : decoded[key]
  }
  const battery = pick(batteries)
  return (Object.keys(names) as MetricName[]).flatMap((metric) => {
    const value = pick(names[metric])
    return value === undefined
      ? []
      : [
          measurementOf({
            ...source,
            metric,
            value: metric === 'waterLeak' ? leakOf(value) : value,
            battery,
          }),
        ]
  })
}

function leakOf(value: unknown): unknown {
  if (typeof value !== 'string') return value
  const word = value.trim().toLowerCase()
  return dry.has(word) ? 0 : wet.has(word) ? 1 : value
}

/** The Things Stack v3: one uplink. Joins and the like say nothing of what was measured. */
export function readTtn(payload: unknown): Measured {
  const message = record(payload)
  const ids = record(message['end_device_ids'])
  if (Object.keys(ids).length === 0) return { fault: 'noReadings' }
  if (message['uplink_message'] === undefined) return { measurements: [], skipped: 1 }
  const uplink = record(message['uplink_message'])
  if (uplink['decoded_payload'] === undefined)
    return uplink['frm_payload'] === undefined
      ? { measurements: [], skipped: 1 }
      : { fault: 'notDecoded' }
  const measurements = measuredIn(record(uplink['decoded_payload']), {
    device: ids['dev_eui'] ?? ids['device_id'],
    at: uplink['received_at'] ?? message['received_at'],
    gateways: nearestFirst(uplink['rx_metadata'], (heard) => record(heard['gateway_ids'])['eui']),
  })
  return { measurements, skipped: measurements.length === 0 ? 1 : 0 }
}

/** ChirpStack v4: one event. Only `up` measures. */
export function readChirpstack(payload: unknown): Measured {
  const event = record(payload)
  const info = record(event['deviceInfo'])
  if (info['devEui'] === undefined) return { fault: 'noReadings' }
  if (event['object'] === undefined)
    return event['data'] === undefined || event['data'] === ''
      ? { measurements: [], skipped: 1 }
      : { fault: 'notDecoded' }
  const measurements = measuredIn(record(event['object']), {
    device: info['devEui'],
    at: event['time'],
    gateways: nearestFirst(event['rxInfo'], (heard) => heard['gatewayId']),
  })
  return { measurements, skipped: measurements.length === 0 ? 1 : 0 }
}

/** The gateways that heard it, the loudest first. */
function nearestFirst(
  heard: unknown,
  addressOf: (one: Record<string, unknown>) => unknown,
): unknown[] {
  const strength = (one: Record<string, unknown>) =>
    typeof one['rssi'] === 'number' ? one['rssi'] : -Infinity
  return (Array.isArray(heard) ? heard : [])
    .slice(0, 50)
    .map(record)
    .toSorted((one, other) => strength(other) - strength(one))
    .map(addressOf)
}

/**
 * Ruuvi Gateway: the newest advertisement of each tag, raw; by MQTT each by itself, under
 * GATEWAY/TAG.
 */
export function readRuuvi(payload: unknown, along: readonly string[]): Measured {
  const message = record(payload)
  const single = typeof message['data'] === 'string'
  const data = single ? message : record(message['data'])
  const tags = single
    ? { [along.at(-1) ?? '']: { timestamp: message['ts'], data: message['data'] } }
    : data['tags']
  if (typeof tags !== 'object' || tags === null) return { fault: 'noReadings' }
  const measurements: (Measurement | ReadingFault)[] = []
  let skipped = 0
  for (const [device, told] of Object.entries(tags)) {
    const tag = record(told)
    const values = ruuviValues(tag['data'])
    if (values === null) skipped += 1
    else
      measurements.push(
        ...measuredIn(values, {
          device,
          at: unixTime(tag['timestamp']),
          gateways: [data['gw_mac']],
        }),
      )
  }
  return { measurements, skipped }
}

/** What a tag says in an advertisement in hexadecimal; null for all that is no tag of Ruuvi's. */
function ruuviValues(advert: unknown): Record<string, number | null> | null {
  const bytes = bytesOf(advert)
  const said = bytes === null ? null : readAdvertisement(bytes)
  return said?.identity === 'Ruuvi' ? { ...said.values, battery: said.battery } : null
}

/** Kontakt.io's telemetry: a page of what tags and beacons measured. */
export function readKontakt(payload: unknown): Measured {
  const content = Array.isArray(payload) ? payload : record(payload)['content']
  if (!Array.isArray(content)) return { fault: 'noReadings' }
  const measurements: (Measurement | ReadingFault)[] = []
  let skipped = 0
  for (const element of content) {
    const tag = record(element)
    const found = measuredIn(tag, {
      device: tag['uniqueId'] ?? tag['trackingId'],
      at: tag['timestamp'],
      gateways: [],
    })
    if (found.length === 0) skipped += 1
    else measurements.push(...found)
  }
  return { measurements, skipped }
}
