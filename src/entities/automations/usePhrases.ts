/** The blanks of an automation's sentence in words of the language. */
import { useTranslation } from 'react-i18next'
import type { AutomationFilter } from '#contract/automation/filters'
import type { FilterObject } from '#contract/filter'
import { useFormat } from '../../lib/format.tsx'
import { namedLists, type Names } from './names.ts'

type ScoreFilter = Extract<AutomationFilter, { kind: 'score' }>

export interface Phrases {
  /** 'less than 60' */
  score(filter: {
    operator: ScoreFilter['operator']
    value: number
    to?: number | undefined
  }): string
  /** 'any equipment or location', or what the filter asks for. */
  objects(filter: FilterObject, names: Names): string
}

export function usePhrases(): Phrases {
  const { t } = useTranslation(['automations', 'entities'])
  const format = useFormat()
  return {
    score(filter) {
      return t(`score.${filter.operator}`, {
        value: format.number(filter.value),
        to: format.number(filter.to ?? 0),
      })
    },
    objects(filter, names) {
      const lists = namedLists(filter, names, t('entities:unseen'))
      const words = lists.map((list) =>
        t(`entities:summary_${list.key}`, { names: format.list(list.names, 'disjunction') }),
      )
      if (words.length === 0) return t('objects.any')
      return lists[0]?.key === 'equipmentIds'
        ? format.list(words)
        : t('objects.some', { list: format.list(words) })
    },
  }
}
