import { isFilterKind, type FilterKind } from '#contract/automation/filters.ts'
import { guardKinds } from '#contract/automation/match.ts'
import { filterPages } from './filters.ts'
import { namesOf, type NamedReference } from './names.ts'
import { asObject } from './storedVerdict.ts'
import { useFilterWords } from './useWords.ts'

export interface Verdict {
  kind: string
  expected: unknown
  saw: unknown
  passed: boolean
}

export function useVerdictLabels(
  named: readonly NamedReference[],
): (verdict: Verdict) => { label: string; wanted: string | null; saw: string } {
  const words = useFilterWords(namesOf({ names: [...named], missing: [] }))
  const label = (kind: FilterKind | 'unknown') => words.t(`filterName.${kind}`)
  return ({ kind, expected, saw, passed }) => {
    const guard = guardKinds.find((one) => one === kind)
    if (guard !== undefined) return { label: words.t(`guard.${guard}`), wanted: null, saw: '' }
    return isFilterKind(kind)
      ? {
          label: label(kind),
          ...filterPages[kind].verdict({ expected: asObject(expected), saw, passed }, words),
        }
      : { label: label('unknown'), wanted: '–', saw: '–' }
  }
}
