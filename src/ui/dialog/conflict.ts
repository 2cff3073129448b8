import type { ReactNode } from 'react'
import type { ConflictRow } from './ConflictDialog.tsx'

interface InWords {
  label: string
  value: ReactNode
}
/** A field whose parts are edited separately, such as the metadata of equipment. */
interface PartsInWords {
  parts: Readonly<Record<string, InWords>>
}

export type FieldsInWords<V extends object> = {
  [K in keyof V]-?: V[K] extends Record<string, unknown> ? InWords | PartsInWords : InWords
}

export const toRows = <V extends object>(words: FieldsInWords<V>): InWords[] =>
  (Object.values(words) as (InWords | PartsInWords)[]).flatMap((field) =>
    'parts' in field ? Object.values(field.parts) : [field],
  )

/** `other`: the version to compare with, for details that matter only side by side. */
export type Describe<V extends object> = (values: V, other?: V) => FieldsInWords<V>

const held = (value: unknown) => (value === '' || value === undefined ? null : value)
const isSame = (one: unknown, other: unknown) =>
  JSON.stringify(held(one)) === JSON.stringify(held(other))
export const sameValues = <V extends object>(one: V, other: V): boolean =>
  keysOf(one, other).every((key) => isSame(one[key], other[key]))

const keysOf = <V extends object>(...versions: readonly V[]) => [
  ...new Set(versions.flatMap((version) => Object.keys(version) as (keyof V)[])),
]

/**
 * Keeps only our changes since `from`; all else stays as the other person saved it. `together`: if
 * one field is ours, all are. `apart`: each part is merged separately.
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

/** The parts of a field. FieldsInWords allows only such fields in `apart`. */
const partsOf = <V extends object>(values: V, key: keyof V) =>
  (values[key] ?? {}) as Record<string, unknown>

export const fieldsApart = <V extends object>(words: FieldsInWords<V>): (keyof V)[] =>
  keysOf(words as V).filter((key) => 'parts' in words[key])

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
