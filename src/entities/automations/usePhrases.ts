import { useTranslation } from 'react-i18next'
import type { Automation } from '#contract/automation/automation.ts'
import type { AutomationFilter } from '#contract/automation/filters.ts'
import type { FilterObject } from '#contract/filter.ts'
import { useFormat } from '#lib/format.tsx'
import { namesByFilter, type Names } from './names.ts'

type ScoreFilter = Extract<AutomationFilter, { kind: 'score' }>

export interface Phrases {
  score(filter: {
    operator: ScoreFilter['operator']
    value: number
    to?: number | undefined
  }): string
  objects(filter: FilterObject, names: Names, procedure?: PerformedOn): string
}

/** The procedure's target; anything if omitted. */
export interface PerformedOn {
  target?: NonNullable<Automation['procedure']>['target']
  equipmentTypes?: readonly { name: string }[]
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
    objects(filter, names, { target = 'either', equipmentTypes = [] } = {}) {
      const lists = namesByFilter(filter, names, t('entities:unseen'))
      const words = lists.map((list) =>
        t(`entities:summary_${list.key}`, { names: format.list(list.names, 'disjunction') }),
      )
      if (words.length === 0) {
        if (target === 'location') return t('objects.location')
        if (equipmentTypes.length === 0)
          return t(target === 'equipment' ? 'objects.equipment' : 'objects.any')
        const types = format.list(
          equipmentTypes.map(({ name }) => name),
          'disjunction',
        )
        return t(target === 'equipment' ? 'objects.ofTypes' : 'objects.ofTypesOrLocation', {
          types,
        })
      }
      return lists[0]?.key === 'equipmentIds'
        ? format.list(words)
        : t('objects.some', { list: format.list(words) })
    },
  }
}
