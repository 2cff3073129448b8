import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readAdvertisement, readManufacturerData, readServiceData } from './advertisement.ts'
import { bytesOf } from './bytes.ts'
import { parseCut, previewPayload } from './preview.ts'
import { readReport } from '#tests/readReport.ts'

function said(hex: string) {
  const read = readAdvertisement(bytesOf(hex.replaceAll(' ', '')) ?? new Uint8Array())
  return (
    read && {
      identity: read.identity,
      battery: read.battery,
      isSealed: read.isSealed,
      values: Object.fromEntries(
        read.values.map((one) => ('fault' in one ? [one.label, one.fault] : [one.key, one.value])),
      ),
    }
  )
}
const GATEWAY = 'AC:23:3F:C0:00:01'
const GATEWAY_PLAIN = 'AC233FC00001'

describe('an advertisement', () => {
  it.each([
    // The example of bthome.io: 25.00 °C, 50.55 %, and the name “DIY-sensor”.
    [
      'BTHome',
      '020106 0B094449592D73656E736F72 0A16D2FC4002C40903BF13',
      { temperature: 25, humidity: 50.55 },
      null,
    ],
    // From a Shelly BLU: packet, battery, then humidity in percent and temperature in tenths.
    [
      'BTHome',
      '020106 0D16D2FC44004E01642E2D45D8FF',
      { battery: 100, humidity: 45, temperature: -4 },
      100,
    ],
    ['BTHome', '0616D2FC402001', { moisture: 1 }, null],
    ['BTHome', '0A16D2FC4002CA09026603', { temperature: 25.06, 'temperature 2': 8.7 }, null],
    ['BTHome', '0816D2FC4020012000', { moisture: 1, 'moisture 2': 0 }, null],
    // From the tests of bthome-ble 3.17: the address stands in the packet.
    ['BTHome', '0E16D2FC42B2188D38C1A404138A01', { pressure: 1008.83 }, null],
    // The parser skips the objects between by their length: pressure, a text, then the temperature.
    [
      'BTHome',
      '1016D2FC40 04138A01 530341AABB 02CA09',
      { pressure: 1008.83, temperature: 25.06 },
      null,
    ],
    // Ruuvi's own example of format 5: 24.3 °C, 53.49 %, 2.977 V.
    [
      'Ruuvi',
      '0201061BFF99040512FC5394C37C0004FFFC040CAC364200CDCBB8334C884F',
      { temperature: 24.3, humidity: 53.49, pressure: 1000.44, movementcounter: 66 },
      97.7,
    ],
    // Eddystone's telemetry: 3,000 mV, and 25 °C in 8.8 fixed point.
    ['Eddystone', '0201060303AAFE1116AAFE20000BB819000000000100000A00', { temperature: 25 }, null],
    ['Eddystone URL', '0303AAFE0816AAFE10EE026162', {}, null],
    [
      'iBeacon e2c56db5-dffb-48d2-b060-d0f5a71096e0 1 258',
      '02011A1AFF4C000215E2C56DB5DFFB48D2B060D0F5A71096E000010102C5',
      {},
      null,
    ],
    [
      'Eddystone 00112233445566778899 aabbccddeeff',
      '0303AAFE1716AAFE00E700112233445566778899AABBCCDDEEFF0000',
      {},
      null,
    ],
  ])('of %s says what it measured: %s', (identity, hex, values, battery) =>
    expect(said(hex)).toEqual({ identity, values, battery, isSealed: false }),
  )

  it('that is sealed says so, and no more', () => {
    expect(said('0E16D2FC41A47266C95F7300112233')).toMatchObject({
      isSealed: true,
      values: {},
    })
  })

  it.each([
    ['a length beyond its end', '0A16D2FC40'],
    ['nothing', ''],
  ])('with %s is not read', (_what, hex) => expect(said(hex)).toBeNull())

  it('of another maker is not read, and names the company', () => {
    const advert = bytesOf('05FF5900AABB') ?? new Uint8Array()
    expect(readAdvertisement(advert)).toMatchObject({ values: [], unknownPart: '0x0059' })
  })

  it('never throws, whatever bytes come', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
        readAdvertisement(bytes)
        for (const service of [0xfcd2, 0xfeaa, 0xffe1, 0xfeab, 0x181a])
          readServiceData(service, bytes)
        for (const company of ['9904', '9a08', '5707', '4c00'])
          readManufacturerData(Uint8Array.from([...(bytesOf(company) ?? []), ...bytes]))
      }),
    )
  })
})

describe('the reader of MOKO gateways', () => {
  const device_info = { device_id: '1234', mac: '112233445566' }

  // reelyactive/barnowl-mokosmart f6d508e, its simulated message; the second kind is in its decoder
  it('reads raw advertisements of both kinds of scan reports', () => {
    const telemetry = '0201060303AAFE1116AAFE20000BD0158000091501000E3290'
    const older = {
      msg_id: 3004,
      device_info,
      data: [
        { type: 8, value: { type: 'unknown', mac: 'ABDF01FC9E98', rssi: -78, raw: telemetry } },
      ],
    }
    const newer = {
      msg_id: 3070,
      device_info,
      data: [
        {
          mac: 'ABDF01FC9E98',
          rssi: -60,
          timestamp: 1_796_061_868_000,
          adv_data: '020106',
          rsp_data: '1116ABFE70000A011201EE0CAF03DEF14635',
        },
      ],
    }
    expect(readReport('moko', older)).toMatchObject({
      adverts: [{ gateway: '112233445566', beacon: 'ABDF01FC9E98', rssi: -78 }],
      measurements: [{ device: 'ABDF01FC9E98', key: 'temperature', value: 21.5 }],
    })
    expect(readReport('moko', newer)).toMatchObject({
      measurements: [
        { key: 'temperature', value: 27.4 },
        { key: 'humidity', value: 49.4 },
      ],
    })
  })

  it('passes over its state, and refuses other reports', () => {
    const state = { msg_id: 3003, device_info, data: { net_state: 'online' } }
    expect(readReport('moko', state)).toMatchObject({ isEvent: true, measurements: [] })
    expect(readReport('moko', [])).toEqual({ fault: 'noReadings' })
  })
})

describe('the reader of Theengs and OpenMQTTGateway', () => {
  it('gives a radio and what it measured, the gateway by its topic', () => {
    // From docs.openmqttgateway.com and gateway.theengs.io.
    const sensor = {
      id: 'A4:C1:38:22:13:D0',
      name: 'LYWSD03MMC',
      rssi: -71,
      brand: 'Xiaomi',
      model_id: 'LYWSD03MMC_ATC',
      tempc: 26.3,
      tempf: 79.34,
      hum: 49,
      batt: 29,
      volt: 2.487,
    }
    const along = [GATEWAY, 'BTtoMQTT', 'A4C1382213D0']
    expect(readReport('theengs', sensor, along)).toMatchObject({
      adverts: [{ gateway: GATEWAY_PLAIN, beacon: 'A4C1382213D0', rssi: -71, battery: 29 }],
      measurements: [
        { device: 'A4C1382213D0', metric: 'temperature', value: 26.3, gateways: [GATEWAY_PLAIN] },
        { metric: 'humidity', value: 49 },
      ],
      overheard: new Set(['A4C1382213D0']),
    })
  })

  it('gives undecoded payloads raw', () => {
    const raw = {
      id: 'C4:7C:8D:65:D3:1A',
      rssi: -60,
      servicedatauuid: 'fcd2',
      servicedata: '4002c40903bf13',
    }
    expect(readReport('theengs', { ...raw, gateway: GATEWAY })).toMatchObject({
      measurements: [
        { metric: 'temperature', value: 25 },
        { metric: 'humidity', value: 50.55 },
      ],
    })
    expect(
      readReport('theengs', { id: 'x', mac: '45:F6:8A:76:86:C5', rssi: -55, txpower: 12 }, [
        GATEWAY,
      ]),
    ).toMatchObject({ adverts: [{ beacon: '45F68A7686C5' }], measurements: [] })
  })

  it('passes over messages about itself, and refuses a radio that nobody heard', () => {
    expect(
      readReport('theengs', { uptime: 1, version: '1.8' }, [GATEWAY, 'SYStoMQTT']),
    ).toMatchObject({ adverts: [], isEvent: true })
    expect(readReport('theengs', { id: '45:F6:8A:76:86:C5', rssi: -55 }, ['OMG'])).toEqual({
      fault: 'noGateway',
    })
  })
})

describe('the reader of Shelly', () => {
  /** A notification of a second-generation device, published on …/events/rpc. */
  const notification = (events: object[]) => ({
    src: 'shellyblugwg3-ac233fc00001',
    dst: 'plantroom/events',
    method: 'NotifyEvent',
    params: { ts: 1_763_629_201.25, events },
  })
  const advert = btoa(String.fromCharCode(...(bytesOf('0201060A16D2FC4002C40903BF13') ?? [])))

  it.each([
    ['one radio', [1, 'a4:c1:38:22:13:d0', -71, advert, '']],
    ['several', [2, [['a4:c1:38:22:13:d0', -71, advert, '']]]],
  ])('reads a scan result: %s', (_what, data) =>
    expect(
      readReport(
        'shelly',
        notification([{ component: 'script:1', event: 'ble.scan_result', data }]),
      ),
    ).toMatchObject({
      adverts: [
        {
          gateway: GATEWAY_PLAIN,
          beacon: 'A4C1382213D0',
          rssi: -71,
          at: '2025-11-20T09:00:01.250Z',
        },
      ],
      measurements: [
        { metric: 'temperature', value: 25, at: '2025-11-20T09:00:01.000Z' },
        { metric: 'humidity', value: 50.55 },
      ],
    }),
  )

  it('reads BLU devices, by event or by the script that publishes', () => {
    const data = {
      encryption: false,
      BTHome_version: 2,
      pid: 12,
      battery: 100,
      humidity: 55,
      temperature: [21.5, 3],
      rssi: -66,
      address: 'bc:02:6e:c3:93:c3',
    }
    const expected = {
      adverts: [{ gateway: GATEWAY_PLAIN, beacon: 'BC026EC393C3', battery: 100 }],
      measurements: [
        { metric: 'temperature', value: 21.5, battery: 100 },
        { metric: 'humidity', value: 55 },
        { metric: 'temperature', value: 3, key: 'temperature 2' },
      ],
    }
    expect(readReport('shelly', notification([{ event: 'shelly-blu', data }]))).toMatchObject(
      expected,
    )
    const { address: addr, rssi, ...service_data } = data
    expect(
      readReport('shelly', { addr, rssi, local_name: '', service_data }, [GATEWAY]),
    ).toMatchObject(expected)
  })

  it('passes over messages about itself', () => {
    for (const payload of [{ method: 'NotifyStatus', params: {} }, notification([])])
      expect(readReport('shelly', payload)).toMatchObject({ adverts: [], isEvent: true })
    expect(readReport('shelly', true, [GATEWAY, 'online'])).toMatchObject({ isEvent: true })
    expect(readReport('shelly', { some: 'thing' })).toEqual({ fault: 'noReadings' })
  })
})

it('the reader of Minew reads what a radio measured, decoded or raw', () => {
  const report = [
    { timestamp: '2019-08-01T05:54:25Z', type: 'Gateway', mac: 'AC233FC001EA' },
    {
      timestamp: '2019-08-01T05:54:25Z',
      type: 'S1',
      mac: 'AC233FA018E3',
      rssi: -54,
      battery: 100,
      temperature: 26.69,
      humidity: 65.14,
    },
    {
      type: 'Unknown',
      mac: 'AC233FA018E4',
      rssi: -53,
      rawData: '0201060A16D2FC4002C40903BF13',
    },
  ]
  expect(readReport('minew', report)).toMatchObject({
    adverts: [{ beacon: 'AC233FA018E3' }, { beacon: 'AC233FA018E4' }],
    measurements: [
      { device: 'AC233FA018E3', metric: 'temperature', value: 26.69, at: null },
      { metric: 'humidity', value: 65.14 },
      { device: 'AC233FA018E4', metric: 'temperature', value: 25 },
      { metric: 'humidity', value: 50.55 },
    ],
  })
})

it('the reader of a Ruuvi gateway reads each tag by itself by MQTT', () => {
  const message = {
    gw_mac: 'C8:25:2D:8E:9C:2C',
    rssi: -25,
    ts: '1763629200',
    data: '0201061BFF99040512FC5394C37C0004FFFC040CAC364200CDCBB8334C884F',
  }
  expect(readReport('ruuvi', message, ['C8:25:2D:8E:9C:2C', 'CB:B8:33:4C:88:4F'])).toMatchObject({
    measurements: [
      { device: 'CBB8334C884F', metric: 'temperature', value: 24.3, gateways: ['C8252D8E9C2C'] },
      { metric: 'humidity' },
    ],
  })
})

describe('the preview of a refused report', () => {
  it('shows the format that reads most of it', () => {
    const text = JSON.stringify([
      { type: 'Gateway', mac: 'AC233FC001EA' },
      { type: 'S1', mac: 'AC233FA018E3', rssi: -54, temperature: 26.69 },
    ])
    expect(previewPayload(text)).toEqual({
      looksLike: 'minew',
      heard: 1,
      readings: [{ device: 'AC233FA018E3', metric: 'temperature', value: 26.69 }],
      addresses: ['AC233FC001EA', 'AC233FA018E3'],
      says: [],
      isCut: false,
    })
  })

  it('shows its content if no format reads it', () => {
    const text = JSON.stringify({
      hub: 'x',
      seen: [
        { who: 'ac:23:3f:a0:18:e3', adv: '0201060A16D2FC4002C40903BF13', count: 123456789012 },
      ],
    })
    expect(previewPayload(text)).toMatchObject({
      looksLike: null,
      addresses: ['AC233FA018E3'],
      says: ['BTHome'],
    })
    for (const nothing of ['', '84ff', '{"a":1}', 'hello'])
      expect(previewPayload(nothing)).toBeNull()
  })

  it('reads as far as the report was kept, wherever it was cut', () => {
    const payload = {
      gateway: GATEWAY,
      readings: Array.from({ length: 3 }, (_, index) => ({
        beacon: `AC:23:3F:A0:00:0${index}`,
        rssi: -60,
        'a "strange\\ key': [1, [2, 3]],
      })),
    }
    const text = JSON.stringify(payload)
    const whole = previewPayload(text)
    expect(whole).toMatchObject({ looksLike: 'plantroom', heard: 3, isCut: false })
    for (let length = text.indexOf(',') + 1; length < text.length; length += 1)
      expect(parseCut(text.slice(0, length))).toMatchObject({ isCut: true })
    expect(previewPayload(text.slice(0, -30))).toMatchObject({ looksLike: 'plantroom', heard: 3 })
  })

  it('never throws, whatever it is', () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(), (text, length) => {
        previewPayload(text)
        previewPayload(text.slice(0, length % (text.length + 1)))
      }),
    )
  })
})
