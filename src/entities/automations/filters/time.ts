import { weekdayName } from '#lib/week.ts'
import { boxOf, idsOf, numberOf, textOf } from '../storedVerdict.ts'
import type { FilterWords } from '../useWords.ts'
import type { FilterPage } from './kind.ts'

export const time = {
  sentence: ({ days, from, to }, words) => ({
    days: { words: daysText(days, words) },
    hours: { words: hoursText(from, to, words) },
  }),
  blanks: { days: 'own', hours: 'own' },
  verdict({ expected, saw: sawRaw }, words) {
    const saw = boxOf(sawRaw)
    const minute = numberOf(saw['minute']) ?? 0
    const at = `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
    return {
      wanted: `${daysText(idsOf(expected['days']), words)} ${hoursText(textOf(expected['from']), textOf(expected['to']), words)}`,
      saw: `${weekdayName(words.format.locale, numberOf(saw['weekday']) ?? 0)} ${at}`,
    }
  },
} satisfies FilterPage<'time'>

/** 'a weekday', 'Saturday or Sunday'. */
function daysText(days: readonly number[], { t, format }: FilterWords): string {
  if (days.length === 0 || days.length === 7) return t('time.anyDay')
  return days.length === 5 && [1, 2, 3, 4, 5].every((day) => days.includes(day))
    ? t('time.weekdays')
    : format.list(
        days.map((day) => weekdayName(format.locale, day)),
        'disjunction',
      )
}

/** 'from 08:00 to 16:00'. */
function hoursText(from: string | null, to: string | null, { t }: FilterWords): string {
  if (from === null) return to === null ? t('time.anyTime') : t('time.until', { to })
  return to === null ? t('time.from', { from }) : t('time.between', { from, to })
}
