import {
  isPlain,
  plainKeys,
  textKeys,
  type EntityFields,
  type PlainKey,
  type SpecialKey,
  type TextKey,
} from '#contract/entityFields.ts'

export const plainOf = <F extends EntityFields, R extends Record<PlainKey<F>, unknown>>(
  fields: F,
  row: R,
) =>
  Object.fromEntries(plainKeys(fields).map((key) => [key, row[key]])) as {
    [K in PlainKey<F>]: R[K]
  } // Object.fromEntries loses the key type

export const mapFields = <F extends EntityFields, K extends keyof F & string, V>(
  fields: F,
  keys: readonly K[],
  row: Record<PlainKey<F>, V>,
  special: Record<SpecialKey<F, K>, V>,
) =>
  Object.fromEntries(
    keys.map((key) => [key, isPlain(fields, key) ? row[key] : special[key as SpecialKey<F, K>]]),
  ) as Record<K, V> // Object.fromEntries loses the key type

/** Turns an empty text field into null. */
export function emptyTextsToNull<F extends EntityFields, D extends object>(
  fields: F,
  given: D & Partial<Record<TextKey<F>, string | null | undefined>>,
): D {
  const empty = textKeys(fields).filter((key) => given[key] === '')
  return { ...given, ...Object.fromEntries(empty.map((key) => [key, null])) }
}

export const uniqueValues = <T>(all: readonly (T | null | undefined)[]): T[] => [
  ...new Set(all.filter((one) => one !== null && one !== undefined)),
]
