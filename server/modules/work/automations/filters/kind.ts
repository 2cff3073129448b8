/** What a filter kind declares on the server. `../filters.ts` gathers the kinds. */
import type { FilterByKind, FilterKind } from '#contract/automation/filters.ts'
import type { Reference, ReferenceKind } from '#contract/journal/references.ts'
import type { CheckContext } from '../checkContext.ts'

/** What a filter expected, or saw. Verdicts of older versions may have other keys. */
export type VerdictSide = Readonly<Record<string, unknown>>

export interface ServerFilter<K extends FilterKind> {
  /** References and blanks are checked for every kind. This checks the rest of a draft. */
  check?(filter: FilterByKind<K>, context: CheckContext): void
  /** References in a stored verdict. They are resolved to names. */
  verdictReferences(sides: readonly VerdictSide[], saw: unknown): Reference[]
}

/** Returns the references at the keys, each an id or a list of ids. */
export const referencesAtKeys = (
  side: VerdictSide,
  kind: ReferenceKind,
  ...keys: readonly string[]
): Reference[] =>
  keys
    .flatMap((key) => [side[key]].flat())
    .filter((id): id is number => typeof id === 'number')
    .map((id) => ({ kind, id }))

/** `saw` is a list of used items. */
export const referencesOfUsedItems: ServerFilter<FilterKind>['verdictReferences'] = (sides, saw) =>
  [...sides, ...(Array.isArray(saw) ? (saw as VerdictSide[]) : [])].flatMap((side) =>
    referencesAtKeys(side, 'inventoryItem', 'itemId'),
  )
