import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Checkbox, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { callChannels } from '#contract/duties/duties.ts'
import { MAX_STEPS } from '#contract/duties/steps.ts'
import { DutyPicker } from '#entities/duties/DutyPicker.tsx'
import { UserPicker } from '#entities/pickers/pickers.tsx'
import { useFormat } from '#lib/format.tsx'
import { NumberInput } from '#ui/form/NumberInput.tsx'
import { stepTargets, type StepValues } from './dutyValues.ts'
import styles from './duties.module.css'

interface Props {
  value?: readonly StepValues[]
  onChange?(value: StepValues[]): void
  id?: string
}

export function StepRows({ value = [], onChange, id }: Props) {
  const { t } = useTranslation('duties')
  const add = (): void =>
    onChange?.([
      ...value,
      value.length === 0
        ? { minutes: 0, to: 'onDuty', dutyId: null, userId: null, channels: [] }
        : { minutes: 15, to: 'managers', dutyId: null, userId: null, channels: [] },
    ])
  return (
    <div className={styles.shifts} id={id}>
      <ul aria-label={t('steps')}>
        {value.map((step, index) => (
          <li key={index}>
            <StepRow
              step={step}
              index={index}
              onChange={(changed) => onChange?.(value.map((one) => (one === step ? changed : one)))}
              onRemove={() => onChange?.(value.filter((one) => one !== step))}
            />
          </li>
        ))}
      </ul>
      {value.length < MAX_STEPS && (
        <Button icon={<PlusOutlined aria-hidden />} onClick={add}>
          {t('addStep')}
        </Button>
      )}
    </div>
  )
}

interface RowProps {
  step: StepValues
  index: number
  onChange(step: StepValues): void
  onRemove(): void
}

function StepRow({ step, index, onChange, onRemove }: RowProps) {
  const { t } = useTranslation('duties')
  const { number } = useFormat()
  const label = t('stepNumber', { number: number(index + 1) })
  return (
    <div className={styles.shift} role="group" aria-label={label}>
      <div className={styles.shiftLine}>
        <Select
          className={styles.person}
          aria-label={t('stepTo')}
          value={step.to}
          onChange={(to) => onChange({ ...step, to })}
          options={stepTargets.map((value) => ({ value, label: t(`to_${value}`) }))}
        />
        <Button
          type="text"
          icon={<DeleteOutlined aria-hidden />}
          aria-label={t('removeShift', { name: label })}
          onClick={onRemove}
        />
      </div>
      {step.to === 'duty' && (
        <DutyPicker
          allowClear={false}
          value={step.dutyId}
          onChange={(dutyId: number | null) => onChange({ ...step, dutyId })}
        />
      )}
      {step.to === 'user' && (
        <UserPicker
          label={t('person')}
          allowClear={false}
          value={step.userId}
          onChange={(userId: number | null) => onChange({ ...step, userId })}
        />
      )}
      <label className={styles.shiftLine}>
        <NumberInput
          value={step.minutes}
          onChange={(minutes) => onChange({ ...step, minutes: Number(minutes ?? 0) })}
        />
        <span>{t(index === 0 ? 'stepAfterFirst' : 'stepAfter')}</span>
      </label>
      <div className={styles.shiftLine}>
        <span>{t('stepAlsoBy')}</span>
        <Checkbox.Group
          aria-label={t('stepAlsoBy')}
          value={step.channels}
          onChange={(channels) => onChange({ ...step, channels })}
          options={callChannels.map((value) => ({ value, label: t(`stepBy_${value}`) }))}
        />
      </div>
    </div>
  )
}
