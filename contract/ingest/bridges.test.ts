import { describe, expect, it } from 'vitest'
import { readReport, type ReportFormat } from './reports.ts'

const read = (format: ReportFormat, payload: unknown, along: string[] = []) => {
  const told = readReport(format, payload, along)
  return 'fault' in told
    ? told.fault
    : told.measurements.map(({ device, key, value }) => [device, key, value])
}

describe('Zigbee2MQTT', () => {
  it('gives a device by its topic, or by its address if the message has it', () => {
    const message = { temperature: 21.5, humidity: 48.2, battery: 91, linkquality: 120 }
    expect(read('zigbee2mqtt', message, ['Cold room', 'door'])).toEqual([
      ['COLD ROOM/DOOR', 'temperature', 21.5],
      ['COLD ROOM/DOOR', 'humidity', 48.2],
      ['COLD ROOM/DOOR', 'battery', 91],
    ])
    expect(
      read('zigbee2mqtt', { water_leak: true, device: { ieeeAddr: '0x00158d0001a2b3c4' } }, ['x']),
    ).toEqual([['00158D0001A2B3C4', 'waterleak', 1]])
    expect(read('zigbee2mqtt', message)).toBe('noReadings')
  })

  it('says open where contact is false, and has no value where the cluster is invalid', () => {
    expect(read('zigbee2mqtt', { contact: false }, ['d'])).toEqual([['D', 'contact', 1]])
    expect(read('zigbee2mqtt', { contact: true }, ['d'])).toEqual([['D', 'contact', 0]])
    expect(read('zigbee2mqtt', { temperature: -327.68, humidity: 655.35 }, ['d'])).toEqual([
      ['D', 'temperature', null],
      ['D', 'humidity', null],
    ])
  })

  it('passes over the bridge and its commands', () => {
    expect(read('zigbee2mqtt', { state: 'online' }, ['bridge', 'state'])).toEqual([])
    expect(read('zigbee2mqtt', { temperature: 3 }, ['lamp', 'set'])).toEqual([])
  })
})

// zigbee-herdsman-converters 26.112.0: 18 models send kPa; sensors of pipes repeat the value in bar
it.each([
  [{ pressure: 30 }, 300],
  [{ pressure: 120 }, 1_200],
  [{ pressure: 300 }, 300],
  [{ pressure: 29.9 }, 'implausible'],
  [{ pressure: 121 }, 'implausible'],
  [{ pressure: 42, bar: 0.42 }, 420],
  [{ pressure: 1_600, bar: 16 }, 16_000],
])('Zigbee2MQTT tells kilopascals from hectopascals by their size: %j', (message, expected) => {
  const told = readReport('zigbee2mqtt', message, ['d'])
  const [value] = 'fault' in told ? [] : told.measurements.map((one) => one.value)
  expect(value ?? ('fault' in told ? told.fault : told.faults[0]?.fault)).toBe(expected)
})

describe('Tasmota', () => {
  // The shape of tele/…/SENSOR in Tasmota's documentation.
  const sensor = {
    Time: '2026-11-20T09:00:00',
    DS18B20: { Id: '01131B123456', Temperature: 85 },
    AM2301: { Temperature: 22.1, Humidity: 46.5, DewPoint: 10.1 },
    ENERGY: { Total: 3.185, Yesterday: 3.058, Power: 12, Voltage: 231, Current: 0.061 },
    TempUnit: 'C',
  }

  it('gives the values of each chip, by the topic of the device', () => {
    expect(read('tasmota', sensor, ['boiler', 'tele', 'SENSOR'])).toEqual(
      expect.arrayContaining([
        ['BOILER', 'ds18:01131b123456.temperature', 85],
        ['BOILER', 'am2301.temperature', 22.1],
        ['BOILER', 'am2301.humidity', 46.5],
        ['BOILER', 'energy.power', 12],
        ['BOILER', 'energy.total', 3.185],
      ]),
    )
  })

  it('converts degrees Fahrenheit, and has no value where a chip does not answer', () => {
    expect(
      read('tasmota', { AM2301: { Temperature: 212, Humidity: null }, TempUnit: 'F' }, ['b']),
    ).toEqual([
      ['B', 'am2301.temperature', 100],
      ['B', 'am2301.humidity', null],
    ])
  })

  // arendst/Tasmota: SetOption24 and SetOption139 choose the unit of pressure.
  it.each([
    ['mmHg', 760, 1_013.25],
    ['inHg', 29.92, 1_013.21],
    ['hPa', 1_013.2, 1_013.2],
    ['мм рт.ст.', 760, 1_013.25],
  ])('converts pressure that is stated in %s', (PressureUnit, Pressure, expected) => {
    expect(read('tasmota', { BME280: { Pressure }, PressureUnit, TempUnit: 'C' }, ['b'])).toEqual([
      ['B', 'bme280.pressure', expect.closeTo(expected, 1)],
    ])
  })

  // tasmota/docs 9849ab94. Numbers follow the order of addresses, and change if a probe is missing.
  it('knows 1-Wire probes by their addresses, with the key of earlier versions', () => {
    const probes = {
      'DS18B20-1': { Id: '00000566CC39', Temperature: 13.3 },
      'DS18B20-2': { Id: '0000059352D4', Temperature: 1.2 },
      TempUnit: 'C',
    }
    const told = readReport('tasmota', probes, ['tank', 'tele', 'SENSOR'])
    expect('fault' in told ? told : told.measurements).toMatchObject([
      {
        key: 'ds18:00000566cc39.temperature',
        formerKey: 'ds18b201.temperature',
        label: 'DS18B20-1 00000566CC39',
        value: 13.3,
        isOneWire: true,
      },
      { key: 'ds18:0000059352d4.temperature', formerKey: 'ds18b202.temperature', value: 1.2 },
    ])
  })

  it('leaves the heat of its chip, and takes a switch for a state that sensors may choose', () => {
    const told = readReport(
      'tasmota',
      { Switch1: 'ON', ESP32: { Temperature: 105 }, TempUnit: 'F' },
      ['valve', 'tele', 'SENSOR'],
    )
    expect('fault' in told ? told : told.measurements).toMatchObject([
      { key: 'switch1', metric: 'other', value: 1, isYesNo: true },
      { key: 'esp32.temperature', metric: 'other', value: 105, unit: '°F' },
    ])
  })

  it('gives no device the charge of another that it forwards', () => {
    const told = readReport(
      'tasmota',
      {
        'LYWSD03-52680f': { Temperature: 21.1, Battery: 100 },
        'LYWSD02-a2fd09': { Temperature: 21.4, Battery: 2 },
      },
      ['hub', 'tele', 'SENSOR'],
    )
    const own = 'fault' in told ? [] : told.measurements
    expect(new Set(own.map(({ battery }) => battery))).toEqual(new Set([null]))
  })

  it('passes over its state and results', () => {
    expect(read('tasmota', { POWER: 'ON' }, ['boiler', 'stat', 'RESULT'])).toEqual([])
  })
})
