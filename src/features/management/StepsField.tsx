/** The statuses of a progress map in their order. */
import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined } from '@ant-design/icons'
import { Button, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import type { Colour } from '#contract/colours'
import { nounCalls } from '../../entities/calls.ts'
import { ColourTag } from '../../ui/marks.tsx'
import { moved } from './ticketStates.ts'

interface StatusOption { value: number; label: string; colour: Colour }
interface Props { value?: number[]; onChange?(ids: number[]): void; id?: string }

/** The option's own words stay plain text, which is what is read aloud. */
const drawn = ({ data: { label, colour } }: { data: StatusOption }) => <ColourTag colour={colour}>{label}</ColourTag>

export function StepsField({ value = [], onChange, id }: Props) {
  const { t } = useTranslation(['management', 'common'])
  const { data } = nounCalls.useListEquipmentStatusesQuery({ body: { limit: 500, sort: 'name' } })
  const statuses = data?.rows ?? []
  const rest = statuses.filter((status) => !value.includes(status.id))
  return (
    <div className="ticket-states" id={id} role="group" aria-label={t('field_statusIds')}>
      <ol>
        {value.map((statusId, place) => {
          const status = statuses.find((one) => one.id === statusId)
          const name = status?.name ?? String(statusId)
          return (
            <li key={statusId} className="state-line step-line">
              <span className="step-name">{status === undefined ? name : <ColourTag colour={status.colour}>{name}</ColourTag>}</span>
              <Button type="text" aria-label={t('stepUp', { name })} disabled={place === 0} icon={<ArrowUpOutlined aria-hidden />} onClick={() => onChange?.(moved(value, place, place - 1))} />
              <Button type="text" aria-label={t('stepDown', { name })} disabled={place === value.length - 1} icon={<ArrowDownOutlined aria-hidden />} onClick={() => onChange?.(moved(value, place, place + 1))} />
              <Button type="text" danger aria-label={t('stepRemove', { name })} icon={<DeleteOutlined aria-hidden />} onClick={() => onChange?.(value.filter((one) => one !== statusId))} />
            </li>
          )
        })}
      </ol>
      <Select<number | null, StatusOption>
        value={null} showSearch={{ optionFilterProp: 'label' }} aria-label={t('stepAdd')} placeholder={t('stepAdd')} disabled={rest.length === 0} style={{ inlineSize: '100%' }}
        onChange={(next) => { if (next !== null) onChange?.([...value, next]) }} options={rest.map((status) => ({ value: status.id, label: status.name, colour: status.colour }))} optionRender={drawn}
      />
    </div>
  )
}
