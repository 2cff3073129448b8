import type { ComponentType } from 'react'
import { kindOfAction, type BlankAction } from '#contract/automation/actions.ts'
import { kindOfFilter, type BlankFilter } from '#contract/automation/filters.ts'
import { actionPages } from '#entities/automations/actions.ts'
import type { BlankName } from '#entities/automations/clause.ts'
import { filterPages } from '#entities/automations/filters.ts'
import { eventPages } from '#entities/automations/events.ts'
import { kindOfEvent } from '#contract/automation/events.ts'
import { actionControls, eventControls, filterControls } from './controls.ts'
import type { PickingProps } from './picking.ts'
import { ReferenceControl } from './ReferenceControl.tsx'

type Part = 'event' | 'filters' | 'actions'
type OfKinds<T> = Readonly<Partial<Record<string, T>>>
type OfBlanks<T> = Readonly<Partial<Record<BlankName, T>>>
interface Declared {
  kinds: OfKinds<{ blanks: OfBlanks<string> }>
  own: OfKinds<OfBlanks<ComponentType<PickingProps<unknown>>>>
}

/** The kind pairs clause and controls, which the compiler cannot see; a test opens each. */
const declared = {
  event: { kinds: eventPages, own: eventControls },
  filters: { kinds: filterPages, own: filterControls },
  actions: { kinds: actionPages, own: actionControls },
} as unknown as Record<Part, Declared>

interface Props extends Omit<PickingProps<unknown>, 'value'> {
  part: Part
  blank: BlankName
  value: { kind: string }
}

export function ClauseControl({ part, blank, value, ...props }: Props) {
  const { kinds, own } = declared[part]
  const key = kinds[value.kind]?.blanks[blank]
  const OwnControl = own[value.kind]?.[blank]
  if (OwnControl !== undefined) return <OwnControl value={value} {...props} />
  const { names, everythingWithout = [] } =
    part === 'event'
      ? kindOfEvent(value)
      : part === 'filters'
        ? kindOfFilter(value as BlankFilter)
        : kindOfAction(value as BlankAction)
  const of = key === undefined ? undefined : names[key]
  return key === undefined || of === undefined ? null : (
    <ReferenceControl
      of={of}
      isAllWithout={everythingWithout.includes(key)}
      value={(value as unknown as Record<string, number | null | number[]>)[key] ?? null}
      onChange={(next) => props.onChange({ ...value, [key]: next })}
      close={props.close}
    />
  )
}
