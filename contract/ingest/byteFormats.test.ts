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

describe('an advertisement of a maker', () => {
  const read = (company: string, data: string) => {
    const said = readManufacturerData(bytes(company + data))
    return {
      ...valuesOf(said?.values ?? []),
      ...(said?.battery == null ? {} : { battery: said.battery }),
    }
  }
  const readService = (service: number, data: string) => {
    const said = readServiceData(service, bytes(data))
    return {
      ...valuesOf(said?.values ?? []),
      ...(said?.battery == null ? {} : { battery: said.battery }),
    }
  }

  // Example of Teltonika's protocol document, and VignanTej/teltonika-eye-homeassistant 2156b20, run
  it('of Teltonika EYE is read by the flags of its parts', () => {
    expect(read('9A08', '01B708B4120CCB0BFFC767')).toEqual({
      temperature: 22.28,
      humidity: 18,
      opening: 1,
      motion: 0,
      count: 3_275,
      voltage: 3.03,
    })
    expect(read('9A08', '010DF8C4')).toEqual({ temperature: -18.52, opening: 0 })
    expect(read('9A08', '0103F8C4')).toEqual({})
    expect(read('9A08', '0203F8C412')).toEqual({})
  })

  // advlib-ble-manufacturers 1.14.0, its test vectors, run
  it.each([
    ['12850A', { temperature: 26.93 }],
    ['213012B80A', { humidity: 48, temperature: 27.44 }],
    ['320A00', { opening: 1, count: 5 }],
    ['420C00', { motion: 0, count: 6 }],
    ['929C00', { motion: 0, count: 78 }],
    ['F145', { battery: 69 }],
    ['F2AC0B', { voltage: 2.988 }],
    ['56B8FFECFFACFC', {}],
  ])('of ELA is read: %s', (data, expected) => {
    expect(read('5707', data)).toEqual(expected)
  })

  // advlib-ble-services 1.7.0, its test vectors, run
  it.each([
    ['a1016315803200aabbccddeeff', { temperature: 21.5, humidity: 50, battery: 99 }],
    ['a105644000aabbccddeeff', { illuminance: 16_384, battery: 100 }],
    ['a111320001aabbccddeeff', { motion: 1, battery: 50 }],
    ['a113631973aabbccddeeff', { temperature: 25.449, battery: 99 }],
    ['a1176304840000aabbccddeeff', { pressure: 1_156, battery: 99 }],
    ['a118321234567801aabbccddeeff', { vibration: 1, battery: 50 }],
    ['a1204501aabbccddeeff', { tamper: 1, battery: 69 }],
    ['a1216301aabbccddeeff', { moisture: 1, battery: 99 }],
    ['a10364ff8000000080aabbccddeeff', {}],
  ])('of Minew is read: %s', (data, expected) => {
    expect(readService(0xff_e1, data)).toEqual(expected)
  })

  // theengs/decoder d6fdd205, test vectors
  it.each([
    [
      0xfe_ab,
      '70000a011201ee0caf03def14635998a',
      { temperature: 27.4, humidity: 49.4, voltage: 3.247 },
    ],
    [0xfe_ab, '60000a010007154039c0fa000bf901f40c93fe3487', {}],
    [
      0x18_1a,
      '582d341233dc00e03e490b2c2e',
      { temperature: 22.4, humidity: 62, voltage: 2.86, battery: 73 },
    ],
    [
      0x18_1a,
      'dc3312342d582f09aa173d0b4b7c05',
      { temperature: 23.51, humidity: 60.58, voltage: 2.877, battery: 75 },
    ],
    [0x18_1a, '5a582d34126a38081513da0b5c0304aa', {}],
  ])('of MOKO, ATC and pvvx is read: %s %s', (service, data, expected) => {
    expect(readService(service, data)).toEqual(expected)
  })
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
