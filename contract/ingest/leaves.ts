/** Flattens a decoded payload into single values, however its decoder nests and names them. */
import { parseInstant, record, unixTime } from './fields.ts'
import { plainName } from './profiles/profile.ts'

export interface Leaf {
  /** Plain names of all levels, joined by dots. */
  plain: string
  label: string
  /** A list if the payload has several values of one measurement without their times. */
  value: unknown
  unit: string
  /** ISO 8601, UTC; null unless the value has a timestamp of its own. */
  at: string | null
}

/** Maximum values read per packet, and maximum nesting depth. */
const LEAVES_MAXIMUM = 200
const DEPTH_MAXIMUM = 6

type Fields = Readonly<Record<string, unknown>>

interface Place {
  path: string
  label: string
  depth: number
  /** The report states that the newest value of a list comes first (Adeunis). */
  isNewestFirst?: boolean
}

export function leavesOf(decoded: Fields): Leaf[] {
  const leaves: Leaf[] = []
  collect(leaves, decoded, { path: '', label: '', depth: 0 })
  return leaves
}

function collect(leaves: Leaf[], value: unknown, place: Place): void {
  if (leaves.length >= LEAVES_MAXIMUM || place.depth > DEPTH_MAXIMUM) return
  if (Array.isArray(value)) collectList(leaves, value as unknown[], place)
  else if (typeof value === 'object' && value !== null) collectFields(leaves, value, place)
  else if (place.path !== '' && value !== undefined) leaves.push(leafAt(place, value, ''))
}

const leafAt = (
  { path, label }: Place,
  value: unknown,
  unit: string,
  at: string | null = null,
): Leaf => ({ plain: path, label, value, unit, at })

const within = ({ path, label, depth, ...rest }: Place, name: string): Place => ({
  ...rest,
  path: path === '' ? plainName(name) : `${path}.${plainName(name)}`,
  label: label === '' ? name : `${label}.${name}`,
  depth: depth + 1,
})

function collectFields(leaves: Leaf[], value: object, place: Place): void {
  const fields = record(value)
  const inside = place.isNewestFirst === true || tellsNewestFirst(fields)
  const values = fields['values']
  if (inside && place.path !== '' && Array.isArray(values)) {
    leaves.push(leafAt(place, values[0], textIn(fields, ['unit'])))
    return
  }
  // { value, unit } of Decentlab, { data, unit } of Yobiiq
  const named = 'value' in fields ? 'value' : 'data' in fields && 'unit' in fields ? 'data' : null
  if (place.path !== '' && named !== null && isPlain(fields[named])) {
    leaves.push(leafAt(place, fields[named], textIn(fields, ['unit'])))
    return
  }
  for (const [name, inner] of Object.entries(fields)) {
    if (isUnitOfAnother(name, fields)) continue
    const own = within(inside ? { ...place, isNewestFirst: true } : place, name)
    const unit = isPlain(inner) ? textIn(fields, unitNames(name)) : ''
    if (unit !== '') leaves.push(leafAt(own, inner, unit))
    else collect(leaves, inner, own)
  }
}

const tellsNewestFirst = (fields: Fields): boolean =>
  textIn(fields, ['decodingInfo']).startsWith('values: [t=0, t-1')

/** `energyUnit` and `energy_unit` beside `energy`. */
const unitNames = (name: string) => [`${name}Unit`, `${name}_unit`, `${name}Units`, `${name}_units`]
function isUnitOfAnother(name: string, fields: Fields): boolean {
  const [, of] = /^(.+?)_?[uU]nits?$/.exec(name) ?? []
  return of !== undefined && of in fields && typeof fields[name] === 'string'
}

function collectList(leaves: Leaf[], list: readonly unknown[], place: Place): void {
  if (PAST.test(place.path)) return
  const parts = list.map(record)
  const isOfFields = parts.some((one) => Object.keys(one).length > 0)
  if (!isOfFields) {
    // A list under the name of a value is its history.
    if (list.length > 1 && place.path.endsWith('.value'))
      leaves.push(leafAt(parentOf(place), list, ''))
    // Further values with the same name are numbered in order.
    else for (const one of list) collect(leaves, one, { ...place, depth: place.depth + 1 })
    return
  }
  const rows = parts.map((one) => namedValue(one, place.isNewestFirst === true))
  const named = rows.filter((one) => one !== null)
  for (const { name, value, unit, at } of named) {
    if (leaves.length >= LEAVES_MAXIMUM) return
    leaves.push({ plain: plainName(name), label: name, value, unit, at })
  }
  if (named.length > 0) return
  const names = parts.flatMap((one) => Object.keys(one))
  // Rows with different names are parts of one report; rows that repeat a name are samples.
  if (new Set(names).size === names.length)
    for (const one of list) collect(leaves, one, { ...place, depth: place.depth + 1 })
  else if (place.path !== '') leaves.push(leafAt(place, list, ''))
}

/** Lists of earlier values. Lists with timestamps are read elsewhere. */
const PAST = /histor|archi|timeseries|(^|\.)(data)?logs?$/

const parentOf = ({ path, label, depth }: Place): Place => ({
  path: path.replace(/\.value$/, ''),
  label: label.replace(/\.[^.]+$/, ''),
  depth,
})

/** Keys that decoders use for name, value, unit and time in a list of measurements. */
const NAMES = ['variable', 'name', '_name', 'n', 'typeName', 'measurement', 'type', 'measurementId']
const VALUES = ['value', '_value', 'measurementValue', 'v']
const UNITS = ['unit', '_unit', 'u', 'typeUnits']
const TIMES = ['date', 'time', 'timestamp', 'dateTime', 'eventTime']
/** SenseCAP sends each measurement under the type of its message, which is not a name. */
const NOT_NAMES = /^report_/

function namedValue(fields: Fields, isNewestFirst: boolean) {
  const values =
    isNewestFirst && Array.isArray(fields['values']) ? (fields['values'] as unknown[]) : []
  const value = [...VALUES.map((key) => fields[key]), values[0]].find(
    (one) => one !== undefined && isPlain(one),
  )
  if (value === undefined) return null
  const name = NAMES.map((key) => fields[key]).find(
    (one): one is string | number =>
      typeof one === 'number' || (typeof one === 'string' && one !== '' && !NOT_NAMES.test(one)),
  )
  if (name === undefined) return null
  const at = TIMES.map((key) => timeOf(fields[key])).find((one) => one !== null) ?? null
  return { name: String(name), value, unit: textIn(fields, UNITS).replace(/^\[(.*)\]$/, '$1'), at }
}

/** Timestamps from this number on are in milliseconds. */
const MILLISECONDS = 1e11
function timeOf(value: unknown): string | null {
  if (typeof value === 'string' && /^\d{4}-/.test(value)) return parseInstant(value)
  const number = Number(value)
  return value === null || value === undefined || !(number > 1e9)
    ? null
    : unixTime(number >= MILLISECONDS ? number / 1_000 : number)
}

const textIn = (fields: Fields, keys: readonly string[]): string =>
  keys.map((key) => fields[key]).find((one) => typeof one === 'string') ?? ''

const isPlain = (value: unknown) => value === null || typeof value !== 'object'
