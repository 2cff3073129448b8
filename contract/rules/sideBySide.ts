/** Two performances of one procedure on one thing, answer by answer. */
import type { GivenAnswer, SurveyQuestion } from '#contract/procedures/survey.ts'

export interface Side {
  questions: readonly SurveyQuestion[]
  answers: readonly GivenAnswer[]
}
export interface ComparedAnswer {
  /** As the one asked it, or the other where only that did. */
  question: SurveyQuestion
  mine: GivenAnswer | undefined
  theirs: GivenAnswer | undefined
  isSame: boolean
}

/**
 * Each question of either, those answered differently first, each part in the order of the
 * questions. Photos and signatures are each somebody's own and count as different.
 */
export function sideBySide(mine: Side, theirs: Side): ComparedAnswer[] {
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

/** The same choices in another order are the same answer. */
function saidBy(answer: GivenAnswer | undefined): string | undefined {
  if (answer === undefined) return undefined
  return JSON.stringify(
    answer.kind === 'multipleChoice'
      ? { ...answer, answerIds: answer.answerIds.toSorted((one, other) => one - other) }
      : answer,
  )
}
