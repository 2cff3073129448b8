import { useTranslation } from 'react-i18next'
import { TicketStatePicker } from '#entities/pickers/wordPickers.tsx'
import type { PickingProps } from '../picking.ts'
import styles from '../../automations.module.css'
import { OneTicketType } from './OneTicketType.tsx'

interface StateChoice {
  ticketTypeId: number | null
  stateId: number | null
}

function TypePicker<V extends StateChoice>({ value, onChange, close }: PickingProps<V>) {
  // Another type has other states.
  return (
    <OneTicketType
      value={value.ticketTypeId}
      onChange={(ticketTypeId) => {
        onChange({
          ...value,
          ticketTypeId,
          stateId: ticketTypeId === value.ticketTypeId ? value.stateId : null,
        })
        close()
      }}
    />
  )
}

function StatePicker<V extends StateChoice>({ value, onChange, close }: PickingProps<V>) {
  const { t } = useTranslation('automations')
  if (value.ticketTypeId === null)
    return (
      <p className={styles.blankHint} role="status">
        {t('blank.typeFirst')}
      </p>
    )
  return (
    <TicketStatePicker
      defaultOpen
      autoFocus
      allowClear={false}
      ticketTypeId={value.ticketTypeId}
      value={value.stateId}
      onChange={(stateId: number | null) => {
        onChange({ ...value, stateId })
        close()
      }}
    />
  )
}

export const changeTicketState = { ticketType: TypePicker, state: StatePicker }
