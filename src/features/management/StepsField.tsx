import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { referenceListCalls } from '#entities/calls/referenceLists.ts'
import { EquipmentStatusPicker } from '#entities/pickers/pickers.tsx'
import { ColourTag } from '#ui/page/marks.tsx'
import { moveItem } from './ticketStates.ts'
import styles from './management.module.css'

interface Props {
  value?: number[]
  onChange?(ids: number[]): void
  id?: string
}

export function StepsField({ value = [], onChange, id }: Props) {
  const { t } = useTranslation(['management', 'common'])
  const { data } = referenceListCalls.useListEquipmentStatusesQuery(
    { body: { ids: value, limit: 500 } },
    { skip: value.length === 0 },
  )
  const statuses = data?.rows ?? []
  return (
    <div className={styles.ticketStates} id={id} role="group" aria-label={t('field_statusIds')}>
      <ol>
        {value.map((statusId, place) => {
          const status = statuses.find((one) => one.id === statusId)
          const name = status?.name ?? String(statusId)
          return (
            <li key={statusId} className={`${styles.stateLine} ${styles.stepLine}`}>
              <span className={styles.stepName}>
                {status === undefined ? name : <ColourTag colour={status.colour}>{name}</ColourTag>}
              </span>
              <Button
                type="text"
                aria-label={t('stepUp', { name })}
                disabled={place === 0}
                icon={<ArrowUpOutlined aria-hidden />}
                onClick={() => onChange?.(moveItem(value, place, place - 1))}
              />
              <Button
                type="text"
                aria-label={t('stepDown', { name })}
                disabled={place === value.length - 1}
                icon={<ArrowDownOutlined aria-hidden />}
                onClick={() => onChange?.(moveItem(value, place, place + 1))}
              />
              <Button
                type="text"
                danger
                aria-label={t('stepRemove', { name })}
                icon={<DeleteOutlined aria-hidden />}
                onClick={() => onChange?.(value.filter((one) => one !== statusId))}
              />
            </li>
          )
        })}
      </ol>
      <EquipmentStatusPicker
        label={t('stepAdd')}
        taken={value}
        value={null}
        onChange={(next: number | null) => {
          if (next !== null) onChange?.([...value, next])
        }}
      />
    </div>
  )
}
