import { Form, Segmented } from 'antd'
import { useTranslation } from 'react-i18next'
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
          options={(['specific', 'rolling'] as const).map((value) => ({
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
      <div className={styles.twoFields}>
        <Form.Item name="repeatCount" label={t('field.repeatCount')}>
          <NumberInput min={1} max={10_000} precision={0} placeholder={t('ends.never')} />
        </Form.Item>
        <Form.Item name="end" label={t('field.end')}>
          <MomentField kind="day" className={styles.dateField} />
        </Form.Item>
      </div>
    </>
  )
}
