import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Form, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { UserPicker } from '#entities/pickers/pickers.tsx'
import { useFormat } from '#lib/format.tsx'
import { weekdayName, weekdaysFrom } from '#lib/week.ts'
import { ClockField } from '#ui/dates/ClockField.tsx'
import { faultOf, nextShift, type ShiftValues } from './dutyValues.ts'
import styles from './duties.module.css'

interface Props {
  value?: readonly ShiftValues[]
  onChange?(value: ShiftValues[]): void
  weeks: number
  id?: string
}

export function ShiftRows({ value = [], onChange, weeks, id }: Props) {
  const { t } = useTranslation('duties')
  const { status } = Form.Item.useStatus()
  return (
    <div className={styles.shifts} id={id}>
      {value.length === 0 && <p className="quiet">{t('noShifts')}</p>}
      <ul aria-label={t('shifts')}>
        {value.map((shift, index) => (
          <li key={index} hidden={shift.week > weeks}>
            <ShiftRow
              shift={shift}
              number={index + 1}
              weeks={weeks}
              showsFault={status === 'error'}
              onChange={(changed) =>
                onChange?.(value.map((one) => (one === shift ? changed : one)))
              }
              onRemove={() => onChange?.(value.filter((one) => one !== shift))}
            />
          </li>
        ))}
      </ul>
      <Button
        icon={<PlusOutlined aria-hidden />}
        onClick={() => onChange?.([...value, nextShift(value)])}
      >
        {t('addShift')}
      </Button>
    </div>
  )
}

interface RowProps {
  shift: ShiftValues
  number: number
  weeks: number
  showsFault: boolean
  onChange(shift: ShiftValues): void
  onRemove(): void
}

function ShiftRow({ shift, number, weeks, showsFault, onChange, onRemove }: RowProps) {
  const { t } = useTranslation('duties')
  const format = useFormat()
  const label = t('shiftNumber', { number: format.number(number) })
  const fault = showsFault ? faultOf(shift) : null
  const isTimeFault = fault === 'notATime'
  const toggle = (day: number): void =>
    onChange({
      ...shift,
      days: shift.days.includes(day)
        ? shift.days.filter((one) => one !== day)
        : [...shift.days, day].toSorted((one, other) => one - other),
    })
  return (
    <div className={styles.shift} role="group" aria-label={label}>
      <div className={styles.shiftLine}>
        <UserPicker
          className={styles.person}
          label={t('person')}
          allowClear={false}
          value={shift.userId}
          onChange={(userId: number | null) => onChange({ ...shift, userId })}
        />
        <Button
          type="text"
          icon={<DeleteOutlined aria-hidden />}
          aria-label={t('removeShift', { name: label })}
          onClick={onRemove}
        />
      </div>
      <div className={styles.shiftLine}>
        {weeks > 1 && (
          <Select
            aria-label={t('week')}
            value={shift.week}
            onChange={(week) => onChange({ ...shift, week })}
            options={Array.from({ length: weeks }, (_, index) => ({
              value: index + 1,
              label: t('weekNumber', { number: format.number(index + 1) }),
            }))}
          />
        )}
        <span className={styles.hours}>
          <ClockField
            label={t('fromOf', { name: label })}
            value={shift.from}
            isFaulty={isTimeFault}
            onChange={(from) => onChange({ ...shift, from })}
          />
          <span aria-hidden="true">–</span>
          <ClockField
            label={t('toOf', { name: label })}
            value={shift.to}
            isFaulty={isTimeFault}
            onChange={(to) => onChange({ ...shift, to })}
          />
        </span>
        {shift.to <= shift.from && fault === null && (
          <span className="quiet">{t('endsNextDay')}</span>
        )}
      </div>
      <div className={styles.dayMarks} role="group" aria-label={t('daysOf', { name: label })}>
        {weekdaysFrom(format.weekStart).map((day) => (
          <label key={day}>
            <input
              type="checkbox"
              checked={shift.days.includes(day)}
              onChange={() => toggle(day)}
              aria-label={weekdayName(format.locale, day)}
            />
            <span aria-hidden="true">{weekdayName(format.locale, day, 'short')}</span>
          </label>
        ))}
      </div>
      {fault !== null && (
        <span className={styles.fault} role="alert">
          {t(`fault_${fault}`)}
        </span>
      )}
    </div>
  )
}
