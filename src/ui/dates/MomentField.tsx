/**
 * A day, a minute or a time of day in the page's language. A browser's own field would follow the
 * browser.
 */
import type { Dayjs } from 'dayjs'
import type { AriaAttributes } from 'react'
import { EARLIEST_DAY, EARLIEST_DAY_OF_THINGS } from '#contract/rules/bounds.ts'
import styles from './MomentField.module.css'
import { DayOfThingsPicker, MomentPicker, popupPlacements } from './pickers.ts'
import { TypedMoment } from './TypedMoment.tsx'
import { firstDay, fromWire, lastDay, type MomentKind, toWire } from './wire.ts'

interface MomentFieldProps extends AriaAttributes {
  kind: MomentKind
  /** Empty string if nothing is chosen; forms expect the same. */
  value?: string | null
  onChange?(value: string): void
  /**
   * Called with true while the typed text cannot be read or is empty; the value stays as it was.
   * False: the value applies again.
   */
  onUnread?(isUnread: boolean): void
  latest?: string
  /** A day of equipment, which may be older than what the product records. */
  isOfThings?: boolean
  placeholder?: string
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
  isOfThings = false,
  isWide,
  className,
  ...rest
}: MomentFieldProps) {
  const chosen = fromWire(kind, value)
  const earliest = isOfThings ? EARLIEST_DAY_OF_THINGS : EARLIEST_DAY
  const DayPicker = isOfThings ? DayOfThingsPicker : MomentPicker
  const take = (next: Dayjs | null) => onChange?.(toWire(kind, next))
  const look = {
    ...rest,
    // A sliding keyboard would cover the calendar.
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
      earliest={earliest}
      isWide={isWide}
      onEmptied={() => take(null)}
      onCompleted={(_index, wire) => onChange?.(wire)}
      onUnread={onUnread}
    >
      {({ key, ...typed }) =>
        kind === 'time' ? (
          <MomentPicker.TimePicker key={key} {...look} {...typed} />
        ) : (
          <DayPicker
            key={key}
            {...look}
            {...typed}
            minDate={fromWire('day', earliest) ?? firstDay}
            maxDate={fromWire('day', latest) ?? lastDay}
            classNames={{ popup: { root: styles.popup } }}
            {...(kind === 'minute' && { showTime: { format: 'HH:mm' } })}
          />
        )
      }
    </TypedMoment>
  )
}
