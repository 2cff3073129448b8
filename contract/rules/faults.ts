import type { GivenAnswer, SurveyQuestion } from '#contract/procedures/survey.ts'

/** Faults of one log that become tickets. The rest is counted. */
export const MAX_FAULTS = 50

export interface Fault {
  question: SurveyQuestion
  /** The question first, then answered questions that it made visible, such as a note or a photo. */
  questionIds: GivenAnswer['questionId'][]
}

/** The answers of a log that the procedure marks as faults, in the order of the questions. */
export function faultsIn(
  questions: readonly SurveyQuestion[],
  answers: readonly GivenAnswer[],
): Fault[] {
  const answerOf = new Map(
    answers.map((answer): [number, GivenAnswer] => [answer.questionId, answer]),
  )
  return questions.flatMap((question) => {
    const answer = answerOf.get(question.id)
    if (answer === undefined || !isFault(question, answer)) return []
    const questionIds = questions.flatMap(({ id, visibility }) => {
      const own = answerOf.get(id)
      const isAlong =
        id === question.id || visibility?.rules.some((rule) => rule.questionId === question.id)
      return isAlong && own !== undefined ? [own.questionId] : []
    })
    return [{ question, questionIds }]
  })
}

function isFault(question: SurveyQuestion, answer: GivenAnswer): boolean {
  switch (answer.kind) {
    case 'singleChoice':
      return isFaultyChoice(question, [answer.answerId])
    case 'multipleChoice':
      return isFaultyChoice(question, answer.answerIds)
    case 'number':
      return isOutside(answer.value, question.faultOutside)
    default:
      return false
  }
}

const isFaultyChoice = ({ answers }: SurveyQuestion, chosen: readonly number[]): boolean =>
  answers.some(({ id, isFault: isMarked }) => isMarked === true && chosen.includes(id))

const isOutside = (value: number, range: SurveyQuestion['faultOutside']): boolean =>
  range !== null &&
  range !== undefined &&
  ((range.from !== null && value < range.from) || (range.to !== null && value > range.to))
