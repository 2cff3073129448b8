/** What a meter type needs depends on how its use is counted. */
import { Form, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { foundBy } from '#ui/form/foundBy.ts'
import { procedureCalls } from '#entities/calls/procedures.ts'

const fieldsOf: Readonly<Record<string, readonly string[]>> = {
  hand: ['unit', 'rollsOverAt'],
  answer: ['unit', 'procedureId', 'questionId', 'rollsOverAt'],
  sensor: ['unit', 'sensorTypeId', 'rollsOverAt'],
  above: ['sensorTypeId', 'above'],
  status: ['statusIds'],
  away: [],
}

export const isOfSource = (field: string, source = 'hand'): boolean =>
  field === 'source' || field === 'equipmentTypeIds' || (fieldsOf[source] ?? []).includes(field)

interface PickerProps {
  label: string
  id?: string
  value?: number | null
  onChange?(value: number | null): void
}

/** Number questions of the chosen procedure. */
export function NumberQuestionPicker({ label, id, value = null, onChange }: PickerProps) {
  const { t } = useTranslation('management')
  const procedureId = Form.useWatch<number | null | undefined>('procedureId')
  const { data } = procedureCalls.useGetProcedureQuery(
    { params: { id: procedureId ?? 0 } },
    { skip: procedureId == null },
  )
  const questions = procedureId == null ? [] : (data?.questions ?? [])
  return (
    <Select
      {...(id === undefined ? {} : { id })}
      aria-label={label}
      value={value}
      disabled={procedureId == null}
      notFoundContent={t('noNumberQuestion')}
      showSearch={{ filterOption: foundBy('label') }}
      options={questions
        .filter(({ kind }) => kind === 'number')
        .map((question) => ({ value: question.id, label: question.title }))}
      onChange={(chosen: number) => onChange?.(chosen)}
    />
  )
}
