import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readManufacturerData, readServiceData } from './advertisement.ts'
import { readBTHomeObjects } from './bthome.ts'
import { bytesOf } from './bytes.ts'
import { measuredBy } from './scanners.ts'

const bytes = (hex: string) => bytesOf(hex.replaceAll(' ', '')) ?? new Uint8Array()
const valuesOf = (values: ReturnType<typeof readBTHomeObjects>['values']) =>
  Object.fromEntries(
    values.map((one) => ('fault' in one ? [one.label, one.fault] : [one.key, one.value])),
  )
const ruuvi = (hex: string) => valuesOf(readManufacturerData(bytes(`9904${hex}`))?.values ?? [])

/** Test vectors of docs.ruuvi.com: maximum, minimum and invalid values of formats 3 and 5. */
describe('an advertisement of Ruuvi', () => {
  it('is read at both ends of format 5, and has no value where the format says so', () => {
    expect(ruuvi('057FFFFFFEFFFE7FFF7FFF7FFFFFDEFEFFFECBB8334C884F')).toMatchObject({
      temperature: 163.835,
      humidity: 163.835,
      pressure: 1_155.34,
      movementcounter: 254,
    })
    expect(ruuvi('058001000000008001800180010000000000CBB8334C884F')).toMatchObject({
      temperature: -163.835,
      humidity: 0,
      pressure: 500,
      movementcounter: 0,
    })
    expect(ruuvi('058000FFFFFFFF800080008000FFFFFFFFFFFFFFFFFFFFFF')).toEqual({
      temperature: null,
      humidity: null,
      pressure: null,
      movementcounter: null,
    })
  })

  it('is read at both ends of format 3', () => {
    expect(ruuvi('03FF7F63FFFF7FFF7FFF7FFFFFFF')).toMatchObject({
      temperature: 127.99,
      humidity: 127.5,
      pressure: 1_155.35,
    })
    expect(ruuvi('0300FF6300008001800180010000')).toMatchObject({
      temperature: -127.99,
      humidity: 0,
      pressure: 500,
    })
  })

  it('is set aside where a value is beyond physics', () => {
    const said = readManufacturerData(bytes('9904057FFFFFFEFFFE7FFF7FFF7FFFFFDEFEFFFECBB8334C884F'))
    const told = measuredBy('CBB8334C884F', null, said, null)
    expect(told.filter((one) => 'fault' in one)).toEqual([
      { fault: 'implausible', device: 'CBB8334C884F', label: 'humidity' },
    ])
  })
})

it('telemetry of Eddystone is read at both ends, and has no value at 0x8000', () => {
  const told = (raw: string) =>
    valuesOf(readServiceData(0xfeaa, bytes(`20000BB8${raw}00000001 00000A00`))?.values ?? [])
  expect(told('7FFF')).toEqual({ temperature: 127.996 })
  expect(told('8001')).toEqual({ temperature: -127.996 })
  expect(told('0000')).toEqual({ temperature: 0 })
  expect(told('8000')).toEqual({ temperature: null })
})

describe('an object of BTHome', () => {
  /** Ids and byte lengths of the numeric and boolean objects of bthome-ble 3.20.0 (const.py). */
  const lengths = new Map([
    ...[0x00, 0x01, 0x09, 0x2e, 0x2f, 0x3a, 0x46, 0x57, 0x58, 0x59, 0x60, 0x64].map(
      (id) => [id, 1] as const,
    ),
    ...[0x02, 0x03, 0x06, 0x07, 0x08, 0x0c, 0x0d, 0x0e, 0x12, 0x13, 0x14, 0x3c, 0x3d, 0x3f].map(
      (id) => [id, 2] as const,
    ),
    ...[0x40, 0x41, 0x43, 0x44, 0x45, 0x47, 0x48, 0x49, 0x4a, 0x51, 0x52, 0x56, 0x5a, 0x5d].map(
      (id) => [id, 2] as const,
    ),
    ...[0x5e, 0x5f, 0x61, 0xf0].map((id) => [id, 2] as const),
    ...[0x04, 0x05, 0x0a, 0x0b, 0x42, 0x4b, 0xf2].map((id) => [id, 3] as const),
    ...[0x3e, 0x4c, 0x4d, 0x4e, 0x4f, 0x50, 0x55, 0x5b, 0x5c, 0x62, 0x63, 0xf1].map(
      (id) => [id, 4] as const,
    ),
    ...[0x0f, 0x10, 0x11, ...Array.from({ length: 0x2e - 0x15 }, (_, index) => 0x15 + index)].map(
      (id) => [id, 1] as const,
    ),
  ])
  const after = [0x2d, 0x01] // object: a window, open

  it.each([...lengths])(
    '0x%s with %s bytes is read at both ends, and what follows, too',
    (id, length) => {
      for (const fill of [[0x00], [0xff], [0x7f, 0xff], [0x80, 0x00]]) {
        const body = Array.from(
          { length },
          (_, index) => fill[length - 1 - index] ?? fill.at(-1) ?? 0,
        )
        const { values } = readBTHomeObjects(Uint8Array.from([id, ...body, ...after]))
        const told = values.at(-1)
        expect(told !== undefined && !('fault' in told) && told.key?.startsWith('window')).toBe(
          true,
        )
        for (const one of values)
          expect('fault' in one || one.value === null || Number.isFinite(one.value)).toBe(true)
      }
    },
  )

  it('never throws, whatever the bytes are', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (data) => {
        expect(() => readBTHomeObjects(data)).not.toThrow()
      }),
    )
  })
})

describe('a BTHome packet that cannot be read to its end', () => {
  const faultsIn = (hex: string) =>
    readServiceData(0xfcd2, bytes(hex))?.values.map((one) =>
      'fault' in one ? [one.fault, one.label] : [one.key, one.value],
    )
  it('gives what stands before an unknown object, and names the object', () => {
    expect(faultsIn('4002CA0999AA0365')).toEqual([
      ['temperature', 25.06],
      ['unknownObject', '0x99'],
    ])
  })
  it('says that it is cut off or empty', () => {
    expect(faultsIn('4002CA')).toEqual([['cutOff', '0x02']])
    expect(faultsIn('40')).toEqual([['emptyPacket', '']])
  })
})
