import { metricFacts } from '#contract/metricFacts.ts'
import { isChange, type MetricName } from '#contract/metricNames.ts'
import { parseInstant } from './fields.ts'
import { leavesOf, type Leaf } from './leaves.ts'
import type { Unread, Value } from './measurements.ts'
import { generic, preferred } from './profiles/generic.ts'
import { meaningByWords } from './profiles/nameWords.ts'
import { keyOf, meaningOf, plainName, type Meaning, type Profile } from './profiles/profile.ts'
import { conversions, statedUnit } from './units.ts'
import { isAbsent, isWarning, numberOf, plainWord, stateOf } from './words.ts'

export interface Decoded {
  /** The preferred measurement of each metric comes first. */
  values: (Value | Unread)[]
  /** Values with a timestamp of their own. */
  timed: { at: string; values: (Value | Unread)[] }[]
  /** Percent; null if the device does not say. */
  battery: number | null
  /** Names that probably measure something but are not understood. */
  unused: string[]
  names: string[]
}

/** True for names that look like a supported metric, except counts and settings of a metric. */
const soundsMeasured = (name: string) =>
  /temp|hum|leak|flood|water/.test(name) &&
  !/times|count|duration|threshold|limit|max|min|mode|offset|interval|enable|unit|alarm|trend|mutation/.test(
    name,
  )

export function valuesIn(
  decoded: Readonly<Record<string, unknown>>,
  profile: Profile = generic,
): Decoded {
  const leaves = leavesOf(decoded)
  const unused: string[] = []
  const byTime = new Map<string | null, Read[]>()
  const seen = new Map<string, number>()
  const batteries: (number | null)[] = []
  const named = leaves.map(withItsUnit).map((leaf) => ({ leaf, ...meaningIn(profile, leaf) }))
  const has = (...metrics: MetricName[]) =>
    named.some(({ meaning }) => meaning && metrics.includes(meaning.metric))
  const isOfRoom = has('humidity', 'co2')
  const isOfAir = isOfRoom || has('temperature')
  for (const { leaf, meaning: told, unit, isByWords, isSpare = false } of named) {
    if (told === null) continue
    // Pipe pressure comes alone and in another unit, so it is not air pressure.
    const meaning =
      told?.unstated && !isOfRoom
        ? {
            ...told,
            also: undefined,
            unstated: isOfAir || profile.isNamedFreely === true ? told.unstated : NEVER,
          }
        : told
    const isUnplugged =
      meaning?.needs !== undefined &&
      leaves.some(
        ({ plain, value: flag }) =>
          plain === meaning?.needs && (flag === 0 || stateOf(flag) === false),
      )
    const name = meaning === undefined ? leaf.plain : keyOf(meaning, leaf.plain)
    const index = (seen.get(`${leaf.at} ${name}`) ?? 0) + 1
    seen.set(`${leaf.at} ${name}`, index)
    const key = index === 1 ? name : `${name} ${index}`
    const value =
      meaning === undefined
        ? unnamed(leaf, key, profile)
        : readValue(
            { ...leaf, value: isUnplugged ? null : leaf.value, unit: leaf.unit || unit },
            key,
            meaning,
          )
    if (meaning === undefined && (soundsMeasured(leaf.plain) || isWarning(leaf.value)))
      unused.push(leaf.label)
    // Text under such a name is a description, as in `IAQ_CO2: good`.
    const isText = isByWords && typeof leaf.value === 'string'
    if (isByWords && value === null && isWarning(leaf.value)) unused.push(leaf.label)
    if (value === null || (isText && 'fault' in value && value.fault === 'notANumber')) continue
    if (!('fault' in value) && value.metric === 'battery') batteries.push(value.value)
    byTime.set(leaf.at, [...(byTime.get(leaf.at) ?? []), { value, isByWords, isSpare }])
  }
  return {
    values: ranked(byTime.get(null) ?? []),
    timed: [...byTime].flatMap(([at, read]) => (at === null ? [] : [{ at, values: ranked(read) }])),
    // Several charges belong to several devices behind a gateway.
    battery: new Set(batteries).size === 1 ? (batteries[0] ?? null) : null,
    unused,
    names: leaves.map(({ label }) => label),
  }
}

const NEVER = [Infinity, -Infinity] as const

/** Units that may follow a number. A lone character may be a revision. */
const TEXT_UNIT =
  /^(°|°?[CF]|%|[mkM]?[AVW]|k?VA|[mkM]?Wh|k?Hz|[hkM]?Pa|bar|psi|lx|lux|ppm|ppb|[µm]?g\/m³|m³|m3|[mck]m|dB)$/i

function withItsUnit(leaf: Leaf): Leaf {
  if (leaf.unit !== '' || typeof leaf.value !== 'string') return leaf
  const [, amount, unit = ''] = withUnit.exec(leaf.value) ?? []
  const isUnit = TEXT_UNIT.test(unit) && !/^[CF]$/i.test(unit)
  return amount === undefined || !isUnit ? leaf : { ...leaf, value: amount, unit }
}

interface Named {
  /** Undefined for an unknown name, null for one that measures nothing. */
  meaning: Meaning | null | undefined
  /** The unit in the name; empty if the name has no unit. */
  unit: string
  isByWords: boolean
  isSpare?: boolean
}

/**
 * Meaning of a name outside the profile: the usual meaning among makers, or the meaning of its
 * words.
 */
function meaningIn(profile: Profile, { plain, label, unit: stated, value }: Leaf): Named {
  const names = profile.isNamedFreely === true ? endsOf(label) : [plain]
  for (const name of names) {
    const told = meaningOf(profile, name)
    const found = told === undefined && profile !== generic ? meaningOf(generic, name) : told
    if (found !== undefined) return { meaning: found, unit: '', isByWords: false }
  }
  const whole = profile.channels === undefined ? label : label.replace(profile.channels, '')
  const one = whole === label ? undefined : meaningOf(profile, plainName(whole))
  if (one !== undefined) return { meaning: one, unit: '', isByWords: true }
  const named = meaningByWords(label, { unit: stated, value })
  return named === null
    ? { meaning: undefined, unit: '', isByWords: false }
    : { ...named, isByWords: true }
}

/** `Cold Room/AirTemperature` → coldroomairtemperature, roomairtemperature, airtemperature, … */
function endsOf(label: string): string[] {
  const words = label
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .split(/[\s_\-./:]+/)
    .filter((word) => word !== '')
  const number = words.length > 1 && /^\d+$/.test(words.at(-1) ?? '') ? 1 : 0
  const named = words.slice(0, words.length - number)
  return named.map((_word, from) => plainName(named.slice(from).join(' ')))
}

/**
 * Makes a measurement from a number under an unknown name. Text is only a description, except ON
 * and OFF under a name chosen by a user.
 */
function unnamed(
  leaf: Leaf,
  key: string,
  { isNamedFreely: isFree = false, hasSwitches = isFree }: Profile,
): Value | null {
  const { value } = leaf
  const state = typeof value === 'boolean' ? value : hasSwitches ? onOff(value) : null
  const number = state === null ? numberOf(value) : Number(state)
  return number === null && !(isFree && isAbsent(value))
    ? null
    : asNumber(key, leaf, number, state !== null)
}

const onOff = (value: unknown): boolean | null =>
  value === 'ON' ? true : value === 'OFF' ? false : null

const ONE_WIRE_DISCONNECTED = -127
/** 0x8000 in hundredths and tenths, below absolute zero: the probe is missing. */
const LEAST_16_BITS = [-327.68, -3_276.8]
const rounded = (value: number) => Number(value.toPrecision(12))

/** Converts one value to the unit of its metric, or says why it cannot be read. */
function readValue(
  { label, value, unit }: Pick<Leaf, 'label' | 'value' | 'unit'>,
  key: string,
  meaning: Meaning,
): Value | Unread | null {
  const { metric, isOneWire = false } = meaning
  const fault = (code: 'notANumber' | 'implausible'): Unread => ({ fault: code, device: '', label })
  const told: Omit<Value, 'value' | 'isYesNo'> = {
    metric,
    key,
    label,
    unit: metricFacts[metric].unit || (meaning.unit ?? unit),
    isOneWire,
  }
  const none: Value = { ...told, value: null, isYesNo: false }
  if (isChange(metric)) {
    const state = stateBy(meaning, value) ?? stateOf(value, metric)
    if (state !== null) return { ...told, value: Number(state), isYesNo: true }
  }
  if (isAbsent(value) || meaning.absent?.some((one) => one === value)) return none
  const number = numberOf(value)
  if (number === null) {
    const [, amount, own] =
      unit === '' && typeof value === 'string' ? (withUnit.exec(value) ?? []) : []
    if (amount !== undefined && own !== undefined)
      return readValue({ label, value: amount, unit: own }, key, meaning)
    const isTime = typeof value === 'string' && parseInstant(value) !== null
    return metric === 'battery' || metric === 'other' || isTime ? null : fault('notANumber')
  }
  // A number here is seconds since a motion, a percentage of motion, or soil moisture.
  if (isChange(metric) && (unit !== '' || meaning.isStrict === true))
    return asNumber(key, { label, unit }, number)
  const stated = statedUnit(metric, unit)
  if (stated === null) return asNumber(key, { label, unit }, number)
  // A fraction this small is a cell's voltage, reported under the name of its charge.
  if (metric === 'battery' && number < 5 && !Number.isInteger(number)) return null
  if (meaning.absent?.includes(number) || (isOneWire && number === ONE_WIRE_DISCONNECTED))
    return none
  if (metric === 'temperature' && LEAST_16_BITS.includes(number)) return none
  const isAlso = meaning.also !== undefined && !isBeyond(number, meaning.also.within)
  const sent = isAlso ? meaning.also?.from : meaning.from
  const from = stated === 'own' ? (unit === '' ? sent : undefined) : stated
  const converted = from === undefined ? number : conversions[from](number)
  const bounds = meaning.bounds ?? metricFacts[metric].physical
  if (bounds !== null && isBeyond(converted, bounds))
    return metric === 'battery' ? none : fault('implausible')
  if (unit === '' && meaning.unstated !== undefined && isBeyond(converted, meaning.unstated))
    return number === 0 ? fault('implausible') : asNumber(key, { label, unit }, number)
  return {
    ...told,
    value: isChange(metric) ? Number(converted > 0) : rounded(converted),
    isYesNo: false,
  }
}

/** `16.48°C`, `3.6 V` */
const withUnit = /^\s*([+-]?\d+(?:\.\d+)?)\s*([^\d\s.,:][^\d\s]{0,7})\s*$/

const isBeyond = (value: number, [low, high]: readonly [number, number]) =>
  value < low || value > high

/** A number whose metric follows neither from its name nor from its unit. */
const asNumber = (
  key: string,
  { label, unit }: Pick<Leaf, 'label' | 'unit'>,
  value: number | null,
  isYesNo = false,
): Value => ({ metric: 'other', key, label, unit, value, isYesNo, isOneWire: false })

function stateBy({ on, off }: Meaning, value: unknown): boolean | null {
  const word = typeof value === 'string' ? plainWord(value) : value
  const isIn = (list: Meaning['on']) =>
    list?.some((one) => (typeof one === 'string' ? plainWord(one) : one) === word) ?? false
  return isIn(on) ? true : isIn(off) ? false : null
}

interface Read {
  value: Value | Unread
  isByWords: boolean
  isSpare: boolean
}

/**
 * Sorts values within a metric: first the measurement read by default, last the names known only by
 * their words.
 */
function ranked(read: readonly Read[]): (Value | Unread)[] {
  const rankOf = ({ value, isByWords, isSpare }: Read) => {
    const rank = 'fault' in value ? -1 : preferred.indexOf(value.key ?? '')
    return rank === -1 ? preferred.length + Number(isByWords) + Number(isSpare) : rank
  }
  return read
    .map((one, position) => ({ value: one.value, position, rank: rankOf(one) }))
    .toSorted((one, other) => one.rank - other.rank || one.position - other.position)
    .map(({ value }) => value)
}

export const valueOf = (
  metric: MetricName,
  key: string,
  value: number | null,
  unit = metricFacts[metric].unit,
): Value => ({ metric, key, label: key, unit, value, isYesNo: false, isOneWire: false })
