import { Form, Input, Select, Switch } from 'antd'
import { checkGtin } from '#entities/fields/checkGtin.ts'
import { NumberInput } from '#ui/form/NumberInput.tsx'
import { useTranslation } from 'react-i18next'
import {
  EquipmentStatusPicker,
  EquipmentTypePicker,
  LocationTypePicker,
  OrgEntityPicker,
  RolePicker,
  UserPicker,
} from '#entities/pickers/pickers.tsx'
import { TicketTypePicker } from '#entities/tickets/TicketTypePicker.tsx'
import { ProcedurePicker } from '#entities/pickers/ProcedurePicker.tsx'
import { SensorTypePicker } from '#entities/pickers/SensorTypePicker.tsx'
import { ColourField } from '#ui/form/ColourField.tsx'
import type { ReferenceList, ReferenceField } from './referenceLists.ts'
import { isOfSource, NumberQuestionPicker } from './MeterFields.tsx'
import { useReferenceLabels } from './useReferenceLabels.ts'
import { StatesField, statesRule } from './StatesField.tsx'
import { FailureCodesField, failureCodesRule } from './FailureCodesField.tsx'
import { StepsField } from './StepsField.tsx'
import { TargetsField, targetsRule } from './TargetsField.tsx'

/** True if the server stores a secret, or a longer URL, that the form does not show. */
interface Kept {
  hasSecret: boolean
  hasMore: boolean
}

export function ReferenceFields({
  referenceList,
  ...kept
}: Kept & { referenceList: ReferenceList }) {
  return referenceList.fields.map((field) => (
    <OneField key={field.name} referenceList={referenceList} field={field} {...kept} />
  ))
}

function OneField({
  referenceList,
  field,
  hasSecret,
  hasMore,
}: Kept & { referenceList: ReferenceList; field: ReferenceField }) {
  const { t } = useTranslation(['management', 'common'])
  const { label, hint } = useReferenceLabels(referenceList)
  const dataType = Form.useWatch<string | undefined>('dataType')
  const source = Form.useWatch<string | undefined>('source')
  const belongsTo = Form.useWatch<string | undefined>('belongsTo')
  if (referenceList.key === 'metadataFields' && isOfOther(field.name, belongsTo)) return null
  if (field.name === 'choices' && dataType !== 'choice' && dataType !== 'choices') return null
  if ((field.name === 'minimum' || field.name === 'maximum') && dataType === 'text') return null
  if (field.name === 'pattern' && dataType === 'number') return null
  if (referenceList.key === 'meterTypes' && !isOfSource(field.name, source)) return null
  const shared = { name: field.name, label: label(field), extra: keptHint(field) ?? hint(field) }
  function keptHint(one: ReferenceField): string | null {
    if (one.kind !== 'text') return null
    if (one.isSecret === true) return hasSecret ? t('secretKept') : null
    return one.inputMode === 'url' && hasMore ? t('addressMore') : null
  }
  const required = { required: true, whitespace: true, message: t('common:required') }
  switch (field.kind) {
    case 'colour':
      return (
        <Form.Item {...shared}>
          <ColourField />
        </Form.Item>
      )
    case 'flag':
      return (
        <Form.Item {...shared} valuePropName="checked">
          <Switch />
        </Form.Item>
      )
    case 'text': {
      const rules = [
        ...(field.isRequired === true ? [required] : []),
        { max: field.max, message: t('common:tooLong', { max: field.max }) },
        ...(field.isGtin === true
          ? [{ validator: checkGtin, message: t('common:gtinWrong') }]
          : []),
        ...(field.isSecret === true ? [{ min: 16, message: t('secretShort') }] : []),
      ]
      if (field.isSecret === true)
        return (
          <Form.Item {...shared} rules={rules}>
            <Input type="password" autoComplete="new-password" />
          </Form.Item>
        )
      return (
        <Form.Item {...shared} rules={rules}>
          {field.isLong === true ? (
            <Input.TextArea autoSize={{ minRows: 3, maxRows: 10 }} dir="auto" />
          ) : (
            <Input
              autoComplete="off"
              dir={field.inputMode === 'url' ? 'ltr' : 'auto'}
              inputMode={field.inputMode ?? 'text'}
            />
          )}
        </Form.Item>
      )
    }
    case 'number':
      return (
        <Form.Item
          {...shared}
          rules={
            field.min === undefined || field.isOptional === true
              ? []
              : [{ required: true, message: t('common:required') }]
          }
        >
          <NumberInput
            style={{ inlineSize: '100%' }}
            {...(field.min === undefined ? {} : { min: field.min, precision: 0 })}
            {...(field.max === undefined ? {} : { max: field.max })}
          />
        </Form.Item>
      )
    case 'choice':
      return (
        <Form.Item {...shared}>
          <Select
            options={field.options.map((value) => ({
              value,
              label: t(`choice_${value}` as 'choice_text', { defaultValue: value }),
            }))}
          />
        </Form.Item>
      )
    case 'list':
      return (
        <Form.Item {...shared} rules={[{ required: true, message: t('common:required') }]}>
          <Select mode="tags" open={false} suffixIcon={null} tokenSeparators={[',', '\n']} />
        </Form.Item>
      )
    case 'users':
      return (
        <Form.Item {...shared}>
          <UserPicker multiple />
        </Form.Item>
      )
    case 'roles':
      return (
        <Form.Item {...shared}>
          <RolePicker multiple />
        </Form.Item>
      )
    case 'equipmentTypes':
      return (
        <Form.Item
          {...shared}
          rules={
            field.isRequired === true
              ? [{ required: true, type: 'array', min: 1, message: t('common:required') }]
              : []
          }
        >
          <EquipmentTypePicker multiple />
        </Form.Item>
      )
    case 'locationTypes':
      return (
        <Form.Item {...shared}>
          <LocationTypePicker multiple />
        </Form.Item>
      )
    case 'ticketTypes':
      return (
        <Form.Item {...shared}>
          <TicketTypePicker multiple label={label(field)} />
        </Form.Item>
      )
    case 'orgEntity':
      return (
        <Form.Item {...shared}>
          <OrgEntityPicker label={label(field)} />
        </Form.Item>
      )
    case 'procedures':
      return (
        <Form.Item {...shared}>
          <ProcedurePicker multiple />
        </Form.Item>
      )
    case 'statuses':
      return (
        <Form.Item {...shared}>
          <EquipmentStatusPicker multiple />
        </Form.Item>
      )
    case 'procedure':
      return (
        <Form.Item {...shared}>
          <ProcedurePicker label={label(field)} />
        </Form.Item>
      )
    case 'failureCodes':
      return (
        <Form.Item {...shared} rules={[failureCodesRule(t)]}>
          <FailureCodesField />
        </Form.Item>
      )
    case 'question':
      return (
        <Form.Item {...shared}>
          <NumberQuestionPicker label={label(field)} />
        </Form.Item>
      )
    case 'sensorType':
      return (
        <Form.Item {...shared}>
          <SensorTypePicker label={label(field)} />
        </Form.Item>
      )
    case 'steps':
      return (
        <Form.Item
          {...shared}
          rules={[{ required: true, type: 'array', min: 2, message: t('stepsTooFew') }]}
        >
          <StepsField />
        </Form.Item>
      )
    case 'targets':
      return (
        <Form.Item {...shared} rules={[targetsRule(t)]}>
          <TargetsField />
        </Form.Item>
      )
    case 'states':
      return (
        <Form.Item {...shared} rules={[statesRule(t)]}>
          <StatesField />
        </Form.Item>
      )
  }
}

/** A field of tickets has no equipment types. */
const ownerOfTypes: Readonly<Record<string, string>> = {
  equipmentTypeIds: 'equipment',
  locationTypeIds: 'location',
  ticketTypeIds: 'ticket',
}
const isOfOther = (field: string, belongsTo = 'equipment'): boolean =>
  ownerOfTypes[field] !== undefined && ownerOfTypes[field] !== belongsTo
