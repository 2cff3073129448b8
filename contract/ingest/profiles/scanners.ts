import type { Profile } from './profile.ts'

/** Invalid values of Ruuvi, 0x8000 and 0xFFFF, as the decoder passes them on. */
const ruuviTemperature = [-163.84]
const ruuviHumidity = [163.837_5, 163.84]

/**
 * Theengs Gateway and OpenMQTTGateway. `tempf` repeats `tempc`; fields about the radio contain no
 * measurements.
 */
export const theengs: Profile = {
  family: 'Theengs Gateway, OpenMQTTGateway',
  brands: [],
  names: {
    tempc: { metric: 'temperature', as: 'temperature', absent: ruuviTemperature },
    hum: { metric: 'humidity', as: 'humidity', absent: ruuviHumidity },
    batt: { metric: 'battery', as: 'battery' },
    /** In bar for tyres. */
    pres: {
      metric: 'pressure',
      as: 'pressure',
      absent: [1_155.35],
      also: { from: 'bar', within: [0.01, 20] },
    },
    lux: { metric: 'illuminance', as: 'illuminance' },
    moi: { metric: 'other', as: 'soilmoisture', unit: '%' },
    for: { metric: 'other', as: 'formaldehyde', unit: 'mg/m³' },
    avg: { metric: 'power', as: 'power' },
    sum: { metric: 'energy', as: 'energy' },
    fer: { metric: 'other', as: 'conductivity', unit: 'µS/cm' },
    co2: 'co2',
    pm25: 'pm25',
    pm10: 'pm10',
    tvoc: { metric: 'voc', as: 'voc' },
    power: 'power',
    energy: 'energy',
    open: { metric: 'contact', as: 'opening' },
    contact: {
      metric: 'contact',
      as: 'opening',
      on: ['open', 'timeout not closed'],
      off: ['closed'],
    },
    door: 'contact',
    motion: 'motion',
    move: { metric: 'motion', as: 'motion' },
    leak: { metric: 'waterLeak', as: 'moisture' },
    shake: { metric: 'vibration', as: 'vibration' },
    presence: null,
    track: null,
    tempf: null,
    tempf2: null,
    tempf3: null,
    tempf4: null,
    tempf5: null,
    tempf6: null,
    rssi: null,
    txpower: null,
    distance: null,
    mac: null,
    id: null,
    seq: null,
    tx: null,
    prmac: null,
    device: null,
    unit: null,
  },
}

export const shellyBlu: Profile = {
  family: 'Shelly BLU',
  brands: [],
  names: {
    temperature: 'temperature',
    humidity: 'humidity',
    battery: 'battery',
    illuminance: 'illuminance',
    moisture: 'waterLeak',
    window: 'contact',
    door: 'contact',
    opening: 'contact',
    motion: 'motion',
    vibration: 'vibration',
    rotation: { metric: 'other', unit: '°' },
    button: null,
    rssi: null,
    pid: null,
    encryption: null,
    bthomeversion: null,
    address: null,
    gateway: null,
  },
}

/** Minew's gateways decode their own tags. All other fields are about the radio. */
export const minew: Profile = {
  family: 'Minew gateways',
  brands: ['minew'],
  names: {
    temperature: 'temperature',
    humidity: 'humidity',
    battery: 'battery',
    rssi: null,
    ibeaconmajor: null,
    ibeaconminor: null,
    ibeaconrssi: null,
    ibeacontxpower: null,
    ibeaconuuid: null,
  },
}

/** Kio Cloud tells light in percent. Its numbers about the radio and the tag's room are left. */
export const kontakt: Profile = {
  family: 'Kontakt.io',
  brands: [],
  names: {
    temperature: 'temperature',
    humidity: 'humidity',
    batterylevel: 'battery',
    lightintensity: { metric: 'other', unit: '%' },
    /** From 0 to 255; higher is worse. */
    airquality: 'other',
    numberofpeopledetected: 'other',
    secondssincepeopledetection: { metric: 'other', unit: 's' },
    movementcounter: 'counter',
    clickcounter: 'counter',
    secondbuttonclickcounter: 'counter',
    moving: 'vibration',
    accelerometersensitivity: null,
    accelerometerx: null,
    accelerometery: null,
    accelerometerz: null,
    channel: null,
    rssi: null,
    roomnumber: null,
    model: null,
    txpowerdbm: null,
    calibratedrssi1m: null,
    calibratedrssi0m: null,
    ibeaconmajor: null,
    ibeaconminor: null,
    timesinceclick: null,
    timesincedoubleclick: null,
    timesincedoubletap: null,
    timesincemovement: null,
    timesincetap: null,
  },
}
