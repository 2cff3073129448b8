import { Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { equipmentDays, MAX_EVENT_DAYS, type BlankEvent } from '#contract/automation/events.ts'
import { isTimeOfDay } from '#contract/automation/clockTime.ts'
import { wordCalls } from '#entities/pickers/wordPickers.tsx'
import { foundBy } from '#ui/form/foundBy.ts'
import { ClockField } from '#ui/dates/ClockField.tsx'
import { NeededNumber } from '#ui/form/NeededNumber.tsx'
import type { PickingProps } from '../picking.ts'
import styles from '../../automations.module.css'

type Offset = Pick<BlankEvent<'stockExpires'>, 'days' | 'side' | 'at'>

function OffsetPicker<V extends Offset>({ value, onChange }: PickingProps<V>) {
  const { t } = useTranslation('automations')
  return (
    <div className={styles.hourFields}>
      <NeededNumber
        min={0}
        max={MAX_EVENT_DAYS}
        precision={0}
        aria-label={t('blank.daysCount')}
        value={value.days}
        onChange={(days) => onChange({ ...value, days })}
      />
      <Select
        aria-label={t('blank.side')}
        value={value.side}
        popupMatchSelectWidth={false}
        onChange={(side) => onChange({ ...value, side })}
        options={(['before', 'after'] as const).map((side) => ({
          value: side,
          label: t(`side.${side}`),
        }))}
      />
    </div>
  )
}

function TimePicker<V extends Offset>({ value, onChange }: PickingProps<V>) {
  const { t } = useTranslation('automations')
  return (
    <ClockField
      label={t('blankName.clock')}
      value={value.at}
      isFaulty={!isTimeOfDay(value.at)}
      onChange={(at) => onChange({ ...value, at })}
    />
  )
}

type DateEvent = BlankEvent<'dateComes'>
const keyOf = (date: DateEvent['date']) => (date.of === 'field' ? date.field : date.fieldId)

function DatePicker({ value, onChange, close }: PickingProps<DateEvent>) {
  const { t } = useTranslation(['automations', 'entities'])
  const { data, isLoading } = wordCalls.useGetEquipmentMetadataQuery()
  const own = (data?.rows ?? []).filter(({ dataType }) => dataType === 'date')
  const choose = (date: DateEvent['date']) => {
    onChange({ ...value, date })
    close()
  }
  return (
    <Select
      defaultOpen
      autoFocus
      showSearch
      filterOption={foundBy('label')}
      aria-label={t('blankName.date')}
      loading={isLoading}
      popupMatchSelectWidth={false}
      value={keyOf(value.date)}
      onChange={(key) => {
        const field = equipmentDays.find((one) => one === key)
        if (field) choose({ of: 'field', field })
        else if (typeof key === 'number') choose({ of: 'metadata', fieldId: key })
      }}
      options={[
        {
          label: t('blank.fieldsOfEquipment'),
          options: equipmentDays.map((field) => ({
            value: field,
            label: t(`entities:field_${field}`),
          })),
        },
        {
          label: t('blank.ownFields'),
          options: own.map(({ id, name }) => ({ value: id, label: name })),
        },
      ]}
    />
  )
}

export const offset = { offset: OffsetPicker, clock: TimePicker }
export const dateComes = { date: DatePicker }
