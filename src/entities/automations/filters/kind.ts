import type { BlankFilter, FilterKind } from '#contract/automation/filters.ts'
import type { BlankControls } from '../blankControl.ts'
import type { BlankTexts } from '../clause.ts'
import type { FilterWords } from '../useWords.ts'
import type { Box } from '../storedVerdict.ts'

interface VerdictText {
  /** Omit for the name of the kind. */
  label?: string
  wanted: string
  saw: string
}

export interface FilterPage<K extends FilterKind> {
  /** The text of each blank in the phrase of the filter, such as 'the score is …'. */
  sentence(filter: BlankFilter<K>, words: FilterWords): BlankTexts
  blanks: BlankControls<BlankFilter<K>>
  /** A stored verdict as text. Old runs have their own shape, so each field is checked. */
  verdict(
    verdict: { expected: Box; saw: unknown; passed: boolean },
    words: FilterWords,
  ): VerdictText
}
