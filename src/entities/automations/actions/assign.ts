import type { AssignBy } from '#contract/automation/actions/assign.ts'
import type { Blank } from '#contract/automation/blank.ts'
import type { BlankText } from '../clause.ts'
import type { ActionWords } from '../useWords.ts'

export function assigneeText(assign: Blank<AssignBy> | null, words: ActionWords): BlankText {
  const { t, naming } = words
  if (assign === null) return { words: t('assignee.nobody') }
  if (assign.by === 'user') return naming.one('user', assign.userId, 'person')
  if (assign.by === 'question') return questionText(assign.questionId, 'assign.question', words)
  if (assign.by === 'duty') {
    const duty = naming.one('duty', assign.dutyId, 'duty')
    return assign.dutyId === null
      ? duty
      : { ...duty, words: t('assign.duty', { duty: duty.words }) }
  }
  const rule = naming.one('assignRule', assign.ruleId, 'rule')
  return assign.ruleId === null ? rule : { ...rule, words: t('assign.rule', { rule: rule.words }) }
}

export function questionText(
  questionId: number | null,
  key: 'metadata.fromAnswer' | 'metadata.fromAnswerOrRemove' | 'assign.question',
  { t, naming }: ActionWords,
): BlankText {
  const question = naming.one('surveyQuestion', questionId, 'question')
  return questionId === null
    ? question
    : { ...question, words: t(key, { question: question.words }) }
}
