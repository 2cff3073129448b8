/**
 * A filter's expectation and observation as text. Old runs keep their shape, so this validates it.
 */
import { useTranslation } from 'react-i18next'
import type { FilterKind } from '#contract/automation/filters.ts'
import { answerOperators } from '#contract/automation/filters/answer.ts'
import { inventoryOperators } from '#contract/automation/filters/inventory.ts'
import { scoreOperators } from '#contract/automation/filters/score.ts'
import { filterKeys, type FilterObject } from '#contract/filter.ts'
import { useFormat } from '#lib/format.tsx'
import { weekdayName } from '#lib/week.ts'
import { knownFilter } from './clause.ts'
import { namesOf, type NamedReference } from './names.ts'
import { useNaming } from './useNaming.ts'
import { usePhrases } from './usePhrases.ts'
import { useAmountLabels, useAnswerLabels, useTimeLabels } from './useFilterClauses.ts'

export interface Verdict {
  kind: string
  expected: unknown
  saw: unknown
  passed: boolean
}
type Box = Record<string, unknown>

const boxOf = (value: unknown): Box =>
  // An object; its fields are checked one by one.
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Box) : {}
const idsOf = (value: unknown): number[] =>
  Array.isArray(value) ? value.filter((id) => typeof id === 'number') : []
const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null)
const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)
const oneOf = <T extends string>(values: readonly T[], value: unknown): T | undefined =>
  values.find((one) => one === value)

export function useVerdictLabels(
  named: readonly NamedReference[],
): (verdict: Verdict) => { label: string; wanted: string; saw: string } {
  const { t } = useTranslation(['automations', 'entities'])
  const format = useFormat()
  const names = namesOf({ names: [...named], missing: [] })
  const naming = useNaming(names)
  const phrases = usePhrases()
  const times = useTimeLabels()
  const answers = useAnswerLabels(names)
  const amounts = useAmountLabels()

  const objects = (expected: Box, saw: Box) => {
    const asked = filterKeys.filter((key) => idsOf(expected[key]).length > 0)
    const ofSeen = Object.fromEntries(
      asked.map((key) => [
        key,
        key === 'locationIds' ? idsOf(saw[key]).slice(-1) : idsOf(saw[key]),
      ]),
    ) as FilterObject // A location's label includes its path
    return {
      wanted: phrases.objects(expected as FilterObject, names),
      saw: asked.every((key) => idsOf(saw[key]).length === 0)
        ? t('verdict.nothing')
        : phrases.objects(ofSeen, names),
    }
  }
  const answerSeen = (saw: Box): string => {
    if (typeof saw['kind'] !== 'string') return t('verdict.noAnswer')
    const ids = [...idsOf(saw['answerIds']), ...idsOf([saw['answerId']])]
    if (ids.length > 0) return naming.many('surveyAnswer', ids, '', 'conjunction').words
    const userId = numberOf(saw['userId'])
    return userId !== null
      ? naming.nameOf('user', userId)
      : numberOf(saw['value']) !== null
        ? format.number(numberOf(saw['value']) ?? 0)
        : (textOf(saw['text']) ?? textOf(saw['date']) ?? t('answer.answered'))
  }
  const used = (saw: unknown, kind: 'amount' | 'discardedDoses'): string => {
    const lines = Array.isArray(saw) ? saw.map(boxOf) : []
    return lines.length === 0
      ? t('verdict.nothing')
      : format.list(
          lines.map(
            (line) =>
              `${naming.nameOf('inventoryItem', numberOf(line['itemId']) ?? 0)}: ${format.number(numberOf(line[kind]) ?? 0)}`,
          ),
        )
  }
  const people = (side: Box): string => {
    const users = [...idsOf(side['userIds']), ...idsOf([side['userId']])].map((id) =>
      naming.nameOf('user', id),
    )
    return format.list(
      [...idsOf(side['roleIds']).map((id) => naming.nameOf('role', id)), ...users],
      'disjunction',
    )
  }

  return ({ kind, expected: wantedRaw, saw: sawRaw, passed }) => {
    const [expected, saw] = [boxOf(wantedRaw), boxOf(sawRaw)]
    const label = (key: FilterKind | 'unknown') => t(`filterName.${key}`)
    const known = knownFilter(kind)
    switch (known) {
      case 'score': {
        const operator = oneOf(scoreOperators, expected['operator']) ?? 'lessThan'
        const to = numberOf(expected['to'])
        return {
          label: label('score'),
          wanted: phrases.score({
            operator,
            value: numberOf(expected['value']) ?? 0,
            ...(to === null ? {} : { to }),
          }),
          saw: typeof sawRaw === 'number' ? format.number(sawRaw) : t('verdict.noScore'),
        }
      }
      case 'objects':
        return { label: label('objects'), ...objects(expected, saw) }
      case 'time': {
        const minute = numberOf(saw['minute']) ?? 0
        const at = `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
        return {
          label: label('time'),
          wanted: `${times.days(idsOf(expected['days']))} ${times.hours(textOf(expected['from']), textOf(expected['to']))}`,
          saw: `${weekdayName(format.locale, numberOf(saw['weekday']) ?? 0)} ${at}`,
        }
      }
      case 'answer': {
        const filter = {
          operator: oneOf(answerOperators, expected['operator']) ?? 'answered',
          answerIds: idsOf(expected['answerIds']),
          value: numberOf(expected['value']),
          to: numberOf(expected['to']),
        }
        return {
          label: naming.nameOf('surveyQuestion', numberOf(expected['questionId']) ?? 0),
          wanted: answers(filter),
          saw: answerSeen(saw),
        }
      }
      case 'inventory': {
        const operator = oneOf(inventoryOperators, expected['operator']) ?? 'equal'
        return {
          label: label('inventory'),
          wanted: amounts({
            operator,
            value: numberOf(expected['value']) ?? 0,
            to: numberOf(expected['to']),
          }),
          saw: used(sawRaw, 'amount'),
        }
      }
      case 'discardedDoses':
        return {
          label: label('discardedDoses'),
          wanted: t('verdict.moreThanNone'),
          saw: used(sawRaw, 'discardedDoses'),
        }
      case 'performer':
        return {
          label: label('performer'),
          wanted: people(expected),
          saw: people({ ...saw, roleIds: passed ? idsOf(saw['roleIds']) : [] }),
        }
      case 'unknown':
        return { label: label('unknown'), wanted: '–', saw: '–' }
    }
  }
}
