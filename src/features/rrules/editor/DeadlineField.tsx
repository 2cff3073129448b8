import { Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { deadlineKinds } from '#contract/recurrence/deadlineKinds.ts'
import type { RruleDraft } from '#contract/rrules/rruleShapes.ts'
import { MAX_WORKING_HOURS } from '#contract/rules/timeUnits.ts'
import { NeededNumber } from '#ui/form/NeededNumber.tsx'
import { SpanField } from './SpanField.tsx'
import styles from './editor.module.css'

type Deadline = RruleDraft['deadline']
type Reminder = RruleDraft['reminder']

interface DeadlineProps {
  id?: string
  value?: Deadline
  onChange?(value: Deadline): void
}

export function DeadlineField({ id, value = { kind: 'none' }, onChange }: DeadlineProps) {
  const { t } = useTranslation('schedules')
  function handleKind(kind: Deadline['kind']): void {
    if (kind === 'hours' || kind === 'workingHours') onChange?.({ kind, hours: 8 })
    else onChange?.(kind === 'custom' ? { kind, amount: 2, unit: 'days' } : { kind })
  }
  return (
    <span className={styles.spanField}>
      <Select
        {...(id === undefined ? {} : { id })}
        aria-label={t('field.deadline')}
        value={value.kind}
        popupMatchSelectWidth={false}
        onChange={handleKind}
        options={deadlineKinds.map((kind) => ({ value: kind, label: t(`deadline.${kind}`) }))}
      />
      {(value.kind === 'hours' || value.kind === 'workingHours') && (
        <NeededNumber
          aria-label={t(value.kind === 'hours' ? 'units.hours' : 'deadline.workingHours')}
          min={1}
          max={value.kind === 'hours' ? 10_000 : MAX_WORKING_HOURS}
          precision={0}
          value={value.hours}
          onChange={(hours) => onChange?.({ kind: value.kind, hours })}
        />
      )}
      {value.kind === 'custom' && (
        <SpanField
          label={t('deadline.custom')}
          value={{ amount: value.amount, unit: value.unit }}
          onChange={(span) => onChange?.({ kind: 'custom', ...span })}
        />
      )}
    </span>
  )
}

interface ReminderProps {
  id?: string
  value?: Reminder
  onChange?(value: Reminder): void
}

export function ReminderField({ id, value = null, onChange }: ReminderProps) {
  const { t } = useTranslation(['schedules', 'common'])
  const choices = ['beforeDeadline', 'afterStart'] as const
  return (
    <span className={styles.spanField}>
      <Select<'none' | (typeof choices)[number]>
        {...(id === undefined ? {} : { id })}
        aria-label={t('field.reminder')}
        value={value?.from ?? 'none'}
        popupMatchSelectWidth={false}
        options={[
          { value: 'none' as const, label: t('common:none') },
          ...choices.map((from) => ({ value: from, label: t(`reminder.${from}`) })),
        ]}
        onChange={(from) =>
          onChange?.(
            from === 'none'
              ? null
              : { amount: value?.amount ?? 1, unit: value?.unit ?? 'hours', from },
          )
        }
      />
      {value !== null && (
        <SpanField
          label={t('field.reminder')}
          value={{ amount: value.amount, unit: value.unit }}
          onChange={(span) => onChange?.({ from: value.from, ...span })}
        />
      )}
    </span>
  )
}
