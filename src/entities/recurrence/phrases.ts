/**
 * The phrases of a rule in the language. Declined forms are whole texts in the locale file: a
 * weekday after 'every', after 'on', and after 'the second'.
 */
import { dateFormat, pluralRules } from '#contract/formatters.ts'
import type { Translate } from '#lib/i18n/translate.ts'
import { weekdays as week, type Weekday } from '#contract/recurrence/wall.ts'
import type { Phrase, WordUnit } from '#contract/recurrence/phrases.ts'
import type { Format } from '#lib/format.tsx'

type T = Translate<'recurrence'>

const everyMany = {
  year: 'everyYears',
  month: 'everyMonths',
  week: 'everyWeeks',
  day: 'everyDays',
  hour: 'everyHours',
  minute: 'everyMinutes',
} as const satisfies Record<WordUnit, string>
const ordinalNames = {
  1: 'first',
  2: 'second',
  3: 'third',
  4: 'fourth',
  5: 'fifth',
  [-1]: 'last',
  [-2]: 'secondLast',
} as const
type Named = keyof typeof ordinalNames

export function phraseWriter(t: T, format: Format): (phrase: Phrase) => string {
  const list = (items: readonly string[]) => format.list(items)
  const nth = ordinalWriter(t, format)
  const countedFromEnd = (numbers: readonly number[]) =>
    list(
      inOrder(numbers).map((value) =>
        value < 0 ? t('numberFromEnd', { n: String(-value) }) : String(value),
      ),
    )
  return (phrase) => {
    switch (phrase.kind) {
      case 'every':
        return phrase.count === 1
          ? t(`every.${phrase.unit}`)
          : t(everyMany[phrase.unit], { count: phrase.count })
      case 'everyWeekdays':
        return t('everyWeekdays', {
          weekdays: list(inWeek(phrase.weekdays, format).map((day) => t(`weekday.every.${day}`))),
        })
      case 'everySecond':
        return t(`everySecond.${genderOf(phrase.weekday, t)}`, {
          weekday: t(`weekday.name.${phrase.weekday}`),
        })
      case 'weekdayRange':
        return t(`weekdayRange.${phrase.range}`)
      case 'fromTo':
        return t(`fromTo.${phrase.range}`)
      case 'onWeekdays':
      case 'onlyWeekdays':
        return t(phrase.kind, {
          weekdays: list(inWeek(phrase.weekdays, format).map((day) => t(`weekday.on.${day}`))),
        })
      case 'amongWeekdays':
        return t('amongWeekdays', { weekdays: oneOf(phrase.weekdays, format) })
      case 'onPositions':
        return t('onPositions', {
          positions: list(phrase.positions.map((position) => nth.dayPosition(position))),
        })
      case 'onNthWeekdays':
        return [
          list(phrase.days.map(({ weekday, ordinal }) => nth.weekday(weekday, ordinal))),
          ...(phrase.ofYear ? [t('ofYear')] : []),
        ].join(' ')
      case 'onMonthDays':
        return monthDays(phrase.days, t, format)
      case 'onYearDays':
        return t('onYearDays', { count: phrase.days.length, days: countedFromEnd(phrase.days) })
      case 'onDates':
        return t('onDates', {
          dates: list(phrase.dates.map(({ month, day }) => dateInYear(month, day, format))),
        })
      case 'inEveryMonth':
        return t('inEveryMonth')
      case 'inMonths':
        return t('inMonths', {
          months: list(inOrder(phrase.months).map((month) => t(`month.${monthKey(month)}`))),
        })
      case 'inWeeks':
        return t('inWeeks', { count: phrase.weeks.length, weeks: countedFromEnd(phrase.weeks) })
      case 'atTimes':
        return t('atTimes', {
          count: phrase.times.length,
          ...softFor(softHours, Number(phrase.times[0]?.slice(0, 2)), format),
          times: list(phrase.times.map((time) => clock(time, format))),
        })
      case 'timesADay':
        return t('timesADay', {
          count: phrase.count,
          from: clock(phrase.from, format),
          to: clock(phrase.to, format),
        })
      case 'hoursRange':
        return t('hoursRange', { from: clock(phrase.from, format), to: clock(phrase.to, format) })
      case 'inHours':
        return t('inHours', {
          hours: list(
            phrase.hours.map(({ from, to }) => `${clock(from, format)}–${clock(to, format)}`),
          ),
        })
      case 'atMinutes':
        return t('atMinutes', {
          count: phrase.minutes.length,
          ...softFor(softOrdinals, phrase.minutes[0], format),
          minutes: list(inOrder(phrase.minutes).map(String)),
        })
      case 'positions':
        return t(`positions.${phrase.of}`, {
          positions: list(phrase.positions.map((position) => nth.position(position))),
        })
    }
  }
}

interface Ordinals {
  weekday(weekday: Weekday, ordinal: number): string
  position(position: number): string
  /** The form of a position before 'day'. */
  dayPosition(position: number): string
  /** A day of the month, such as 15th, 15-го, 15. */
  monthDay(day: number): string
  /** The number in 'the 20th Monday', for example. */
  number(value: number): string
}

function ordinalWriter(t: T, { locale }: Format): Ordinals {
  const rules = pluralRules(locale, { type: 'ordinal' })
  const form = (value: number) => {
    const category = rules.select(value)
    return category === 'one' || category === 'two' || category === 'few' ? category : 'other'
  }
  const monthDay = (day: number) => t(`dayForm.${form(day)}`, { n: String(day) })
  const number = (value: number) => t(`numberForm.${form(value)}`, { n: String(value) })
  return {
    monthDay,
    number,
    weekday(weekday, ordinal) {
      const words = { weekday: t(`weekday.name.${weekday}`), nth: number(Math.abs(ordinal)) }
      return t(`nth.${genderOf(weekday, t)}.${ordinalName(ordinal)}`, words)
    },
    dayPosition: (position) =>
      t(`dayPosition.${ordinalName(position)}`, { nth: number(Math.abs(position)) }),
    position: (position) =>
      t(`position.${ordinalName(position)}`, { nth: number(Math.abs(position)) }),
  }
}

function ordinalName(ordinal: number) {
  return isNamed(ordinal)
    ? ordinalNames[ordinal]
    : ordinal > 0
      ? ('number' as const)
      : ('fromEnd' as const)
}
const isNamed = (ordinal: number): ordinal is Named => ordinal in ordinalNames

/** Formats days of the month: 'on the 1st and 15th and on the last day of the month'. */
export function monthDays(among: readonly number[], t: T, format: Format): string {
  const nth = ordinalWriter(t, format)
  const days = inOrder(among)
  const counted = days.filter((day) => day > 0)
  const phrases =
    counted.length === 0
      ? []
      : [t('onMonthDays', { count: counted.length, days: format.list(counted.map(nth.monthDay)) })]
  const fromEnd = days
    .filter((day) => day < 0)
    .map((day) =>
      day === -1
        ? t('lastMonthDay')
        : day === -2
          ? t('monthDaySecondFromEnd')
          : t('monthDayFromEnd', { nth: nth.number(-day) }),
    )
  return format.list([...phrases, ...fromEnd])
}

/** Sorts positions from the start first, then positions from the end. */
const inOrder = (numbers: readonly number[]) =>
  numbers.toSorted((a, b) => (a < 0 === b < 0 ? a - b : b - a))

/** Czech 've dvě', 've dvanáct', but 'v jednu': the preposition depends on the spoken number. */
const softHours: SoftNumbers = { cs: [2, 3, 4, 12, 13, 14, 20, 21, 22, 23] }
const softOrdinals: SoftNumbers = {
  cs: [2, 3, 4, 12, 13, 14, ...Array.from({ length: 30 }, (_each, index) => 20 + index)],
  sk: [4],
}
type SoftNumbers = Partial<Record<Format['language'], readonly number[]>>
const softFor = (
  numbers: SoftNumbers,
  first: number | undefined,
  { language }: Format,
): { context?: 'soft' } =>
  first !== undefined && numbers[language]?.includes(first) === true ? { context: 'soft' } : {}

function genderOf(weekday: Weekday, t: T): 'm' | 'f' | 'n' {
  const gender = t(`weekday.gender.${weekday}`)
  return gender === 'f' || gender === 'n' ? gender : 'm'
}

/** Sorted by the reader's first day of the week. */
function inWeek(days: readonly Weekday[], { weekStart }: Format): Weekday[] {
  const place = (day: Weekday) => (week.indexOf(day) + 1 - weekStart + 7) % 7
  return days.toSorted((a, b) => place(a) - place(b))
}

/** Joins days with "or": 'Friday or Saturday'. */
export function oneOf(days: readonly Weekday[], format: Format): string {
  return format.list(
    inWeek(days, format).map((day) => weekdayName(day, format)),
    'disjunction',
  )
}

/** 1 January 2024 was a Monday. */
function weekdayName(day: Weekday, { locale }: Format): string {
  return dateFormat(locale, { weekday: 'long', timeZone: 'UTC' }).format(
    Date.UTC(2024, 0, 1 + week.indexOf(day)),
  )
}

function dateInYear(month: number, day: number, { locale }: Format): string {
  return dateFormat(locale, { month: 'long', day: 'numeric', timeZone: 'UTC' }).format(
    Date.UTC(2024, month - 1, day),
  )
}

function clock(time: string, { locale }: Format): string {
  return dateFormat(locale, {
    hour: '2-digit',
    minute: '2-digit',
    timeZone: 'UTC',
  }).format(new Date(`2024-01-01T${time}Z`))
}

const monthKeys = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11', '12'] as const
const monthKey = (month: number) => monthKeys[month - 1] ?? '1'
