import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { parseRule } from '#contract/recurrence/rule.ts'
import type { RruleDraft } from '#contract/rrules/rruleShapes.ts'
import { useRuleSentence } from './useRuleSentence.ts'
import { useScheduleLabels } from './useScheduleLabels.ts'
import styles from './recurrence.module.css'

export type ScheduleTiming = Pick<
  RruleDraft,
  'kind' | 'rule' | 'every' | 'start' | 'onHoliday' | 'onNonWorkingDay'
>

/** Formats a schedule. Text that is not a valid rule is shown unchanged. */
export function ScheduleSentence({ of: timing }: { of: ScheduleTiming }) {
  const { t } = useTranslation('schedules')
  const words = useScheduleLabels()
  const say = useRuleSentence()
  const rule = useMemo(() => parseRule(timing.rule ?? '').rule, [timing.rule])
  if (timing.kind === 'rolling')
    return <>{t('rollingSentence', { span: words.span(timing.every) })}</>
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
