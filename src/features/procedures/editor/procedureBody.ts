/**
 * Converts the draft for the server: trims texts and drops fields that do not belong to the
 * question's kind.
 */
import type { SurveyQuestion } from '#contract/procedures/survey.ts'
import { isChoice } from '#contract/rules/answerRules.ts'
import type { ProcedureDraft } from './draft.ts'

export function procedureBody(draft: ProcedureDraft) {
  return {
    name: draft.name.trim(),
    typeId: draft.typeId ?? 0,
    target: draft.target,
    equipmentTypeIds: draft.target === 'location' ? [] : draft.equipmentTypeIds,
    description: emptyToNull(draft.description),
    isActive: draft.isActive,
    isSigned: draft.isSigned,
    questions: draft.questions.map(questionToSave),
  }
}

function questionToSave({
  validation: _asItStands,
  validationTypeId,
  faultOutside,
  ...question
}: SurveyQuestion): SurveyQuestion {
  const isNumber = question.kind === 'number'
  return {
    ...question,
    title: question.title.trim(),
    help: emptyToNull(question.help ?? ''),
    answers: isChoice(question.kind)
      ? question.answers.map(({ isFault, ...answer }) => ({
          ...answer,
          title: answer.title.trim(),
          ...(isFault === true && { isFault }),
        }))
      : [],
    unit: isNumber ? emptyToNull(question.unit ?? '') : null,
    minimum: isNumber ? question.minimum : null,
    maximum: isNumber ? question.maximum : null,
    numberScore: isNumber ? question.numberScore : null,
    ...(isNumber && faultOutside && { faultOutside }),
    ...(typeof validationTypeId === 'number' &&
      (isNumber || question.kind === 'text') && { validationTypeId }),
  }
}

const emptyToNull = (text: string) => (text.trim() === '' ? null : text.trim())

export function isDirty(draft: ProcedureDraft, before: ProcedureDraft): boolean {
  return (
    draft !== before &&
    JSON.stringify(procedureBody(draft)) !== JSON.stringify(procedureBody(before))
  )
}
