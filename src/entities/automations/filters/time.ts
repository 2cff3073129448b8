import { weekdayName } from '#lib/week.ts'
import { asObject, idsOf, numberOf, textOf } from '../storedVerdict.ts'
import type { FilterWords } from '../useWords.ts'
import type { FilterPage } from './kind.ts'

export const time = {
  sentence: ({ days, from, to }, words) => ({
    days: { words: daysText(days, words) },
    hours: { words: hoursText(from, to, words) },
  }),
  blanks: { days: 'own', hours: 'own' },
  verdict({ expected, saw: sawRaw }, words) {
    const saw = asObject(sawRaw)
    const minute = numberOf(saw['minute']) ?? 0
    const at = `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
    return {
      wanted: `${daysText(idsOf(expected['days']), words)} ${hoursText(textOf(expected['from']), textOf(expected['to']), words)}`,
      saw: `${weekdayName(words.format.locale, numberOf(saw['weekday']) ?? 0)} ${at}`,
    }
  },
} satisfies FilterPage<'time'>

/** Formats weekdays: 'Monday to Friday', 'Saturday or Sunday'. */
export function daysText(
  days: readonly number[],
  { t, format }: Pick<FilterWords, 't' | 'format'>,
): string {
  if (days.length === 0 || days.length === 7) return t('time.anyDay')
  const name = (day: number) => weekdayName(format.locale, day)
  const first = days.length < 3 ? undefined : days.find((day) => !days.includes((day + 6) % 7))
  const last = first === undefined ? 0 : (first + days.length - 1) % 7
  const isRun = days.every((day) => first !== undefined && (day - first + 7) % 7 < days.length)
  return isRun && first !== undefined
    ? t('time.days', { first: name(first), last: name(last) })
    : format.list(days.map(name), 'disjunction')
}

/** Formats a time range: 'from 08:00 to 16:00'. */
function hoursText(from: string | null, to: string | null, { t }: FilterWords): string {
  if (from === null) return to === null ? t('time.anyTime') : t('time.until', { to })
  return to === null ? t('time.from', { from }) : t('time.between', { from, to })
}
