/** What is done with a thing's fields by what their registry says of them (decision 29). */
import {
  isPlain,
  plainKeys,
  textKeys,
  type EntityFields,
  type PlainKey,
  type SpecialKey,
  type TextKey,
} from '#contract/entityFields'

/** The plain fields of a row, as they are kept. */
export const plainOf = <F extends EntityFields, R extends Record<PlainKey<F>, unknown>>(
  fields: F,
  row: R,
) =>
  Object.fromEntries(plainKeys(fields).map((key) => [key, row[key]])) as {
    [K in PlainKey<F>]: R[K]
  } // exactly these keys

/** Each of `keys` with what is found for it: a plain one in the row, another as `special` has it. */
export const eachOf = <F extends EntityFields, K extends keyof F & string, V>(
  fields: F,
  keys: readonly K[],
  row: Record<PlainKey<F>, V>,
  special: Record<SpecialKey<F, K>, V>,
) =>
  Object.fromEntries(
    keys.map((key) => [
      key,
      isPlain(fields, key) ? row[key] : special[key as SpecialKey<F, K>], // what is not plain
    ]),
  ) as Record<K, V> // exactly these keys

/** A text left empty is nothing. */
export function emptiedOf<F extends EntityFields, D extends object>(
  fields: F,
  given: D & Partial<Record<TextKey<F>, string | null | undefined>>,
): D {
  const empty = textKeys(fields).filter((key) => given[key] === '')
  return { ...given, ...Object.fromEntries(empty.map((key) => [key, null])) }
}

/** Each value that is there, once. */
export const distinct = <T>(all: readonly (T | null | undefined)[]): T[] => [
  ...new Set(all.filter((one) => one !== null && one !== undefined)),
]
