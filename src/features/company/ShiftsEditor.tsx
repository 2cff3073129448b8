import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import type { Shift } from '#contract/company/company.ts'
import { isClockTime } from '#lib/clockTime.ts'
import { useFormat } from '#lib/format.tsx'
import { weekdayName, weekdaysFrom } from '#lib/week.ts'
import { ClockField } from '#ui/dates/ClockField.tsx'
import { shiftFault } from './companyDraft.ts'
import { shiftColour } from './WeekStrip.tsx'
import styles from './company.module.css'

interface Props {
  value?: readonly Shift[]
  onChange?(value: Shift[]): void
  weekStart: number
  workDays: readonly number[]
  id?: string
}

export function ShiftsEditor({ value = [], onChange, weekStart, workDays, id }: Props) {
  const { t } = useTranslation('company')
  const { status } = Form.Item.useStatus()
  const add = (): void =>
    onChange?.([...value, { name: '', days: [...workDays], from: '', to: '' }])
  return (
    <div className={styles.shifts} id={id}>
      {value.length === 0 && <p className="quiet">{t('noShifts')}</p>}
      <ul aria-label={t('shifts')}>
        {value.map((shift, index) => (
          <li key={index}>
            <ShiftRow
              shift={shift}
              index={index}
              among={value}
              weekStart={weekStart}
              showsEmpty={status === 'error'}
              onChange={(changed) =>
                onChange?.(value.map((one) => (one === shift ? changed : one)))
              }
              onRemove={() => onChange?.(value.filter((one) => one !== shift))}
            />
          </li>
        ))}
      </ul>
      <Button icon={<PlusOutlined aria-hidden />} onClick={add}>
        {t('addShift')}
      </Button>
    </div>
  )
}

interface RowProps {
  shift: Shift
  index: number
  among: readonly Shift[]
  weekStart: number
  showsEmpty: boolean
  onChange(shift: Shift): void
  onRemove(): void
}

function ShiftRow({ shift, index, among, weekStart, showsEmpty, onChange, onRemove }: RowProps) {
  const { t } = useTranslation(['company', 'common'])
  const { locale } = useFormat()
  const named = shift.name.trim() === '' ? t('shiftNumber', { number: index + 1 }) : shift.name
  const found = shiftFault(shift, [...among])
  const isUnfilled =
    found === 'nameless' || (found === 'notATime' && (shift.from === '' || shift.to === ''))
  const fault = isUnfilled && !showsEmpty ? null : found
  const isNight = isClockTime(shift.from) && isClockTime(shift.to) && shift.from > shift.to
  const toggle = (day: number): void =>
    onChange({
      ...shift,
      days: shift.days.includes(day)
        ? shift.days.filter((one) => one !== day)
        : [...shift.days, day].toSorted((one, other) => one - other),
    })
  return (
    <div className={styles.shift} role="group" aria-label={named}>
      <span
        className={styles.shiftMark}
        aria-hidden="true"
        style={{ background: `var(--pr-${shiftColour(index)})` }}
      />
      <Input
        dir="auto"
        autoComplete="off"
        maxLength={200}
        placeholder={t('shiftName')}
        aria-label={t('shiftName')}
        aria-invalid={fault === 'nameless' || fault === 'nameTaken'}
        value={shift.name}
        {...(fault === 'nameless' || fault === 'nameTaken' ? { status: 'error' as const } : {})}
        onChange={(event) => onChange({ ...shift, name: event.target.value })}
      />
      <span className={styles.hoursSpan}>
        <ClockField
          label={t('fromOf', { day: named })}
          value={shift.from}
          isFaulty={fault === 'notATime' || fault === 'sameTime'}
          onChange={(from) => onChange({ ...shift, from })}
        />
        <span aria-hidden="true">–</span>
        <ClockField
          label={t('toOf', { day: named })}
          value={shift.to}
          isFaulty={fault === 'notATime' || fault === 'sameTime'}
          onChange={(to) => onChange({ ...shift, to })}
        />
      </span>
      <Button
        className={styles.shiftRemove}
        type="text"
        icon={<DeleteOutlined aria-hidden />}
        aria-label={t('removeShift', { name: named })}
        onClick={onRemove}
      />
      <div className={styles.dayMarks} role="group" aria-label={t('shiftDays')}>
        {weekdaysFrom(weekStart).map((day) => (
          <label key={day}>
            <input
              type="checkbox"
              checked={shift.days.includes(day)}
              onChange={() => toggle(day)}
              aria-label={weekdayName(locale, day)}
            />
            <span aria-hidden="true">{weekdayName(locale, day, 'short')}</span>
          </label>
        ))}
        {isNight && <span className={`quiet ${styles.shiftNight}`}>{t('endsNextDay')}</span>}
      </div>
      {fault !== null && (
        <span className={styles.hoursFault} role="alert">
          {t(`fault_${fault}`)}
        </span>
      )}
    </div>
  )
}
