/**
 * Pure edit steps on a procedure draft. New questions and choices have negative ids until they are
 * saved.
 */
import type { ProcedureDetail } from '#contract/procedures/procedures.ts'
import {
  isChoice,
  operatorsFor,
  type AnswerOperator,
  type AnswerRule,
} from '#contract/rules/answerRules.ts'
import type { QuestionKind, SurveyQuestion, Visibility } from '#contract/procedures/survey.ts'

/** Steps with the same `group` are undone together. */
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
 * Ids of new questions and choices count down from -1; a question and a choice never share an id.
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

/** Also removes the choice from conditions that name it, and conditions left empty by that. */
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

/** Also removes the conditions that refer to the question; `dependents` lists them beforehand. */
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

/** Returns the questions whose condition refers to this question, or to this choice. */
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

/**
 * A question stays after every question that it refers to and before every question that refers to
 * it.
 */
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

/** Moves only as far as the conditions allow: a condition may refer only to an earlier question. */
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

/** Returns the nearest position to `to` that the conditions allow. */
export function placeFor(
  questions: readonly SurveyQuestion[],
  questionId: number,
  to: number,
): number {
  const { first, last } = movableRange(questions, questionId)
  return Math.min(last, Math.max(first, to))
}

/** Returns the adjacent question whose condition prevents a further move, if any. */
export function questionBlockingMove(
  questions: readonly SurveyQuestion[],
  questionId: number,
  to: number,
): SurveyQuestion | null {
  const { first, last } = movableRange(questions, questionId)
  if (to < first) return questions[first - 1] ?? null
  return to > last ? (questions[last + 1] ?? null) : null
}

/** Only earlier questions, so that conditions cannot form a cycle. */
export function possibleSources(
  questions: readonly SurveyQuestion[],
  questionId: number,
): SurveyQuestion[] {
  const index = questions.findIndex(({ id }) => id === questionId)
  return questions.slice(0, Math.max(0, index))
}

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
