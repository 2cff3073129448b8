import { AIR } from './generic.ts'
import type { Profile } from './profile.ts'

/** Invalid values of the Zigbee Cluster Library, 0x8000 and 0xFFFF, in hundredths. */
const zclTemperature = [-327.68]
const zclHumidity = [655.35, 327.67]

/** `contact` is true while a door is closed. */
export const zigbee2mqtt: Profile = {
  family: 'Zigbee2MQTT',
  brands: [],
  names: {
    temperature: { metric: 'temperature', absent: zclTemperature },
    devicetemperature: null,
    humidity: { metric: 'humidity', absent: zclHumidity },
    pressure: { metric: 'pressure', absent: [-32_768, -3_276.8], bounds: AIR },
    contact: { metric: 'contact', on: [false], off: [true] },
    waterleak: 'waterLeak',
    occupancy: 'motion',
    presence: 'motion',
    vibration: 'vibration',
    co2: 'co2',
    pm25: 'pm25',
    pm10: 'pm10',
    voc: { metric: 'voc', unit: 'µg/m³' },
    illuminance: { metric: 'illuminance', absent: [65_535] },
    illuminancelux: null,
    power: 'power',
    energy: 'energy',
    battery: 'battery',
    soilmoisture: { metric: 'other', unit: '%' },
    voltage: 'other',
    current: { metric: 'other', unit: 'A' },
    linkquality: null,
    lastseen: null,
    update: null,
    state: null,
    batterylow: null,
    smoke: 'alarm',
    gas: 'alarm',
    carbonmonoxide: 'alarm',
    tamper: null,
  },
}

const probe = { metric: 'temperature', isOneWire: true, bounds: [-55, 125] } as const

/** Tasmota puts the chip's name before its values: `DS18B20.Temperature`, `AM2301.Humidity`. */
export const tasmota: Profile = {
  family: 'Tasmota',
  brands: [],
  names: {
    'ds18b20.temperature': probe,
    'ds18b201.temperature': probe,
    'ds18b202.temperature': probe,
    'ds18b203.temperature': probe,
    'ds18b204.temperature': probe,
    'ds18s20.temperature': probe,
    temperature: 'temperature',
    dewpoint: { metric: 'other', unit: '°C' },
    humidity: 'humidity',
    pressure: { metric: 'pressure', bounds: AIR },
    sealevelpressure: null,
    illuminance: 'illuminance',
    carbondioxide: 'co2',
    tvoc: { metric: 'voc', unit: 'ppb' },
    eco2: 'co2',
    'energy.power': 'power',
    'energy.total': 'energy',
    'energy.yesterday': null,
    'energy.today': null,
    'energy.voltage': { metric: 'other', unit: 'V' },
    'energy.current': { metric: 'other', unit: 'A' },
    power: null,
    time: null,
    id: null,
  },
}
