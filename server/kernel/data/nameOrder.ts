import type { SQL, SQLWrapper } from 'drizzle-orm'
import type { Language } from '#contract/languages.ts'
import { compareCodes, nameOrder } from '#contract/rules/inOrder.ts'
import { nameSortKey } from '#db/nameOrder.ts'

export interface Reader {
  actor: { language: Language }
}

/** What a list sorts by in place of the name. Ascending unless it is wrapped in `desc`. */
export const byName = ({ actor }: Reader, name: SQLWrapper): SQL =>
  nameSortKey(actor.language, name)

/** Two different spellings never compare as equal, so sorted lists can be compared. */
export const nameComparison = (reader: Reader): ((one: string, other: string) => number) => {
  const { compare } = nameCollator(reader)
  return (one, other) => compare(one, other) || compareCodes(one, other)
}

/** Sorts rows that a handler has completely, never a page of a longer list. */
export const nameCollator = ({ actor }: Reader): Intl.Collator => nameOrder(actor.language)
