/**
 * Parses messages of Bluetooth scanners that publish to a broker: Theengs Gateway and
 * OpenMQTTGateway (one message per advertisement, on PREFIX/GATEWAY/BTtoMQTT/RADIO), and Shelly
 * devices with a script. They report every device nearby, so unknown devices are not faults.
 */
import { readAdvertisement, readManufacturerData, readServiceData } from './advertisement.ts'
import { bytesOf } from './bytes.ts'
import { valuesIn } from './decoded.ts'
import { macOf, parseInstant, record, unixTime } from './fields.ts'
import { placedValue, type Measurement, type Packet, type Unread } from './measurements.ts'
import type { Profile } from './profiles/profile.ts'
import { shellyBlu, theengs } from './profiles/scanners.ts'
import { numberOf } from './words.ts'
import type { Said, SealedPacket, SealedReport } from './said.ts'

interface Overheard {
  gateway: string | null
  radio: string
  rssi: unknown
  at: string | null
  said: Said | null
}

export interface Scanned {
  heard: Overheard[]
  skipped: number
  isEvent?: true
}

/**
 * Collects the measurements of a device. Truncates the time to the second, because a device repeats
 * a packet within one second.
 */
export function measuredBy(
  radio: string,
  gateway: string | null,
  said: Said | null,
  at: string | null,
): (Measurement | Unread)[] {
  const packet: Packet | null =
    said?.isPlain === undefined && said?.packetId == null
      ? null
      : { id: said.packetId ?? null, isPlain: said.isPlain === true }
  return (said?.values ?? []).map((value) => {
    const placed = placedValue(value, {
      device: radio,
      at: secondOf(at),
      battery: said?.battery,
      gateways: [gateway],
    })
    return packet === null || 'fault' in placed ? placed : { ...placed, packet }
  })
}

const secondOf = (at: string | null) => (at === null ? null : parseInstant(`${at.slice(0, 19)}Z`))

/** An advertisement in an unknown format. The server lists it if the device is a silent sensor. */
export const unknownAdvertsBy = (radio: string, said: Said | null): Unread[] =>
  said?.unknownPart === undefined
    ? []
    : [{ fault: 'unknownAdvert', device: radio, label: said.unknownPart }]

export const sealedBy = (
  radio: string,
  gateway: string | null,
  said: Said | null,
  at: string | null,
): SealedReport[] =>
  said?.sealed === undefined
    ? []
    : [
        {
          device: radio,
          at: secondOf(at),
          gateways: gateway === null ? [] : [gateway],
          packet: said.sealed,
        },
      ]

/**
 * Values decoded by the gateway. A radio that reports only its battery yields none, because
 * gateways hear every radio nearby.
 */
export function readScannerFields(
  fields: Readonly<Record<string, unknown>>,
  profile: Profile,
): Said | null {
  const { values, battery } = valuesIn(withUnits(fields), profile)
  const isMeasured = values.some(
    (one) =>
      'fault' in one || (one.metric !== 'battery' && (one.metric !== 'other' || isOfPlace(one))),
  )
  if (!isMeasured && battery === null) return null
  const id = numberOf(fields['pid'] ?? fields['packet'])
  return {
    identity: null,
    values: isMeasured ? values : [],
    battery,
    isSealed: false,
    ...(id === null ? {} : { packetId: id }),
  }
}

/** Soil moisture and formaldehyde, but not the voltage and the acceleration of the device itself. */
const isOfPlace = ({ unit }: { unit: string }) => unit !== '' && unit !== 'V'

/** Theengs states the units of iNode meters in `avgu` and `sumu`. */
const withUnits = ({ avgu, sumu, ...fields }: Readonly<Record<string, unknown>>) => ({
  ...fields,
  ...(avgu === undefined ? {} : { avgUnit: avgu }),
  ...(sumu === undefined ? {} : { sumUnit: sumu }),
})

const ofGateway = new Set(['LWT', 'SYStoMQTT', 'RLStoMQTT', 'WebUItoMQTT', 'SSD1306toMQTT'])

/**
 * `along` holds the topic levels after the format, the gateway first. Over HTTP, the field
 * `gateway` names the gateway.
 */
export function readTheengs(payload: unknown, along: readonly string[]): Scanned | null {
  if (along.some((level) => ofGateway.has(level))) return { heard: [], skipped: 0, isEvent: true }
  const heard: Overheard[] = []
  let skipped = 0
  for (const message of Array.isArray(payload) ? payload : [payload]) {
    const fields = record(message)
    // For an iBeacon, `id` is the beacon's id and `mac` the address.
    const radio = macOf(fields['mac']) ?? macOf(fields['id'])
    if (radio === null || fields['rssi'] === undefined) {
      skipped += 1
      continue
    }
    heard.push({
      gateway: macOf(fields['gateway']) ?? macOf(along[0]),
      radio,
      rssi: fields['rssi'],
      at: null,
      said: readScannerFields(fields, theengs) ?? rawIn(fields),
    })
  }
  return heard.length + skipped === 0 ? null : { heard, skipped }
}

function rawIn(fields: Readonly<Record<string, unknown>>): Said | null {
  const service = bytesOf(fields['servicedata'])
  const uuid = fields['servicedatauuid']
  if (service !== null && typeof uuid === 'string' && /^(0x)?[0-9a-f]{4}$/i.test(uuid))
    return readServiceData(Number.parseInt(uuid.slice(-4), 16), service)
  const sealed = sealedIn(fields)
  if (sealed !== null)
    return { identity: 'BTHome', values: [], battery: null, isSealed: true, sealed }
  const maker = bytesOf(fields['manufacturerdata'])
  return maker === null ? null : readManufacturerData(maker)
}

/** First bytes of BTHome devices that send regularly, or only when triggered. */
const INFOS = [0x41, 0x45]
/** Value of Theengs' `encr` for BTHome. */
const ENCRYPTED_BTHOME = 2

function sealedIn(fields: Readonly<Record<string, unknown>>): SealedPacket | null {
  const [cipher, counter, mic] = ['cipher', 'ctr', 'mic'].map((name) => bytesOf(fields[name]))
  if (fields['encr'] !== ENCRYPTED_BTHOME || !cipher || counter?.length !== 4 || mic?.length !== 4)
    return null
  return cipher.length === 0 ? null : { infos: INFOS, address: null, cipher, counter, mic }
}

/** Parses events of Gen2 devices and later, or messages of the script “universal-blu-to-mqtt”. */
export function readShelly(payload: unknown, along: readonly string[]): Scanned | null {
  const message = record(payload)
  if (typeof message['method'] === 'string') return readNotification(message, along)
  const blu = bluOf(message, macOf(message['gateway']) ?? macOf(along[0]), null)
  if (blu !== null) return { heard: [blu], skipped: 0 }
  // other messages of the device itself: “online”, the state of a switch
  const isOfItself = along.length > 1
  return isOfItself ? { heard: [], skipped: 0, isEvent: true } : null
}

function readNotification(
  message: Readonly<Record<string, unknown>>,
  along: readonly string[],
): Scanned {
  const params = record(message['params'])
  const source = message['src']
  const [, own] = (typeof source === 'string' && /-([0-9a-f]{12})$/i.exec(source)) || []
  const gateway = macOf(own) ?? macOf(along[0])
  const events = Array.isArray(params['events']) ? params['events'].slice(0, MAX_EVENTS) : []
  const heard: Overheard[] = []
  let skipped = 0
  for (const told of events) {
    const event = record(told)
    const at = unixTime(event['ts'] ?? params['ts'])
    const found = radiosOf(event, gateway, at)
    if (found === null) continue
    if (found.length === 0) skipped += 1
    heard.push(...found)
  }
  return { heard, skipped, ...(heard.length + skipped === 0 ? { isEvent: true } : {}) }
}
/** One above the limit, so that a longer report is refused instead of cut. */
const MAX_EVENTS = 5_001

/** Returns null for an event of the device itself, such as a pressed button. */
function radiosOf(
  { event, data }: Readonly<Record<string, unknown>>,
  gateway: string | null,
  at: string | null,
): Overheard[] | null {
  if (event === 'shelly-blu') {
    const blu = bluOf(record(data), gateway, at)
    return blu === null ? [] : [blu]
  }
  if (event !== 'ble.scan_result') return null
  if (!Array.isArray(data)) return []
  // version 1 holds one device, version 2 many
  const [version, ...rest] = data as unknown[]
  const results: unknown = version === 1 ? [rest] : rest[0]
  if (!Array.isArray(results)) return []
  return results.slice(0, MAX_EVENTS).flatMap((result) => {
    const [address, rssi, advertised, answered] = Array.isArray(result) ? (result as unknown[]) : []
    const radio = macOf(address)
    if (radio === null) return []
    const said = [advertised, answered].map((text) => readBase64(text)).find((one) => one !== null)
    return [{ gateway, radio, rssi, at, said: said ?? null }]
  })
}

const BASE64_MAXIMUM = 1_400

function readBase64(text: unknown): Said | null {
  if (typeof text !== 'string' || text === '' || text.length > BASE64_MAXIMUM) return null
  try {
    return readAdvertisement(Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)))
  } catch {
    return null
  }
}

function bluOf(
  fields: Readonly<Record<string, unknown>>,
  gateway: string | null,
  at: string | null,
): Overheard | null {
  const radio = macOf(fields['address'] ?? fields['addr'])
  if (radio === null) return null
  const decoded = fields['service_data'] === undefined ? fields : record(fields['service_data'])
  return { gateway, radio, rssi: fields['rssi'], at, said: readScannerFields(decoded, shellyBlu) }
}
