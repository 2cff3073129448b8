import { dateFormat } from '#contract/formatters.ts'
import { Segmented, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#lib/format.tsx'
import { weekdayName, weekdaysFrom } from '#lib/week.ts'
import { foundBy } from '#ui/form/foundBy.ts'
import { Labelled } from './Labelled.tsx'
import { ordinals, type PartProps } from './repeatForm.ts'
import { weekdayOf } from './scheduleValues.ts'
import styles from './editor.module.css'

const monthDays = [...Array.from({ length: 31 }, (_day, index) => index + 1), -1]

export function MonthFields({ repeat, change }: PartProps) {
  const { t } = useTranslation('schedules')
  const { locale } = useFormat()
  const months = Array.from({ length: 12 }, (_month, index) => ({
    value: index + 1,
    label: dateFormat(locale, { month: 'long', timeZone: 'UTC' }).format(Date.UTC(2024, index, 1)),
  }))
  return (
    <>
      <Segmented
        aria-label={t('monthBy.label')}
        value={repeat.monthBy}
        onChange={(monthBy) => change({ monthBy })}
        options={(['day', 'weekday'] as const).map((value) => ({
          value,
          label: t(`monthBy.${value}`),
        }))}
      />
      {repeat.monthBy === 'day' ? (
        <Labelled label={t('field.monthDays')} hint={t('monthDaysHint')}>
          {(id) => (
            <Select
              id={id}
              mode="multiple"
              filterOption={foundBy('label')}
              value={repeat.monthDays}
              onChange={(days) => change({ monthDays: days })}
              options={monthDays.map((day) => ({
                value: day,
                label: day === -1 ? t('lastDay') : String(day),
              }))}
            />
          )}
        </Labelled>
      ) : (
        <NthWeekday repeat={repeat} change={change} />
      )}
      <Labelled label={t('field.months')} hint={t('monthsHint')}>
        {(id) => (
          <Select
            id={id}
            mode="multiple"
            filterOption={foundBy('label')}
            value={repeat.months}
            options={months}
            onChange={(chosen) => change({ months: chosen })}
          />
        )}
      </Labelled>
    </>
  )
}

function NthWeekday({ repeat, change }: PartProps) {
  const { t } = useTranslation('schedules')
  const { locale, weekStart } = useFormat()
  return (
    <div className={styles.twoFields}>
      <Labelled label={t('field.nth')}>
        {(id) => (
          <Select
            id={id}
            mode="multiple"
            filterOption={foundBy('label')}
            value={repeat.nth}
            options={ordinals.map((nth) => ({
              value: Number(nth),
              label: nth === -1 ? t('nth.last') : t(`nth.${nth}`),
            }))}
            onChange={(nth) => change({ nth: nth.length === 0 ? repeat.nth : nth })}
          />
        )}
      </Labelled>
      <Labelled label={t('field.nthWeekday')}>
        {(id) => (
          <Select
            id={id}
            value={repeat.nthWeekday}
            options={weekdaysFrom(weekStart).map((number) => ({
              value: weekdayOf(number),
              label: weekdayName(locale, number),
            }))}
            onChange={(nthWeekday) => change({ nthWeekday })}
          />
        )}
      </Labelled>
    </div>
  )
}
