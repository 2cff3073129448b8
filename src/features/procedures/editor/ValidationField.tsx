import { Select } from 'antd'
import { useTranslation } from 'react-i18next'
import type { SurveyQuestion } from '#contract/procedures/survey.ts'
import { wordCalls } from '#entities/pickers/wordPickers.tsx'
import { changeQuestion, type QuestionEditing } from './draft.ts'
import { Labelled } from './Labelled.tsx'

export function ValidationField({ question, change }: QuestionEditing) {
  const { t } = useTranslation('procedures')
  const { data } = wordCalls.useGetValidationTypesQuery()
  const chosen = question.validationTypeId ?? null
  const fitting = (data?.rows ?? []).filter(({ dataType }) => dataType === question.kind)
  if (fitting.length === 0 && chosen === null) return null
  const handleChange = (id: number | undefined) => {
    const row = fitting.find((one) => one.id === id)
    const patch: Partial<SurveyQuestion> =
      row === undefined
        ? { validationTypeId: null, validation: undefined }
        : {
            validationTypeId: row.id,
            validation: {
              name: row.name,
              minimum: row.minimum,
              maximum: row.maximum,
              pattern: row.pattern,
              hint: row.hint,
            },
          }
    change((draft) => changeQuestion(draft, question.id, patch), `validation-${question.id}`)
  }
  return (
    <Labelled label={t('editor.validation')}>
      {(id) => (
        <Select<number>
          id={id}
          allowClear
          placeholder={t('editor.noValidation')}
          {...(chosen === null ? {} : { value: chosen })}
          onChange={handleChange}
          popupMatchSelectWidth={false}
          options={[
            ...fitting.map((row) => ({ value: Number(row.id), label: <bdi>{row.name}</bdi> })),
            ...(chosen !== null && !fitting.some((row) => row.id === chosen)
              ? [{ value: Number(chosen), label: <bdi>{question.validation?.name ?? chosen}</bdi> }]
              : []),
          ]}
        />
      )}
    </Labelled>
  )
}
