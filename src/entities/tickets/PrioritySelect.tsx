import { Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { ticketPriorities, type TicketPriority } from '#contract/rules/ticketDue.ts'
import { PriorityMark } from './PriorityMark.tsx'

interface Props {
  value?: TicketPriority | null
  onChange?: (value: TicketPriority | null) => void
  id?: string
  disabled?: boolean
  placeholder?: string
  variant?: 'borderless'
}

const markOf = ({ data }: { data: { value: TicketPriority } }) => (
  <PriorityMark priority={data.value} />
)

export function PrioritySelect({ value, onChange, placeholder, ...props }: Props) {
  const { t } = useTranslation('tickets')
  return (
    <Select<TicketPriority, { value: TicketPriority; label: string }>
      {...props}
      aria-label={t('column.priority')}
      allowClear={placeholder !== undefined}
      placeholder={placeholder}
      value={value ?? null}
      onChange={(next: TicketPriority | undefined) => onChange?.(next ?? null)}
      options={ticketPriorities.map((priority) => ({
        value: priority,
        label: t(`priority.${priority}`),
      }))}
      optionRender={markOf}
      labelRender={({ value: chosen }) =>
        ticketPriorities
          .filter((priority) => priority === chosen)
          .map((priority) => <PriorityMark key={priority} priority={priority} />)
      }
    />
  )
}
