import { CopyOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Form } from 'antd'
import { useTranslation } from 'react-i18next'
import type { WorkingSpan } from '#contract/company/company.ts'
import { workDaysOf } from '#contract/rules/workDays.ts'
import { useFormat } from '#lib/format.tsx'
import { weekdayName, weekdays, weekdaysFrom } from '#lib/week.ts'
import { spanFault } from './companyDraft.ts'
import { HoursSpan } from './HoursSpan.tsx'
import styles from './company.module.css'

interface Props {
  value?: readonly WorkingSpan[]
  onChange?(value: WorkingSpan[]): void
  weekStart: number
  id?: string
}

const usual = { from: '08:00', to: '16:00' }

export function WorkingHoursEditor({ value = [], onChange, weekStart, id }: Props) {
  const { t } = useTranslation('company')
  const format = useFormat()
  const { status } = Form.Item.useStatus()
  const days = weekdaysFrom(weekStart)
  /** Only the first working day has the copy button; one on every line would be noise. */
  const model = days.find((day) => value.some((span) => span.day === day))
  const add = (day: number): void =>
    onChange?.([
      ...value,
      value.some((span) => span.day === day) ? { day, from: '', to: '' } : { day, ...usual },
    ])
  const fillWeek = (): void =>
    onChange?.(workDaysOf(format.language).map((day) => ({ day, ...usual })))
  /** Copies to every day: removing days off is quicker than typing hours. */
  const copy = (from: number): void => {
    const spans = value.filter((span) => span.day === from)
    onChange?.(weekdays.flatMap((day) => spans.map((span) => ({ ...span, day }))))
  }
  const isAlwaysOpen = value.length === 0
  return (
    <>
      {isAlwaysOpen && (
        <p>
          {t('alwaysOpenHint')}{' '}
          <Button type="link" size="small" onClick={fillWeek}>
            {t('fillWeek')}
          </Button>
        </p>
      )}
      <ul className={styles.hours} id={id} aria-label={t('workingHours')}>
        {days.map((day) => {
          const name = weekdayName(format.locale, day)
          const spans = value.filter((span) => span.day === day)
          return (
            <li key={day}>
              <span className={styles.hoursDay}>{name}</span>
              <div className={styles.hoursSpans}>
                {spans.length === 0 && (
                  <span className="quiet">{t(isAlwaysOpen ? 'alwaysOpen' : 'dayOff')}</span>
                )}
                {spans.map((span, index) => (
                  <HoursSpan
                    key={index}
                    span={span}
                    fault={spanFault(span, value)}
                    name={name}
                    showsEmpty={status === 'error'}
                    onChange={(hours) =>
                      onChange?.(value.map((one) => (one === span ? { ...span, ...hours } : one)))
                    }
                    onRemove={() => onChange?.(value.filter((one) => one !== span))}
                  />
                ))}
              </div>
              <div className={styles.hoursActions}>
                <Button
                  type="text"
                  size="small"
                  icon={<PlusOutlined aria-hidden />}
                  aria-label={t('addHoursOn', { day: name })}
                  onClick={() => add(day)}
                >
                  {t('addHours')}
                </Button>
                {day === model && (
                  <Button
                    type="text"
                    size="small"
                    icon={<CopyOutlined aria-hidden />}
                    onClick={() => copy(day)}
                  >
                    {t('copyToAll', { day: name })}
                  </Button>
                )}
              </div>
            </li>
          )
        })}
      </ul>
    </>
  )
}
