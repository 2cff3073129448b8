import { useTranslation } from 'react-i18next'
import { TicketTypePicker } from '#entities/tickets/TicketTypePicker.tsx'

export function OneTicketType({
  value,
  onChange,
}: {
  value: number | null
  onChange: (id: number | null) => void
}) {
  const { t } = useTranslation('automations')
  return (
    <TicketTypePicker
      defaultOpen
      autoFocus
      allowClear={false}
      label={t('blank.ticketType')}
      value={value}
      onChange={onChange}
    />
  )
}
