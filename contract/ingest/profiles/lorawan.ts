import { air, anyPressure, moisture } from './generic.ts'
import type { Profile } from './profile.ts'

/** The decoder gives 0x7FFF in hundredths, or in tenths, if no probe is connected. */
const noProbe = [327.67, -327.68, 3_276.7, -3_276.8]
const probe = { metric: 'temperature', absent: noProbe } as const
const oneWire = { ...probe, isOneWire: true, bounds: [-55, 125] } as const

/**
 * Alarm flags and counters beside the state repeat it or count past events, so they are ignored.
 */
export const dragino: Profile = {
  family: 'Dragino',
  brands: ['dragino'],
  names: {
    tempcsht: probe,
    tempctmp117: probe,
    exttempcsht: probe,
    tempcds: oneWire,
    tempc1: oneWire,
    tempc2: oneWire,
    tempc3: oneWire,
    tempds18b20: oneWire,
    tempsoil: probe,
    temp: null,
    tempc1min: null,
    tempc1max: null,
    tempc2min: null,
    tempc2max: null,
    tempc3min: null,
    tempc3max: null,
    humsht: 'humidity',
    exthumsht: 'humidity',
    watersoil: { metric: 'other', unit: '%' },
    conductsoil: { metric: 'other', unit: 'µS/cm' },
    tempcds18b20: oneWire,
    tempwhite: oneWire,
    tempred: oneWire,
    tempblack: oneWire,
    temppt100: probe,
    envtemp: probe,
    roomtempc: probe,
    roomtempf: null,
    tempchannel1: probe,
    tempchannel2: probe,
    illlx: 'illuminance',
    illum: 'illuminance',
    waterleakstatus: 'waterLeak',
    leakstatus: 'waterLeak',
    dooropenstatus: 'contact',
    door1openstatus: 'contact',
    door2openstatus: 'contact',
    doorstatus: 'contact',
    exitcount: 'counter',
    dooropentimes: 'counter',
    door1opentimes: 'counter',
    door2opentimes: 'counter',
    lastdoor1openduration: null,
    lastdoor2openduration: null,
    alarm1: null,
    alarm2: null,
    rawwatersoil: null,
    rawconductsoil: null,
    soildielectricconstant: 'other',
    waterleaktimes: null,
    lastwaterleakduration: null,
    lastdooropenduration: null,
    /** In volts, not percent. */
    bat: { metric: 'other', unit: 'V' },
    batv: { metric: 'other', unit: 'V' },
    alarm: null,
    mod: null,
    ext: null,
    sflag: null,
    iflag: null,
    systimestamp: null,
    batstatus: null,
  },
}

/** "Read failed" and "out of range" of the EM and TS series, as tenths. */
export const milesight: Profile = {
  family: 'Milesight',
  brands: ['milesight', 'milesight-iot', 'ursalink'],
  names: {
    temperature: probe,
    humidity: { metric: 'humidity', absent: [127.5] },
    leakagestatus: 'waterLeak',
    magnetstatus: 'contact',
    magnet: 'contact',
    doorstatus: 'contact',
    pir: 'motion',
    pirstatus: 'motion',
    occupancy: 'motion',
    light: { metric: 'illuminance' },
    lightlevel: 'other',
    lightstatus: null,
    daylight: null,
    co2: { metric: 'co2', absent: [65_535] },
    tvoc: 'voc',
    pressure: anyPressure,
    moisture: { metric: 'other', unit: '%' },
    ec: { metric: 'other', unit: 'µS/cm' },
    conductivity: { metric: 'other', unit: 'µS/cm' },
    positionstatus: null,
    magnetchn1: 'contact',
    magnetchn2: 'contact',
    activepower: 'power',
    powerconsumption: { metric: 'energy', from: 'Wh' },
    voltage: { metric: 'other', unit: 'V' },
    current: { metric: 'other', unit: 'mA' },
    'pm2.5': 'pm25',
    pm25: 'pm25',
    pm10: 'pm10',
    hcho: { metric: 'other', unit: 'mg/m³' },
    o3: { metric: 'other', unit: 'ppm' },
    distance: { metric: 'other', unit: 'mm' },
    gpiostatus: null,
    peoplecountall: 'counter',
    regioncount: 'counter',
    pulse: 'counter',
    waterleak: 'waterLeak',
    battery: { metric: 'battery', absent: [255] },
    temperaturemutation: null,
    tamperstatus: 'alarm',
    gasstatus: 'alarm',
    occupancystatus: 'motion',
    buzzerstatus: null,
    history: null,
  },
}

/** The pressure in a pipe; other models use the name for air pressure. */
export const milesightPipe: Profile = {
  family: 'Milesight EM500-PP',
  brands: ['em500-pp', 'em500pp'],
  marks: [],
  names: { ...milesight.names, pressure: { metric: 'pressure', from: 'kPa' } },
}

/** `motion` and `accMotion` count movements since the last report. */
export const elsys: Profile = {
  family: 'Elsys',
  brands: ['elsys'],
  names: {
    temperature: { metric: 'temperature', absent: [-3_276.8, 3_276.7] },
    externaltemperature: { metric: 'temperature', absent: [-3_276.8, 3_276.7], isOneWire: true },
    irinternaltemperature: probe,
    irexternaltemperature: probe,
    humidity: 'humidity',
    light: 'illuminance',
    motion: 'motion',
    accmotion: 'vibration',
    occupancy: 'motion',
    co2: 'co2',
    vdd: { metric: 'other', unit: 'mV' },
    pulse: 'counter',
    pulseabs: 'counter',
    pulse1: 'counter',
    waterleak: 'waterLeak',
    pressure: air,
    tvoc: { metric: 'voc', unit: 'ppb' },
    soundpeak: { metric: 'other', unit: 'dB' },
    soundavg: { metric: 'other', unit: 'dB' },
    distance: { metric: 'other', unit: 'mm' },
    grideye: null,
    x: null,
    y: null,
    z: null,
  },
}

/** `status` has a different meaning in each model; `battery` is in volts. */
const browanNames = {
  temperature: 'temperature',
  temperatureboard: { metric: 'other', unit: '°C' },
  humidity: 'humidity',
  battery: { metric: 'other', unit: 'V' },
  eco2: 'co2',
  voc: 'voc',
  iaq: 'other',
  light: 'illuminance',
  time: null,
  motmotionst: 'motion',
  motcounts: 'counter',
  mottimes: null,
  iaqchanged: null,
  temphumidchanged: null,
  temperaturechanged: null,
  humiditychanged: null,
} as const satisfies Profile['names']

/** Only the TBWL100 reports changes of temperature and humidity. */
export const browanLeak: Profile = {
  family: 'Browan TBWL100',
  brands: ['tbwl100'],
  marks: ['temperaturechanged', 'humiditychanged', 'status'],
  names: { ...browanNames, status: 'waterLeak' },
}
export const browanDoor: Profile = {
  family: 'Browan TBDW100',
  brands: ['tbdw100'],
  marks: [],
  names: { ...browanNames, status: 'contact', count: 'counter', temperaturechanged: 'other' },
}
export const browanMotion: Profile = {
  family: 'Browan TBMS100',
  brands: ['tbms100'],
  marks: [],
  names: { ...browanNames, status: 'motion', count: 'counter', temperaturechanged: 'other' },
}
export const browan: Profile = {
  family: 'Browan, other models',
  brands: ['browan'],
  names: browanNames,
}

/** Decentlab sends each value with its unit. */
export const decentlab: Profile = {
  family: 'Decentlab',
  brands: ['decentlab'],
  names: {
    /** A DS18B20 in one model, thermocouples in others. */
    temperature: { metric: 'temperature', isOneWire: true },
    airtemperature: 'temperature',
    airhumidity: 'humidity',
    barometertemperature: 'temperature',
    barometricpressure: 'pressure',
    surfacetemperature: 'temperature',
    illuminance: 'illuminance',
    co2concentration: 'co2',
    co2concentrationlpf: { metric: 'other', unit: 'ppm' },
    totalvoc: 'voc',
    activitycounter: 'counter',
    'pm2.5massconcentration': 'pm25',
    pm10massconcentration: 'pm10',
    batteryvoltage: { metric: 'other', unit: 'V' },
    /** The surface that an infrared thermometer is aimed at. */
    temperaturetarget: 'temperature',
    temperaturehead: { metric: 'other', unit: '°C' },
    headtemperature: { metric: 'other', unit: '°C' },
    sensortemperature: { metric: 'other', unit: '°C' },
    temperatureelectronics: { metric: 'other', unit: '°C' },
    temperaturept1000: 'temperature',
    temperatureatlevel: 'temperature',
    waterpotential: { metric: 'other', unit: 'kPa' },
    cumulativepulsecount: 'counter',
  },
}

export const tektelic: Profile = {
  family: 'Tektelic',
  brands: ['tektelic'],
  names: {
    ambienttemperature: 'temperature',
    mcutemperature: { metric: 'other', unit: '°C' },
    probe1temperature: oneWire,
    relativehumidity: 'humidity',
    ambienthumidity: 'humidity',
    reedstate: 'contact',
    reedcount: 'counter',
    moisture,
    lightintensity: 'illuminance',
    pireventstate: 'motion',
    impactalarm: 'vibration',
    accelerationalarm: 'vibration',
    lightdetected: 'other',
    batteryvoltage: { metric: 'other', unit: 'V' },
  },
}
