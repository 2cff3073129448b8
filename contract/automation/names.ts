/**
 * Paths of the references in a filter or an action. Collecting, replacing and removing references
 * follow from the paths, so no kind implements them itself.
 */
import type { Reference, ReferenceKind } from '#contract/journal/references.ts'

/**
 * Dotted paths to an id or a list of ids, with the kind of the ids. A path may be absent from a
 * value.
 */
export type NamePaths = Readonly<Record<string, ReferenceKind>>
type Box = Readonly<Record<string, unknown>>

const isBox = (value: unknown): value is Box =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function at(value: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((inner, key) => (isBox(inner) ? inner[key] : undefined), value)
}

const idsAt = (value: unknown, path: string): number[] =>
  [at(value, path)].flat().filter((id) => typeof id === 'number')

export function referencesAt(value: object, paths: NamePaths): Reference[] {
  return Object.entries(paths).flatMap(([path, kind]) =>
    idsAt(value, path).map((id) => ({ kind, id })),
  )
}

export interface Replacement {
  kind: ReferenceKind
  from: number
  to: number | null
}

/** Returns a copy with one id replaced. A list that contained both ids keeps the new id once. */
export function replaceAt<T extends object>(
  value: T,
  paths: NamePaths,
  { kind, from, to }: Replacement,
): T {
  return Object.entries(paths).reduce<T>(
    (whole, [path, its]) =>
      its === kind && idsAt(whole, path).includes(from)
        ? swap(whole, path.split('.'), from, to)
        : whole,
    value,
  )
}

function swap<T>(
  value: T,
  [key = '', ...rest]: readonly string[],
  from: number,
  to: number | null,
): T {
  const box = value as Box
  const inner = box[key]
  const next =
    rest.length > 0
      ? swap(inner, rest, from, to)
      : Array.isArray(inner)
        ? [
            ...new Set(
              inner.flatMap((id: unknown) => (id !== from ? [id] : to === null ? [] : [to])),
            ),
          ]
        : inner === from
          ? to
          : inner
  return { ...box, [key]: next } as T
}

/** Returns whether removing the reference leaves an empty list at one of these paths. */
export function leavesEmptyList(
  value: object,
  paths: NamePaths,
  among: readonly string[],
  { kind, id }: Reference,
): boolean {
  return among.some(
    (path) =>
      paths[path] === kind &&
      idsAt(value, path).length > 0 &&
      idsAt(value, path).every((one) => one === id),
  )
}
