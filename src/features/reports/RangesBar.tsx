import { calendarDay } from '#contract/formatters.ts'
import { Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MAX_RANGES } from '#contract/reports.ts'
import { useFormat } from '#lib/format.tsx'
import { dashPattern } from '#ui/charts/dashes.ts'
import { LineMark } from '#ui/charts/LineMark.tsx'
import { RangeField } from '#ui/dates/RangeField.tsx'
import {
  durations,
  isReversed,
  presetRanges,
  withRangeCount,
  type Duration,
  type RangeDraft,
} from './ranges.ts'
import { NeededNumber } from '#ui/form/NeededNumber.tsx'
import styles from './reports.module.css'

export interface RangesState {
  duration: Duration
  ranges: RangeDraft[]
}

function useToday(): string {
  const { timeZone } = useFormat()
  const [now] = useState(() => new Date())
  return calendarDay(now, timeZone)
}

export function useRanges({ duration, ranges }: RangesState, count = 2): RangeDraft[] {
  const today = useToday()
  const { weekStart } = useFormat()
  return ranges.length > 0 || duration === 'custom'
    ? ranges
    : presetRanges(duration, today, weekStart, count)
}

export function RangesBar({
  state,
  onChange,
  count = 2,
  isOne = false,
  mark = 'colour',
}: {
  state: RangesState
  onChange(patch: Partial<RangesState>): void
  count?: number
  isOne?: boolean
  mark?: 'colour' | 'dash'
}) {
  const { t } = useTranslation('reports')
  const format = useFormat()
  const today = useToday()
  const ranges = useRanges(state, count)
  const change = (index: number, patch: Partial<RangeDraft>) =>
    onChange({
      duration: 'custom',
      ranges: ranges.map((range, place) => (place === index ? { ...range, ...patch } : range)),
    })
  const changeDuration = (duration: Duration) =>
    onChange(
      duration === 'custom'
        ? { duration, ranges }
        : { duration, ranges: presetRanges(duration, today, format.weekStart, ranges.length) },
    )
  return (
    <div className={styles.ranges} role="group" aria-label={t('ranges')}>
      <Select
        aria-label={t('rangeDuration')}
        value={state.duration}
        popupMatchSelectWidth={false}
        onChange={changeDuration}
        options={durations.map((duration) => ({
          value: duration,
          label: t(`duration.${duration}`),
        }))}
      />
      {!isOne && (
        <label className={styles.rangesCount}>
          <span className="quiet">{t('rangeCount')}</span>
          <NeededNumber
            precision={0}
            min={1}
            max={MAX_RANGES}
            value={ranges.length}
            aria-label={t('rangeCount')}
            onChange={(next) => onChange({ ranges: withRangeCount(ranges, next) })}
          />
        </label>
      )}
      {ranges.slice(0, isOne ? 1 : MAX_RANGES).map((range, index) => (
        <span key={index} className={styles.rangesOne}>
          {mark === 'dash' ? (
            <LineMark colour="var(--pr-text-quiet)" dash={dashPattern(index)} />
          ) : (
            <span
              className={styles.dot}
              style={{
                background: `var(--pr-${rangeColours[index % rangeColours.length] ?? 'blue'})`,
              }}
              aria-hidden="true"
            />
          )}
          <RangeField
            aria-label={t('rangeNumber', { number: format.number(index + 1) })}
            {...(isReversed(range) ? { status: 'error' as const } : {})}
            mayBeOpen
            value={range}
            placeholder={[t('from'), t('to')]}
            onChange={(next) => change(index, next)}
          />
          {isReversed(range) && (
            <span className={styles.rangeFault} role="alert">
              {t('rangeReversed')}
            </span>
          )}
        </span>
      ))}
    </div>
  )
}

export const rangeColours = ['turquoise', 'purple', 'orange', 'blue', 'pink', 'green'] as const
