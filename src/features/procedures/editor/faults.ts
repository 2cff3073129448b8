import { isChoice, isWhole } from '#contract/rules/answerRules.ts'
import type { SurveyQuestion } from '#contract/procedures/survey.ts'
import type { ProcedureDraft } from './draft.ts'

type DraftFaultCode =
  | 'nameMissing'
  | 'typeMissing'
  | 'titleMissing'
  | 'choicesMissing'
  | 'choiceTitleMissing'
  | 'rangeReversed'
  | 'scoreRangeReversed'
  | 'faultRangeReversed'
  | 'ruleIncomplete'

export interface DraftFault {
  code: DraftFaultCode
  questionId: number | null
}

export function draftFaults(draft: ProcedureDraft): DraftFault[] {
  const own: DraftFault[] = []
  if (draft.name.trim() === '') own.push({ code: 'nameMissing', questionId: null })
  if (draft.typeId === null) own.push({ code: 'typeMissing', questionId: null })
  return [
    ...own,
    ...draft.questions.flatMap((question) =>
      codesOf(question).map((code) => ({ code, questionId: question.id })),
    ),
  ]
}

function codesOf(question: SurveyQuestion): DraftFaultCode[] {
  const codes: DraftFaultCode[] = []
  if (question.title.trim() === '') codes.push('titleMissing')
  if (isChoice(question.kind) && question.answers.length === 0) codes.push('choicesMissing')
  if (question.answers.some((answer) => answer.title.trim() === ''))
    codes.push('choiceTitleMissing')
  if (isReversed(question.minimum, question.maximum)) codes.push('rangeReversed')
  if (
    question.numberScore !== null &&
    isReversed(question.numberScore.from, question.numberScore.to)
  )
    codes.push('scoreRangeReversed')
  if (question.faultOutside && isReversed(question.faultOutside.from, question.faultOutside.to))
    codes.push('faultRangeReversed')
  if (question.visibility?.rules.some((rule) => !isWhole(rule))) codes.push('ruleIncomplete')
  return codes
}

const isReversed = (from: number | null, to: number | null) =>
  from !== null && to !== null && from > to
