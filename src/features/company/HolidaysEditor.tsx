import { DeleteOutlined, PlusOutlined, SnippetsOutlined } from '@ant-design/icons'
import { Button, Checkbox, Input, Select } from 'antd'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MAX_HOURS_OF_DAY, type Holiday } from '#contract/company/company.ts'
import { yearlyCalendars, type YearlyCalendar } from '#contract/rules/yearlyDates.ts'
import type { Hours } from '#contract/rules/workingTime.ts'
import { holidayDate } from '#entities/workingTime/format.ts'
import { useFormat } from '#lib/format.tsx'
import { MomentField } from '#ui/dates/MomentField.tsx'
import { dayHoursFault } from './companyDraft.ts'
import { HoursSpan } from './HoursSpan.tsx'
import { PasteHolidays } from './PasteHolidays.tsx'
import { withHolidays } from './readHolidays.ts'
import styles from './company.module.css'

interface Props {
  value?: readonly Holiday[]
  onChange?(value: Holiday[]): void
  id?: string
}

export function HolidaysEditor({ value = [], onChange, id }: Props) {
  const { t } = useTranslation(['company', 'common'])
  const format = useFormat()
  const [isPasting, setIsPasting] = useState(false)
  const add = (added: readonly Holiday[]): void => onChange?.(withHolidays(value, added))
  const change = (holiday: Holiday, patch: Partial<Holiday>): void =>
    onChange?.(value.map((one) => (one === holiday ? withoutUsual({ ...one, ...patch }) : one)))
  return (
    <div id={id}>
      {value.length === 0 && <p className="quiet">{t('noHolidays')}</p>}
      {value.length > 0 && (
        <table className={styles.holidayTable} aria-label={t('holidays')}>
          <thead>
            <tr>
              <th scope="col">{t('holidayDate')}</th>
              <th scope="col">{t('common:name')}</th>
              <th scope="col">{t('yearly')}</th>
              <th scope="col">{t('workingDay')}</th>
              <th scope="col">
                <span className="visually-hidden">{t('common:actions')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {value.map((holiday, place) => (
              <tr key={place}>
                <td className="numbers">
                  {holidayDate(holiday, format)}
                  {holiday.yearly && (holiday.calendar ?? 'gregorian') !== 'gregorian' && (
                    <div className="quiet">{t('fromEvening')}</div>
                  )}
                </td>
                <td>
                  <div className={styles.holidayNamed}>
                    <bdi>{holiday.name}</bdi>
                    {holiday.yearly && (
                      <Select<YearlyCalendar>
                        size="small"
                        variant="borderless"
                        className={styles.holidayCalendar ?? ''}
                        popupMatchSelectWidth={false}
                        aria-label={t('calendarOf', { name: holiday.name })}
                        value={holiday.calendar ?? 'gregorian'}
                        options={yearlyCalendars.map((calendar) => ({
                          value: calendar,
                          label: t(`calendar_${calendar}`),
                        }))}
                        onChange={(calendar) => change(holiday, { calendar })}
                      />
                    )}
                  </div>
                  {holiday.kind === 'working' && (
                    <DayHours
                      name={holiday.name}
                      hours={holiday.hours ?? []}
                      onChange={(hours) => change(holiday, { hours })}
                    />
                  )}
                </td>
                <td>
                  <Checkbox
                    checked={holiday.yearly}
                    aria-label={t('yearlyOf', { name: holiday.name })}
                    onChange={(event) =>
                      change(holiday, { yearly: event.target.checked, calendar: undefined })
                    }
                  />
                </td>
                <td>
                  <Checkbox
                    checked={holiday.kind === 'working'}
                    aria-label={t('workingDayNamed', { name: holiday.name })}
                    onChange={(event) =>
                      change(holiday, { kind: kindOf(event.target.checked), hours: undefined })
                    }
                  />
                </td>
                <td>
                  <Button
                    type="text"
                    size="small"
                    icon={<DeleteOutlined aria-hidden />}
                    aria-label={t('removeHoliday', { name: holiday.name })}
                    onClick={() => onChange?.(value.filter((one) => one !== holiday))}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <NewHoliday onAdd={(holiday) => add([holiday])} />
      <Button
        type="link"
        className={styles.holidayPaste}
        icon={<SnippetsOutlined aria-hidden />}
        onClick={() => setIsPasting(true)}
      >
        {t('pasteHolidays')}
      </Button>
      {isPasting && <PasteHolidays known={value} onAdd={add} onClose={() => setIsPasting(false)} />}
    </div>
  )
}

/** Omits defaults: no own hours, the Gregorian calendar. */
function withoutUsual({ hours, calendar, ...holiday }: Holiday): Holiday {
  return {
    ...holiday,
    ...(calendar !== undefined && calendar !== 'gregorian' && { calendar }),
    ...(hours !== undefined && hours.length > 0 && { hours }),
  }
}

function DayHours({
  name,
  hours,
  onChange,
}: {
  name: string
  hours: readonly Hours[]
  onChange(hours: Hours[]): void
}) {
  const { t } = useTranslation('company')
  return (
    <div className={styles.hoursSpans} role="group" aria-label={t('dayHoursOf', { name })}>
      {hours.length === 0 && <span className="quiet">{t('usualHours')}</span>}
      {hours.map((span, index) => (
        <HoursSpan
          key={index}
          span={span}
          fault={dayHoursFault(span, hours)}
          name={name}
          showsEmpty={false}
          onChange={(changed) => onChange(hours.map((one) => (one === span ? changed : one)))}
          onRemove={() => onChange(hours.filter((one) => one !== span))}
        />
      ))}
      {hours.length < MAX_HOURS_OF_DAY && (
        <Button
          type="text"
          size="small"
          icon={<PlusOutlined aria-hidden />}
          aria-label={t('addHoursOn', { day: name })}
          onClick={() =>
            onChange([...hours, hours.length === 0 ? firstHours : { from: '', to: '' }])
          }
        >
          {t('addHours')}
        </Button>
      )}
    </div>
  )
}

const firstHours: Hours = { from: '08:00', to: '14:00' }
const emptyHoliday: Holiday = { date: '', name: '', yearly: false }
const kindOf = (isWorking: boolean): 'working' | 'closed' => (isWorking ? 'working' : 'closed')

function NewHoliday({ onAdd }: { onAdd(holiday: Holiday): void }) {
  const { t } = useTranslation(['company', 'common'])
  const [holiday, setHoliday] = useState<Holiday>(emptyHoliday)
  const isWhole = holiday.date !== '' && holiday.name.trim() !== ''
  // True while a typed holiday is not in the list, because a save would omit it.
  const isLoose = holiday.date !== '' || holiday.name.trim() !== ''
  const [isTold, setIsTold] = useState(false)
  const told = useId()
  function handleAdd(): void {
    if (!isWhole) return
    onAdd({ ...holiday, name: holiday.name.trim() })
    setHoliday(emptyHoliday)
    setIsTold(false)
  }
  return (
    <div className={styles.holidayNew} role="group" aria-label={t('newHoliday')}>
      <MomentField
        kind="day"
        className={styles.holidayDate}
        aria-label={t('holidayDate')}
        value={holiday.date}
        onChange={(date) => setHoliday({ ...holiday, date })}
      />
      <Input
        className={styles.holidayName}
        dir="auto"
        autoComplete="off"
        maxLength={200}
        placeholder={t('holidayName')}
        aria-label={t('holidayName')}
        value={holiday.name}
        ref={(field) => field?.input?.setCustomValidity(isLoose ? t('holidayNotAdded') : '')}
        onInvalid={() => setIsTold(true)}
        aria-describedby={isLoose && isTold ? told : undefined}
        // Enter adds the day and does not save the page.
        onPressEnter={(event) => {
          event.preventDefault()
          handleAdd()
        }}
        onChange={(event) => setHoliday({ ...holiday, name: event.target.value })}
      />
      <Checkbox
        checked={holiday.yearly}
        onChange={(event) => setHoliday({ ...holiday, yearly: event.target.checked })}
      >
        {t('yearly')}
      </Checkbox>
      <Checkbox
        checked={holiday.kind === 'working'}
        onChange={(event) => setHoliday({ ...holiday, kind: kindOf(event.target.checked) })}
      >
        {t('workingDay')}
      </Checkbox>
      <Button icon={<PlusOutlined aria-hidden />} disabled={!isWhole} onClick={handleAdd}>
        {t('common:add')}
      </Button>
      {isLoose && isTold && (
        <p id={told} role="alert" className={styles.holidayLoose}>
          {t('holidayNotAdded')}
        </p>
      )}
    </div>
  )
}
