/**
 * Parses one Bluetooth Low Energy advertisement: identity (iBeacon, Eddystone) and measurements
 * (BTHome v2, Ruuvi's format 5, Eddystone's telemetry).
 */
import type { MetricName } from '#contract/reports.ts'

export interface Said {
  identity: string | null
  values: Partial<Record<MetricName, number>>
  battery: number | null
  /** The measurements are encrypted. */
  isSealed: boolean
}

/** An advertisement has 31 bytes; an extended one has 254 per part. */
const BYTES_MAXIMUM = 1_024
const SERVICE_DATA = 0x16
const MANUFACTURER = 0xff
const BTHOME = 0xfcd2
const EDDYSTONE = 0xfeaa
const APPLE = 0x004c
const RUUVI = 0x0499

export function bytesOf(hex: unknown): Uint8Array | null {
  if (typeof hex !== 'string' || hex.length > BYTES_MAXIMUM * 2 || hex.length % 2 !== 0) return null
  if (!/^[0-9a-f]*$/i.test(hex)) return null
  return Uint8Array.from({ length: hex.length / 2 }, (_, index) =>
    Number.parseInt(hex.slice(index * 2, index * 2 + 2), 16),
  )
}

/** Returns null if the bytes are not an advertisement or its format is unknown. */
export function readAdvertisement(bytes: Uint8Array): Said | null {
  const parts = partsOf(bytes)
  return parts === null ? null : joined(parts.map(readPart))
}

export const readServiceData = (service: number, data: Uint8Array): Said | null =>
  joined([saidOfService(service, data)])

/** For gateways that send manufacturer data only. Begins with the company identifier. */
export const readManufacturerData = (data: Uint8Array): Said | null =>
  joined([data.length < 2 ? null : saidByMaker(at16(data, 0), data.subarray(2))])

interface Part {
  kind: number
  data: Uint8Array
}

function partsOf(bytes: Uint8Array): Part[] | null {
  const parts: Part[] = []
  for (let at = 0; at < bytes.length;) {
    const length = bytes[at] ?? 0
    if (length === 0) break // the rest is padding
    if (at + length >= bytes.length) return null
    parts.push({ kind: bytes[at + 1] ?? 0, data: bytes.subarray(at + 2, at + 1 + length) })
    at += 1 + length
  }
  return parts.length === 0 ? null : parts
}

function readPart({ kind, data }: Part): Said | null {
  if (data.length < 2) return null
  const number = at16(data, 0)
  if (kind === SERVICE_DATA) return saidOfService(number, data.subarray(2))
  return kind === MANUFACTURER ? saidByMaker(number, data.subarray(2)) : null
}

function saidOfService(service: number, data: Uint8Array): Said | null {
  if (service === BTHOME) return readBTHome(data)
  return service === EDDYSTONE ? readEddystone(data) : null
}

function saidByMaker(maker: number, data: Uint8Array): Said | null {
  if (maker === APPLE) return readIBeacon(data)
  return maker === RUUVI ? readRuuviTag(data) : null
}

function joined(said: readonly (Said | null)[]): Said | null {
  const found = said.filter((one) => one !== null)
  if (found.length === 0) return null
  return {
    identity: found.find(({ identity }) => identity !== null)?.identity ?? null,
    values: Object.assign({}, ...found.map(({ values }) => values)) as Said['values'], // the cast holds: every element has this type
    battery: found.find(({ battery }) => battery !== null)?.battery ?? null,
    isSealed: found.some(({ isSealed }) => isSealed),
  }
}

const known = (identity: string): Said => ({ identity, values: {}, battery: null, isSealed: false })

const at8 = (data: Uint8Array, at: number) => data[at] ?? 0
/** Little-endian, as nearly all of Bluetooth is. */
const at16 = (data: Uint8Array, at: number) => at8(data, at) | (at8(data, at + 1) << 8)
const big16 = (data: Uint8Array, at: number) => (at8(data, at) << 8) | at8(data, at + 1)
const signed = (value: number, bits: number) => (value << (32 - bits)) >> (32 - bits)
const rounded = (value: number) => Math.round(value * 1_000) / 1_000
const hexOf = (data: Uint8Array) =>
  Array.from(data, (byte) => byte.toString(16).padStart(2, '0')).join('')

function readIBeacon(data: Uint8Array): Said | null {
  if (data.length < 23 || at8(data, 0) !== 0x02 || at8(data, 1) !== 0x15) return null
  const uuid = hexOf(data.subarray(2, 18)).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
  return known(`iBeacon ${uuid} ${big16(data, 18)} ${big16(data, 20)}`)
}

const EDDYSTONE_UID = 0x00
const EDDYSTONE_URL = 0x10
const EDDYSTONE_TELEMETRY = 0x20
const EDDYSTONE_SEALED = 0x30

function readEddystone(data: Uint8Array): Said | null {
  switch (at8(data, 0)) {
    case EDDYSTONE_UID:
      return data.length < 18
        ? null
        : known(`Eddystone ${hexOf(data.subarray(2, 12))} ${hexOf(data.subarray(12, 18))}`)
    case EDDYSTONE_URL:
      return known('Eddystone URL')
    case EDDYSTONE_TELEMETRY:
      return readTelemetry(data)
    case EDDYSTONE_SEALED:
      return known('Eddystone EID')
    default:
      return null
  }
}

const NO_TEMPERATURE = -128

/** Omits the voltage: it does not give the charge unless the battery is a coin cell. */
function readTelemetry(data: Uint8Array): Said | null {
  if (data.length < 14) return null
  if (at8(data, 1) !== 0) return { ...known('Eddystone'), isSealed: true }
  const temperature = signed(big16(data, 4), 16) / 256
  const isMeasured = big16(data, 4) !== 0 && temperature !== NO_TEMPERATURE
  return { ...known('Eddystone'), values: isMeasured ? { temperature: rounded(temperature) } : {} }
}

function readRuuviTag(data: Uint8Array): Said | null {
  if (data.length < 24 || at8(data, 0) !== 5) return null
  const [temperature, humidity, power] = [big16(data, 1), big16(data, 3), big16(data, 13)]
  const millivolts = 1_600 + (power >> 5)
  return {
    ...known('Ruuvi'),
    values: {
      ...(temperature === 0x8000 ? {} : { temperature: rounded(signed(temperature, 16) / 200) }),
      ...(humidity === 0xffff ? {} : { humidity: rounded(humidity / 400) }),
    },
    battery:
      power >> 5 === 0x7ff
        ? null
        : Math.min(
            100,
            Math.max(0, (100 * (millivolts - VOLTS.empty)) / (VOLTS.full - VOLTS.empty)),
          ),
  }
}
const VOLTS = { empty: 2000, full: 3000 }

const SEALED = 0x01
const BTHOME_VERSION = 2

/** BTHome objects by number: metric, bytes, signed, step. */
const measured: Readonly<Record<number, [MetricName | 'battery', number, boolean, number]>> = {
  0x01: ['battery', 1, false, 1],
  0x02: ['temperature', 2, true, 0.01],
  0x03: ['humidity', 2, false, 0.01],
  0x20: ['waterLeak', 1, false, 1],
  0x2e: ['humidity', 1, false, 1],
  0x45: ['temperature', 2, true, 0.1],
  0x57: ['temperature', 1, true, 1],
  0x58: ['temperature', 1, true, 0.35],
}

/** Bytes of the other objects, to skip them. */
const lengths: readonly (readonly [bytes: number, objects: readonly number[]])[] = [
  [
    1,
    [
      0x00, 0x09, 0x0f, 0x10, 0x11, 0x15, 0x16, 0x17, 0x18, 0x19, 0x1a, 0x1b, 0x1c, 0x1d, 0x1e,
      0x1f, 0x21, 0x22, 0x23, 0x24, 0x25, 0x26, 0x27, 0x28, 0x29, 0x2a, 0x2b, 0x2c, 0x2d, 0x2f,
      0x3a, 0x46, 0x59, 0x60,
    ],
  ],
  [
    2,
    [
      0x06, 0x07, 0x08, 0x0c, 0x0d, 0x0e, 0x12, 0x13, 0x14, 0x3c, 0x3d, 0x3f, 0x40, 0x41, 0x43,
      0x44, 0x47, 0x48, 0x49, 0x4a, 0x51, 0x52, 0x56, 0x5a, 0x5d, 0x5e, 0x5f, 0xf0,
    ],
  ],
  [3, [0x04, 0x05, 0x0a, 0x0b, 0x42, 0x4b, 0xf2]],
  [4, [0x3e, 0x4c, 0x4d, 0x4e, 0x4f, 0x50, 0x55, 0x5b, 0x5c, 0xf1]],
]
const lengthOf = new Map(
  lengths.flatMap(([bytes, objects]) => objects.map((object) => [object, bytes] as const)),
)
/** Text and raw data carry their own length. */
const LONG = new Set([0x53, 0x54])

/** Stops at an unknown object, because its length is unknown. */
function readBTHome(data: Uint8Array): Said | null {
  const info = at8(data, 0)
  if (data.length === 0 || info >> 5 !== BTHOME_VERSION) return null
  const said = known('BTHome')
  if ((info & SEALED) !== 0) return { ...said, isSealed: true }
  for (let at = 1; at < data.length;) {
    const object = at8(data, at)
    const meaning = measured[object]
    const length =
      meaning?.[1] ?? lengthOf.get(object) ?? (LONG.has(object) ? 1 + at8(data, at + 1) : undefined)
    if (length === undefined || at + length >= data.length) break
    if (meaning !== undefined) takeObject(said, meaning, data, at + 1)
    at += 1 + length
  }
  return said
}

function takeObject(
  said: Said,
  [what, bytes, hasSign, step]: (typeof measured)[number],
  data: Uint8Array,
  at: number,
): void {
  const plain = bytes === 1 ? at8(data, at) : at16(data, at)
  const value = rounded((hasSign ? signed(plain, bytes * 8) : plain) * step)
  if (what === 'battery') said.battery = value
  else said.values[what] = value
}
