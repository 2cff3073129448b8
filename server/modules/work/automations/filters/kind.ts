import type { FilterByKind, FilterKind } from '#contract/automation/filters.ts'
import type { Reference, ReferenceKind } from '#contract/journal/references.ts'
import type { CheckContext } from '../checkContext.ts'

export type VerdictSide = Readonly<Record<string, unknown>>

export interface ServerFilter<K extends FilterKind> {
  check?(filter: FilterByKind<K>, context: CheckContext): void
  /** References in a stored verdict. They are resolved to names. */
  verdictReferences(sides: readonly VerdictSide[], saw: unknown): Reference[]
}

export const referencesAtKeys = (
  side: VerdictSide,
  kind: ReferenceKind,
  ...keys: readonly string[]
): Reference[] =>
  keys
    .flatMap((key) => [side[key]].flat())
    .filter((id): id is number => typeof id === 'number')
    .map((id) => ({ kind, id }))

export const referencesOfUsedItems: ServerFilter<FilterKind>['verdictReferences'] = (sides, saw) =>
  [...sides, ...(Array.isArray(saw) ? (saw as VerdictSide[]) : [])].flatMap((side) =>
    referencesAtKeys(side, 'inventoryItem', 'itemId'),
  )
