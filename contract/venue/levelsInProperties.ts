/** Floors of a GeoJSON whose features name their floor in a property. */
import { levelInName } from './levelInName.ts'
import { ordinalsOf, readLevels } from './levelsInOne.ts'
import type { FloorSource } from './plan.ts'
import { MAX_FLOORS } from './planBounds.ts'
import { fieldsOf, ordinalOf, textOf } from './texts.ts'

/** Property names of common tools, without case and separators. The first with values wins. */
const KEYS = [
  'level',
  'floor',
  'storey',
  'story',
  'ordinal',
  'floornumber',
  'levelnumber',
  'floorlevel',
  'floorordinal',
  'flooridx',
  'floorindex',
  'floorid',
  'levelid',
  'storeyid',
  'floorname',
  'levelname',
  'storeyname',
  'floorcode',
  'levelcode',
  'etage',
  'geschoss',
  'stockwerk',
  'patro',
  'podlazi',
  'podlaží',
  'poschodie',
  'podlažie',
  'этаж',
  'קומה',
  'طابق',
  'الطابق',
  'zorder',
] as const

export interface Placed {
  feature: Record<string, unknown>
  place: number
}
export interface FloorInFile {
  ordinal: number
  /** The floor's sign in the file, such as `L01`. */
  sign: string
  /** False if the number only follows from the order of the file. */
  isReadable: boolean
  features: Placed[]
}

export const plainKey = (key: string): string => key.toLowerCase().replace(/[\s_.:-]/g, '')

/** Ignores case and separators of keys, which differ between tools but hardly within a file. */
function valueAt(properties: Record<string, unknown>, wanted: string): string {
  for (const [key, value] of Object.entries(properties))
    if (plainKey(key) === wanted) return textOf(value)
  return ''
}

interface Counted {
  key: string
  values: string[]
  signs: string[]
  ordinals: ReturnType<typeof ordinalsOfSigns>
  filled: number
  isReadable: boolean
}

function countedBy(properties: readonly Record<string, unknown>[], key: string): Counted {
  const values = properties.map((own) => valueAt(own, key))
  const signs = [...new Set(values.flatMap(signsIn))].slice(0, MAX_FLOORS)
  const ordinals = ordinalsOfSigns(signs)
  const readable = [...ordinals.values()].filter(({ isReadable }) => isReadable).length
  const filled = values.filter((value) => value !== '').length
  return { key, values, signs, ordinals, filled, isReadable: readable * 2 >= signs.length }
}

function bestOf(properties: readonly Record<string, unknown>[], wanted: string | null) {
  const present = new Set(properties.flatMap((own) => Object.keys(own).map(plainKey)))
  if (wanted !== null && present.has(plainKey(wanted)))
    return countedBy(properties, plainKey(wanted))
  const counted = KEYS.filter((key) => present.has(key)).map((key) => countedBy(properties, key))
  const most = Math.max(0, ...counted.map(({ filled }) => filled))
  // A key present in half of the features is as good as one in all, since outlines may lack it.
  const usable = counted.filter(({ filled }) => filled > 0 && filled * 2 >= most)
  // Only ids and names may have arbitrary values: `floor` may mean carpet.
  return (
    usable.find(({ isReadable }) => isReadable) ?? usable.find(({ key }) => /id$|name$/.test(key))
  )
}

/**
 * Minimum features per value. A property with a value per feature names the features, not their
 * floors.
 */
const FEATURES_EACH = 2
const KINDS = new Set(['type', 'kind', 'category', 'indoor'])
const MAX_SOURCES = 8
const MAX_SIGNS = 6

export function floorSourcesIn(
  features: readonly Record<string, unknown>[],
  wanted: string | null = null,
): FloorSource[] {
  const properties = features.map((feature) => fieldsOf(feature['properties']))
  const keys = new Map<string, string>()
  for (const own of properties)
    for (const key of Object.keys(own))
      if (keys.size < 100 && key.length <= 60 && !keys.has(plainKey(key)))
        keys.set(plainKey(key), key)
  const taken = bestOf(properties, wanted)?.key
  const known: readonly string[] = KEYS
  return [...keys]
    .map(([plain, key]) => ({ ...countedBy(properties, plain), plain, shown: key }))
    .filter(
      ({ plain, signs, filled }) =>
        plain === taken ||
        (!KINDS.has(plain) &&
          signs.length > 1 &&
          filled * 2 >= features.length &&
          (known.includes(plain) || filled >= signs.length * FEATURES_EACH)),
    )
    .toSorted(
      (a, b) =>
        Number(b.plain === taken) - Number(a.plain === taken) ||
        Number(known.includes(b.plain)) - Number(known.includes(a.plain)),
    )
    .slice(0, MAX_SOURCES)
    .map(({ shown, plain, signs }) => ({
      key: shown,
      floors: signs.length,
      signs: signs.slice(0, MAX_SIGNS),
      isTaken: plain === taken,
    }))
}

/**
 * Divides features into floors by the requested property, or by the property of most features.
 * Null if no property names floors. `elsewhere`: features without the property.
 */
export function floorsInFile(
  features: readonly Record<string, unknown>[],
  wanted: string | null = null,
): { floors: FloorInFile[]; elsewhere: Placed[] } | null {
  const properties = features.map((feature) => fieldsOf(feature['properties']))
  const best = bestOf(properties, wanted)
  if (best === undefined) return null
  const { signs, ordinals } = best
  const floors = signs.map((sign): FloorInFile => ({
    sign,
    ...(ordinals.get(sign) ?? { ordinal: 0, isReadable: false }),
    features: [],
  }))
  const bySign = new Map(floors.map((floor) => [floor.sign, floor]))
  const elsewhere: Placed[] = []
  for (const [place, feature] of features.entries()) {
    const own = signsIn(best.values[place] ?? '').flatMap((sign) => bySign.get(sign) ?? [])
    for (const floor of own) floor.features.push({ feature, place })
    if (own.length === 0) elsewhere.push({ feature, place })
  }
  return { floors: floors.sort((a, b) => a.ordinal - b.ordinal), elsewhere }
}

/** A lift may be on several floors at once: `0;1`. */
function signsIn(value: string): string[] {
  if (value === '') return []
  const { levels } = readLevels(value)
  if (levels.length > 1) return levels.map(String)
  // `1` and `1.0` are one floor.
  return [levels[0] === undefined ? value : String(levels[0])]
}

function ordinalsOfSigns(
  signs: readonly string[],
): Map<string, { ordinal: number; isReadable: boolean }> {
  const numbers = signs.map(Number)
  if (numbers.every(Number.isFinite)) {
    const ordinals = ordinalsOf(numbers)
    return new Map(
      signs.map((sign) => [
        sign,
        { ordinal: ordinalOf(ordinals.get(Number(sign))) ?? 0, isReadable: true },
      ]),
    )
  }
  const lettered = signs.filter((sign) => /^\p{L}+[-−]?\d+$/u.test(sign))
  // Next to `L0` and `L1`, the hyphen of `L-1` is a minus.
  const isMinus = lettered.some((sign) => !/[-−]/.test(sign))
  const read = signs.map((sign) => {
    const minus = isMinus ? /^\p{L}+[-−](\d+)$/u.exec(sign) : null
    return minus === null ? levelInName(sign) : -Number(minus[1])
  })
  const known = read.filter((level) => level !== null)
  let next = known.length === 0 ? 0 : Math.max(...known) + 1
  return new Map(
    signs.map((sign, index): [string, { ordinal: number; isReadable: boolean }] => {
      const level = read[index] ?? null
      if (level !== null) return [sign, { ordinal: level, isReadable: true }]
      next += 1
      return [sign, { ordinal: next - 1, isReadable: false }]
    }),
  )
}
