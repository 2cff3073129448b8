import { Form, Segmented } from 'antd'
import { useTranslation } from 'react-i18next'
import { meterCalls } from '#entities/calls/meters.ts'
import { MeterTypePicker } from '#entities/pickers/MeterTypePicker.tsx'
import { MomentField } from '#ui/dates/MomentField.tsx'
import { NumberInput } from '#ui/form/NumberInput.tsx'
import { RepeatField } from './RepeatField.tsx'
import { timesFit, type RepeatForm } from './repeatForm.ts'
import type { ScheduleValues } from './scheduleValues.ts'
import { OptionalSpan, SpanField } from './SpanField.tsx'
import styles from './editor.module.css'

export function WhenFields() {
  const { t } = useTranslation(['schedules', 'common'])
  const form = Form.useFormInstance<ScheduleValues>()
  const kind = Form.useWatch('kind', form) ?? 'specific'
  const judge = useRepeatJudge()
  const needed = [{ required: true, message: t('common:required') }]
  return (
    <>
      <Form.Item name="kind" label={t('field.kind')} extra={t(`kindHint.${kind}`)}>
        <Segmented
          aria-label={t('field.kind')}
          options={(['specific', 'rolling', 'byUse'] as const).map((value) => ({
            value,
            label: t(`kind.${value}`),
          }))}
        />
      </Form.Item>
      <Form.Item name="start" label={t('field.start')} extra={t('startHint')} rules={needed}>
        <MomentField kind="minute" className={styles.dateField} />
      </Form.Item>
      {kind === 'specific' && (
        <Form.Item name="rule" noStyle rules={[{ validator: judge }]}>
          <RepeatField />
        </Form.Item>
      )}
      {kind === 'rolling' && <RollingFields />}
      {kind === 'byUse' && <ByUseFields />}
    </>
  )
}

/** Client-side checks; the preview shows all other faults. */
function useRepeatJudge() {
  const { t } = useTranslation(['schedules', 'common'])
  return async (_rule: unknown, repeat: RepeatForm): Promise<void> => {
    if (
      repeat.mode === 'text'
        ? repeat.text.trim() === ''
        : repeat.ends === 'on' && repeat.until === ''
    )
      throw new Error(t('common:required'))
    if (repeat.mode === 'form' && !timesFit(repeat.times)) throw new Error(t('timesDiffer'))
  }
}

function RollingFields() {
  const { t } = useTranslation('schedules')
  return (
    <>
      <Form.Item name="every" label={t('field.every')}>
        <SpanField label={t('field.every')} />
      </Form.Item>
      <Form.Item name="restartAfter" label={t('field.restartAfter')} extra={t('restartHint')}>
        <OptionalSpan
          label={t('field.restartAfter')}
          none={t('restartSame')}
          own={t('restartOwn')}
        />
      </Form.Item>
      <EndFields />
    </>
  )
}

function EndFields() {
  const { t } = useTranslation('schedules')
  return (
    <div className={styles.twoFields}>
      <Form.Item name="repeatCount" label={t('field.repeatCount')}>
        <NumberInput min={1} max={10_000} precision={0} placeholder={t('ends.never')} />
      </Form.Item>
      <Form.Item name="end" label={t('field.end')}>
        <MomentField kind="day" className={styles.dateField} />
      </Form.Item>
    </div>
  )
}

function ByUseFields() {
  const { t } = useTranslation(['schedules', 'common'])
  const needed = [{ required: true, message: t('common:required') }]
  return (
    <>
      <Form.Item
        name={['use', 'meterTypeId']}
        label={t('field.meter')}
        extra={t('meterHint')}
        rules={needed}
      >
        <MeterTypePicker label={t('field.meter')} />
      </Form.Item>
      <Form.Item name={['use', 'quantity']} label={t('field.quantity')} rules={needed}>
        <QuantityField />
      </Form.Item>
      <Form.Item name={['use', 'latest']} label={t('field.latest')} extra={t('latestHint')}>
        <OptionalSpan label={t('field.latest')} none={t('noLatest')} own={t('afterLast')} />
      </Form.Item>
      <Form.Item name={['use', 'earliest']} label={t('field.earliest')}>
        <OptionalSpan label={t('field.earliest')} none={t('noEarliest')} own={t('afterLast')} />
      </Form.Item>
      <EndFields />
    </>
  )
}

interface QuantityProps {
  id?: string
  value?: number
  onChange?(value: number | null): void
}

function QuantityField({ id, value, onChange }: QuantityProps) {
  const { t } = useTranslation('schedules')
  const meterTypeId = Form.useWatch<number | null | undefined>(['use', 'meterTypeId'])
  const { data } = meterCalls.useListMeterTypesQuery(
    { body: { limit: 1, ids: [meterTypeId ?? 0] } },
    { skip: meterTypeId == null },
  )
  return (
    <NumberInput
      {...(id === undefined ? {} : { id })}
      {...(value === undefined ? {} : { value })}
      aria-label={t('field.quantity')}
      min={0.001}
      max={1e9}
      inputMode="decimal"
      suffix={data?.rows[0]?.unit ?? ''}
      className={styles.dateField}
      onChange={(amount) => onChange?.(amount)}
    />
  )
}
