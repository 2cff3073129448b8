/** What the names in a device's report mean, as its maker uses them. Data; `meaningOf` looks it up. */
import type { MetricName } from '#contract/metricNames.ts'
import type { DeviceUnit } from '../units.ts'

export interface Meaning {
  metric: MetricName
  /** The name that other gateways give the same measurement. */
  as?: string
  /** The unit that the device sends, if it is converted. */
  from?: DeviceUnit
  /** The unit of a metric that has none of its own. */
  unit?: string
  /** Values that mean "not available". */
  absent?: readonly number[]
  /** Bounds of the probe; those of the metric apply otherwise. */
  bounds?: readonly [minimum: number, maximum: number]
  /**
   * Range of the metric's values if the report states no unit but measures the air. Other values
   * have an unknown unit, since the pressure in a pipe differs from that of the air.
   */
  unstated?: readonly [minimum: number, maximum: number]
  /** A 1-Wire probe: −127 means disconnected, and 85 is what it reads after power-on. */
  isOneWire?: boolean
  /** The maker's values for yes and no, beside the words of `words.ts`. */
  on?: readonly (string | number | boolean)[]
  off?: readonly (string | number | boolean)[]
  /** Other numbers than those for yes and no measure something else. */
  isStrict?: boolean
}

export interface Profile {
  family: string
  /** The brand as networks and gateways write it, in lower case. */
  brands: readonly string[]
  /**
   * Names that identify the family if all of them occur. Without marks, the family is recognised
   * only by its brand; if omitted, by the number of its names.
   */
  marks?: readonly string[]
  /** People name the measurements: the last words of a name tell its meaning. */
  isNamedFreely?: boolean
  /**
   * Plain name → meaning. A metric alone means `{ metric }`; null marks a known name without a use.
   */
  names: Readonly<Record<string, Meaning | MetricName | null>>
}

/**
 * `WATER_LEAK_STATUS`, `Water_leak_status` and `waterLeakStatus` are one name; `pm1_0` and `pm10` are
 * two.
 */
export const plainName = (name: string): string =>
  name
    .toLowerCase()
    .replace(/(\d)_(?=\d)/g, '$1.')
    .replace(/[\s_-]+/g, '')

/** Returns undefined for an unknown name, and null for a known one that measures nothing. */
export function meaningOf(profile: Profile, plain: string): Meaning | null | undefined {
  for (const name of [plain, plain.replace(instance, ''), plain.split('.').at(-1) ?? plain]) {
    const found = own(profile, name) ?? own(profile, unnumbered(name))
    if (found !== undefined) return typeof found === 'string' ? { metric: found } : found
    if (own(profile, name) === null) return null
  }
  return undefined
}

/** `switch:0.apower` → `switch.apower`. */
const instance = /:\d+(?=\.)/

const own = (profile: Profile, name: string) =>
  Object.hasOwn(profile.names, name) ? profile.names[name] : undefined

/** `temperature2`, `temperaturechn2` and `temperature:100` → `temperature`. */
const unnumbered = (name: string): string => name.replace(numbered, '')
const numbered = /(chn|ch|channel|probe|sensor)?:?(\d+)$/

/** The key of a measurement, under the name that all gateways share if it has one. */
export function keyOf({ as }: Meaning, plain: string): string {
  if (as === undefined) return plain
  const number = numbered.exec(plain)?.[2]
  return number === undefined || Number(number) < 2 ? as : `${as} ${Number(number)}`
}
