import { AIR } from './generic.ts'
import type { Profile } from './profile.ts'

/** Invalid values of the Zigbee Cluster Library, 0x8000 and 0xFFFF, in hundredths. */
const zclTemperature = [-327.68]
const zclHumidity = [655.35, 327.67]

/** The largest 48-bit number is invalid, in whatever scale the plug has, as sent and rounded. */
const zclEnergy = [1, 10, 100, 1_000, 10_000, 3_600, 3_600_000].flatMap((divisor) => {
  const scaled = (2 ** 48 - 1) / divisor
  return [scaled, ...[1, 2, 3].map((digits) => Number(scaled.toFixed(digits)))]
})

const noPressure = [-32_768, -3_276.8]
const kilopascals = { from: 'kPa', within: [30, 120] } as const
const kilowattHours = { metric: 'other', unit: 'kWh' } as const
/** A number under such a name measures something else, such as the current of an earth fault. */
const state = { on: [true], off: [false], isStrict: true } as const

/** Radars tell a person who sits still from nobody. */
const presence = {
  metric: 'motion',
  on: (
    'presence motion active static stationary peaceful small medium large far near small_movement ' +
    'large_movement small_move large_move'
  ).split(' '),
  off: ['none'],
  isStrict: true,
} as const

/** `contact` is true while a door is closed. */
export const zigbee2mqtt: Profile = {
  family: 'Zigbee2MQTT',
  brands: [],
  channels:
    /_(?:l\d+|phase_[abc]|[abc]|t\d|tier_\d|left|right|center|top|bottom|heat|water|floor)$/,
  names: {
    temperature: { metric: 'temperature', absent: zclTemperature },
    devicetemperature: null,
    humidity: { metric: 'humidity', absent: zclHumidity },
    /** Half of the models send kPa. */
    pressure: { metric: 'pressure', absent: noPressure, bounds: AIR, also: kilopascals },
    contact: { metric: 'contact', on: [false], off: [true] },
    waterleak: { metric: 'waterLeak', ...state },
    leakage: { metric: 'waterLeak', ...state },
    water: { metric: 'waterLeak', ...state },
    watersensor: { metric: 'waterLeak', ...state },
    waterleakagestate: { metric: 'waterLeak', ...state },
    leakagecurrent: { metric: 'other', unit: 'mA' },
    occupancy: { metric: 'motion', ...state },
    presence: { metric: 'motion', ...state },
    motionstate: presence,
    humanmotionstate: presence,
    presencestate: presence,
    vibration: { metric: 'vibration', ...state },
    co2: 'co2',
    pm25: 'pm25',
    pm10: 'pm10',
    /** In ppb, ppm or µg/m³. */
    voc: 'voc',
    illuminance: { metric: 'illuminance', absent: [65_535] },
    illuminancelux: null,
    power: 'power',
    totalpower: 'power',
    powerfactor: 'other',
    powerapparent: { metric: 'other', unit: 'VA' },
    powerreactive: { metric: 'other', unit: 'var' },
    energy: { metric: 'energy', absent: zclEnergy },
    totalenergy: { metric: 'energy', absent: zclEnergy },
    energytoday: kilowattHours,
    energyyesterday: kilowattHours,
    energymonth: kilowattHours,
    producedenergy: kilowattHours,
    energyproduced: kilowattHours,
    localtemperature: { metric: 'temperature', absent: zclTemperature },
    battery: 'battery',
    soilmoisture: { metric: 'other', unit: '%' },
    voltage: 'other',
    current: { metric: 'other', unit: 'A' },
    linkquality: null,
    lastseen: null,
    update: null,
    state: null,
    batterylow: null,
    smoke: { metric: 'alarm', ...state },
    smokestate: { metric: 'alarm', ...state },
    gas: { metric: 'alarm', ...state },
    gassensorstate: { metric: 'alarm', ...state },
    carbonmonoxide: { metric: 'alarm', ...state },
    tamper: null,
    dewpoint: { metric: 'other', unit: '°C' },
    pm1: { metric: 'other', unit: 'µg/m³' },
    pm4: { metric: 'other', unit: 'µg/m³' },
    vpd: { metric: 'other', unit: 'kPa' },
  },
}

/** Pressure sensors of pipes repeat the pressure in bar and psi. */
export const zigbee2mqttPipe: Profile = {
  ...zigbee2mqtt,
  family: 'Zigbee2MQTT, pressure of pipes',
  marks: ['bar'],
  names: {
    ...zigbee2mqtt.names,
    pressure: { metric: 'pressure', from: 'kPa', absent: noPressure },
    bar: null,
    psi: null,
  },
}

const probe = { metric: 'temperature', isOneWire: true, bounds: [-55, 125] } as const

/** Tasmota puts the chip's name before its values: `DS18B20.Temperature`, `AM2301.Humidity`. */
export const tasmota: Profile = {
  family: 'Tasmota',
  brands: [],
  hasSwitches: true,
  names: {
    ...Object.fromEntries(
      ['', 1, 2, 3, 4, 5, 6, 7, 8].flatMap((number) =>
        ['ds18b20', 'ds18s20'].map((chip) => [`${chip}${number}.temperature`, probe]),
      ),
    ),
    'esp32.temperature': { metric: 'other', unit: '°C' },
    'mlx90614.objtmp': 'temperature',
    'mlx90614.ambtmp': { metric: 'other', unit: '°C' },
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
    /** The strength of a lightning, or of a radar's echo. */
    energy: 'other',
    'energy.voltage': { metric: 'other', unit: 'V' },
    'energy.current': { metric: 'other', unit: 'A' },
    power: null,
    time: null,
    id: null,
  },
}
