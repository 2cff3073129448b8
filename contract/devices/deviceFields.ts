import type { EntityFields } from '#contract/entityFields.ts'
import { numberHeadings } from '#contract/numberHeadings.ts'
import { LARGEST_MEASURE, LONGEST_INTERVAL, MEASUREMENT_KEY } from '#contract/sensors.ts'

/**
 * Importable fields of gateways, beacons and sensors, one heading per field. They have their own
 * forms, so they are neither exported nor table columns here.
 */
const kept = { isSearched: false, isExported: false, isInTable: false } as const

const mac = { ...kept, kind: 'code', max: 40, isAddress: true } as const
const equipment = {
  ...kept,
  kind: 'one',
  max: 200,
  headings:
    /^(equipment|equipment[ _-]?(id|no|number|name)|asset|asset[ _-]?(id|no|number)|fixed[ _-]?to|thing)$/i,
} as const

const isActive = {
  ...kept,
  kind: 'flag',
  max: 40,
  headings: /^((is[ _-]?)?(active|enabled)|in[ _-]?use|on)$/i,
} as const

export const gatewayFields = {
  mac: {
    ...mac,
    headings: /^(mac|mac[ _-]?address|address|bssid|id|gateway|gateway[ _-]?(id|mac|address))$/i,
  },
  type: {
    ...kept,
    kind: 'one',
    max: 200,
    headings: /^(type|model|kind|(gateway|device)[ _-]?type)$/i,
  },
  equipment,
  /** dB. */
  correction: {
    ...kept,
    kind: 'number',
    max: 30,
    headings: /^(correction|offset|rssi[ _-]?(correction|offset)|calibration)$/i,
  },
  isActive,
} as const satisfies EntityFields

export const beaconFields = {
  mac: {
    ...mac,
    headings:
      /^(mac|mac[ _-]?address|address|id|(beacon|tag)|(beacon|tag)[ _-]?(id|mac|address))$/i,
  },
  equipment,
  /** Signal strength at one metre, in dBm. */
  measuredPower: {
    ...kept,
    kind: 'number',
    max: 100,
    headings: /^(measured[ _-]?power|power|rssi([ _-]?(at[ _-]?)?1 ?m)?|tx[ _-]?power)$/i,
  },
} as const satisfies EntityFields

const measure = { ...kept, kind: 'number', max: LARGEST_MEASURE } as const

/** A sensor is identified by its device id together with its type's metric. */
export const sensorFields = {
  deviceId: {
    ...kept,
    kind: 'code',
    max: 64,
    isDeviceId: true,
    headings: numberHeadings(
      /^((device|sensor)?[ _-]?(id|eui|address|mac)|id of the device|dev[ _-]?eui|mac[ _-]?address|device|serial([ _-]?(no|number))?)$/,
      [
        'התקן|ההתקן|חיישן|מכשיר',
        'الجهاز|المستشعر|الحساس',
        'устройства|датчика',
        'zařízení|zariadenia|čidla|senzoru|snímača|senzora',
      ],
      { isLabelled: true, isSerial: true },
    ),
  },
  name: {
    ...kept,
    kind: 'name',
    max: 200,
    headings: /^(name|title|label|sensor|sensor[ _-]?name|description)$/i,
  },
  type: {
    ...kept,
    kind: 'one',
    max: 200,
    headings: /^(type|model|kind|(sensor|device)[ _-]?type)$/i,
  },
  /** The device's measurement that the sensor reads, by key or as the device spells the name. */
  measurement: {
    ...kept,
    kind: 'text',
    max: MEASUREMENT_KEY,
    headings:
      /^(measurement|reads|channel|probe|variable|data[ _-]?point|parameter)([ _-]?(key|name))?$/i,
  },
  equipment,
  location: {
    ...kept,
    kind: 'one',
    max: 200,
    headings: /^(location|place|room|site|building|area|where)([ _-]?(code|name|no|number))?$/i,
  },
  offset: {
    ...measure,
    headings: /^((calibration[ _-]?)?(offset|correction)|calibration)$/i,
  },
  lowerLimit: { ...measure, headings: /^(lower|low|min|minimum)([ _-]?limit)?$/i },
  upperLimit: { ...measure, headings: /^(upper|high|max|maximum)([ _-]?limit)?$/i },
  limitMinutes: {
    ...kept,
    kind: 'number',
    max: LONGEST_INTERVAL,
    headings: /^((limit|alert)[ _-]?(minutes|min|delay|duration)|minutes|delay|duration)$/i,
  },
  isActive,
} as const satisfies EntityFields
