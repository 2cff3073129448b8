/** Each kind of filter as a phrase: 'the score is …', 'it was done by …'. */
import { useTranslation } from 'react-i18next'
import type { BlankFilter } from '#contract/automation/filters.ts'
import type { FilterObject } from '#contract/filter.ts'
import { useFormat } from '#lib/format.tsx'
import { weekdayName } from '#lib/week.ts'
import type { FilterClauses } from './clause.ts'
import type { Names } from './names.ts'
import { useNaming } from './useNaming.ts'
import { usePhrases } from './usePhrases.ts'

export function useFilterClauses(names: Names): FilterClauses {
  const { t } = useTranslation('automations')
  const phrases = usePhrases()
  const naming = useNaming(names)
  const times = useTimeLabels()
  const answers = useAnswerLabels(names)
  const amounts = useAmountLabels()
  return {
    objects: ({ filter }) => ({
      key: 'objects',
      blanks: { objects: { words: phrases.objects(filter as FilterObject, names) } },
    }), // A draft's plain numbers are not branded
    score: (filter) => ({ key: 'score', blanks: { score: { words: phrases.score(filter) } } }),
    time: (filter) => ({
      key: 'time',
      blanks: {
        days: { words: times.days(filter.days) },
        hours: { words: times.hours(filter.from, filter.to) },
      },
    }),
    answer: (filter) => ({
      key: 'answer',
      blanks: {
        question: naming.one('surveyQuestion', filter.questionId, t('choose.question')),
        answer: {
          words: answers(filter),
          isMissing: filter.answerIds.some((id) => names.isMissing('surveyAnswer', id)),
          isOpen: asksForChoices(filter) && filter.answerIds.length === 0,
        },
      },
    }),
    inventory: (filter) => ({
      key: 'inventory',
      blanks: {
        item: naming.oneOrAll('inventoryItem', filter.itemId, t('anyItem')),
        amount: { words: amounts(filter) },
      },
    }),
    discardedDoses: ({ itemId }) => ({
      key: 'discardedDoses',
      blanks: { item: naming.oneOrAll('inventoryItem', itemId, t('anyItem')) },
    }),
    performer: ({ userIds, roleIds }) => ({
      key: 'performer',
      blanks: { people: usersAndRoles(naming, userIds, roleIds, t('choose.people'), names) },
    }),
  }
}

const asksForChoices = ({ operator }: BlankFilter<'answer'>) =>
  operator === 'isAnyOf' || operator === 'isNoneOf'

function usersAndRoles(
  naming: ReturnType<typeof useNaming>,
  userIds: readonly number[],
  roleIds: readonly number[],
  otherwise: string,
  names: Names,
) {
  if (userIds.length === 0) return naming.many('role', roleIds, otherwise)
  if (roleIds.length === 0) return naming.many('user', userIds, otherwise)
  const [users, roles] = [
    naming.many('user', userIds, otherwise),
    naming.many('role', roleIds, otherwise),
  ]
  return {
    words: `${roles.words}, ${users.words}`,
    isMissing:
      userIds.some((id) => names.isMissing('user', id)) ||
      roleIds.some((id) => names.isMissing('role', id)),
  }
}

/** 'a weekday', 'Saturday or Sunday'; 'from 08:00 to 16:00'. */
export function useTimeLabels() {
  const { t } = useTranslation('automations')
  const format = useFormat()
  return {
    days(days: readonly number[]): string {
      if (days.length === 0 || days.length === 7) return t('time.anyDay')
      return days.length === 5 && [1, 2, 3, 4, 5].every((day) => days.includes(day))
        ? t('time.weekdays')
        : format.list(
            days.map((day) => weekdayName(format.locale, day)),
            'disjunction',
          )
    },
    hours(from: string | null, to: string | null): string {
      if (from === null) return to === null ? t('time.anyTime') : t('time.until', { to })
      return to === null ? t('time.from', { from }) : t('time.between', { from, to })
    },
  }
}

export function useAnswerLabels(names: Names) {
  const { t } = useTranslation('automations')
  const naming = useNaming(names)
  const phrases = usePhrases()
  return ({
    operator,
    answerIds,
    value,
    to,
  }: Pick<BlankFilter<'answer'>, 'operator' | 'answerIds' | 'value' | 'to'>): string => {
    switch (operator) {
      case 'isAnyOf':
        return naming.many('surveyAnswer', answerIds, t('choose.answer')).words
      case 'isNoneOf':
        return t('answer.isNoneOf', {
          answers: naming.many('surveyAnswer', answerIds, t('choose.answer')).words,
        })
      case 'answered':
      case 'notAnswered':
        return t(`answer.${operator}`)
      default:
        return phrases.score({ operator, value: value ?? 0, ...(to === null ? {} : { to }) })
    }
  }
}

export function useAmountLabels() {
  const { t } = useTranslation('automations')
  const format = useFormat()
  return ({
    operator,
    value,
    to,
  }: Pick<BlankFilter<'inventory'>, 'operator' | 'value' | 'to'>): string =>
    t(`amount.${operator}`, { value: format.number(value), to: format.number(to ?? value) })
}
