import type { MetricName } from '#contract/metricNames.ts'

/** Conversions to the units of `metricFacts`. */
export const conversions = {
  '°F': (value: number) => (value - 32) / 1.8,
  K: (value: number) => value - 273.15,
  Pa: (value: number) => value / 100,
  kPa: (value: number) => value * 10,
  MPa: (value: number) => value * 10_000,
  bar: (value: number) => value * 1_000,
  mmHg: (value: number) => value * 1.333_223_87,
  inHg: (value: number) => value * 33.863_886_4,
  psi: (value: number) => value * 68.947_572_93,
  atm: (value: number) => value * 1_013.25,
  Wh: (value: number) => value / 1_000,
  MWh: (value: number) => value * 1_000,
  mWh: (value: number) => value / 1_000_000,
  mW: (value: number) => value / 1_000,
  kW: (value: number) => value * 1_000,
  MW: (value: number) => value * 1_000_000,
  klx: (value: number) => value * 1_000,
} as const
export type DeviceUnit = keyof typeof conversions

interface Units {
  /** Spellings of the metric's own unit, as `plainUnit` writes them. */
  own: readonly string[]
  /** Spelling → the unit to convert from. */
  others: Readonly<Record<string, DeviceUnit>>
}

/** Degrees of a temperature if its name says so (MOKO), else of an angle. */
const ANGLE = '°'

/**
 * A metric missing here has no fixed unit. Matches the exact spelling first, then in lower case.
 */
const unitsOf: Partial<Record<MetricName, Units>> = {
  temperature: {
    own: ['°c', 'c', 'celsius', '°celsius', 'cel', ANGLE],
    others: {
      '°f': '°F',
      f: '°F',
      far: '°F',
      fahrenheit: '°F',
      '[degf]': '°F',
      K: 'K',
      kelvin: 'K',
    },
  },
  humidity: { own: ['%', '%rh', 'rh', 'rh%', 'percent', 'pct'], others: {} },
  co2: { own: ['ppm'], others: {} },
  pressure: {
    own: ['hpa', 'mbar', 'mb', 'millibar', 'hectopascal', 'гпа'],
    others: {
      pa: 'Pa',
      pascal: 'Pa',
      kpa: 'kPa',
      mpa: 'MPa',
      bar: 'bar',
      bars: 'bar',
      bara: 'bar',
      barg: 'bar',
      psi: 'psi',
      psia: 'psi',
      psig: 'psi',
      mmhg: 'mmHg',
      torr: 'mmHg',
      ммртст: 'mmHg',
      inhg: 'inHg',
      atm: 'atm',
    },
  },
  pm25: { own: ['μgm3', 'ugm3'], others: {} },
  pm10: { own: ['μgm3', 'ugm3'], others: {} },
  illuminance: { own: ['lx', 'lux'], others: { klx: 'klx', klux: 'klx' } },
  power: {
    own: ['w', 'watt', 'watts'],
    others: { mW: 'mW', MW: 'MW', kw: 'kW', kilowatt: 'kW', kilowatts: 'kW' },
  },
  energy: {
    own: ['kwh', 'kilowatthour', 'kilowatthours'],
    others: { wh: 'Wh', watthour: 'Wh', watthours: 'Wh', MWh: 'MWh', mWh: 'mWh' },
  },
  battery: { own: ['%', 'percent', 'pct'], others: {} },
}

/** Normalises a unit: `µg⋅m⁻³`, `ug/m3` and `µg/m^3` are equal. */
const plainUnit = (unit: string): string =>
  unit
    .normalize('NFKC')
    .replace(/[\s^/⋅·*.\-−]/g, '')
    .replace(/^º/, '°')
    .replace(/^deg(rees?)?(?=[cfk])/i, '°')

/**
 * Interprets the unit stated for a metric: its own, one to convert, or null if the value measures
 * something else, such as a battery in volts.
 */
export function statedUnit(metric: MetricName, stated: string): 'own' | DeviceUnit | null {
  const units = unitsOf[metric]
  if (units === undefined || stated === '') return 'own'
  const plain = plainUnit(stated)
  const small = plain.toLowerCase()
  if (units.own.includes(small)) return 'own'
  return units.others[plain] ?? units.others[small] ?? null
}

/** Metrics that a unit identifies by itself. */
const TELLING: readonly MetricName[] = ['temperature', 'pressure', 'illuminance', 'power', 'energy']

/** Returns null if the unit is unknown or belongs to several metrics, such as % and ppm. */
export const metricOfUnit = (stated: string): MetricName | null =>
  stated === '' || stated.trim() === ANGLE
    ? null
    : (TELLING.find((one) => statedUnit(one, stated) !== null) ?? null)
