import { Form, Input, Select } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { EntityField } from '#contract/entityFields.ts'
import { useZoneOptions } from '#entities/timeZones/useZoneOptions.ts'
import { MomentField } from '#ui/dates/MomentField.tsx'
import { foundBy } from '#ui/form/foundBy.ts'
import { NumberInput } from '#ui/form/NumberInput.tsx'
import { checkGtin } from './checkGtin.ts'

interface ItemProps {
  name: string
  field: EntityField
  label: string
  hint?: ReactNode
}

export function PlainItem({ name, field, label, hint }: ItemProps) {
  const { t } = useTranslation('common')
  const { kind, max, min = -max } = field
  const isLettered = kind !== 'number' && kind !== 'zone' && kind !== 'day'
  return (
    <Form.Item
      name={name}
      label={label}
      extra={hint}
      rules={[
        ...(kind === 'name' ? [{ required: true, whitespace: true, message: t('required') }] : []),
        ...(isLettered && kind !== 'gtin' ? [{ max, message: t('tooLong', { max }) }] : []),
        ...(kind === 'gtin' ? [{ validator: checkGtin, message: t('gtinWrong') }] : []),
      ]}
    >
      {kind === 'number' ? (
        <NumberInput min={min} max={max} step={0.0001} style={{ inlineSize: '100%' }} />
      ) : kind === 'zone' ? (
        <ZoneSelect label={label} />
      ) : kind === 'day' ? (
        <MomentField kind="day" isWide isOfThings />
      ) : (
        <Input autoComplete="off" dir="auto" />
      )}
    </Form.Item>
  )
}

/** `chosen`: the props from the form item. */
function ZoneSelect({ label, ...chosen }: { label: string; value?: string | null }) {
  const { options, isLoading } = useZoneOptions(chosen.value ?? '')
  return (
    <Select
      allowClear
      showSearch
      filterOption={foundBy('label')}
      options={options}
      loading={isLoading}
      placeholder={label}
      {...chosen}
    />
  )
}
