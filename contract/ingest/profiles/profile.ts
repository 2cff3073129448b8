/** Meaning of the names in a maker's reports. Pure data; `meaningOf` looks names up. */
import type { MetricName } from '#contract/metricNames.ts'
import type { DeviceUnit } from '../units.ts'

export interface Meaning {
  metric: MetricName
  /** The name of the same measurement at other gateways. */
  as?: string
  /** The unit that the device sends, if it is converted. */
  from?: DeviceUnit
  /** The unit, for a metric without a fixed unit. */
  unit?: string
  /** The unit of other models, told from `from` by the size of the value. */
  also?: { from: DeviceUnit; within: readonly [minimum: number, maximum: number] } | undefined
  /** Name of the flag that is false or 0 while no probe is connected. */
  needs?: string
  /** Values that mean "not available". */
  absent?: readonly number[]
  /** Bounds of the probe; if omitted, the metric's bounds apply. */
  bounds?: readonly [minimum: number, maximum: number]
  /**
   * Range in which a value without a unit is taken as air pressure. Outside this range the unit is
   * unknown, since pipe pressure differs.
   */
  unstated?: readonly [minimum: number, maximum: number]
  /** A 1-Wire probe: −127 means disconnected, and 85 is its power-on value. */
  isOneWire?: boolean
  /** The maker's values for yes and no, in addition to `words.ts`. */
  on?: readonly (string | number | boolean)[]
  off?: readonly (string | number | boolean)[]
  /** Numbers other than those for yes and no measure something else. */
  isStrict?: boolean
}

export interface Profile {
  family: string
  /** The brand as networks and gateways write it, in lower case. */
  brands: readonly string[]
  /**
   * Names that identify the device family if all occur. Empty: recognised by brand only. Omitted:
   * by the number of matching names.
   */
  marks?: readonly string[]
  /** Ends of names that number the channels of a device: `power_l2` is its second power. */
  channels?: RegExp
  /** ON and OFF under an unknown name are the state of an input. */
  hasSwitches?: boolean
  /** Users name the measurements: the last words of a name give its meaning. */
  isNamedFreely?: boolean
  /**
   * Plain name → meaning. A metric alone means `{ metric }`; null marks a known name without a use.
   */
  names: Readonly<Record<string, Meaning | MetricName | null>>
}

/**
 * Normalises names: `WATER_LEAK_STATUS`, `Water_leak_status` and `waterLeakStatus` are equal;
 * `pm1_0` and `pm10` differ.
 */
export const plainName = (name: string): string =>
  name
    .toLowerCase()
    .replace(/(\d)_(?=\d)/g, '$1.')
    .replace(/[\s_-]+/g, '')

/** Returns undefined for an unknown name, and null for a known name without a measurement. */
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

/** The key of a measurement: the name shared by all gateways, or else the plain name. */
export function keyOf({ as }: Meaning, plain: string): string {
  if (as === undefined) return plain
  const number = numbered.exec(plain)?.[2]
  return number === undefined || Number(number) < 2 ? as : `${as} ${Number(number)}`
}
