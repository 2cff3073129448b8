/**
 * Names of what an automation refers to, so that its sentence can be written without further calls.
 */
import type { Automation } from '#contract/automation/automation.ts'
import { kindOfKey } from '#contract/automation/filters.ts'
import { filterKeys, type FilterKey, type FilterObject } from '#contract/filter.ts'
import type { ReferenceKind } from '#contract/journal/references.ts'

export interface NamedReference {
  kind: ReferenceKind
  id: number
  name: string
}

export interface Names {
  /** Names are still on their way. */
  isLoading?: boolean
  /** Null where it is not known (yet). */
  of(kind: ReferenceKind, id: number): string | null
  /** Is it gone? Then the name is its last one. */
  isMissing(kind: ReferenceKind, id: number): boolean
  /** Is anything that a filter names gone? */
  anyMissing(filter: FilterObject): boolean
}

export function namesOf(automation: Pick<Automation, 'names' | 'missing'>): Names {
  const same = (kind: ReferenceKind, id: number) => (one: NamedReference) =>
    one.kind === kind && one.id === id
  const isMissing = (kind: ReferenceKind, id: number) => automation.missing.some(same(kind, id))
  return {
    of: (kind, id) =>
      [...automation.missing, ...automation.names].find(same(kind, id))?.name ?? null,
    isMissing,
    anyMissing: (filter) =>
      filterKeys.some((key) => filter[key]?.some((id) => isMissing(kindOfKey[key], id)) === true),
  }
}

/**
 * The lists of a filter that ask something, with the names of what they ask for; `unseen` stands
 * for what has none.
 */
export function namedLists(
  filter: FilterObject,
  names: Names,
  unseen: string,
): { key: FilterKey; names: string[] }[] {
  return filterKeys
    .map((key) => ({
      key,
      names: [...new Set((filter[key] ?? []).map((id) => names.of(kindOfKey[key], id) || unseen))],
    }))
    .filter((list) => list.names.length > 0)
}
