import { zonedFormat } from '#contract/formatters.ts'
import type { Translate } from '#lib/i18n/translate.ts'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { DayOffRules } from '#contract/recurrence/calendar.ts'
import type { Rule } from '#contract/recurrence/rule.ts'
import type { RuleFault } from '#contract/recurrence/ruleLines.ts'
import { wordsOf, type Besides, type RulePhrase } from '#contract/recurrence/phrases.ts'
import { useFormat, type Format } from '#lib/format.tsx'
import { monthDays, oneOf, phraseWriter } from './phrases.ts'

export interface RecurringRule {
  rule: Rule
  start: string
  dayOff?: DayOffRules
}

/** Formats a rule: 'Every second Tuesday at 08:00, except holidays, until 31 Dec 2026'. */
export function useRuleSentence(): (rule: RecurringRule) => string {
  const { t } = useTranslation('recurrence')
  const format = useFormat()
  return useMemo(() => (rule) => ruleSentence(wordsOf(rule), t, format), [t, format])
}

export function ruleSentence(
  { main, besides }: RulePhrase,
  t: Translate<'recurrence'>,
  format: Format,
): string {
  const write = phraseWriter(t, format)
  const sentence = [
    main.map(write).join(' '),
    ...besides.map((phrase) => writeBesides(phrase, t, format)),
  ].join(t('clauseJoin'))
  return sentence.charAt(0).toLocaleUpperCase(format.locale) + sentence.slice(1)
}

function writeBesides(phrase: Besides, t: Translate<'recurrence'>, format: Format): string {
  switch (phrase.kind) {
    case 'exceptDates':
    case 'extraDates':
    case 'times':
      return t(`besides.${phrase.kind}`, { count: phrase.count })
    case 'whenWeekday':
      return t('whenWeekday', { weekdays: oneOf(phrase.weekdays, format) })
    case 'onlyMonthDays':
      return t('onlyMonthDays', { days: monthDays(phrase.days, t, format) })
    case 'until':
      return t('until', { date: writtenEnd(phrase.until, format) })
    default:
      return t(`besides.${phrase.kind}`)
  }
}

/**
 * The end of a rule. A local end is shown as it is, a UTC end in the company's time zone. An end
 * within a day includes the time.
 */
function writtenEnd(until: string, { locale, timeZone }: Format): string {
  const isUniversal = until.endsWith('Z')
  const zone = isUniversal ? timeZone : 'UTC'
  const instant = new Date(
    until.length === 10 ? `${until}T00:00Z` : isUniversal ? until : `${until}Z`,
  )
  const day = { year: 'numeric', month: 'short', day: 'numeric' } as const
  const lastsAllDay =
    until.length === 10 ||
    zonedFormat('en-GB', zone, { hour: '2-digit', minute: '2-digit' }).format(instant) === '23:59'
  return zonedFormat(
    locale,
    zone,
    lastsAllDay ? day : { ...day, hour: '2-digit', minute: '2-digit' },
  ).format(instant)
}

/** A rule's error as text: 'BYHOUR cannot be 24.' */
export function faultSentence(
  { code, part, value }: RuleFault,
  t: Translate<'recurrence'>,
): string {
  return t(`fault.${code}`, { part: part ?? '', value: value ?? '' })
}
