/**
 * Interprets names outside any profile by their words and units: `room_temperature`,
 * `Ambient_Temp_Avg`, `Temperature(°C)`, `energy_kWh`.
 */
import { metricFacts } from '#contract/metricFacts.ts'
import { isChange, type MetricName } from '#contract/metricNames.ts'
import { metricOfUnit, statedUnit } from '../units.ts'
import { stateOf } from '../words.ts'
import { AIR, generic } from './generic.ts'
import { plainName, type Meaning } from './profile.ts'

/** Metrics whose word alone says what is measured. */
const PLAIN: readonly MetricName[] = [
  'temperature',
  'humidity',
  'co2',
  'pm25',
  'pm10',
  'illuminance',
  'waterLeak',
  'motion',
]
/** Metrics that makers send in several units, so the name or the value must state the unit. */
const WITH_UNIT: readonly MetricName[] = ['pressure', 'power', 'energy', 'battery', 'voc']

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))

/** Words that make a number a setting, at any level of the path. */
const SETTING = words(
  `target tgt set setpoint setpoints setting settings point threshold thresholds treshold limit
  limits alarm alarms alert offset calibration compensation config hysteresis history comfort eco
  away preset holiday protection boost schedule program manual auto override default upper lower
  deadzone deadband anti antifrost antifreeze frost freeze freezing monday tuesday wednesday thursday
  friday saturday sunday weekday weekdays weekend sensitivity beeper buzzer led siren mute force test`.replaceAll(
    /\s+/g,
    ' ',
  ),
)
/** Words that turn a measurement into a statistic or a property of it. */
const ABOUT = words(
  `min minimum max maximum peak low high calibrate interval period times count duration delta
  difference diff change changed rate range mode enable enabled error fault previous last trend
  mutation flag trigger unit timestamp timestamps index id correction resolution version type
  level raw`.replaceAll(/\s+/g, ' '),
)
const CODE = words('status state')
/** `sensorNoVibration: true` says the opposite. */
const NEGATING = words('no not non without')
const NOT_OF: Partial<Record<MetricName, ReadonlySet<string>>> = {
  temperature: words(
    `light color colour dew dewpoint mcu cpu board chip core device battery window detect
    detection open remote`.replaceAll(/\s+/g, ' '),
  ),
  humidity: words('soil soild absolute remote'),
  illuminance: words('brightness hue saturation color colour detected detect'),
  waterLeak: words('current'),
  contact: words('open detect detected valve out'),
  pm25: words('nc number'),
  pm10: words('nc number'),
}
/** Read only if a user chooses it. */
const SPARE_OF: Partial<Record<MetricName, ReadonlySet<string>>> = {
  pressure: words('deficit vapor vapour potential difference differential'),
  energy: words('export exported returned reverse produced output'),
}
/** Words after the measurement that say nothing about its kind. */
const TRAILING = words(
  `avg average mean value current now actual measure measured measurement reading report sensor
  intern internal extern external detected detect status state filtered zone
  zones wire both channel area electrode`.replaceAll(/\s+/g, ' '),
)
/** Words behind a state that report it. Before it, they set a device, as in `alarm_on_motion`. */
const REPORTING = words('alarm alert warning')

/** Units at the end of a name, in the spelling of `statedUnit`. */
const UNIT_WORDS: ReadonlyMap<string, string> = new Map(
  [
    ['°C', 'c celsius degc °c'],
    ['°F', 'f fahrenheit degf °f'],
    ['W', 'w'],
    ['kW', 'kw'],
    ['Wh', 'wh'],
    ['kWh', 'kwh'],
    ['ppm', 'ppm'],
    ['lx', 'lux lx'],
    ['hPa', 'hpa'],
    ['kPa', 'kpa'],
    ['MPa', 'mpa'],
    ['Pa', 'pa'],
    ['mbar', 'mbar'],
    ['bar', 'bar'],
    ['psi', 'psi'],
    ['%', 'percent percentage pct perc % %rh'],
  ].flatMap(([unit = '', spellings = '']) =>
    spellings.split(' ').map((one): [string, string] => [one, unit]),
  ),
)

export interface NamedMeaning {
  meaning: Meaning
  /** Empty if neither the name nor the value states a unit. */
  unit: string
  isSpare: boolean
}

const isOfMeasurement = (word: string) => word !== '' && !TRAILING.has(word) && !REPORTING.has(word)

/** Returns null if neither words nor unit tell what is measured. */
export function meaningByWords(
  label: string,
  { unit: stated, value }: { unit: string; value: unknown },
): NamedMeaning | null {
  const { path, own, unit: named } = wordsOf(label)
  const unit = stated || named
  const last = own.map((word) => word.replace(/\d+$/, '')).findLastIndex(isOfMeasurement)
  const ends = own.slice(0, last + 1)
  const isAbout = own.some((word) => ABOUT.has(word))
  const found = ends
    .map((_word, from) => genericNamed(plainName(ends.slice(from).join(' '))))
    .find((one) => one !== null)
  const metric = found?.metric ?? metricOfUnit(stated)
  if (metric === null) return null
  const isSetting = [...path, ...(isChange(metric) ? ends : own)].some((word) => SETTING.has(word))
  if (isSetting || (isAbout && metric !== 'battery') || isOfAnother(metric, own, value))
    return metric === 'temperature'
      ? {
          meaning: { metric: 'other', unit: metricFacts.temperature.unit },
          unit: '',
          isSpare: true,
        }
      : null
  const isKnown =
    found?.bounds === AIR ||
    PLAIN.includes(metric) ||
    (isChange(metric) && typeof value !== 'number' && stateOf(value, metric) !== null)
  const isStated =
    unit !== '' &&
    (WITH_UNIT.includes(metric) || found === undefined) &&
    statedUnit(metric, unit) !== null
  const isSpare = own.some((word) => SPARE_OF[metric]?.has(word) ?? false)
  return isKnown || isStated ? { meaning: found ?? { metric }, unit, isSpare } : null
}

/** A number under a state's name is a code: 1 may be "no leak". */
const isOfAnother = (metric: MetricName, own: readonly string[], value: unknown): boolean =>
  own.some((word) => NOT_OF[metric]?.has(word) ?? false) ||
  (isChange(metric) && own.some((word) => NEGATING.has(word))) ||
  (own.some((word) => CODE.has(word)) && (!isChange(metric) || typeof value === 'number'))

function genericNamed(name: string): Meaning | null {
  const found = Object.hasOwn(generic.names, name) ? generic.names[name] : undefined
  return typeof found === 'string' ? { metric: found } : (found ?? null)
}

/**
 * Splits `heating.Room_TemperatureC` into room, temperature and °C, within heating. A last level
 * without meaning, as in `temperature.avg`, belongs to the level before.
 */
function wordsOf(label: string): { path: string[]; own: string[]; unit: string } {
  const levels = label.split('.').map(wordsIn)
  const isEmpty = levels.at(-1)?.every((word) => TRAILING.has(word) || ABOUT.has(word)) ?? true
  const depth = isEmpty && levels.length > 1 ? 2 : 1
  const own = levels.slice(-depth).flat()
  const unit = own.length > 1 ? UNIT_WORDS.get(own.at(-1) ?? '') : undefined
  return {
    path: levels.slice(0, -depth).flat(),
    own: unit === undefined ? own : own.slice(0, -1),
    unit: unit ?? '',
  }
}

const wordsIn = (level: string): string[] =>
  level
    .split(/[\s_\-/:()[\]]+/)
    .flatMap((part) =>
      UNIT_WORDS.has(part.toLowerCase())
        ? [part]
        : part.replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2').split(' '),
    )
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase())
