import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseInstant } from './fields.ts'
import { deviceIdOf, measuredAt } from './measurements.ts'
import { readReport as readWhole, reportFormats } from './reports.ts'
import { readReport } from '#tests/readReport.ts'

/** Real messages, reduced to the fields that the parser reads. */
const ttn = (uplink: object = {}) => ({
  end_device_ids: { device_id: 'cold-1', dev_eui: '0004A30B0103B1BF' },
  received_at: '2026-11-20T09:00:00.169568427Z',
  uplink_message: {
    decoded_payload: { battery: 92, temperature: 4.8, humidity: 50.5, leakage_status: 'normal' },
    rx_metadata: [
      { gateway_ids: { eui: 'A84041FFFF2657AC' }, rssi: -117 },
      { gateway_ids: { eui: 'A84041FFFF2657AD' }, rssi: -60 },
    ],
    ...uplink,
  },
})
const chirpstack = (event: object = {}) => ({
  time: '2026-11-20T09:00:15.775023242+00:00',
  deviceInfo: { devEui: '0101010101010101' },
  data: 'AXVcA2c0AQ==',
  object: { battery: 92, temperature: 30.8, leakage_status: 'leak' },
  rxInfo: [{ gatewayId: '0016c001f153a14c', rssi: -36 }],
  ...event,
})
const ruuvi = (data: string) => ({
  data: {
    gw_mac: 'C8:25:2D:8E:9C:2C',
    tags: { 'C6:A5:B9:E0:AD:06': { rssi: -71, timestamp: '1763629200', data } },
  },
})
const kontakt = {
  content: [
    {
      uniqueId: '11rc007c',
      timestamp: '2026-11-20T09:00:00Z',
      batteryLevel: 99,
      humidity: 18,
      temperature: 19.226562,
    },
  ],
}
const measured = (format: (typeof reportFormats)[number], payload: unknown) => {
  const read = readReport(format, payload)
  return 'fault' in read
    ? read
    : read.measurements.map(({ device, metric, value }) => [device, metric, value])
}

describe('the parser of device reports', () => {
  it('reads The Things Stack, the nearest gateway first', () => {
    const read = readReport('ttn', ttn())
    expect(read).toMatchObject({
      measurements: [
        {
          device: '0004A30B0103B1BF',
          metric: 'temperature',
          value: 4.8,
          at: '2026-11-20T09:00:00.169Z',
          battery: 92,
          gateways: ['A84041FFFF2657AD', 'A84041FFFF2657AC'],
        },
        { metric: 'humidity', value: 50.5 },
        { metric: 'waterLeak', value: 0 },
      ],
    })
  })

  it('reads ChirpStack', () => {
    expect(measured('chirpstack', chirpstack())).toEqual([
      ['0101010101010101', 'temperature', 30.8],
      ['0101010101010101', 'waterLeak', 1],
    ])
  })

  it('reads a Ruuvi gateway, as its format 5 has it', () => {
    // The example of Ruuvi's own description: 24.3 °C, 53.49 %, 2.977 V.
    const read = readReport(
      'ruuvi',
      ruuvi('0201061BFF99040512FC5394C37C0004FFFC040CAC364200CDCBB8334C884F'),
    )
    expect(read).toMatchObject({
      measurements: [
        { metric: 'temperature', value: 24.3, battery: 98, gateways: ['C8252D8E9C2C'] },
        { metric: 'humidity', value: 53.49 },
      ],
    })
    expect(
      measured('ruuvi', ruuvi('0201061BFF990405F8F8FFFFC37C0004FFFC040CAC364200CDCBB8334C884F')),
    ).toEqual([
      ['C6A5B9E0AD06', 'temperature', -9],
      ['C6A5B9E0AD06', 'humidity', null],
    ])
  })

  it('reads Kontakt.io', () => {
    expect(measured('kontakt', kontakt)).toEqual([
      ['11RC007C', 'temperature', 19.226562],
      ['11RC007C', 'humidity', 18],
    ])
  })

  it('reads our own format, with and without a gateway, beside beacons', () => {
    expect(measured('plantroom', { readings: [{ sensor: 'cold-1', value: '4.5' }] })).toEqual([
      ['COLD-1', null, 4.5],
    ])
    const both = readReport('plantroom', {
      gateway: 'AC:23:3F:C0:00:01',
      readings: [
        { beacon: 'AC:23:3F:A0:00:01', rssi: -61 },
        { sensor: 'a8-40-41-ff-ff-26-57-ac', metric: 'waterLeak', value: true, battery: 50 },
      ],
    })
    expect(both).toMatchObject({
      adverts: [{ beacon: 'AC233FA00001' }],
      measurements: [
        { device: 'A84041FFFF2657AC', value: 1, battery: 50, gateways: ['AC233FC00001'] },
      ],
    })
  })

  it.each([
    ['WATER_LEAK_STATUS', 'LEAK', 1],
    ['WATER_LEAK_STATUS', 'NO LEAK', 0],
    ['Water_leak_status', 'no_leak', 0],
    ['waterLeakStatus', 'NoLeak', 0],
    ['water_leak', 'not detected', 0],
    ['waterleak', 'Water leak detected', 1],
    ['LEAKAGE_STATUS', 'Normal', 0],
    ['leak', true, 1],
    ['leak', false, 0],
    ['leak', 'TRUE', 1],
    ['leak', 1, 1],
    ['leak', 0, 0],
    ['leak', '1', 1],
    ['Leak', 'off', 0],
  ])('reads a leak under %s: %j is %d', (name, value, expected) => {
    for (const read of [
      measured('chirpstack', chirpstack({ object: { [name]: value } })),
      measured('ttn', ttn({ decoded_payload: { [name]: value } })),
    ])
      expect(read).toMatchObject([[expect.any(String), 'waterLeak', expected]])
    expect(
      measured('plantroom', { readings: [{ sensor: 'l', metric: 'waterLeak', value }] }),
    ).toEqual([['L', 'waterLeak', expected]])
  })

  it.each([
    ['Temperature', 'temperature'],
    ['TEMP', 'temperature'],
    ['tempc_sht', 'temperature'],
    ['Relative-Humidity', 'humidity'],
    ['HUM', 'humidity'],
  ])('recognises %s in upper and lower case', (name, metric) =>
    expect(measured('chirpstack', chirpstack({ object: { [name]: 21.5 } }))).toEqual([
      ['0101010101010101', metric, 21.5],
    ]),
  )

  it('names unused fields: all if nothing was used, else those that sound measured', () => {
    const unused = (object: object) => {
      const read = readReport('chirpstack', chirpstack({ object }))
      return 'fault' in read ? read : read.unused.map(({ label }) => label)
    }
    expect(unused({ wet_state: 1, battery: 90 })).toEqual(['wet_state', 'battery'])
    expect(unused({ TempC_SHT: 4, Temp_of_core: 5, BatV: 3.6, WATER_LEAK_TIMES: 7 })).toEqual([
      'Temp_of_core',
    ])
    expect(unused({ temperature: 4, humidity: null, battery: 90 })).toEqual([])
    expect(readReport('kontakt', { content: [{ uniqueId: 'x', waterLevel: 1 }] })).toMatchObject({
      skipped: 1,
      unused: [{ device: 'X', label: 'waterLevel' }],
    })
  })

  it.each([
    ['2026-11-23T01:00:00Z', '2026-11-23T01:00:00.000Z'],
    ['2026-11-23T01:00:00+02:00', '2026-11-22T23:00:00.000Z'],
    ['2026-11-23T01:00:00', '2026-11-23T01:00:00.000Z'],
    ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000Z'],
    ['2026-02-30T00:00:00Z', null],
    ['2026-11-23', null],
  ])('reads the moment of a reading: %s is %s', (at, moment) =>
    expect(parseInstant(at)).toBe(moment),
  )

  it.each([
    ['4.5', 4.5],
    [' -3 ', -3],
    ['1e2', 100],
    ['0x10', null],
    ['1,5', null],
  ])('reads a number: %j is %j', (value, number) =>
    expect(measured('plantroom', { readings: [{ sensor: 'cold-1', value }] })).toEqual(
      number === null ? [] : [['COLD-1', null, number]],
    ),
  )

  it.each([
    [
      'raw bytes of The Things Stack',
      'ttn',
      ttn({ decoded_payload: undefined, frm_payload: 'AXVc' }),
    ],
    ['raw bytes of ChirpStack', 'chirpstack', chirpstack({ object: undefined })],
    ['raw bytes with an empty decoded object', 'chirpstack', chirpstack({ object: {} })],
    ['raw bytes with a decoded null', 'chirpstack', chirpstack({ object: null })],
  ] as const)('refuses a report with its reason: %s', (_what, format, payload) =>
    expect(readReport(format, payload)).toEqual({
      fault: 'notDecoded',
      device: expect.stringMatching(/./),
    }),
  )

  it('reads other Bluetooth devices that a Ruuvi Gateway forwards, encrypted ones too', () => {
    expect(measured('ruuvi', ruuvi('0A16D2FC4002CA09026603'))).toEqual([
      ['C6A5B9E0AD06', 'temperature', 25.06],
      ['C6A5B9E0AD06', 'temperature', 8.7],
    ])
    const sealed = readReport('ruuvi', ruuvi('1216D2FC41A47266C95F730011223378237214'))
    expect(sealed).toMatchObject({ sealed: [{ device: 'C6A5B9E0AD06' }], skipped: 0 })
  })

  // A Dragino LDDS75 in the event format of ChirpStack v3, August 2021.
  const third = {
    applicationID: '1',
    devEUI: 'qEBB///8AQI=',
    deviceProfileName: 'Dragino',
    rxInfo: [{ gatewayID: 'AA25//9WedQ=', rssi: -117 }],
    data: 'DQgA+QA=',
    objectJSON: '{"TempC_SHT":"+27.0","Bat":3.336}',
    publishedAt: '2026-11-20T09:00:00.521032244Z',
  }
  it.each([
    third,
    { ...third, devEUI: 'a84041fffffc0102', objectJSON: undefined, object: { TempC_SHT: 27 } },
  ])('reads events of ChirpStack v3, with ids in base64 or hexadecimal', (event) => {
    expect(readReport('chirpstack', event)).toMatchObject({
      measurements: expect.arrayContaining([
        expect.objectContaining({
          device: 'A84041FFFFFC0102',
          key: 'tempcsht',
          value: 27,
          at: '2026-11-20T09:00:00.521Z',
        }),
      ]),
    })
  })

  it('reads the charge of a status event of ChirpStack', () => {
    const status = { deviceInfo: { devEui: '0101010101010101' }, margin: 9, batteryLevel: 87.5 }
    expect(readWhole('chirpstack', status)).toMatchObject({
      measurements: [{ metric: 'battery', key: 'batterylevel', value: 87.5 }],
    })
    expect(
      readReport('chirpstack', { ...status, batteryLevel: 0, batteryLevelUnavailable: true }),
    ).toMatchObject({ isEvent: true })
  })

  it('passes over a report that measures nothing, such as a join', () => {
    const join = { end_device_ids: { device_id: 'x' }, join_accept: {} }
    expect(readReport('ttn', join)).toMatchObject({ measurements: [], isEvent: true })
    expect(readReport('chirpstack', { deviceInfo: { devEui: '0101010101010101' } })).toMatchObject({
      measurements: [],
      isEvent: true,
    })
  })

  it.each([
    [{ sensor: 'a\u0000b', value: 1 }, 'notAReading'],
    [{ sensor: '', value: 1 }, 'notAReading'],
    [{ sensor: 'x'.repeat(65), value: 1 }, 'notAReading'],
    [{ sensor: 'a', value: 'warm' }, 'notANumber'],
    [{ sensor: 'a', value: '' }, 'notANumber'],
    [{ sensor: 'a', metric: 'mood', value: 1 }, 'unknownMetric'],
    [{ sensor: 'a', value: 1, at: 'yesterday' }, 'notAMoment'],
  ])('reads %j as %s, and the others of its report too', (bad, fault) => {
    const read = readReport('plantroom', { readings: [bad, { sensor: 'good', value: 1 }] })
    expect(read).toMatchObject({ faults: [{ fault }], measurements: [{ device: 'GOOD' }] })
  })

  it.each(['NaN', Number.NaN, Infinity, '-inf', null, 'unavailable', 3.402_823_47e38])(
    'reads %j as a value that the device does not have',
    (value) =>
      expect(measured('plantroom', { readings: [{ sensor: 'a', value }] })).toEqual([
        ['A', null, null],
      ]),
  )

  it('never throws, whatever is sent, and stays within its limits', () => {
    fc.assert(
      fc.property(fc.constantFrom(...reportFormats), fc.jsonValue(), (format, payload) => {
        readReport(format, payload)
        readReport(format, { readings: [payload], content: [payload], data: { tags: payload } })
        readReport(format, {
          end_device_ids: payload,
          uplink_message: payload,
          deviceInfo: payload,
        })
      }),
    )
    const many = Array.from({ length: 5_001 }, () => ({ sensor: 'a', value: 1 }))
    expect(readReport('plantroom', { readings: many })).toEqual({ fault: 'tooMany' })
  })
})

describe('deviceIdOf()', () => {
  it('ignores capitals and colons, and keeps its own result', () => {
    expect(deviceIdOf(' a8:40:41:ff:ff:26:57:ac ')).toBe(deviceIdOf('A84041FFFF2657AC'))
    fc.assert(
      fc.property(fc.string(), (text) => {
        const id = deviceIdOf(text)
        expect(id === null ? null : deviceIdOf(id)).toBe(id)
        expect(id ?? '').not.toMatch(/\p{Cc}/u)
      }),
    )
  })
})

describe('the time of a reading', () => {
  const now = Date.parse('2026-11-20T09:00:00Z')
  it.each([
    [null, now],
    ['2026-11-20T08:00:00Z', now - 3_600_000],
    ['2026-11-20T09:04:00Z', now + 240_000],
    ['2090-01-01T00:00:00Z', 'fromFuture'],
    ['1970-01-01T00:00:10Z', 'tooOld'],
  ] as const)('%s is %s', (at, expected) => expect(measuredAt(at, now)).toBe(expected))
})
