/**
 * A day, a minute or a time of day, chosen and written as the reader's language has it: a browser's
 * own field would follow the browser.
 */
import type { Dayjs } from 'dayjs'
import type { AriaAttributes } from 'react'
import styles from './MomentField.module.css'
import { MomentPicker, popupPlacements } from './pickers.ts'
import { TypedMoment } from './TypedMoment.tsx'
import { firstDay, fromWire, lastDay, type MomentKind, toWire } from './wire.ts'

interface MomentFieldProps extends AriaAttributes {
  kind: MomentKind
  /** Empty: none. A form gives and takes the same. */
  value?: string | null
  onChange?(value: string): void
  /**
   * True: what is typed there cannot be read, or is nothing, and takes no effect yet; the value is
   * still shown as it was before. False: it is the value again.
   */
  onUnread?(isUnread: boolean): void
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
  onUnread,
  latest,
  isWide,
  className,
  ...rest
}: MomentFieldProps) {
  const chosen = fromWire(kind, value)
  const take = (next: Dayjs | null) => onChange?.(toWire(kind, next))
  const look = {
    ...rest,
    // A keyboard that slides in would cover the calendar.
    inputReadOnly: window.matchMedia('(pointer: coarse)').matches,
    builtinPlacements: popupPlacements,
    value: chosen,
    onChange: take,
    needConfirm: false,
    ...(className !== undefined && { className }),
    ...(isWide === true && { style: { inlineSize: '100%' } }),
  }
  return (
    <TypedMoment
      kind={kind}
      chosen={value ?? ''}
      latest={latest}
      isWide={isWide}
      onEmptied={() => take(null)}
      onCompleted={(_index, wire) => onChange?.(wire)}
      onUnread={onUnread}
    >
      {({ key, ...typed }) =>
        kind === 'time' ? (
          <MomentPicker.TimePicker key={key} {...look} {...typed} />
        ) : (
          <MomentPicker
            key={key}
            {...look}
            {...typed}
            minDate={firstDay}
            maxDate={fromWire('day', latest) ?? lastDay}
            classNames={{ popup: { root: styles.popup } }}
            {...(kind === 'minute' && { showTime: { format: 'HH:mm' } })}
          />
        )
      }
    </TypedMoment>
  )
}
