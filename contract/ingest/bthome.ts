/** BTHome v2 (bthome.io/format): the objects of a packet in their order. */
import { isChange, type MetricName } from '#contract/metricNames.ts'
import type { Said, SealedPacket } from './said.ts'
import { uint8At, hexOf } from './bytes.ts'
import { valueOf } from './decoded.ts'
import type { Unread, Value } from './measurements.ts'

const VERSION = 2
const SEALED = 0x01
/** The address follows the first byte. */
const HAS_ADDRESS = 0x02

interface Kind {
  metric: MetricName
  /** The measurement's name. Repeated names in a packet are numbered. */
  key: string
  unit?: string
}
const kind = (metric: MetricName, key: string = metric, unit?: string): Kind =>
  unit === undefined ? { metric, key } : { metric, key, unit }

const count = kind('counter', 'count')
const energy = kind('energy')
const other = (key: string, unit = '') => kind('other', key, unit)

/** Object id → bytes, step, kind. Negative bytes: signed. */
const objects = new Map<number, readonly [bytes: number, step: number, kind: Kind | null]>([
  [0x00, [1, 1, null]], // packet id
  [0x01, [1, 1, kind('battery')]],
  [0x02, [-2, 0.01, kind('temperature')]],
  [0x03, [2, 0.01, kind('humidity')]],
  [0x04, [3, 0.01, kind('pressure')]],
  [0x05, [3, 0.01, kind('illuminance')]],
  [0x06, [2, 0.01, other('mass', 'kg')]],
  [0x07, [2, 0.01, other('mass', 'lb')]],
  [0x08, [-2, 0.01, other('dewpoint', '°C')]],
  [0x09, [1, 1, count]],
  [0x0a, [3, 0.001, energy]],
  [0x0b, [3, 0.01, kind('power')]],
  [0x0c, [2, 0.001, other('voltage', 'V')]],
  [0x0d, [2, 1, kind('pm25')]],
  [0x0e, [2, 1, kind('pm10')]],
  [0x12, [2, 1, kind('co2')]],
  [0x13, [2, 1, kind('voc', 'voc', 'µg/m³')]],
  [0x14, [2, 0.01, other('soilmoisture', '%')]],
  [0x2e, [1, 1, kind('humidity')]],
  [0x2f, [1, 1, other('soilmoisture', '%')]],
  [0x3a, [1, 1, null]], // button
  [0x3c, [2, 1, null]], // dimmer
  [0x3d, [2, 1, count]],
  [0x3e, [4, 1, count]],
  [0x3f, [-2, 0.1, other('rotation', '°')]],
  [0x40, [2, 1, other('distance', 'mm')]],
  [0x41, [2, 0.1, other('distance', 'm')]],
  [0x42, [3, 0.001, other('duration', 's')]],
  [0x43, [2, 0.001, other('current', 'A')]],
  [0x44, [2, 0.01, other('speed', 'm/s')]],
  [0x45, [-2, 0.1, kind('temperature')]],
  [0x46, [1, 0.1, other('uvindex')]],
  [0x47, [2, 0.1, other('volume', 'l')]],
  [0x48, [2, 1, other('volume', 'ml')]],
  [0x49, [2, 0.001, other('flow', 'm³/h')]],
  [0x4a, [2, 0.1, other('voltage', 'V')]],
  [0x4b, [3, 0.001, other('gas', 'm³')]],
  [0x4c, [4, 0.001, other('gas', 'm³')]],
  [0x4d, [4, 0.001, energy]],
  [0x4e, [4, 0.001, other('volume', 'l')]],
  [0x4f, [4, 0.001, other('water', 'l')]],
  [0x50, [4, 1, null]], // time of the device
  [0x51, [2, 0.001, other('acceleration', 'm/s²')]],
  [0x52, [2, 0.001, other('gyroscope', '°/s')]],
  [0x55, [4, 0.001, other('volumestorage', 'l')]],
  [0x56, [2, 1, other('conductivity', 'µS/cm')]],
  [0x57, [-1, 1, kind('temperature')]],
  [0x58, [-1, 0.35, kind('temperature')]],
  [0x59, [-1, 1, count]],
  [0x5a, [-2, 1, count]],
  [0x5b, [-4, 1, count]],
  [0x5c, [-4, 0.01, kind('power')]],
  [0x5d, [-2, 0.001, other('current', 'A')]],
  [0x5e, [2, 0.01, other('direction', '°')]],
  [0x5f, [2, 0.1, other('precipitation', 'mm')]],
  [0x60, [1, 1, null]], // channel
  [0x61, [2, 1, other('rotationalspeed', '1/min')]],
  [0x62, [-4, 0.000_001, other('speed', 'm/s')]],
  [0x63, [-4, 0.000_001, other('acceleration', 'm/s²')]],
  [0x64, [1, 1, other('lightlevel')]],
  [0xf0, [2, 1, null]], // device type
  [0xf1, [4, 1, null]], // firmware
  [0xf2, [3, 1, null]],
])

/** Boolean objects. Those without a metric become measurements by name. */
const states = new Map<number, Kind>([
  [0x0f, other('generic')],
  [0x10, other('powered')],
  [0x11, kind('contact', 'opening')],
  [0x15, other('batterylow')],
  [0x16, other('batterycharging')],
  [0x17, kind('alarm', 'carbonmonoxide')],
  [0x18, other('cold')],
  [0x19, other('connectivity')],
  [0x1a, kind('contact', 'door')],
  [0x1b, kind('contact', 'garagedoor')],
  [0x1c, kind('alarm', 'gasdetected')],
  [0x1d, other('heat')],
  [0x1e, other('light')],
  [0x1f, other('lock')],
  [0x20, kind('waterLeak', 'moisture')],
  [0x21, kind('motion')],
  [0x22, kind('motion', 'moving')],
  [0x23, kind('motion', 'occupancy')],
  [0x24, other('plug')],
  [0x25, kind('motion', 'presence')],
  [0x26, other('problem')],
  [0x27, other('running')],
  [0x28, other('safety')],
  [0x29, kind('alarm', 'smoke')],
  [0x2a, other('sound')],
  [0x2b, kind('alarm', 'tamper')],
  [0x2c, kind('vibration')],
  [0x2d, kind('contact', 'window')],
])

/** Text and raw data start with their length. */
const LONG = new Set([0x53, 0x54])
const PACKET_ID = 0x00

export function readBTHome(data: Uint8Array): Said | null {
  const info = uint8At(data, 0)
  if (data.length === 0 || info >> 5 !== VERSION) return null
  const hasAddress = (info & HAS_ADDRESS) !== 0
  const body = data.subarray(hasAddress ? 7 : 1)
  if ((info & SEALED) === 0)
    return { identity: 'BTHome', isSealed: false, isPlain: true, ...readBTHomeObjects(body) }
  const said = { identity: 'BTHome', values: [], battery: null, isSealed: true }
  const address = hasAddress ? hexOf(data.slice(1, 7).reverse()).toUpperCase() : null
  const sealed = sealedIn(body, info, address)
  return sealed === null ? said : { ...said, sealed }
}

/** Bytes at the end: the counter and the message authentication code. */
const TAIL = 8

function sealedIn(body: Uint8Array, info: number, address: string | null): SealedPacket | null {
  if (body.length <= TAIL) return null
  const end = body.length - TAIL
  return {
    infos: [info],
    address,
    cipher: body.slice(0, end),
    counter: body.slice(end, end + 4),
    mic: body.slice(end + 4),
  }
}

const idOf = (object: number) => `0x${object.toString(16).padStart(2, '0')}`

/**
 * Reads the objects of a decrypted packet. Stops at an unknown object, because its length is
 * unknown, and reports that the rest was not read.
 */
export function readBTHomeObjects(data: Uint8Array): Pick<Said, 'values' | 'battery' | 'packetId'> {
  const values: (Value | Unread)[] = []
  const unread = (fault: Unread['fault'], label: string) =>
    values.push({ fault, device: '', label })
  if (data.length === 0) unread('emptyPacket', '')
  let battery: number | null = null
  let packetId: number | null = null
  const seen = new Map<string, number>()
  for (let at = 0; at < data.length;) {
    const object = uint8At(data, at)
    const state = states.get(object)
    const [bytes, step, what] = objects.get(object) ?? [1, 1, state]
    const isKnown = objects.has(object) || state !== undefined
    const length = isKnown ? Math.abs(bytes) : LONG.has(object) ? 1 + uint8At(data, at + 1) : null
    if (length === null || at + length >= data.length) {
      unread(length === null ? 'unknownObject' : 'cutOff', idOf(object))
      break
    }
    if (object === PACKET_ID) packetId = uint8At(data, at + 1)
    if (isKnown && what !== null && what !== undefined) {
      const number = numberAt(data, at + 1, bytes)
      const index = (seen.get(what.key) ?? 0) + 1
      seen.set(what.key, index)
      const key = index === 1 ? what.key : `${what.key} ${index}`
      const value = Number((number * step).toFixed(6))
      if (what.metric === 'battery') battery ??= value
      const told = valueOf(what.metric, key, value)
      values.push({
        ...told,
        unit: what.unit ?? told.unit,
        isYesNo: state !== undefined && isChange(what.metric),
      })
    }
    at += 1 + length
  }
  return { values, battery, packetId }
}

/** Little-endian. Negative `bytes`: signed. */
function numberAt(data: Uint8Array, at: number, bytes: number): number {
  const length = Math.abs(bytes)
  let value = 0
  for (let index = length - 1; index >= 0; index -= 1)
    value = value * 256 + uint8At(data, at + index)
  const half = 2 ** (length * 8 - 1)
  return bytes < 0 && value >= half ? value - 2 * half : value
}
