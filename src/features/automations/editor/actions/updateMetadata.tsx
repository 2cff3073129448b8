import { Segmented, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import type { BlankAction } from '#contract/automation/actions.ts'
import { intervalFits, questionFits } from '#contract/rules/metadataAnswers.ts'
import { maximumInUnit, timeUnits } from '#contract/rules/timeUnits.ts'
import { MetadataFieldPicker, wordCalls } from '#entities/pickers/wordPickers.tsx'
import { NeededNumber } from '#ui/form/NeededNumber.tsx'
import type { PickingProps } from '../picking.ts'
import { QuestionPicker } from '../QuestionPicker.tsx'
import styles from '../../automations.module.css'

type Update = BlankAction<'updateMetadata'>

function FieldPicker({ value, onChange, close }: PickingProps<Update>) {
  // The chosen question may not fit another field.
  const change: Update['change'] =
    value.change.do === 'fromAnswer' ? { ...value.change, questionId: null } : value.change
  return (
    <MetadataFieldPicker
      defaultOpen
      autoFocus
      allowClear={false}
      value={value.fieldId}
      onChange={(fieldId: number | null) => {
        onChange({ ...value, fieldId, change: fieldId === value.fieldId ? value.change : change })
        close()
      }}
    />
  )
}

const ways = ['fromAnswer', 'fromInterval', 'remove'] as const

function ChangePicker({ value, onChange, questions }: PickingProps<Update>) {
  const { t } = useTranslation(['automations', 'schedules'])
  const { data } = wordCalls.useGetEquipmentMetadataQuery()
  const field = data?.rows.find(({ id }) => id === value.fieldId)
  if (field === undefined)
    return (
      <p className={styles.blankHint} role="status">
        {t('blank.fieldFirst')}
      </p>
    )
  const { change } = value
  const set = (next: Update['change']) => onChange({ ...value, change: next })
  const handleWay = (way: (typeof ways)[number]) =>
    set(
      way === 'fromAnswer'
        ? { do: way, questionId: null, whenEmpty: 'ignore' }
        : way === 'fromInterval'
          ? { do: way, amount: 6, unit: 'months' }
          : { do: way },
    )
  return (
    <>
      <Segmented
        aria-label={t('blank.change')}
        value={change.do}
        onChange={handleWay}
        options={ways.map((way) => ({
          value: way,
          label: t(`metadataWay.${way}`),
          disabled: way === 'fromInterval' && !intervalFits(field),
        }))}
      />
      {change.do === 'fromAnswer' && (
        <>
          <QuestionPicker
            questions={questions}
            fits={(question) => questionFits(field, question)}
            none={t('blank.noFittingQuestion', { field: field.name })}
            value={change.questionId}
            onChange={(questionId) => set({ ...change, questionId })}
          />
          <Select
            aria-label={t('blank.whenEmpty')}
            value={change.whenEmpty}
            popupMatchSelectWidth={false}
            onChange={(whenEmpty) => set({ ...change, whenEmpty })}
            options={(['ignore', 'remove'] as const).map((way) => ({
              value: way,
              label: t(`whenEmpty.${way}`),
            }))}
          />
        </>
      )}
      {change.do === 'fromInterval' && (
        <div className={styles.hourFields}>
          <NeededNumber
            min={1}
            max={maximumInUnit(change.unit, 10_000)}
            precision={0}
            aria-label={t('blank.number')}
            value={change.amount}
            onChange={(amount) => set({ ...change, amount })}
          />
          <Select
            aria-label={t('blank.unit')}
            value={change.unit}
            popupMatchSelectWidth={false}
            onChange={(unit) =>
              set({ ...change, unit, amount: Math.min(change.amount, maximumInUnit(unit, 10_000)) })
            }
            options={timeUnits.map((unit) => ({
              value: unit,
              label: t(`schedules:units.${unit}`),
            }))}
          />
        </div>
      )}
    </>
  )
}

export const updateMetadata = { field: FieldPicker, change: ChangePicker }
