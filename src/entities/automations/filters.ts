/**
 * Registry of filter kinds on the page. A new kind needs one file and one entry here; a missing kind
 * does not compile.
 */
import { isFilterKind, type BlankFilter, type FilterKind } from '#contract/automation/filters.ts'
import type { OwnBlanks } from './blankControl.ts'
import type { Clause, FilterClauseKey } from './clause.ts'
import { answer } from './filters/answer.ts'
import { discardedDoses } from './filters/discardedDoses.ts'
import { inventory } from './filters/inventory.ts'
import type { FilterPage } from './filters/kind.ts'
import { objects } from './filters/objects.ts'
import { performer } from './filters/performer.ts'
import { score } from './filters/score.ts'
import { time } from './filters/time.ts'
import type { FilterWords } from './useWords.ts'

export const filterPages = {
  objects,
  score,
  time,
  answer,
  inventory,
  discardedDoses,
  performer,
} satisfies { [K in FilterKind]: FilterPage<K> }

type Own<K extends keyof typeof filterPages> = OwnBlanks<(typeof filterPages)[K]['blanks']>
export type OwnFilterBlanks = {
  [K in keyof typeof filterPages as [Own<K>] extends [never] ? never : K]: Own<K>
}

/** A newer server may send other kinds. */
export function filterClause(
  filter: { kind: string },
  words: FilterWords,
): Clause<FilterClauseKey> {
  const { kind } = filter
  if (!isFilterKind(kind)) return { key: 'unknown', blanks: {} }
  // The cast is safe because `kind` pairs filter and entry.
  const page = filterPages[kind] as unknown as FilterPage<FilterKind>
  return { key: kind, blanks: page.sentence(filter as BlankFilter, words) }
}
