/** Profiles of LoRaWAN devices whose names or units mislead without them. */
import { AIR } from './generic.ts'
import { milesight } from './lorawan.ts'
import type { Profile } from './profile.ts'

/**
 * SenseCAP: its decoder for The Things Stack sends numeric measurement ids, the other decoders send
 * names.
 */
export const sensecap: Profile = {
  family: 'SenseCAP',
  brands: ['sensecap', 'seeed'],
  marks: ['messages', 'valid', 'err'],
  names: {
    4097: 'temperature',
    4098: 'humidity',
    4099: 'illuminance',
    4100: 'co2',
    4101: { metric: 'pressure', from: 'Pa' },
    barometricpressure: { metric: 'pressure', from: 'Pa' },
    4102: 'temperature',
    4103: { metric: 'other', unit: '%' },
    soilmoisture: { metric: 'other', unit: '%' },
    4104: { metric: 'other', unit: '°' },
    4105: { metric: 'other', unit: 'm/s' },
    4113: { metric: 'other', unit: 'mm/h' },
    4116: 'waterLeak',
    4203: 'temperature',
    3000: 'battery',
  },
}

/**
 * Hundredths of a kilowatt-hour, converted to watt-hours. Firmware 3 uses another name for power.
 */
export const milesightSocket: Profile = {
  family: 'Milesight WS51x, version 3',
  brands: [],
  marks: ['electricpower', 'powerconsumption'],
  names: { ...milesight.names, electricpower: 'power', powerconsumption: 'energy' },
}

export const mclimate: Profile = {
  family: 'MClimate',
  brands: ['mclimate'],
  marks: ['ppm', 'sensortemperature'],
  names: {
    sensortemperature: 'temperature',
    relativehumidity: 'humidity',
    ppm: 'co2',
    co2eq: 'co2',
    occupied: 'motion',
    pirsensorvalue: null,
    extthermistortemperature: { metric: 'temperature', needs: 'thermistorproperlyconnected' },
    targettemperature: { metric: 'other', unit: '°C' },
    targettemperaturefloat: null,
    batteryvoltage: { metric: 'other', unit: 'V' },
  },
}

/** Sensaio sends kelvin and pascal. */
export const sensaio: Profile = {
  family: 'Sensaio',
  brands: ['sensaio'],
  marks: ['sensordata', 'devicetemperature'],
  names: {
    'sensordata.temperature': { metric: 'temperature', from: 'K' },
    'sensordata.pressure': { metric: 'pressure', from: 'Pa' },
    devicetemperature: { metric: 'other', unit: 'K' },
  },
}

/** Compressed air; the temperature is in °F. */
export const aircom: Profile = {
  family: 'YZ Systems Aircom',
  brands: ['aircom'],
  marks: ['d1', 'd2', 'd3', 'd4', 'cnt1'],
  names: { temp: { metric: 'temperature', from: '°F' }, cnt1: 'counter', cnt2: 'counter' },
}

/** `water` and `open` are states here; elsewhere `water` is the volume of a meter. */
export const merryiot: Profile = {
  family: 'MerryIoT',
  brands: ['merryiot'],
  marks: ['batteryvolt', 'humi'],
  names: {
    temperature: 'temperature',
    humi: 'humidity',
    co2ppm: { metric: 'co2', absent: [65_535] },
    water: 'waterLeak',
    open: 'contact',
    motion: 'motion',
    tamper: 'alarm',
    tilt: 'vibration',
    count: 'counter',
    batteryvolt: { metric: 'other', unit: 'V' },
    batteryvoltage: { metric: 'other', unit: 'V' },
  },
}

/** Meters of pressure and level; pressures are in bar. "Baro" is the air, "OB" the probe. */
export const keller: Profile = {
  family: 'Keller',
  brands: ['keller'],
  marks: ['func', 'ct', 'channelcount'],
  names: {
    tob1: 'temperature',
    tob2: 'temperature',
    tbaro: { metric: 'other', unit: '°C' },
    pbaro: { metric: 'pressure', from: 'bar' },
    p1: { metric: 'pressure', from: 'bar' },
    p2: { metric: 'pressure', from: 'bar' },
    port: null,
    func: null,
    ct: null,
    channelcount: null,
  },
}

/** Contact sensors of one family: `state` is Open or Closed. */
export const laird: Profile = {
  family: 'Laird Connectivity RS1xx',
  brands: ['laird'],
  marks: ['msgtype', 'options'],
  names: { state: 'contact', counter: 'counter' },
}

export const mcci: Profile = {
  family: 'MCCI Catena',
  brands: ['mcci'],
  marks: ['boot', 'vbat', 'rh'],
  names: {
    t: 'temperature',
    tempc: 'temperature',
    rh: 'humidity',
    p: { metric: 'pressure', bounds: AIR },
    'pm.2.5': 'pm25',
    'pm.10': 'pm10',
    'pm.1.0': { metric: 'other', unit: 'µg/m³' },
    tdew: { metric: 'other', unit: '°C' },
    tdewc: { metric: 'other', unit: '°C' },
    vbat: { metric: 'other', unit: 'V' },
    boot: null,
  },
}

/** `Power` tells whether the valve has power from outside. */
export const strega: Profile = {
  family: 'Strega',
  brands: ['strega'],
  marks: ['hygro', 'vt', 'class'],
  names: { temp: 'temperature', hygro: 'humidity', leak: 'waterLeak', power: null, class: null },
}

/** Sends its model as `Device`; currents are in mA. */
export const netvox: Profile = {
  family: 'Netvox',
  brands: ['netvox'],
  marks: ['device', 'volt'],
  names: {
    temp: 'temperature',
    humi: 'humidity',
    volt: { metric: 'other', unit: 'V' },
    current: { metric: 'other', unit: 'mA' },
    ec5soildhumi: { metric: 'other', unit: '%' },
    multiplier: null,
    swver: null,
    hwver: null,
    datecode: null,
  },
}

export const NORMALIZED = 'normalized payload'

/** The Things Stack's own names (lorawan-devices, lib/payload.json). The battery is in volts. */
export const normalized: Profile = {
  family: 'The Things Stack, normalized payload',
  brands: [NORMALIZED],
  marks: [],
  names: {
    battery: { metric: 'other', unit: 'V' },
    'air.temperature': 'temperature',
    'air.relativehumidity': 'humidity',
    'air.pressure': { metric: 'pressure', bounds: AIR },
    'air.co2': 'co2',
    'air.lightintensity': 'illuminance',
    'air.location': null,
    'soil.temperature': 'temperature',
    'soil.moisture': { metric: 'other', unit: '%' },
    'soil.ec': { metric: 'other', unit: 'dS/m' },
    'soil.depth': null,
    'water.leak': 'waterLeak',
    'water.temperature.current': 'temperature',
    'water.temperature.avg': { metric: 'other', unit: '°C' },
    'water.temperature.min': { metric: 'other', unit: '°C' },
    'water.temperature.max': { metric: 'other', unit: '°C' },
    'metering.water.total': { metric: 'counter', unit: 'l' },
    'action.motion.detected': 'motion',
    'action.motion.count': 'counter',
    'action.contactstate': 'contact',
    'wind.speed': { metric: 'other', unit: 'm/s' },
    'wind.direction': { metric: 'other', unit: '°' },
    'position.latitude': null,
    'position.longitude': null,
  },
}
