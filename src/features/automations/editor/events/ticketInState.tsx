import { useTranslation } from 'react-i18next'
import { MAX_EVENT_HOURS, type BlankEvent } from '#contract/automation/events.ts'
import { NeededNumber } from '#ui/form/NeededNumber.tsx'
import type { PickingProps } from '../picking.ts'
import { changeTicketState } from '../actions/changeTicketState.tsx'

function HoursPicker({ value, onChange }: PickingProps<BlankEvent<'ticketInState'>>) {
  const { t } = useTranslation('automations')
  return (
    <NeededNumber
      min={1}
      max={MAX_EVENT_HOURS}
      precision={0}
      aria-label={t('blank.hoursCount')}
      value={value.hours}
      onChange={(hours) => onChange({ ...value, hours })}
    />
  )
}

export const ticketInState = {
  ticketType: changeTicketState.ticketType,
  state: changeTicketState.state,
  duration: HoursPicker,
}
