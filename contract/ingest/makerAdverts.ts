/**
 * Parses advertisements of makers: Teltonika EYE, ELA, Minew, MOKO BeaconX Pro, and Xiaomi
 * thermometers with the firmware ATC or pvvx.
 */
import { bigEndian16At, rounded, signed, uint16At, uint8At } from './bytes.ts'
import { valueOf } from './decoded.ts'
import type { Value } from './measurements.ts'
import type { Said } from './said.ts'

const said = (identity: string, values: Value[], battery: number | null = null): Said => ({
  identity,
  values,
  battery,
  isSealed: false,
})

const temperature = (value: number) => valueOf('temperature', 'temperature', rounded(value))
const humidity = (value: number) => valueOf('humidity', 'humidity', rounded(value))
const voltage = (millivolts: number) =>
  valueOf('other', 'voltage', rounded(millivolts / 1_000), 'V')
const count = (value: number) => valueOf('counter', 'count', value)

/** Flags of the parts, whose bytes follow in this order. */
const HAS_TEMPERATURE = 0x01
const HAS_HUMIDITY = 0x02
const HAS_MAGNET = 0x04
const IS_MAGNET_NEAR = 0x08
const HAS_MOVEMENT = 0x10
const HAS_ANGLE = 0x20
const HAS_VOLTAGE = 0x80

export function readTeltonika(data: Uint8Array): Said | null {
  if (data.length < 2 || uint8At(data, 0) !== 1) return null
  const flags = uint8At(data, 1)
  const has = (flag: number) => (flags & flag) !== 0
  const values: Value[] = []
  let at = 2
  const next = (length: number): number => {
    at += length
    return at - length
  }
  if (has(HAS_TEMPERATURE)) values.push(temperature(signed(bigEndian16At(data, next(2)), 16) / 100))
  if (has(HAS_HUMIDITY)) values.push(humidity(uint8At(data, next(1))))
  if (has(HAS_MAGNET)) values.push(valueOf('contact', 'opening', has(IS_MAGNET_NEAR) ? 0 : 1))
  if (has(HAS_MOVEMENT)) {
    const moved = bigEndian16At(data, next(2))
    values.push(valueOf('motion', 'motion', moved >> 15), count(moved & 0x7fff))
  }
  if (has(HAS_ANGLE)) next(3)
  if (has(HAS_VOLTAGE)) values.push(voltage(2_000 + uint8At(data, next(1)) * 10))
  return at > data.length ? null : said('Teltonika EYE', values)
}

/** Frames of ELA Innovation: number of bytes, and content. Odd words mean yes. */
const elaFrames: Readonly<Record<number, [length: number, read: (data: Uint8Array) => Value[]]>> = {
  0x12: [3, (data) => [temperature(signed(uint16At(data, 1), 16) / 100)]],
  0x21: [
    5,
    (data) => [
      humidity(uint8At(data, 1)),
      ...(uint8At(data, 2) === 0x12 ? [temperature(signed(uint16At(data, 3), 16) / 100)] : []),
    ],
  ],
  0x32: [3, (data) => counted(data, (isOdd) => valueOf('contact', 'opening', 1 - isOdd))],
  0x42: [3, (data) => counted(data, (isOdd) => valueOf('motion', 'motion', isOdd))],
  0x92: [3, (data) => counted(data, (isOdd) => valueOf('motion', 'motion', isOdd))],
  0xf2: [3, (data) => [voltage(uint16At(data, 1))]],
}
const counted = (data: Uint8Array, state: (isOdd: number) => Value): Value[] => {
  const word = uint16At(data, 1)
  return [state(word & 1), count(word >> 1)]
}

export function readEla(data: Uint8Array): Said | null {
  const kind = uint8At(data, 0)
  if (kind === 0xf1 && data.length === 2) return said('ELA', [], uint8At(data, 1))
  const [length, read] = elaFrames[kind] ?? []
  return read === undefined || data.length !== length ? null : said('ELA', read(data))
}

/** 8.8 fixed point. */
const fixed = (data: Uint8Array, at: number): number => signed(bigEndian16At(data, at), 16) / 256

const minewFrames: typeof elaFrames = {
  0x01: [13, (data) => [temperature(fixed(data, 3)), humidity(fixed(data, 5))]],
  0x05: [11, (data) => [valueOf('illuminance', 'illuminance', bigEndian16At(data, 3))]],
  0x11: [11, (data) => [valueOf('motion', 'motion', uint8At(data, 4) & 1)]],
  0x13: [11, (data) => [temperature(fixed(data, 3))]],
  0x17: [
    13,
    (data) => [
      valueOf(
        'pressure',
        'pressure',
        rounded(signed(bigEndian16At(data, 3), 16) + bigEndian16At(data, 5) / 65_536),
      ),
    ],
  ],
  0x18: [14, (data) => [valueOf('vibration', 'vibration', uint8At(data, 7) & 1)]],
  0x20: [10, (data) => [valueOf('alarm', 'tamper', uint8At(data, 3) & 1)]],
  0x21: [10, (data) => [valueOf('waterLeak', 'moisture', uint8At(data, 3) & 1)]],
}

/** The frames end with the address; the third byte is the charge. */
export function readMinew(data: Uint8Array): Said | null {
  if (uint8At(data, 0) !== 0xa1) return null
  const [length, read] = minewFrames[uint8At(data, 1)] ?? []
  return read === undefined || data.length !== length
    ? null
    : said('Minew', read(data), uint8At(data, 2))
}

export function readMoko(data: Uint8Array): Said | null {
  if (uint8At(data, 0) !== 0x70 || data.length < 9) return null
  return said('MOKO BeaconX Pro', [
    temperature(signed(bigEndian16At(data, 3), 16) / 10),
    humidity(bigEndian16At(data, 5) / 10),
    voltage(bigEndian16At(data, 7)),
  ])
}

/** ATC has 13 bytes, big-endian; pvvx has 15, little-endian. Both begin with the address. */
export function readAtc(data: Uint8Array): Said | null {
  if (data.length === 13)
    return said(
      'ATC',
      [
        temperature(signed(bigEndian16At(data, 6), 16) / 10),
        humidity(uint8At(data, 8)),
        voltage(bigEndian16At(data, 10)),
      ],
      uint8At(data, 9),
    )
  if (data.length !== 15) return null
  return said(
    'pvvx',
    [
      temperature(signed(uint16At(data, 6), 16) / 100),
      humidity(uint16At(data, 8) / 100),
      voltage(uint16At(data, 10)),
    ],
    uint8At(data, 12),
  )
}
