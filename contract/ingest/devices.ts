/**
 * Parses reports of measuring devices and their networks: The Things Stack and ChirpStack (LoRaWAN,
 * decoded by the network), Ruuvi Gateway and Kontakt.io.
 */
import { readAdvertisement } from './advertisement.ts'
import { bytesOf, hexOf } from './bytes.ts'
import { valueOf, valuesIn, type Decoded } from './decoded.ts'
import { macOf, record, unixTime } from './fields.ts'
import { deviceIdOf, placedValue, type Measurement, type Unread } from './measurements.ts'
import { kontakt } from './profiles/scanners.ts'
import { profileOf } from './profiles/profileOf.ts'
import type { SealedReport } from './said.ts'
import { measuredBy, sealedBy, unknownAdvertsBy } from './scanners.ts'

/** A name that was not understood, as the device spells it. */
export interface UnusedName {
  /** Normalised by `deviceIdOf`; empty if it is not a device id. */
  device: string
  label: string
}

export type Measured =
  | {
      measurements: (Measurement | Unread)[]
      sealed?: readonly SealedReport[]
      unknownAdverts?: readonly Unread[]
      skipped: number
      unused: readonly UnusedName[]
      /** A message of a known kind that has no measurements, such as a join. */
      isEvent?: true
    }
  | { fault: 'noReadings' }
  | { fault: 'notDecoded'; device: string }

export const EVENT: Measured = { measurements: [], skipped: 0, unused: [], isEvent: true }

export const unusedOf = (device: unknown, labels: readonly string[]): UnusedName[] =>
  labels.map((label) => ({ device: deviceIdOf(device) ?? '', label }))

interface Source {
  device: unknown
  at: unknown
  gateways: readonly unknown[]
  /** Percent, by the network; used if the device does not say. */
  charge?: unknown
}

const measurementsOf = (
  { values, battery }: Pick<Decoded, 'values' | 'battery'>,
  source: Source,
): (Measurement | Unread)[] =>
  values.map((one) => placedValue(one, { ...source, battery: battery ?? source.charge }))

const isMeasured = (one: Measurement | Unread) =>
  'fault' in one || (one.metric !== 'other' && one.metric !== 'battery')

/** Maximum stored values that a device sends later, each with its own time (Milesight). */
const HISTORY_MAXIMUM = 200

export function readDecodedFields(
  decoded: Readonly<Record<string, unknown>>,
  source: Source & { brand: string },
): Measured {
  const profile = profileOf(decoded, source.brand)
  const { values, timed, battery, unused, names } = valuesIn(decoded, profile)
  const now = [
    ...timed.flatMap(({ at, values: own }) =>
      measurementsOf({ values: own, battery }, { ...source, at }),
    ),
    ...measurementsOf({ values, battery }, source),
  ]
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

export const isEmpty = (decoded: unknown) => Object.keys(record(decoded)).length === 0

export const notDecoded = (device: unknown): Measured => ({
  fault: 'notDecoded',
  device: deviceIdOf(device) ?? '',
})
export const isBlank = (value: unknown) => value === undefined || value === null || value === ''

/**
 * ChirpStack: one event of version 4 or 3. Only `up` contains measurements; `status` contains the
 * charge.
 */
export function readChirpstack(payload: unknown): Measured {
  const event = record(payload)
  const told = event['deviceInfo'] === undefined ? versionThree(event) : event
  const info = record(told['deviceInfo'])
  if (info['devEui'] === undefined) return { fault: 'noReadings' }
  const source = {
    device: info['devEui'],
    at: told['time'],
    brand: `${textOf(info['deviceProfileName'])} ${textOf(record(info['tags'])['brand'])}`,
    gateways: nearestFirst(told['rxInfo'], (heard) => heard['gatewayId']),
  }
  const object = record(told['object'])
  if (!isEmpty(object)) return readDecodedFields(object, source)
  if (!isBlank(told['data'])) return notDecoded(info['devEui'])
  const charge = told['batteryLevel']
  if (typeof charge !== 'number' || told['batteryLevelUnavailable'] === true) return EVENT
  const values = [valueOf('battery', 'batterylevel', charge)]
  return {
    measurements: measurementsOf({ values, battery: charge }, source),
    skipped: 0,
    unused: [],
  }
}

/** Ids of version 3 are base64, or hexadecimal in older JSON. The decoded object may be text. */
function versionThree(event: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { devEUI, deviceProfileName, objectJSON, object, publishedAt, rxInfo, ...rest } = event
  if (devEUI === undefined) return {}
  const heard = (Array.isArray(rxInfo) ? (rxInfo as unknown[]) : []).map(record)
  return {
    ...rest,
    deviceInfo: { devEui: plainId(devEUI), deviceProfileName, tags: event['tags'] },
    object: typeof objectJSON === 'string' ? parsed(objectJSON) : object,
    time: publishedAt,
    rxInfo: heard.map((one) => ({ ...one, gatewayId: plainId(one['gatewayID']) })),
  }
}

/** Eight bytes in base64 are eleven characters and a padding sign. */
const plainId = (id: unknown): unknown =>
  typeof id === 'string' && /^[A-Za-z0-9+/]{11}=$/.test(id)
    ? hexOf(Uint8Array.from(atob(id), (one) => one.charCodeAt(0)))
    : id

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

export function nearestFirst(
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
  const unknownAdverts: Unread[] = []
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
    unknownAdverts.push(...unknownAdvertsBy(deviceIdOf(radio) ?? radio, said))
    if (open.length + closed.length === 0) skipped += 1
  }
  return { measurements, sealed, unknownAdverts, skipped, unused: [] }
}

const isOfKontakt = (one: Measurement | Unread) =>
  'fault' in one || one.metric !== 'other' || Object.hasOwn(kontakt.names, one.key ?? '')

export function readKontakt(payload: unknown): Measured {
  const content = Array.isArray(payload) ? payload : record(payload)['content']
  if (!Array.isArray(content)) return { fault: 'noReadings' }
  const measurements: (Measurement | Unread)[] = []
  const unused: UnusedName[] = []
  let skipped = 0
  for (const element of content) {
    const tag = record(element)
    const read = valuesIn(tag, kontakt)
    const device = tag['uniqueId'] ?? tag['trackingId']
    const measured = measurementsOf(read, {
      device,
      at: tag['timestamp'],
      gateways: [],
    }).filter(isOfKontakt)
    const isOnlyCharge = measured.every((one) => !('fault' in one) && one.metric === 'battery')
    if (isOnlyCharge) skipped += 1
    else measurements.push(...measured)
    unused.push(...unusedOf(device, read.unused))
  }
  return { measurements, skipped, unused }
}
