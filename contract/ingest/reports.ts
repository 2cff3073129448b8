/**
 * What gateways send, read into one shape. A format is told by its address; what cannot be read
 * says why.
 */
import { batteryOf, macOf, momentOf, record } from './fields.ts'
import { measurementOf, split, type Measurement, type ReadingFault } from './measurements.ts'
import { readChirpstack, readKontakt, readRuuvi, readTtn, type Measured } from './devices.ts'

export interface Advert {
  gateway: string
  beacon: string
  rssi: number
  /** When the gateway heard it; null: it has no clock to trust. */
  at: string | null
  battery: number | null
}
type ReportFault = 'notAList' | 'noGateway' | 'noReadings' | 'tooMany' | 'notDecoded'
export type Read =
  | {
      adverts: Advert[]
      measurements: Measurement[]
      /** Measurements that are none, by what is wrong with them. */
      faults: ReadingFault[]
      /** Elements that were no reading, left out. */ skipped: number
    }
  | { fault: ReportFault }

export const reportFormats = [
  'plantroom',
  'minew',
  'ttn',
  'chirpstack',
  'ruuvi',
  'kontakt',
] as const
export type ReportFormat = (typeof reportFormats)[number]

const READINGS_MAXIMUM = 5_000

const readers: Record<ReportFormat, (payload: unknown) => Read> = {
  plantroom: readPlantroom,
  minew: readMinew,
  ttn: (payload) => ofDevices(readTtn(payload)),
  chirpstack: (payload) => ofDevices(readChirpstack(payload)),
  ruuvi: (payload) => ofDevices(readRuuvi(payload)),
  kontakt: (payload) => ofDevices(readKontakt(payload)),
}

export const readReport = (format: ReportFormat, payload: unknown): Read => readers[format](payload)

function ofDevices(read: Measured): Read {
  if ('fault' in read) return read
  const { measurements, faults } = split(read.measurements)
  return measurements.length + faults.length > READINGS_MAXIMUM
    ? { fault: 'tooMany' }
    : { adverts: [], measurements, faults, skipped: read.skipped }
}

/**
 * `{ gateway, readings: [{ beacon, rssi, at?, battery? }, { sensor, metric?, value, at?, battery? }]
 * }`, or a list of such. Only what hears beacons must say which gateway it is.
 */
function readPlantroom(payload: unknown): Read {
  const reports = Array.isArray(payload) ? payload : [payload]
  const adverts: Advert[] = []
  const measured: (Measurement | ReadingFault)[] = []
  let skipped = 0
  let elements = 0
  for (const report of reports) {
    const fields = record(report)
    const gateway = macOf(fields['gateway'])
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
      if (advert === null) skipped += 1
      else adverts.push(advert)
    }
  }
  return { adverts, ...split(measured), skipped }
}

/** Minew G1 and G2, JSON-LONG: a list whose element of type `Gateway` says who heard the others. */
function readMinew(payload: unknown): Read {
  if (!Array.isArray(payload)) return { fault: 'notAList' }
  if (payload.length > READINGS_MAXIMUM) return { fault: 'tooMany' }
  const elements = payload.map(record)
  const gateway = macOf(elements.find(({ type }) => type === 'Gateway')?.['mac'])
  if (gateway === null) return { fault: 'noGateway' }
  const adverts: Advert[] = []
  let skipped = 0
  for (const element of elements.filter(({ type }) => type !== 'Gateway')) {
    // Its clock runs wild until it has found a time server (see gatewayClock.ts).
    const advert = advertOf(
      gateway,
      element['mac'],
      element['rssi'],
      element['timestamp'],
      element['battery'],
    )
    if (advert === null) skipped += 1
    else adverts.push(advert)
  }
  return { adverts, measurements: [], faults: [], skipped }
}

function advertOf(
  gateway: string,
  mac: unknown,
  rssi: unknown,
  at: unknown,
  battery: unknown,
): Advert | null {
  const beacon = macOf(mac)
  // Some gateways send numbers as text; 0 and 127 stand for 'not measured'.
  const strength = typeof rssi === 'string' && rssi.trim() !== '' ? Number(rssi) : rssi
  if (
    beacon === null ||
    beacon === gateway ||
    typeof strength !== 'number' ||
    !Number.isFinite(strength) ||
    strength >= 0 ||
    strength < -120
  )
    return null
  return { gateway, beacon, rssi: strength, at: momentOf(at), battery: batteryOf(battery) }
}
