import type { BlankAction } from '#contract/automation/actions.ts'
import type { PickingProps } from '../picking.ts'
import { AssignPicker } from './AssignPicker.tsx'

function AssigneePicker({
  value,
  onChange,
  close,
  questions,
}: PickingProps<BlankAction<'assignTicket'>>) {
  return (
    <AssignPicker
      value={value.assign}
      onChange={(assign) => onChange({ ...value, assign })}
      close={close}
      questions={questions}
    />
  )
}

export const assignTicket = { assignee: AssigneePicker }
