import { dateFormat, numberFormat, zonedFormat } from '#contract/formatters.ts'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { RruleDraft } from '#contract/rrules/rruleShapes.ts'
import { useFormat, type Format } from '#lib/format.tsx'

type Span = NonNullable<RruleDraft['every']>

const units = {
  years: 'year',
  months: 'month',
  weeks: 'week',
  days: 'day',
  hours: 'hour',
  minutes: 'minute',
} as const satisfies Record<Span['unit'], string>

export function useScheduleLabels() {
  const { t } = useTranslation(['schedules', 'common'])
  const format = useFormat()
  return useMemo(() => {
    const span = (value: Span | null): string => (value === null ? '—' : spanIn(format, value))
    const { long, wall } = momentsIn(format)
    return {
      span,
      /** Formats an instant as Tue, 1 Dec 2026, 08:00. */
      moment: (at: string): string => long.format(new Date(at)),
      /** Formats a local minute in the company's time zone. */
      wall: (local: string): string => wall.format(new Date(`${local.slice(0, 16)}Z`)),
      day: (local: string): string =>
        dateFormat(format.locale, {
          timeZone: 'UTC',
          year: 'numeric',
          month: 'short',
          day: 'numeric',
        }).format(new Date(`${local.slice(0, 10)}T00:00Z`)),
      deadline: (deadline: RruleDraft['deadline']): string => {
        if (deadline.kind === 'hours')
          return spanIn(format, { amount: deadline.hours, unit: 'hours' })
        if (deadline.kind === 'workingHours') return t('workingHours', { count: deadline.hours })
        return deadline.kind === 'custom' ? span(deadline) : t(`deadline.${deadline.kind}`)
      },
      reminder: (reminder: RruleDraft['reminder']): string =>
        reminder === null
          ? t('common:none')
          : t(`reminder.${reminder.from}In`, { span: spanIn(format, reminder) }),
    }
  }, [t, format])
}

const spanIn = ({ locale }: Format, { amount, unit }: Span): string =>
  numberFormat(locale, { style: 'unit', unit: units[unit], unitDisplay: 'long' }).format(amount)

function momentsIn({ locale, timeZone }: Format) {
  const parts = {
    weekday: 'short',
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  } as const
  return {
    long: zonedFormat(locale, timeZone, parts),
    wall: dateFormat(locale, { ...parts, timeZone: 'UTC' }),
  }
}
