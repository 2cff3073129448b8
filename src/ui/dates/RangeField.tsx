/** From one day or minute to another, chosen and written as the reader's language has them. */
import type { AriaAttributes } from 'react'
import styles from './MomentField.module.css'
import { MomentPicker, popupPlacements } from './pickers.ts'
import { TypedMoment } from './TypedMoment.tsx'
import { firstDay, fromWire, lastDay, toWire } from './wire.ts'

export interface Range {
  /** As the wire has it; empty: open. */
  from: string
  to: string
}

interface RangeFieldProps extends AriaAttributes {
  kind?: 'day' | 'minute'
  value: Range
  onChange(range: Range): void
  /** What stands where nothing is chosen: the first and the last. */
  placeholder: [from: string, to: string]
  /** One end alone says something, too. */
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
          // a keyboard that slides in would cover the calendar
          inputReadOnly={window.matchMedia('(pointer: coarse)').matches}
          // What has one end is whole already; of the others Escape leaves nothing.
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
