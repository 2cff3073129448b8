import { hasVisible } from './visible.ts'
import type {
  GivenAnswer,
  ScoreBreakdown,
  SurveyQuestion,
  Visibility,
} from '#contract/procedures/survey.ts'

type Answers = ReadonlyMap<number, GivenAnswer>
type Rule = Visibility['rules'][number]

/** Questions visible with the answers so far. Answers to hidden questions are ignored. */
export function visibleQuestions(
  questions: readonly SurveyQuestion[],
  answers: Answers,
): SurveyQuestion[] {
  const shown = new Set<number>()
  const visible: SurveyQuestion[] = []
  for (const question of questions) {
    if (!isVisible(question.visibility, (id) => (shown.has(id) ? answers.get(id) : undefined)))
      continue
    shown.add(question.id)
    visible.push(question)
  }
  return visible
}

function isVisible(
  visibility: Visibility | null,
  answerOf: (questionId: number) => GivenAnswer | undefined,
): boolean {
  if (visibility === null) return true
  const holds = (rule: Rule) => ruleHolds(rule, answerOf(rule.questionId))
  return visibility.mode === 'all' ? visibility.rules.every(holds) : visibility.rules.some(holds)
}

export function ruleHolds(rule: Rule, answer: GivenAnswer | undefined): boolean {
  if (rule.operator === 'answered') return answer !== undefined
  if (rule.operator === 'notAnswered') return answer === undefined
  // Without an answer, all other operators are false, so that no question appears by accident.
  if (answer === undefined) return false
  if (rule.operator === 'isAnyOf') return chosen(answer).some((id) => rule.answerIds?.includes(id))
  if (rule.operator === 'isNoneOf')
    return !chosen(answer).some((id) => rule.answerIds?.includes(id))
  return answer.kind === 'number' && compare(rule.operator, answer.value, rule.value, rule.to)
}

function chosen(answer: GivenAnswer): readonly number[] {
  if (answer.kind === 'singleChoice') return [answer.answerId]
  return answer.kind === 'multipleChoice' ? answer.answerIds : []
}

/** Score operators of spec section 5. False if an operand is missing. */
export type Comparison = 'lessThan' | 'equal' | 'greaterThan' | 'range'
export function compare(
  operator: Comparison,
  value: number,
  operand: number | undefined,
  to?: number,
): boolean {
  if (operand === undefined) return false
  switch (operator) {
    case 'lessThan':
      return value < operand
    case 'equal':
      return value === operand
    case 'greaterThan':
      return value > operand
    case 'range':
      return to !== undefined && value >= operand && value <= to
  }
}

export interface Score {
  points: number
  maximum: number
  /** 0 to 100, two decimals. Null if no visible question is scored. */
  score: number | null
  breakdown: ScoreBreakdown
}

/**
 * Points scored divided by points possible in the visible questions, in percent (decisions,
 * 'Words').
 */
export function scoreOf(questions: readonly SurveyQuestion[], answers: Answers): Score {
  const breakdown = visibleQuestions(questions, answers)
    .map((question) => ({
      questionId: question.id,
      gained: gained(question, answers.get(question.id)),
      reachable: reachable(question),
    }))
    .filter((line) => line.reachable > 0 || line.gained !== 0)
  const points = sum(breakdown.map((line) => line.gained))
  const maximum = sum(breakdown.map((line) => line.reachable))
  return { points, maximum, score: maximum > 0 ? percent(points, maximum) : null, breakdown }
}

function percent(points: number, maximum: number): number {
  // negative points cannot take a score below zero
  const share = Math.min(1, Math.max(0, points / maximum))
  return Math.round(share * 10_000) / 100
}

function reachable(question: SurveyQuestion): number {
  if (question.kind === 'singleChoice')
    return Math.max(0, ...question.answers.map((answer) => answer.score))
  if (question.kind === 'multipleChoice')
    return sum(question.answers.map((answer) => Math.max(0, answer.score)))
  return question.kind === 'number' ? (question.numberScore?.points ?? 0) : 0
}

function gained(question: SurveyQuestion, answer: GivenAnswer | undefined): number {
  if (answer === undefined) return 0
  if (question.kind === 'number' && answer.kind === 'number')
    return numberPoints(question, answer.value)
  const ids = chosen(answer)
  return sum(
    question.answers.filter((choice) => ids.includes(choice.id)).map((choice) => choice.score),
  )
}

function numberPoints({ numberScore }: SurveyQuestion, value: number): number {
  if (numberScore === null) return 0
  const inside = value >= (numberScore.from ?? -Infinity) && value <= (numberScore.to ?? Infinity)
  return inside ? numberScore.points : 0
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

/**
 * Questions that still need an answer, and answers that do not fit their question. Codes are i18n
 * keys.
 */
export type AnswerFault = {
  questionId: number
  code:
    | 'required'
    | 'belowMinimum'
    | 'aboveMaximum'
    | 'breaksPattern'
    | 'unknownAnswer'
    | 'wrongKind'
    | 'hidden'
}
/**
 * Matches the whole text against a user's pattern. Page and server each pass their own engine. If
 * omitted, patterns are not checked.
 */
export type Fits = (pattern: string, text: string) => boolean
export function answerFaults(
  questions: readonly SurveyQuestion[],
  answers: Answers,
  fits: Fits = () => true,
): AnswerFault[] {
  const visible = visibleQuestions(questions, answers)
  const asked = new Set(visible.map((question) => question.id))
  const unasked = [...answers.keys()]
    .filter((id) => !asked.has(id))
    .map((questionId): AnswerFault => ({ questionId, code: 'hidden' }))
  return [
    ...visible.flatMap((question) => faultsOf(question, answers.get(question.id), fits)),
    ...unasked,
  ]
}

function faultsOf(
  question: SurveyQuestion,
  answer: GivenAnswer | undefined,
  fits: Fits,
): AnswerFault[] {
  const fault = (code: AnswerFault['code']): AnswerFault[] => [{ questionId: question.id, code }]
  if (answer === undefined || isBlank(answer)) return question.required ? fault('required') : []
  if (answer.kind !== question.kind) return fault('wrongKind')
  if (answer.kind === 'number') {
    if (
      [question.minimum, question.validation?.minimum].some(
        (least) => typeof least === 'number' && answer.value < least,
      )
    )
      return fault('belowMinimum')
    if (
      [question.maximum, question.validation?.maximum].some(
        (most) => typeof most === 'number' && answer.value > most,
      )
    )
      return fault('aboveMaximum')
  }
  if (
    answer.kind === 'text' &&
    typeof question.validation?.pattern === 'string' &&
    !fits(question.validation.pattern, answer.text)
  )
    return fault('breaksPattern')
  const known = new Set(question.answers.map((choice) => choice.id))
  return chosen(answer).every((id) => known.has(id)) ? [] : fault('unknownAnswer')
}

function isBlank(answer: GivenAnswer): boolean {
  if (answer.kind === 'text') return !hasVisible(answer.text)
  if (answer.kind === 'multipleChoice') return answer.answerIds.length === 0
  return answer.kind === 'file' && answer.fileIds.length === 0
}
