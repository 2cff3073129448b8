/**
 * Parses reports of measuring devices and their networks: The Things Stack and ChirpStack (LoRaWAN,
 * decoded by the network), Ruuvi Gateway and Kontakt.io.
 */
import { bytesOf, readAdvertisement } from './advertisement.ts'
import { record, unixTime } from './fields.ts'
import { measurementOf, type Measurement, type ReadingFault } from './measurements.ts'
import type { MetricName } from '#contract/reports.ts'

export type Measured =
  | {
      measurements: (Measurement | ReadingFault)[]
      skipped: number
      unused: readonly string[]
    }
  | { fault: 'noReadings' | 'notDecoded' }

/** Field names that decoders use, in the form of `plainName`. The first match wins. */
const names: Record<MetricName, readonly string[]> = {
  temperature: ['temperature', 'temp', 'temperature1', 'tempcsht', 'tempc'],
  humidity: ['humidity', 'hum', 'relativehumidity', 'humidity1', 'humsht'],
  waterLeak: [
    'leakagestatus',
    'waterleak',
    'waterleakstatus',
    'leak',
    'leakage',
    'leakstatus',
    'waterleakage',
  ],
}
const batteries = ['battery', 'batterylevel', 'bat']

/** `WATER_LEAK_STATUS`, `Water_leak_status` and `waterLeakStatus` are one name. */
const plainName = (name: string) => name.toLowerCase().replace(/[\s_-]+/g, '')

/** Names that look like a supported metric, except its counts and settings. */
const soundsMeasured = (name: string) =>
  /temp|hum|leak|flood|water/.test(name) &&
  !/times|count|duration|threshold|limit|max|min|mode|offset|interval|enable|unit/.test(name)

interface Source {
  device: unknown
  at: unknown
  gateways: readonly unknown[]
}

function measuredIn(
  decoded: Readonly<Record<string, unknown>>,
  source: Source,
): { found: (Measurement | ReadingFault)[]; unused: string[] } {
  const given = new Map<string, { name: string; value: unknown }>()
  for (const [name, value] of Object.entries(decoded))
    if (value !== undefined && value !== null && !given.has(plainName(name)))
      given.set(plainName(name), { name, value })
  const pick = (keys: readonly string[]) => {
    const key = keys.find((one) => given.has(one))
    const value = key === undefined ? undefined : given.get(key)?.value
    if (key !== undefined) given.delete(key)
    return value
  }
  const battery = pick(batteries)
  const found = (Object.keys(names) as MetricName[]).flatMap((metric) => {
    const value = pick(names[metric])
    return value === undefined ? [] : [measurementOf({ ...source, metric, value, battery })]
  })
  const left = [...given].filter(([plain]) => soundsMeasured(plain))
  return { found, unused: left.map(([, { name }]) => name) }
}

function decodedBy(decoded: Readonly<Record<string, unknown>>, source: Source): Measured {
  const { found, unused } = measuredIn(decoded, source)
  return found.length > 0
    ? { measurements: found, skipped: 0, unused }
    : { measurements: [], skipped: 1, unused: Object.keys(decoded) }
}

const isEmpty = (decoded: unknown) => Object.keys(record(decoded)).length === 0

const NOTHING: Measured = { measurements: [], skipped: 1, unused: [] }
const isBlank = (value: unknown) => value === undefined || value === null || value === ''

/** The Things Stack v3: one uplink. Joins and similar messages contain no measurements. */
export function readTtn(payload: unknown): Measured {
  const message = record(payload)
  const ids = record(message['end_device_ids'])
  if (Object.keys(ids).length === 0) return { fault: 'noReadings' }
  if (message['uplink_message'] === undefined) return NOTHING
  const uplink = record(message['uplink_message'])
  if (isEmpty(uplink['decoded_payload']))
    return isBlank(uplink['frm_payload']) ? NOTHING : { fault: 'notDecoded' }
  return decodedBy(record(uplink['decoded_payload']), {
    device: ids['dev_eui'] ?? ids['device_id'],
    at: uplink['received_at'] ?? message['received_at'],
    gateways: nearestFirst(uplink['rx_metadata'], (heard) => record(heard['gateway_ids'])['eui']),
  })
}

/** ChirpStack v4: one event. Only `up` contains measurements. */
export function readChirpstack(payload: unknown): Measured {
  const event = record(payload)
  const info = record(event['deviceInfo'])
  if (info['devEui'] === undefined) return { fault: 'noReadings' }
  if (isEmpty(event['object'])) return isBlank(event['data']) ? NOTHING : { fault: 'notDecoded' }
  return decodedBy(record(event['object']), {
    device: info['devEui'],
    at: event['time'],
    gateways: nearestFirst(event['rxInfo'], (heard) => heard['gatewayId']),
  })
}

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
 * Ruuvi Gateway: the latest raw advertisement of each tag. Over MQTT, each tag has its own message,
 * on GATEWAY/TAG.
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
        }).found,
      )
  }
  return { measurements, skipped, unused: [] }
}

/** Parses a hexadecimal advertisement. Returns null if it is not from a Ruuvi tag. */
function ruuviValues(advert: unknown): Record<string, number | null> | null {
  const bytes = bytesOf(advert)
  const said = bytes === null ? null : readAdvertisement(bytes)
  return said?.identity === 'Ruuvi' ? { ...said.values, battery: said.battery } : null
}

/** Kontakt.io telemetry: a page of measurements of tags and beacons. */
export function readKontakt(payload: unknown): Measured {
  const content = Array.isArray(payload) ? payload : record(payload)['content']
  if (!Array.isArray(content)) return { fault: 'noReadings' }
  const measurements: (Measurement | ReadingFault)[] = []
  const unused = new Set<string>()
  let skipped = 0
  for (const element of content) {
    const tag = record(element)
    const measured = measuredIn(tag, {
      device: tag['uniqueId'] ?? tag['trackingId'],
      at: tag['timestamp'],
      gateways: [],
    })
    if (measured.found.length === 0) skipped += 1
    else measurements.push(...measured.found)
    for (const name of measured.unused) unused.add(name)
  }
  return { measurements, skipped, unused: [...unused] }
}
