import { scoreOperators } from '#contract/automation/filters/score.ts'
import { numberOf, memberOrUndefined } from '../storedVerdict.ts'
import type { FilterPage } from './kind.ts'

export const score = {
  sentence: (filter, { phrases }) => ({
    score: { words: phrases.score(filter) },
  }),
  blanks: { score: 'own' },
  verdict({ expected, saw }, { t, format, phrases }) {
    const to = numberOf(expected['to'])
    return {
      wanted: phrases.score({
        operator: memberOrUndefined(scoreOperators, expected['operator']) ?? 'lessThan',
        value: numberOf(expected['value']) ?? 0,
        ...(to === null ? {} : { to }),
      }),
      saw: typeof saw === 'number' ? format.number(saw) : t('verdict.noScore'),
    }
  },
} satisfies FilterPage<'score'>
