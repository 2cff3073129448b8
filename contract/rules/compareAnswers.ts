import type { GivenAnswer, SurveyQuestion } from '#contract/procedures/survey.ts'

export interface Side {
  questions: readonly SurveyQuestion[]
  answers: readonly GivenAnswer[]
}
export interface ComparedAnswer {
  /** The question from `mine`, or from `theirs` if only that log has it. */
  question: SurveyQuestion
  mine: GivenAnswer | undefined
  theirs: GivenAnswer | undefined
  isSame: boolean
}

/**
 * Every question of either log, different answers first, each part in question order. Photos and
 * signatures always count as different.
 */
export function compareAnswers(mine: Side, theirs: Side): ComparedAnswer[] {
  const known = new Set(mine.questions.map(({ id }) => id))
  const compared = [...mine.questions, ...theirs.questions.filter(({ id }) => !known.has(id))].map(
    (question) => {
      const answerOf = ({ answers }: Side) =>
        answers.find(({ questionId }) => questionId === question.id)
      const [one, other] = [answerOf(mine), answerOf(theirs)]
      return { question, mine: one, theirs: other, isSame: saidBy(one) === saidBy(other) }
    },
  )
  return [...compared.filter(({ isSame }) => !isSame), ...compared.filter(({ isSame }) => isSame)]
}

/** Ignores the order of choices. */
function saidBy(answer: GivenAnswer | undefined): string | undefined {
  if (answer === undefined) return undefined
  return JSON.stringify(
    answer.kind === 'multipleChoice'
      ? { ...answer, answerIds: answer.answerIds.toSorted((one, other) => one - other) }
      : answer,
  )
}
