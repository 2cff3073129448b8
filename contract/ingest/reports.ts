/** Parses the reports of gateways into one shape. The request's address gives the format. */
import { batteryOf, macOf, parseInstant, record } from './fields.ts'
import type { AdvertFault } from './ignored.ts'
import { measurementOf, split, type Measurement, type Unread } from './measurements.ts'
import { readAdvertisement } from './advertisement.ts'
import { readTasmota, readZigbee2mqtt } from './bridges.ts'
import { bytesOf } from './bytes.ts'
import { minew } from './profiles/scanners.ts'
import type { Said, SealedReport } from './said.ts'
import {
  readChirpstack,
  readKontakt,
  readRuuvi,
  type Measured,
  type UnusedName,
} from './devices.ts'
import { readEsphome } from './esphome.ts'
import { readActility, readDisruptive, readHelium, readLoriot } from './networks.ts'
import { readMokoGateway } from './moko.ts'
import { readResolved } from './sparkplug.ts'
import { readShellyStatus } from './shelly.ts'
import { readTtn } from './thingsStack.ts'
import {
  measuredBy,
  readShelly,
  sealedBy,
  readTheengs,
  readScannerFields,
  unknownAdvertsBy,
  type Scanned,
} from './scanners.ts'

export interface Advert {
  gateway: string
  beacon: string
  rssi: number
  /** When the gateway heard the device. Null if its clock is not reliable. */
  at: string | null
  battery: number | null
}
export interface UnreadAdvert {
  gateway: string
  fault: Extract<AdvertFault, 'unreadableAddress' | 'unreadableRssi'>
}
type ReportFault = 'notAList' | 'noGateway' | 'noReadings' | 'tooMany' | 'notDecoded'
export type Read =
  | {
      adverts: Advert[]
      measurements: Measurement[]
      faults: Unread[]
      /** Encrypted measurements, which the server decrypts if it has the device's key. */
      sealed: readonly SealedReport[]
      /** Advertisements in formats that are not known, of whatever device. */
      unknownAdverts: readonly Unread[]
      /** Devices overheard by the gateway. The report does not say which of them are sensors. */
      overheard: ReadonlySet<string>
      skipped: number
      unused: readonly UnusedName[]
      isEvent: boolean
      /** Unread elements whose gateway is known. */
      unread: UnreadAdvert[]
    }
  | { fault: ReportFault; device?: string }

export const reportFormats = [
  'plantroom',
  'minew',
  'ttn',
  'chirpstack',
  'ruuvi',
  'kontakt',
  'actility',
  'helium',
  'loriot',
  'disruptive',
  'theengs',
  'shelly',
  'zigbee2mqtt',
  'tasmota',
  'esphome',
  'sparkplug',
  'moko',
] as const
export type ReportFormat = (typeof reportFormats)[number]

const READINGS_MAXIMUM = 5_000

/** Topic levels after the format: `GATEWAY/…`. Empty over HTTP. */
type Along = readonly string[]

const readers: Record<ReportFormat, (payload: unknown, along: Along) => Read> = {
  plantroom: readPlantroom,
  minew: readMinew,
  ttn: (payload) => ofDevices(readTtn(payload)),
  chirpstack: (payload) => ofDevices(readChirpstack(payload)),
  ruuvi: (payload, along) => ofDevices(readRuuvi(payload, along)),
  kontakt: (payload) => ofDevices(readKontakt(payload)),
  actility: (payload) => ofDevices(readActility(payload)),
  helium: (payload) => ofDevices(readHelium(payload)),
  loriot: (payload) => ofDevices(readLoriot(payload)),
  disruptive: (payload) => ofDevices(readDisruptive(payload)),
  theengs: (payload, along) => ofScanner(readTheengs(payload, along)),
  shelly: (payload, along) => {
    const status = readShellyStatus(payload, along)
    return status === null ? ofScanner(readShelly(payload, along)) : ofDevices(status)
  },
  zigbee2mqtt: (payload, along) => ofDevices(readZigbee2mqtt(payload, along)),
  tasmota: (payload, along) => ofDevices(readTasmota(payload, along)),
  esphome: (payload, along) => ofDevices(readEsphome(payload, along)),
  sparkplug: (payload) => ofDevices(readResolved(payload)),
  moko: (payload, along) => ofScanner(readMokoGateway(payload, along)),
}

export const readReport = (format: ReportFormat, payload: unknown, along: Along = []): Read =>
  readers[format](payload, along)

const NOBODY: ReadonlySet<string> = new Set()

function ofDevices(read: Measured): Read {
  if ('fault' in read) return read
  const { measurements, faults } = split(read.measurements)
  return measurements.length + faults.length > READINGS_MAXIMUM
    ? { fault: 'tooMany' }
    : {
        adverts: [],
        measurements,
        faults,
        sealed: read.sealed ?? [],
        unknownAdverts: read.unknownAdverts ?? [],
        overheard: NOBODY,
        skipped: read.skipped,
        unused: read.unused,
        isEvent: read.isEvent === true,
        unread: [],
      }
}

function ofScanner(read: Scanned | null): Read {
  if (read === null) return { fault: 'noReadings' }
  if (read.heard.length > READINGS_MAXIMUM) return { fault: 'tooMany' }
  const adverts: Advert[] = []
  const unread: UnreadAdvert[] = []
  const measured: (Measurement | Unread)[] = []
  const sealed: SealedReport[] = []
  const unknownAdverts: Unread[] = []
  let { skipped } = read
  for (const { gateway, radio, rssi, at, said } of read.heard) {
    const advert = gateway === null ? null : advertOf(gateway, radio, rssi, at, said?.battery)
    const told = measuredBy(radio, gateway, said, at)
    if (advert !== null && 'rssi' in advert) adverts.push(advert)
    else if (told.length === 0) {
      skipped += 1
      if (advert !== null) unread.push(advert)
    }
    measured.push(...told)
    sealed.push(...sealedBy(radio, gateway, said, at))
    unknownAdverts.push(...unknownAdvertsBy(radio, said))
  }
  const hasNoGateway = read.heard.some(({ gateway }) => gateway === null)
  if (hasNoGateway && adverts.length + measured.length === 0) return { fault: 'noGateway' }
  const overheard = new Set(read.heard.map(({ radio }) => radio))
  return {
    adverts,
    ...split(measured),
    sealed,
    unknownAdverts,
    overheard,
    skipped,
    unused: [],
    isEvent: read.isEvent === true,
    unread,
  }
}

/**
 * `{ gateway, readings: [{ beacon, rssi, at?, battery? }, { sensor, metric?, value, at?, battery?
 * }] }`, or a list of these. `gateway` is required unless all readings are of sensors.
 */
function readPlantroom(payload: unknown, along: Along): Read {
  const reports = Array.isArray(payload) ? payload : [payload]
  const adverts: Advert[] = []
  const unread: UnreadAdvert[] = []
  const measured: (Measurement | Unread)[] = []
  let elements = 0
  for (const report of reports) {
    const fields = record(report)
    const gateway = macOf(fields['gateway'] ?? along[0])
    const readings = fields['readings']
    const isOfSensors =
      Array.isArray(readings) &&
      readings.every((one) => 'sensor' in record(one)) &&
      readings.length > 0
    if (gateway === null && !(isOfSensors && fields['gateway'] === undefined))
      return { fault: 'noGateway' }
    if (!Array.isArray(readings)) return { fault: 'noReadings' }
    elements += readings.length
    if (elements > READINGS_MAXIMUM) return { fault: 'tooMany' }
    for (const element of readings) {
      const reading = record(element)
      if ('sensor' in reading) {
        measured.push(
          measurementOf({
            device: reading['sensor'],
            metric: reading['metric'],
            value: reading['value'],
            at: reading['at'],
            battery: reading['battery'],
            gateways: [gateway],
          }),
        )
        continue
      }
      if (gateway === null) continue
      const advert = advertOf(
        gateway,
        reading['beacon'],
        reading['rssi'],
        reading['at'],
        reading['battery'],
      )
      if ('fault' in advert) unread.push(advert)
      else adverts.push(advert)
    }
  }
  return {
    adverts,
    ...split(measured),
    sealed: [],
    unknownAdverts: [],
    overheard: NOBODY,
    skipped: unread.length,
    unused: [],
    isEvent: false,
    unread,
  }
}

/**
 * Minew G1 and G2, JSON-LONG: a list in which the element of type `Gateway` received the other
 * elements.
 */
function readMinew(payload: unknown, along: Along): Read {
  if (!Array.isArray(payload)) return { fault: 'notAList' }
  if (payload.length > READINGS_MAXIMUM) return { fault: 'tooMany' }
  const elements = payload.map(record)
  const gateway = macOf(elements.find(({ type }) => type === 'Gateway')?.['mac'] ?? along[0])
  if (gateway === null) return { fault: 'noGateway' }
  const adverts: Advert[] = []
  const unread: UnreadAdvert[] = []
  const measured: (Measurement | Unread)[] = []
  const sealed: SealedReport[] = []
  const unknownAdverts: Unread[] = []
  const overheard = new Set<string>()
  for (const element of elements.filter(({ type }) => type !== 'Gateway')) {
    const said = saidBy(element)
    // The gateway's clock is unreliable until it finds a time server (see gatewayClock.ts).
    const advert = advertOf(
      gateway,
      element['mac'],
      element['rssi'],
      element['timestamp'],
      element['battery'] ?? said?.battery,
    )
    if ('fault' in advert) unread.push(advert)
    else adverts.push(advert)
    const radio = macOf(element['mac'])
    if (radio === null || radio === gateway) continue
    // The time is null because the gateway's clock is unreliable; the server uses the current time.
    measured.push(...measuredBy(radio, gateway, said, null))
    sealed.push(...sealedBy(radio, gateway, said, null))
    unknownAdverts.push(...unknownAdvertsBy(radio, said))
    overheard.add(radio)
  }
  return {
    adverts,
    ...split(measured),
    sealed,
    unknownAdverts,
    overheard,
    skipped: unread.length,
    unused: [],
    isEvent: false,
    unread,
  }
}

function saidBy(element: Readonly<Record<string, unknown>>): Said | null {
  const bytes = bytesOf(element['rawData'])
  const decoded = readScannerFields(element, minew)
  return decoded ?? (bytes === null ? null : readAdvertisement(bytes))
}

function advertOf(
  gateway: string,
  mac: unknown,
  rssi: unknown,
  at: unknown,
  battery: unknown,
): Advert | UnreadAdvert {
  const beacon = macOf(mac)
  // Some gateways send numbers as text. 0 and 127 mean 'not measured'.
  const strength = typeof rssi === 'string' && rssi.trim() !== '' ? Number(rssi) : rssi
  if (beacon === null || beacon === gateway) return { gateway, fault: 'unreadableAddress' }
  if (
    typeof strength !== 'number' ||
    !Number.isFinite(strength) ||
    strength >= 0 ||
    strength < -120
  )
    return { gateway, fault: 'unreadableRssi' }
  return { gateway, beacon, rssi: strength, at: parseInstant(at), battery: batteryOf(battery) }
}
