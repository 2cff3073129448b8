import { Select } from 'antd'
import { useTranslation } from 'react-i18next'
import type { RruleDraft } from '#contract/rrules/rruleShapes.ts'
import { longestSpan, timeUnits } from '#contract/rules/timeUnits.ts'
import { NeededNumber } from '#ui/form/NeededNumber.tsx'
import styles from './editor.module.css'

type Span = NonNullable<RruleDraft['every']>

const mostOf = (unit: Span['unit']): number => Math.min(10_000, longestSpan[unit])

interface SpanProps {
  label: string
  id?: string
  value?: Span
  onChange?(value: Span): void
}

export function SpanField({ label, id, value = { amount: 1, unit: 'days' }, onChange }: SpanProps) {
  const { t } = useTranslation('schedules')
  return (
    <span className={styles.spanField}>
      <NeededNumber
        {...(id === undefined ? {} : { id })}
        aria-label={label}
        min={1}
        max={mostOf(value.unit)}
        precision={0}
        value={value.amount}
        onChange={(amount) => onChange?.({ ...value, amount })}
      />
      <Select
        aria-label={t('unit')}
        value={value.unit}
        options={timeUnits.map((unit) => ({ value: unit, label: t(`units.${unit}`) }))}
        onChange={(unit) => onChange?.({ unit, amount: Math.min(value.amount, mostOf(unit)) })}
        popupMatchSelectWidth={false}
      />
    </span>
  )
}

interface OptionalProps {
  label: string
  none: string
  own: string
  id?: string
  value?: Span | null
  onChange?(value: Span | null): void
}

export function OptionalSpan({ label, none, own, id, value = null, onChange }: OptionalProps) {
  return (
    <span className={styles.spanField}>
      <Select
        {...(id === undefined ? {} : { id })}
        aria-label={label}
        value={value === null ? 'none' : 'own'}
        popupMatchSelectWidth={false}
        options={[
          { value: 'none', label: none },
          { value: 'own', label: own },
        ]}
        onChange={(choice) => onChange?.(choice === 'none' ? null : { amount: 1, unit: 'days' })}
      />
      {value !== null && (
        <SpanField label={label} value={value} onChange={(span) => onChange?.(span)} />
      )}
    </span>
  )
}
