/** Names of everything an automation refers to, so that its sentence needs no further calls. */
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
  isLoading?: boolean
  /** Null if the name is unknown or still loading. */
  of(kind: ReferenceKind, id: number): string | null
  /** True if the entity is deleted; the name is then its last name. */
  isMissing(kind: ReferenceKind, id: number): boolean
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

export function namesByFilter(
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
