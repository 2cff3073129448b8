import { Segmented, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import type { BlankAction } from '#contract/automation/actions.ts'
import { deadlineKinds } from '#contract/recurrence/deadlineKinds.ts'
import { MAX_WORKING_HOURS, maximumInUnit, timeUnits } from '#contract/rules/timeUnits.ts'
import { NeededNumber } from '#ui/form/NeededNumber.tsx'
import type { PickingProps } from '../picking.ts'
import styles from '../../automations.module.css'

type Schedule = BlankAction<'scheduleProcedure'>

function TimesPicker({ value, onChange, close }: PickingProps<Schedule>) {
  const { t } = useTranslation('automations')
  return (
    <NeededNumber
      autoFocus
      min={1}
      max={100}
      precision={0}
      aria-label={t('blank.times')}
      value={value.times}
      onChange={(times) => onChange({ ...value, times })}
      onPressEnter={close}
    />
  )
}

/** A procedure that an automation plans always has a deadline. */
const deadlines = deadlineKinds.filter((kind) => kind !== 'none')

function WithinPicker({ value, onChange }: PickingProps<Schedule>) {
  const { t } = useTranslation(['automations', 'schedules'])
  const { within } = value
  const set = (next: Schedule['within']) => onChange({ ...value, within: next })
  const until = (kind: (typeof deadlines)[number]) =>
    set({
      by: 'deadline',
      deadline:
        kind === 'hours' || kind === 'workingHours'
          ? { kind, hours: 8 }
          : kind === 'custom'
            ? { kind, amount: 2, unit: 'days' }
            : { kind },
    })
  return (
    <>
      <Segmented
        aria-label={t('blank.within')}
        value={within.by}
        options={(['days', 'deadline'] as const).map((by) => ({
          value: by,
          label: t(`withinWay.${by}`),
        }))}
        onChange={(by) => (by === 'days' ? set({ by, days: 7 }) : until('endOfWeek'))}
      />
      {within.by === 'days' && (
        <NeededNumber
          min={1}
          max={3_650}
          precision={0}
          aria-label={t('schedules:units.days')}
          value={within.days}
          onChange={(days) => set({ by: 'days', days })}
        />
      )}
      {within.by === 'deadline' && (
        <div className={styles.hourFields}>
          <Select
            aria-label={t('withinWay.deadline')}
            value={within.deadline.kind}
            popupMatchSelectWidth={false}
            onChange={until}
            options={deadlines.map((kind) => ({
              value: kind,
              label: t(`schedules:deadline.${kind}`),
            }))}
          />
          <DeadlineAmount within={within} onChange={set} />
        </div>
      )}
    </>
  )
}

function DeadlineAmount({
  within: { deadline },
  onChange,
}: {
  within: Extract<Schedule['within'], { by: 'deadline' }>
  onChange: (within: Schedule['within']) => void
}) {
  const { t } = useTranslation(['automations', 'schedules'])
  if (deadline.kind === 'hours' || deadline.kind === 'workingHours')
    return (
      <NeededNumber
        min={1}
        max={deadline.kind === 'hours' ? 10_000 : MAX_WORKING_HOURS}
        precision={0}
        aria-label={t(
          deadline.kind === 'hours' ? 'schedules:units.hours' : 'schedules:deadline.workingHours',
        )}
        value={deadline.hours}
        onChange={(hours) => onChange({ by: 'deadline', deadline: { ...deadline, hours } })}
      />
    )
  if (deadline.kind !== 'custom') return null
  return (
    <>
      <NeededNumber
        min={1}
        max={maximumInUnit(deadline.unit, 1_000)}
        precision={0}
        aria-label={t('blank.number')}
        value={deadline.amount}
        onChange={(amount) => onChange({ by: 'deadline', deadline: { ...deadline, amount } })}
      />
      <Select
        aria-label={t('blank.unit')}
        value={deadline.unit}
        popupMatchSelectWidth={false}
        onChange={(unit) => {
          const amount = Math.min(deadline.amount, maximumInUnit(unit, 1_000))
          onChange({ by: 'deadline', deadline: { ...deadline, unit, amount } })
        }}
        options={timeUnits.map((unit) => ({ value: unit, label: t(`schedules:units.${unit}`) }))}
      />
    </>
  )
}

export const scheduleProcedure = { times: TimesPicker, within: WithinPicker }
