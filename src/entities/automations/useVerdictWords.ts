/** What a filter wanted and what it saw, in words. Runs are kept as they were, so their shape is looked at, not trusted. */
import { useTranslation } from 'react-i18next'
import { usePhrases, type ScoreFilter } from './usePhrases.ts'
import { useFormat } from '../../lib/format.tsx'

interface Verdict { kind: string; expected: unknown; saw: unknown; passed: boolean }

export function useVerdictWords(): (verdict: Verdict) => string {
  const { t } = useTranslation('automations')
  const phrases = usePhrases()
  const format = useFormat()
  return ({ kind, expected, saw, passed }) => {
    if (kind === 'score' && isScoreQuestion(expected)) {
      const wanted = phrases.score(expected)
      return typeof saw === 'number' ? t('verdict.score', { wanted, saw: format.number(saw) }) : t('verdict.noScore', { wanted })
    }
    return passed ? t('verdict.objectsFit') : t('verdict.objectsDiffer')
  }
}

const operators: readonly unknown[] = ['lessThan', 'equal', 'greaterThan', 'range'] satisfies ScoreFilter['operator'][]

function isScoreQuestion(value: unknown): value is Pick<ScoreFilter, 'operator' | 'value' | 'to'> {
  return typeof value === 'object' && value !== null && 'operator' in value && operators.includes(value.operator)
    && 'value' in value && typeof value.value === 'number'
}
