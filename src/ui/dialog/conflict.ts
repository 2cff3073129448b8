/** Two versions of what a form edits: which parts of each are saved, and how they are compared. */
import type { ReactNode } from 'react'
import type { ConflictRow } from './ConflictDialog.tsx'

interface InWords {
  label: string
  value: ReactNode
}
/** A field whose parts are edited each by itself, such as the metadata of a thing. */
interface PartsInWords {
  parts: Readonly<Record<string, InWords>>
}

/** Each field of a form, in the order in which a conflict shows them. */
export type FieldsInWords<V extends object> = {
  [K in keyof V]-?: V[K] extends Record<string, unknown> ? InWords | PartsInWords : InWords
}

/** All of it, one after the other, for who only reads. */
export const inRows = <V extends object>(words: FieldsInWords<V>): InWords[] =>
  // its own values, of the two kinds that the type has
  (Object.values(words) as (InWords | PartsInWords)[]).flatMap((field) =>
    'parts' in field ? Object.values(field.parts) : [field],
  )

/** `other`: the version that it is compared with, for what is only seen beside it. */
export type Describe<V extends object> = (values: V, other?: V) => FieldsInWords<V>

/** A field that was filled and emptied again holds as little as one that never was. */
const held = (value: unknown) => (value === '' || value === undefined ? null : value)
const isSame = (one: unknown, other: unknown) =>
  JSON.stringify(held(one)) === JSON.stringify(held(other))
export const sameValues = <V extends object>(one: V, other: V): boolean =>
  keysOf(one, other).every((key) => isSame(one[key], other[key]))

// its own keys, as they are written
const keysOf = <V extends object>(...versions: readonly V[]) => [
  ...new Set(versions.flatMap((version) => Object.keys(version) as (keyof V)[])),
]

/**
 * Only what was changed here since `from` is ours to save; the rest stays as the other person left
 * it. Of the fields that stand `together` all are ours as soon as one is; of those `apart` each part
 * is by itself.
 */
export function mergeChanges<V extends object>(
  from: V,
  mine: V,
  theirs: V,
  {
    together = [],
    apart = [],
  }: { together?: readonly (readonly (keyof V)[])[]; apart?: readonly (keyof V)[] } = {},
): V {
  const isChanged = (key: keyof V) => !isSame(mine[key], from[key])
  const isOurs = (key: keyof V) =>
    isChanged(key) || together.some((keys) => keys.includes(key) && keys.some(isChanged))
  const merged = { ...theirs }
  for (const key of keysOf(from, mine).filter(isOurs))
    merged[key] = apart.includes(key)
      ? (mergeChanges(partsOf(from, key), partsOf(mine, key), partsOf(theirs, key)) as V[keyof V])
      : mine[key]
  return merged
}

/** The parts of a field that has such; FieldsInWords lets no other be `apart`. */
const partsOf = <V extends object>(values: V, key: keyof V) =>
  (values[key] ?? {}) as Record<string, unknown>

/** The fields that `describe` tells by their parts. */
export const fieldsApart = <V extends object>(words: FieldsInWords<V>): (keyof V)[] =>
  keysOf(words as V).filter((key) => 'parts' in words[key])

/** A row for each field, or part of one, that differs. */
export function differences<V extends object>(
  describe: Describe<V> | undefined,
  mine: V,
  theirs: V,
): ConflictRow[] {
  if (describe === undefined) return []
  const [here, there] = [describe(mine, theirs), describe(theirs, mine)]
  return keysOf(here as V)
    .filter((key) => !isSame(mine[key], theirs[key]))
    .flatMap((key) => {
      const [ours, others] = [here[key], there[key]]
      if ('parts' in ours && 'parts' in others)
        return partRows(ours, others, partsOf(mine, key), partsOf(theirs, key))
      return 'parts' in ours || 'parts' in others
        ? []
        : [{ label: ours.label, mine: ours.value, theirs: others.value }]
    })
}

function partRows(
  ours: PartsInWords,
  others: PartsInWords,
  mine: Record<string, unknown>,
  theirs: Record<string, unknown>,
): ConflictRow[] {
  return keysOf(ours.parts, others.parts)
    .filter((key) => !isSame(mine[key], theirs[key]))
    .flatMap((key) => {
      const label = ours.parts[key]?.label ?? others.parts[key]?.label
      return label === undefined
        ? []
        : [{ label, mine: ours.parts[key]?.value, theirs: others.parts[key]?.value }]
    })
}
