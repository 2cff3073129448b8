/**
 * Parses reports of measuring devices and their networks: The Things Stack and ChirpStack (LoRaWAN,
 * decoded by the network), Ruuvi Gateway and Kontakt.io.
 */
import { readAdvertisement } from './advertisement.ts'
import { bytesOf } from './bytes.ts'
import { valuesIn, type Decoded } from './decoded.ts'
import { record, unixTime } from './fields.ts'
import { placedValue, type Measurement, type Unread } from './measurements.ts'
import { profileOf } from './profiles/profileOf.ts'
import type { Said } from './said.ts'

export type Measured =
  | {
      measurements: (Measurement | Unread)[]
      skipped: number
      /** Names that were not understood, as the device spells them. */
      unused: readonly string[]
    }
  | { fault: 'noReadings' | 'notDecoded' }

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
  return { measurements, skipped: isRead ? 0 : 1, unused: isRead ? unused : names }
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
  if (isEmpty(event['object'])) return isBlank(event['data']) ? NOTHING : { fault: 'notDecoded' }
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
  const measurements: (Measurement | Unread)[] = []
  let skipped = 0
  for (const [device, told] of Object.entries(tags)) {
    const tag = record(told)
    const said = ruuviSaid(tag['data'])
    if (said === null) skipped += 1
    else
      measurements.push(
        ...measurementsOf(said, {
          device,
          at: unixTime(tag['timestamp']),
          gateways: [data['gw_mac']],
        }),
      )
  }
  return { measurements, skipped, unused: [] }
}

/** Parses a hexadecimal advertisement. Returns null if it is not from a Ruuvi tag. */
function ruuviSaid(advert: unknown): Said | null {
  const bytes = bytesOf(advert)
  const said = bytes === null ? null : readAdvertisement(bytes)
  return said?.identity === 'Ruuvi' ? said : null
}

/** Kontakt.io telemetry: a page of measurements of tags and beacons. */
export function readKontakt(payload: unknown): Measured {
  const content = Array.isArray(payload) ? payload : record(payload)['content']
  if (!Array.isArray(content)) return { fault: 'noReadings' }
  const measurements: (Measurement | Unread)[] = []
  const unused = new Set<string>()
  let skipped = 0
  for (const element of content) {
    const tag = record(element)
    const read = valuesIn(tag)
    const measured = measurementsOf(read, {
      device: tag['uniqueId'] ?? tag['trackingId'],
      at: tag['timestamp'],
      gateways: [],
    }).filter(isMeasured)
    if (measured.length === 0) skipped += 1
    else measurements.push(...measured)
    for (const name of read.unused) unused.add(name)
  }
  return { measurements, skipped, unused: [...unused] }
}
