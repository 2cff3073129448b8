/**
 * A day, a minute or a time of day, chosen and written as the reader's language has it: a browser's
 * own field would follow the browser.
 */
import { DatePicker, TimePicker } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import type { AriaAttributes } from 'react'
import styles from './MomentField.module.css'

type Kind = 'day' | 'minute' | 'time'

/**
 * As the wire has them: 2026-12-24, 2026-12-24T08:00, 08:00. Digits of the wire, whatever the
 * language writes.
 */
const formats: Record<Kind, string> = {
  day: 'YYYY-MM-DD',
  minute: 'YYYY-MM-DDTHH:mm',
  time: 'HH:mm',
}
/** What a calendar can show and a person can mean. */
const last = dayjs('9998-12-31')

interface MomentFieldProps extends AriaAttributes {
  kind: Kind
  /** Empty: none. A form gives and takes the same. */
  value?: string | null
  onChange?(value: string): void
  id?: string
  className?: string
}

export function MomentField({ kind, value, onChange, className, ...rest }: MomentFieldProps) {
  const chosen = valueOf(kind, value)
  const take = (next: Dayjs | null) =>
    onChange?.(next === null ? '' : next.locale('en').format(formats[kind]))
  // A keyboard that slides in would cover the calendar.
  const look = {
    ...rest,
    inputReadOnly: window.matchMedia('(pointer: coarse)').matches,
    ...(className !== undefined && { className }),
  }
  if (kind === 'time')
    return <TimePicker {...look} format="LT" value={chosen} onChange={take} needConfirm={false} />
  return (
    <DatePicker
      {...look}
      maxDate={last}
      value={chosen}
      onChange={take}
      needConfirm={false}
      classNames={{ popup: { root: styles.popup } }}
      {...(kind === 'minute' ? { showTime: { format: 'HH:mm' }, format: 'L LT' } : { format: 'L' })}
    />
  )
}

function valueOf(kind: Kind, value: string | null | undefined): Dayjs | null {
  if (value === null || value === undefined || value === '') return null
  const read = dayjs(kind === 'time' ? `2000-01-01T${value}` : value)
  return read.isValid() ? read : null
}
