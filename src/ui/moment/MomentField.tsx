/**
 * A day, a minute or a time of day, chosen and written as the reader's language has it: a browser's
 * own field would follow the browser.
 */
import { DatePicker, TimePicker } from 'antd'
import type { Dayjs } from 'dayjs'
import type { AriaAttributes } from 'react'
import styles from './MomentField.module.css'
import { fromWire, lastDay, type MomentKind, toWire } from './wire.ts'

interface MomentFieldProps extends AriaAttributes {
  kind: MomentKind
  /** Empty: none. A form gives and takes the same. */
  value?: string | null
  onChange?(value: string): void
  /** The last day that can be chosen. */
  latest?: string
  placeholder?: string
  /** As wide as what it stands in. */
  isWide?: boolean
  id?: string
  className?: string
}

export function MomentField({
  kind,
  value,
  onChange,
  latest,
  isWide,
  className,
  ...rest
}: MomentFieldProps) {
  const chosen = fromWire(kind, value)
  const take = (next: Dayjs | null) => onChange?.(toWire(kind, next))
  // A keyboard that slides in would cover the calendar.
  const look = {
    ...rest,
    inputReadOnly: window.matchMedia('(pointer: coarse)').matches,
    ...(className !== undefined && { className }),
    ...(isWide === true && { style: { inlineSize: '100%' } }),
  }
  if (kind === 'time')
    return <TimePicker {...look} format="LT" value={chosen} onChange={take} needConfirm={false} />
  return (
    <DatePicker
      {...look}
      maxDate={fromWire('day', latest) ?? lastDay}
      value={chosen}
      onChange={take}
      needConfirm={false}
      classNames={{ popup: { root: styles.popup } }}
      {...(kind === 'minute' ? { showTime: { format: 'HH:mm' }, format: 'L LT' } : { format: 'L' })}
    />
  )
}
