/**
 * Parses one Bluetooth Low Energy advertisement: identity (iBeacon, Eddystone) and measurements
 * (BTHome v2, Ruuvi, Eddystone's telemetry, and makers).
 */
import { uint16At, uint8At, bigEndian16At, hexOf, rounded, signed } from './bytes.ts'
import { readBTHome } from './bthome.ts'
import { valueOf } from './decoded.ts'
import { readAtc, readEla, readMinew, readMoko, readTeltonika } from './makerAdverts.ts'
import { readRuuvi } from './ruuvi.ts'
import type { Said } from './said.ts'

const SERVICE_DATA = 0x16
const MANUFACTURER = 0xff
const BTHOME = 0xfcd2
const EDDYSTONE = 0xfeaa
const APPLE = 0x004c
const RUUVI = 0x0499
const TELTONIKA = 0x089a
const ELA = 0x0757
const MINEW = 0xffe1
const MOKO = 0xfeab
const ENVIRONMENT = 0x181a

/** Returns null if the bytes are not an advertisement, or contain only names and flags. */
export function readAdvertisement(bytes: Uint8Array): Said | null {
  const parts = partsOf(bytes)
  if (parts === null) return null
  const [first] = parts.filter(({ kind, data }) => isOfMaker(kind) && data.length >= 2)
  return (
    joined(parts.map(readPart)) ?? (first === undefined ? null : unknown(uint16At(first.data, 0)))
  )
}

export const readServiceData = (service: number, data: Uint8Array): Said | null =>
  joined([saidOfService(service, data)]) ?? unknown(service)

/** For gateways that send manufacturer data only. Begins with the company identifier. */
export const readManufacturerData = (data: Uint8Array): Said | null =>
  data.length < 2
    ? null
    : (joined([saidByMaker(uint16At(data, 0), data.subarray(2))]) ?? unknown(uint16At(data, 0)))

const isOfMaker = (kind: number) => kind === SERVICE_DATA || kind === MANUFACTURER
const unknown = (number: number): Said => ({
  identity: null,
  values: [],
  battery: null,
  isSealed: false,
  unknownPart: `0x${number.toString(16).toUpperCase().padStart(4, '0')}`,
})

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
  const number = uint16At(data, 0)
  if (kind === SERVICE_DATA) return saidOfService(number, data.subarray(2))
  return kind === MANUFACTURER ? saidByMaker(number, data.subarray(2)) : null
}

function saidOfService(service: number, data: Uint8Array): Said | null {
  if (service === BTHOME) return readBTHome(data)
  if (service === MINEW) return readMinew(data)
  if (service === MOKO) return readMoko(data)
  if (service === ENVIRONMENT) return readAtc(data)
  return service === EDDYSTONE ? readEddystone(data) : null
}

function saidByMaker(maker: number, data: Uint8Array): Said | null {
  if (maker === APPLE) return readIBeacon(data)
  if (maker === TELTONIKA) return readTeltonika(data)
  if (maker === ELA) return readEla(data)
  return maker === RUUVI ? readRuuvi(data) : null
}

function joined(said: readonly (Said | null)[]): Said | null {
  const found = said.filter((one) => one !== null)
  if (found.length === 0) return null
  const bthome = found.find(({ identity }) => identity === 'BTHome')
  return {
    ...(bthome?.sealed === undefined ? {} : { sealed: bthome.sealed }),
    ...(bthome?.isPlain === true ? { isPlain: true, packetId: bthome.packetId ?? null } : {}),
    identity: found.find(({ identity }) => identity !== null)?.identity ?? null,
    values: found.flatMap(({ values }) => values),
    battery: found.find(({ battery }) => battery !== null)?.battery ?? null,
    isSealed: found.some(({ isSealed }) => isSealed),
  }
}

const known = (identity: string): Said => ({ identity, values: [], battery: null, isSealed: false })

function readIBeacon(data: Uint8Array): Said | null {
  if (data.length < 23 || uint8At(data, 0) !== 0x02 || uint8At(data, 1) !== 0x15) return null
  const uuid = hexOf(data.subarray(2, 18)).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
  return known(`iBeacon ${uuid} ${bigEndian16At(data, 18)} ${bigEndian16At(data, 20)}`)
}

const EDDYSTONE_UID = 0x00
const EDDYSTONE_URL = 0x10
const EDDYSTONE_TELEMETRY = 0x20
const EDDYSTONE_SEALED = 0x30

function readEddystone(data: Uint8Array): Said | null {
  switch (uint8At(data, 0)) {
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

/** "Not supported" is 0x8000, because 0x0000 is zero degrees. */
const NO_TEMPERATURE = 0x8000

/** Omits the voltage: except for a coin cell, the voltage does not tell the charge. */
function readTelemetry(data: Uint8Array): Said | null {
  if (data.length < 14) return null
  if (uint8At(data, 1) !== 0) return { ...known('Eddystone'), isSealed: true }
  const raw = bigEndian16At(data, 4)
  const temperature = raw === NO_TEMPERATURE ? null : rounded(signed(raw, 16) / 256)
  return { ...known('Eddystone'), values: [valueOf('temperature', 'temperature', temperature)] }
}
