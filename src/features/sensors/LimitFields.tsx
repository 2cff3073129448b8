import { Form, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { isAlwaysIncident, isChange } from '#contract/metricNames.ts'
import type { SensorRow } from '#contract/sensors.ts'
import { useReadingText } from '#entities/sensors/useReadingText.ts'
import { NumberInput } from '#ui/form/NumberInput.tsx'
import { alertCondition, yesNoLimits, type TellsWhen } from './alertCondition.ts'
import styles from './sensors.module.css'

type Type = SensorRow['type']

/** Limits in the unit and step of the type. Yes/no sensors have words instead; leaks and alarms always alert. */
export function LimitFields({ types }: { types: readonly Type[] }) {
  const { t } = useTranslation('sensors')
  const typeId = Form.useWatch<number | null | undefined>('typeId')
  const upper = Form.useWatch<number | null | undefined>('upperLimit')
  const type = types.find(({ id }) => id === typeId)
  const metric = type?.metric
  if (metric === 'waterLeak' || metric === 'alarm')
    return <p className="quiet">{t(`tellsAlways_${metric}`)}</p>
  if (type !== undefined && isChange(type.metric)) return <TellsWhenField type={type} />
  const shown = type === undefined ? {} : { step: type.step, addonAfter: type.unit || null }
  // Batteries have no upper limit by default, because a full battery needs no alert.
  const isBattery = metric === 'battery' && upper == null
  return (
    <>
      <div className={styles.pair}>
        <Form.Item
          name="lowerLimit"
          label={isBattery ? t('tellsBelow') : t('lowerLimit')}
          extra={t('limitsHint')}
        >
          <NumberInput className={styles.whole} {...shown} />
        </Form.Item>
        {!isBattery && (
          <Form.Item name="upperLimit" label={t('upperLimit')} extra={t('limitsHint')}>
            <NumberInput className={styles.whole} {...shown} />
          </Form.Item>
        )}
      </div>
      {metric !== 'battery' && (
        <Form.Item name="offset" label={t('offset')} extra={t('offsetHint')}>
          <NumberInput {...shown} />
        </Form.Item>
      )}
    </>
  )
}

function TellsWhenField({ type }: { type: Type }) {
  const { t } = useTranslation('sensors')
  const form = Form.useFormInstance<{ lowerLimit: number | null; upperLimit: number | null }>()
  const reading = useReadingText()
  const lowerLimit = Form.useWatch<number | null | undefined>('lowerLimit') ?? null
  const upperLimit = Form.useWatch<number | null | undefined>('upperLimit') ?? null
  return (
    <>
      <Form.Item name="lowerLimit" hidden>
        <NumberInput />
      </Form.Item>
      <Form.Item name="upperLimit" hidden>
        <NumberInput />
      </Form.Item>
      <Form.Item label={t('tellsWhen')} htmlFor="tellsWhen" extra={t('tellsWhenHint')}>
        <Select<TellsWhen>
          id="tellsWhen"
          value={alertCondition({ lowerLimit, upperLimit })}
          onChange={(when) => form.setFieldsValue(yesNoLimits(when))}
          options={[
            { value: 'never', label: t('tellsNever') },
            { value: 'on', label: reading(type, 1) },
            { value: 'off', label: reading(type, 0) },
          ]}
        />
      </Form.Item>
    </>
  )
}

/** Limits valid for the metric; a former type may have left others. */
export function limitsForMetric<
  V extends { lowerLimit: number | null; upperLimit: number | null; offset: number | null },
>(values: V, metric: Type['metric'] | undefined): V {
  if (metric === undefined || !isChange(metric)) return values
  const limits = isAlwaysIncident(metric)
    ? yesNoLimits('never')
    : yesNoLimits(alertCondition(values))
  return { ...values, ...limits, offset: 0 }
}
