/**
 * Parses reports of measuring devices and their networks: The Things Stack and ChirpStack (LoRaWAN,
 * decoded by the network), Ruuvi Gateway and Kontakt.io.
 */
import { readAdvertisement } from './advertisement.ts'
import { bytesOf } from './bytes.ts'
import { valuesIn, type Decoded } from './decoded.ts'
import { macOf, record, unixTime } from './fields.ts'
import { deviceIdOf, placedValue, type Measurement, type Unread } from './measurements.ts'
import { profileOf } from './profiles/profileOf.ts'
import type { SealedReport } from './said.ts'
import { measuredBy, sealedBy } from './scanners.ts'

/** A name that was not understood, as the device spells it. */
export interface UnusedName {
  /** Normalised by `deviceIdOf`; empty if it is not a device id. */
  device: string
  label: string
}

export type Measured =
  | {
      measurements: (Measurement | Unread)[]
      /** Encrypted measurements. */
      sealed?: readonly SealedReport[]
      skipped: number
      unused: readonly UnusedName[]
      /** A message of a known kind that has no measurements, such as a join. */
      isEvent?: true
    }
  | { fault: 'noReadings' | 'notDecoded' }

export const EVENT: Measured = { measurements: [], skipped: 0, unused: [], isEvent: true }

export const unusedOf = (device: unknown, labels: readonly string[]): UnusedName[] =>
  labels.map((label) => ({ device: deviceIdOf(device) ?? '', label }))

interface Source {
  device: unknown
  at: unknown
  gateways: readonly unknown[]
}

const measurementsOf = (
  { values, battery }: Pick<Decoded, 'values' | 'battery'>,
  source: Source,
): (Measurement | Unread)[] => values.map((one) => placedValue(one, { ...source, battery }))

const isMeasured = (one: Measurement | Unread) =>
  'fault' in one || (one.metric !== 'other' && one.metric !== 'battery')

/** Stored values that a device sends later, each with its own time (Milesight). */
const HISTORY_MAXIMUM = 200

function decodedBy(
  decoded: Readonly<Record<string, unknown>>,
  source: Source & { brand: string },
): Measured {
  const profile = profileOf(decoded, source.brand)
  const { values, battery, unused, names } = valuesIn(decoded, profile)
  const now = measurementsOf({ values, battery }, source)
  const stored = Array.isArray(decoded['history']) ? decoded['history'] : []
  const past = stored.slice(0, HISTORY_MAXIMUM).flatMap((element) => {
    const { timestamp, ...fields } = record(element)
    const at = unixTime(timestamp)
    return at === null
      ? []
      : measurementsOf(valuesIn(fields, profile), { ...source, at }).filter(isMeasured)
  })
  const measurements = [...past, ...now]
  const isRead = measurements.some(isMeasured)
  return {
    measurements,
    skipped: isRead ? 0 : 1,
    unused: unusedOf(source.device, isRead ? unused : names),
  }
}

const isEmpty = (decoded: unknown) => Object.keys(record(decoded)).length === 0

const isBlank = (value: unknown) => value === undefined || value === null || value === ''

/** The Things Stack v3: one uplink. Joins and similar messages contain no measurements. */
export function readTtn(payload: unknown): Measured {
  const message = record(payload)
  const ids = record(message['end_device_ids'])
  if (Object.keys(ids).length === 0) return { fault: 'noReadings' }
  if (message['uplink_message'] === undefined) return EVENT
  const uplink = record(message['uplink_message'])
  if (isEmpty(uplink['decoded_payload']))
    return isBlank(uplink['frm_payload']) ? EVENT : { fault: 'notDecoded' }
  return decodedBy(record(uplink['decoded_payload']), {
    device: ids['dev_eui'] ?? ids['device_id'],
    at: uplink['received_at'] ?? message['received_at'],
    brand: ['brand_id', 'model_id']
      .map((key) => textOf(record(uplink['version_ids'])[key]))
      .join(' '),
    gateways: nearestFirst(uplink['rx_metadata'], (heard) => record(heard['gateway_ids'])['eui']),
  })
}

/** ChirpStack v4: one event. Only `up` contains measurements. */
export function readChirpstack(payload: unknown): Measured {
  const event = record(payload)
  const info = record(event['deviceInfo'])
  if (info['devEui'] === undefined) return { fault: 'noReadings' }
  if (isEmpty(event['object'])) return isBlank(event['data']) ? EVENT : { fault: 'notDecoded' }
  return decodedBy(record(event['object']), {
    device: info['devEui'],
    at: event['time'],
    brand: `${textOf(info['deviceProfileName'])} ${textOf(record(info['tags'])['brand'])}`,
    gateways: nearestFirst(event['rxInfo'], (heard) => heard['gatewayId']),
  })
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

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
 * Ruuvi Gateway: the latest raw advertisement of each tag, and of other devices if it is set to
 * forward them. Over MQTT, each has its own message, on GATEWAY/TAG.
 */
export function readRuuvi(payload: unknown, along: readonly string[]): Measured {
  const message = record(payload)
  const single = typeof message['data'] === 'string'
  const data = single ? message : record(message['data'])
  const tags = single
    ? { [along.at(-1) ?? '']: { timestamp: message['ts'], data: message['data'] } }
    : data['tags']
  if (typeof tags !== 'object' || tags === null) return { fault: 'noReadings' }
  const gateway = macOf(data['gw_mac'])
  const measurements: (Measurement | Unread)[] = []
  const sealed: SealedReport[] = []
  let skipped = 0
  for (const [radio, told] of Object.entries(tags)) {
    const tag = record(told)
    const bytes = bytesOf(tag['data'])
    const said = bytes === null ? null : readAdvertisement(bytes)
    const at = unixTime(tag['timestamp'])
    const open = measuredBy(radio, gateway, said, at)
    const closed = sealedBy(deviceIdOf(radio) ?? radio, gateway, said, at)
    measurements.push(...open)
    sealed.push(...closed)
    if (open.length + closed.length === 0) skipped += 1
  }
  return { measurements, sealed, skipped, unused: [] }
}

/** Kontakt.io telemetry: a page of measurements of tags and beacons. */
export function readKontakt(payload: unknown): Measured {
  const content = Array.isArray(payload) ? payload : record(payload)['content']
  if (!Array.isArray(content)) return { fault: 'noReadings' }
  const measurements: (Measurement | Unread)[] = []
  const unused: UnusedName[] = []
  let skipped = 0
  for (const element of content) {
    const tag = record(element)
    const read = valuesIn(tag)
    const device = tag['uniqueId'] ?? tag['trackingId']
    const measured = measurementsOf(read, {
      device,
      at: tag['timestamp'],
      gateways: [],
    }).filter(isMeasured)
    if (measured.length === 0) skipped += 1
    else measurements.push(...measured)
    unused.push(...unusedOf(device, read.unused))
  }
  return { measurements, skipped, unused }
}
