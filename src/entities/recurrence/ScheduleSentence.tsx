import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { parseRule } from '#contract/recurrence/rule.ts'
import type { Rrule, RruleDraft } from '#contract/rrules/rruleShapes.ts'
import { meterCalls } from '#entities/calls/meters.ts'
import { useFormat } from '#lib/format.tsx'
import { useRuleSentence } from './useRuleSentence.ts'
import { useScheduleLabels } from './useScheduleLabels.ts'
import styles from './recurrence.module.css'

export type ScheduleTiming = Pick<
  RruleDraft,
  'kind' | 'rule' | 'every' | 'start' | 'onHoliday' | 'onNonWorkingDay'
> & {
  use?: RruleDraft['use']
  /** Of a stored schedule. Otherwise it is loaded. */
  meterType?: Rrule['meterType']
}

/** Formats a schedule. Text that is not a valid rule is shown unchanged. */
export function ScheduleSentence({ of: timing }: { of: ScheduleTiming }) {
  const { t } = useTranslation('schedules')
  const words = useScheduleLabels()
  const say = useRuleSentence()
  const rule = useMemo(() => parseRule(timing.rule ?? '').rule, [timing.rule])
  if (timing.kind === 'rolling')
    return <>{t('rollingSentence', { span: words.span(timing.every) })}</>
  if (timing.kind === 'byUse')
    return <UseSentence use={timing.use ?? null} known={timing.meterType ?? null} />
  if (rule === null)
    return (
      <code className={styles.ruleText} dir="ltr">
        {timing.rule}
      </code>
    )
  return (
    <>
      {say({
        rule,
        start: timing.start,
        dayOff: { onHoliday: timing.onHoliday, onNonWorkingDay: timing.onNonWorkingDay },
      })}
    </>
  )
}

/** "Running hours: every 500 h, at the latest after 6 months, not before 3 months". */
function UseSentence({ use, known }: { use: RruleDraft['use']; known: Rrule['meterType'] }) {
  const { t } = useTranslation(['schedules', 'recurrence'])
  const words = useScheduleLabels()
  const format = useFormat()
  const meterTypeId = use === null || use.meterTypeId < 1 ? null : use.meterTypeId
  const { data } = meterCalls.useListMeterTypesQuery(
    { body: { limit: 1, ids: [meterTypeId ?? 0] } },
    { skip: known !== null || meterTypeId === null },
  )
  if (use === null) return null
  const meter = known ?? data?.rows[0]
  const amount = `${format.number(use.quantity)}${meter?.unit ? `\u00a0${meter.unit}` : ''}`
  return (
    <>
      {[
        meter === undefined
          ? t('useSentence.every', { amount })
          : t('useSentence.everyOf', { amount, meter: meter.name }),
        ...(use.latest === null ? [] : [t('useSentence.latest', { span: words.span(use.latest) })]),
        ...(use.earliest === null
          ? []
          : [t('useSentence.earliest', { span: words.span(use.earliest) })]),
      ].join(t('recurrence:clauseJoin'))}
    </>
  )
}
