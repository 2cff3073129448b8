import { Button, Checkbox } from 'antd'
import { useTranslation } from 'react-i18next'
import type { BlankFilter } from '#contract/automation/filters.ts'
import { isTimeOfDay } from '#contract/automation/clockTime.ts'
import { daysText } from '#entities/automations/filters/time.ts'
import { useWorkDays } from '#entities/workingTime/useWorkDays.ts'
import { useFormat } from '#lib/format.tsx'
import { weekdayName, weekdaysFrom } from '#lib/week.ts'
import { ClockField } from '#ui/dates/ClockField.tsx'
import type { PickingProps } from '../picking.ts'
import styles from '../../automations.module.css'

function DaysPicker({ value, onChange }: PickingProps<BlankFilter<'time'>>) {
  const { t } = useTranslation(['automations', 'entities'])
  const format = useFormat()
  const { locale, weekStart } = format
  const days = weekdaysFrom(weekStart)
  const { workDays } = useWorkDays()
  return (
    <>
      <Checkbox.Group
        className={styles.dayBoxes}
        aria-label={t('blank.days')}
        value={value.days}
        onChange={(chosen) =>
          onChange({ ...value, days: days.filter((day) => chosen.includes(day)) })
        }
        options={days.map((day) => ({ value: day, label: weekdayName(locale, day) }))}
      />
      <div>
        <Button
          size="small"
          type="link"
          onClick={() => onChange({ ...value, days: [...workDays] })}
        >
          {t('time.workDays', { days: daysText(workDays, { t, format }) })}
        </Button>
        <Button size="small" type="link" onClick={() => onChange({ ...value, days: [] })}>
          {t('time.anyDay')}
        </Button>
      </div>
    </>
  )
}

function HoursPicker({ value, onChange }: PickingProps<BlankFilter<'time'>>) {
  const { t } = useTranslation(['automations', 'entities'])
  const field = (key: 'from' | 'to', label: string) => (
    <div className={styles.hourField}>
      <span aria-hidden>{label}</span>
      <ClockField
        label={label}
        value={value[key] ?? ''}
        isFaulty={!isTimeOfDay(value[key])}
        onChange={(time) => onChange({ ...value, [key]: endsTheDay(key, time) ? null : time })}
      />
    </div>
  )
  return (
    <>
      <div className={styles.hourFields}>
        {field('from', t('time.entering'))}
        {field('to', t('time.leaving'))}
      </div>
      {isTimeOfDay(value.from) && isTimeOfDay(value.to) ? (
        <p className={`quiet ${styles.blankHint}`}>{t('time.hint')}</p>
      ) : (
        <p className={styles.sentenceFaults} role="alert">
          {t('fault.timeUnreadable')}
        </p>
      )}
    </>
  )
}

const endsTheDay = (key: 'from' | 'to', time: string): boolean =>
  time === '' || (key === 'to' && time === '24:00')

export const time = { days: DaysPicker, hours: HoursPicker }
