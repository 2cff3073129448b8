import type { BlankAction } from '#contract/automation/actions.ts'
import type { ActionWords } from '../useWords.ts'
import type { ActionPage } from './kind.ts'

export const scheduleProcedure = {
  sentence: ({ procedureId, times, within }, words) => ({
    procedure: words.naming.one('procedure', procedureId, 'procedure'),
    times: { words: words.t('times', { count: times }) },
    within: { words: withinText(within, words) },
  }),
  blanks: {
    procedure: 'procedureId',
    times: 'own',
    within: 'own',
  },
} satisfies ActionPage<'scheduleProcedure'>

function withinText(
  within: BlankAction<'scheduleProcedure'>['within'],
  { t, span }: ActionWords,
): string {
  if (within.by === 'days')
    return t('within.days', { span: span({ amount: within.days, unit: 'days' }) })
  const { deadline } = within
  if (deadline.kind === 'hours')
    return t('within.days', { span: span({ amount: deadline.hours, unit: 'hours' }) })
  if (deadline.kind === 'workingHours') return t('withinWorkingHours', { count: deadline.hours })
  return deadline.kind === 'custom'
    ? t('within.days', { span: span(deadline) })
    : t(`within.${deadline.kind}`)
}
