import type { AriaAttributes } from 'react'
import styles from './MomentField.module.css'
import { MomentPicker, popupPlacements } from './pickers.ts'
import { TypedMoment } from './TypedMoment.tsx'
import { firstDay, fromWire, lastDay, toWire } from './wire.ts'

export interface Range {
  /** In the API's format. Empty means open. */
  from: string
  to: string
}

interface RangeFieldProps extends AriaAttributes {
  kind?: 'day' | 'minute'
  value: Range
  onChange(range: Range): void
  placeholder: [from: string, to: string]
  mayBeOpen?: boolean
  status?: 'error'
  id?: string
}

export function RangeField({
  kind = 'day',
  value,
  onChange,
  mayBeOpen = false,
  status,
  ...rest
}: RangeFieldProps) {
  const [from, to] = [fromWire(kind, value.from), fromWire(kind, value.to)]
  return (
    <TypedMoment
      kind={kind}
      chosen={`${value.from} ${value.to}`}
      onEmptied={(index) => {
        if (mayBeOpen) onChange(index === 0 ? { ...value, from: '' } : { ...value, to: '' })
      }}
      onCompleted={(index, wire) => onChange({ ...value, [index === 0 ? 'from' : 'to']: wire })}
    >
      {({ key, ...typed }) => (
        <MomentPicker.RangePicker
          key={key}
          builtinPlacements={popupPlacements}
          {...rest}
          {...(status !== undefined && { status })}
          {...typed}
          // A sliding keyboard would cover the calendar.
          inputReadOnly={window.matchMedia('(pointer: coarse)').matches}
          // A range with one end is complete; otherwise Escape discards a half-chosen range.
          {...(mayBeOpen && { needConfirm: false })}
          allowEmpty={[mayBeOpen, mayBeOpen]}
          minDate={firstDay}
          maxDate={lastDay}
          value={mayBeOpen || (from !== null && to !== null) ? [from, to] : null}
          onChange={(range) =>
            onChange({ from: toWire(kind, range?.[0]), to: toWire(kind, range?.[1]) })
          }
          classNames={{ popup: { root: styles.popup } }}
          {...(kind === 'minute' && { showTime: { format: 'HH:mm' } })}
        />
      )}
    </TypedMoment>
  )
}
