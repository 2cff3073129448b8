import { metricFacts } from '#contract/metricFacts.ts'
import { isChange, type MetricName } from '#contract/metricNames.ts'
import { record } from './fields.ts'
import type { Unread, Value } from './measurements.ts'
import { generic, preferred } from './profiles/generic.ts'
import { keyOf, meaningOf, plainName, type Meaning, type Profile } from './profiles/profile.ts'
import { conversions, statedUnit } from './units.ts'
import { isAbsent, isWarning, numberOf, plainWord, stateOf } from './words.ts'

export interface Decoded {
  /** The preferred measurement of each metric first. */
  values: (Value | Unread)[]
  /** Percent; null if the device does not say. */
  battery: number | null
  /** Names that probably measure something but are not understood. */
  unused: string[]
  names: string[]
}

/** Values of one packet that are looked at, and how deep. */
const LEAVES_MAXIMUM = 200
const DEPTH_MAXIMUM = 4

interface Leaf {
  plain: string
  label: string
  value: unknown
  unit: string
}

/** Names that look like a supported metric, except its counts and settings. */
const soundsMeasured = (name: string) =>
  /temp|hum|leak|flood|water/.test(name) &&
  !/times|count|duration|threshold|limit|max|min|mode|offset|interval|enable|unit|alarm|trend|mutation/.test(
    name,
  )

export function valuesIn(
  decoded: Readonly<Record<string, unknown>>,
  profile: Profile = generic,
): Decoded {
  const leaves: Leaf[] = []
  collect(leaves, decoded, '', '', 0)
  const values: (Value | Unread)[] = []
  const unused: string[] = []
  const seen = new Map<string, number>()
  let battery: number | null = null
  for (const leaf of leaves) {
    const meaning = meaningIn(profile, leaf.plain, leaf.label)
    if (meaning === null) continue
    const name = meaning === undefined ? leaf.plain : keyOf(meaning, leaf.plain)
    const index = (seen.get(name) ?? 0) + 1
    seen.set(name, index)
    const key = index === 1 ? name : `${name} ${index}`
    const value =
      meaning === undefined
        ? unnamed(leaf, key, profile.isNamedFreely === true)
        : readValue(leaf, key, meaning)
    if (meaning === undefined && (soundsMeasured(leaf.plain) || isWarning(leaf.value)))
      unused.push(leaf.label)
    if (value === null) continue
    if (!('fault' in value) && value.metric === 'battery') battery ??= value.value
    values.push(value)
  }
  return {
    values: ranked(values),
    battery,
    unused,
    names: leaves.map(({ label }) => label),
  }
}

/** A name without an entry in the profile has the meaning that most makers give it. */
function meaningIn(profile: Profile, plain: string, label: string) {
  const names = profile.isNamedFreely === true ? endsOf(label) : [plain]
  for (const name of names) {
    const told = meaningOf(profile, name)
    const found = told === undefined && profile !== generic ? meaningOf(generic, name) : told
    if (found !== undefined) return found
  }
  return undefined
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

function collect(leaves: Leaf[], value: unknown, path: string, label: string, depth: number): void {
  if (leaves.length >= LEAVES_MAXIMUM) return
  if (Array.isArray(value)) {
    // Values of one name are numbered in their order; lists of objects have readers of their own.
    for (const one of value as unknown[])
      if (typeof one !== 'object' || one === null) collect(leaves, one, path, label, depth + 1)
    return
  }
  if (typeof value !== 'object' || value === null) {
    if (path !== '' && value !== undefined) leaves.push({ plain: path, label, value, unit: '' })
    return
  }
  const fields = record(value)
  // { value, unit }, as Decentlab and SenML have it
  if (path !== '' && 'value' in fields && isPlain(fields['value'])) {
    const unit = typeof fields['unit'] === 'string' ? fields['unit'] : ''
    leaves.push({ plain: path, label, value: fields['value'], unit })
    return
  }
  if (depth >= DEPTH_MAXIMUM) return
  for (const [name, inner] of Object.entries(fields)) {
    const plain = plainName(name)
    collect(
      leaves,
      inner,
      path === '' ? plain : `${path}.${plain}`,
      label === '' ? name : `${label}.${name}`,
      depth + 1,
    )
  }
}

const isPlain = (value: unknown) => value === null || typeof value !== 'object'

/**
 * A number under an unknown name. Text is a description instead of a measurement, except ON and OFF
 * under a name that a user chose.
 */
function unnamed(leaf: Leaf, key: string, isFree: boolean): Value | null {
  const { value } = leaf
  const state = typeof value === 'boolean' ? value : isFree ? onOff(value) : null
  const number = state === null ? numberOf(value) : Number(state)
  return number === null && !(isFree && isAbsent(value))
    ? null
    : asNumber(key, leaf, number, state !== null)
}

const onOff = (value: unknown): boolean | null =>
  value === 'ON' ? true : value === 'OFF' ? false : null

const ONE_WIRE_DISCONNECTED = -127
const rounded = (value: number) => Number(value.toPrecision(12))

/** One value in the unit of its metric, or why it cannot be read. */
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
  if (isAbsent(value)) return none
  const number = numberOf(value)
  if (number === null)
    return metric === 'battery' || metric === 'other' ? null : fault('notANumber')
  const stated = statedUnit(metric, unit)
  if (stated === null) return asNumber(key, { label, unit }, number)
  // Such a small fraction is the voltage of a cell, reported under the name of its charge.
  if (metric === 'battery' && number < 5 && !Number.isInteger(number)) return null
  if (meaning.absent?.includes(number) || (isOneWire && number === ONE_WIRE_DISCONNECTED))
    return none
  const from = stated === 'own' ? (unit === '' ? meaning.from : undefined) : stated
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

const isBeyond = (value: number, [low, high]: readonly [number, number]) =>
  value < low || value > high

/** A number whose metric its name and unit do not tell. */
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

/** Sorts first, within each metric, the measurement that a sensor without a choice reads. */
function ranked(values: readonly (Value | Unread)[]): (Value | Unread)[] {
  const rankOf = (value: Value | Unread) => {
    const rank = 'fault' in value ? -1 : preferred.indexOf(value.key ?? '')
    return rank === -1 ? preferred.length : rank
  }
  return values
    .map((value, position) => ({ value, position, rank: rankOf(value) }))
    .toSorted((one, other) => one.rank - other.rank || one.position - other.position)
    .map(({ value }) => value)
}

export const valueOf = (
  metric: MetricName,
  key: string,
  value: number | null,
  unit = metricFacts[metric].unit,
): Value => ({ metric, key, label: key, unit, value, isYesNo: false, isOneWire: false })
