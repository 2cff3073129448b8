import canonicalize from 'canonicalize'
import type { GivenAnswer } from '#contract/procedures/survey.ts'

export function areSameAnswers(
  one: readonly GivenAnswer[],
  other: readonly GivenAnswer[],
): boolean {
  return meaningOf(one) === meaningOf(other)
}

const meaningOf = (answers: readonly GivenAnswer[]): string | undefined =>
  canonicalize(
    answers.toSorted((a, b) => a.questionId - b.questionId).map((answer) => saidBy(answer)),
  )

function saidBy(answer: GivenAnswer): object {
  switch (answer.kind) {
    case 'file':
      return { ...answer, fileIds: answer.fileIds.length }
    case 'signature':
      return { ...answer, fileId: null }
    case 'multipleChoice':
      return { ...answer, answerIds: answer.answerIds.toSorted((a, b) => a - b) }
    default:
      return answer
  }
}
