/**
 * A procedure being edited: pure steps from one draft to the next. New rows carry negative ids
 * until they are saved.
 */
import type { ProcedureDetail } from '#contract/procedures/procedures.ts'
import {
  isChoice,
  operatorsFor,
  type AnswerOperator,
  type AnswerRule,
} from '#contract/rules/answerRules.ts'
import type { QuestionKind, SurveyQuestion, Visibility } from '#contract/procedures/survey.ts'

/** A step from one draft to the next; steps of one group are undone together. */
export type ChangeDraft = (step: (draft: ProcedureDraft) => ProcedureDraft, group?: string) => void

export interface QuestionEditing {
  question: SurveyQuestion
  questions: readonly SurveyQuestion[]
  change: ChangeDraft
}

export type Answer = SurveyQuestion['answers'][number]
type Target = ProcedureDetail['target']

export interface ProcedureDraft {
  name: string
  typeId: number | null
  target: Target
  equipmentTypeIds: ProcedureDetail['equipmentTypeIds']
  description: string
  isActive: boolean
  isSigned: boolean
  questions: SurveyQuestion[]
}

export const newProcedure = (): ProcedureDraft => ({
  name: '',
  typeId: null,
  target: 'equipment',
  equipmentTypeIds: [],
  description: '',
  isActive: true,
  isSigned: false,
  questions: [],
})

export const draftOf = (procedure: ProcedureDetail): ProcedureDraft => ({
  name: procedure.name,
  typeId: procedure.type.id,
  target: procedure.target,
  equipmentTypeIds: procedure.equipmentTypeIds,
  description: procedure.description ?? '',
  isActive: procedure.isActive,
  isSigned: procedure.isSigned,
  questions: procedure.questions,
})

/**
 * Questions and choices made in this draft count downwards from -1; questions and choices never
 * share one.
 */
export function nextId(draft: ProcedureDraft): number {
  return (
    Math.min(
      0,
      ...draft.questions.flatMap((question) => [
        question.id,
        ...question.answers.map((answer) => answer.id),
      ]),
    ) - 1
  )
}

/** A new question at the end; `choices` are the words a choice question starts with. */
export function addQuestion(
  draft: ProcedureDraft,
  kind: QuestionKind,
  choices: readonly string[] = [],
): { draft: ProcedureDraft; id: number } {
  const id = nextId(draft)
  const answers = isChoice(kind)
    ? choices.map((title, index) => ({ id: id - 1 - index, title, score: index === 0 ? 1 : 0 }))
    : []
  const question: SurveyQuestion = {
    id,
    kind,
    title: '',
    help: null,
    required: true,
    answers,
    unit: null,
    minimum: null,
    maximum: null,
    numberScore: null,
    visibility: null,
  }
  return { draft: { ...draft, questions: [...draft.questions, question] }, id }
}

/** A copy right after its original; the copy asks under the same condition. */
export function duplicateQuestion(
  draft: ProcedureDraft,
  questionId: number,
): { draft: ProcedureDraft; id: number } {
  const id = nextId(draft)
  const questions = draft.questions.flatMap((question) => {
    if (question.id !== questionId) return [question]
    const answers = question.answers.map((answer, index) => ({ ...answer, id: id - 1 - index }))
    return [question, { ...question, id, answers }]
  })
  return { draft: { ...draft, questions }, id }
}

export function changeQuestion(
  draft: ProcedureDraft,
  questionId: number,
  patch: Partial<Omit<SurveyQuestion, 'id'>>,
): ProcedureDraft {
  const questions = draft.questions.map((question) =>
    question.id === questionId ? { ...question, ...patch } : question,
  )
  return { ...draft, questions }
}

export function addAnswer(
  draft: ProcedureDraft,
  questionId: number,
  title: string,
): ProcedureDraft {
  const answer: Answer = { id: nextId(draft), title, score: 0 }
  const question = draft.questions.find(({ id }) => id === questionId)
  return question === undefined
    ? draft
    : changeQuestion(draft, questionId, { answers: [...question.answers, answer] })
}

/**
 * Removing a choice takes it out of the conditions that name it; a condition left with nothing
 * goes.
 */
export function removeAnswer(
  draft: ProcedureDraft,
  questionId: number,
  answerId: number,
): ProcedureDraft {
  const questions = draft.questions.map((question) => ({
    ...question,
    answers:
      question.id === questionId
        ? question.answers.filter((answer) => answer.id !== answerId)
        : question.answers,
    visibility: withRules(question.visibility, (rule) => withoutAnswer(rule, answerId)),
  }))
  return { ...draft, questions }
}

function withoutAnswer(rule: AnswerRule, answerId: number): AnswerRule | null {
  if (rule.answerIds?.includes(answerId) !== true) return rule
  const answerIds = rule.answerIds.filter((id) => id !== answerId)
  return answerIds.length === 0 ? null : { ...rule, answerIds }
}

/**
 * Removing a question removes the conditions that look at it; `dependents` says beforehand whose.
 */
export function removeQuestion(draft: ProcedureDraft, questionId: number): ProcedureDraft {
  const questions = draft.questions
    .filter((question) => question.id !== questionId)
    .map((question) => ({
      ...question,
      visibility: withRules(question.visibility, (rule) =>
        rule.questionId === questionId ? null : rule,
      ),
    }))
  return { ...draft, questions }
}

export function withRules(
  visibility: Visibility | null,
  keep: (rule: AnswerRule) => AnswerRule | null,
): Visibility | null {
  if (visibility === null) return null
  const rules = visibility.rules.map(keep).filter((rule) => rule !== null)
  return rules.length === 0 ? null : { ...visibility, rules }
}

/** The questions whose condition looks at this one, or at this one choice of it. */
export function dependents(
  questions: readonly SurveyQuestion[],
  questionId: number,
  answerId?: number,
): SurveyQuestion[] {
  const looksAt = (rule: AnswerRule) =>
    rule.questionId === questionId &&
    (answerId === undefined || rule.answerIds?.includes(answerId) === true)
  return questions.filter((question) => question.visibility?.rules.some(looksAt))
}

/** Where a question may stand: after everything it looks at, before everything that looks at it. */
export function movableRange(
  questions: readonly SurveyQuestion[],
  questionId: number,
): { first: number; last: number } {
  const own = questions.find(({ id }) => id === questionId)
  const sources =
    own?.visibility?.rules.map((rule) => questions.findIndex(({ id }) => id === rule.questionId)) ??
    []
  const followers = dependents(questions, questionId).map((question) => questions.indexOf(question))
  return { first: Math.max(-1, ...sources) + 1, last: Math.min(questions.length, ...followers) - 1 }
}

/** Moves as far as the conditions allow: a condition may only look at an earlier question. */
export function moveQuestion(
  draft: ProcedureDraft,
  questionId: number,
  to: number,
): ProcedureDraft {
  const moved = draft.questions.find(({ id }) => id === questionId)
  if (moved === undefined) return draft
  const questions = draft.questions.filter(({ id }) => id !== questionId)
  questions.splice(placeFor(draft.questions, questionId, to), 0, moved)
  return { ...draft, questions }
}

/** Where a question comes to stand that somebody means to have at `to`. */
export function placeFor(
  questions: readonly SurveyQuestion[],
  questionId: number,
  to: number,
): number {
  const { first, last } = movableRange(questions, questionId)
  return Math.min(last, Math.max(first, to))
}

/** The neighbour whose condition keeps a question from moving further, if one does. */
export function keptBy(
  questions: readonly SurveyQuestion[],
  questionId: number,
  to: number,
): SurveyQuestion | null {
  const { first, last } = movableRange(questions, questionId)
  if (to < first) return questions[first - 1] ?? null
  return to > last ? (questions[last + 1] ?? null) : null
}

/** Only earlier questions may be looked at, so a circle cannot be written. */
export function possibleSources(
  questions: readonly SurveyQuestion[],
  questionId: number,
): SurveyQuestion[] {
  const index = questions.findIndex(({ id }) => id === questionId)
  return questions.slice(0, Math.max(0, index))
}

/** The rule a condition starts with when this question is looked at. */
export function newRule(
  source: SurveyQuestion,
  operator: AnswerOperator = operatorsFor(source.kind)[0] ?? 'answered',
): AnswerRule {
  const rule: AnswerRule = { questionId: source.id, operator }
  if (operator === 'isAnyOf' || operator === 'isNoneOf')
    return { ...rule, answerIds: source.answers.slice(-1).map(({ id }) => id) }
  if (operator === 'answered' || operator === 'notAnswered') return rule
  return operator === 'range'
    ? { ...rule, value: source.minimum ?? 0, to: source.maximum ?? 100 }
    : { ...rule, value: source.minimum ?? 0 }
}
