import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { parseRule } from '#contract/recurrence/rule'
import type { RruleDraft } from '#contract/rrules'
import { useRuleSentence } from './useRuleSentence.ts'
import { useScheduleWords } from './useScheduleWords.ts'
import styles from './recurrence.module.css'

export type SaidRule = Pick<
  RruleDraft,
  'kind' | 'rule' | 'every' | 'start' | 'onHoliday' | 'onNonWorkingDay'
>

/** When a rule comes, in words; a text that is no rule yet stands as it was typed. */
export function RuleSentence({ of: said }: { of: SaidRule }) {
  const { t } = useTranslation('schedules')
  const words = useScheduleWords()
  const say = useRuleSentence()
  const rule = useMemo(() => parseRule(said.rule ?? '').rule, [said.rule])
  if (said.kind === 'rolling') return <>{t('rollingSentence', { span: words.span(said.every) })}</>
  if (rule === null)
    return (
      <code className={styles.ruleText} dir="ltr">
        {said.rule}
      </code>
    )
  return (
    <>
      {say({
        rule,
        start: said.start,
        dayOff: { onHoliday: said.onHoliday, onNonWorkingDay: said.onNonWorkingDay },
      })}
    </>
  )
}
