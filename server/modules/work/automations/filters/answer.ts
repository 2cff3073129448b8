import { operatorsFor } from '#contract/rules/answerRules.ts'
import { badInput } from '#kernel/http/errors.ts'
import { referencesAtKeys, type ServerFilter } from './kind.ts'

export const answer: ServerFilter<'answer'> = {
  check({ questionId, operator, answerIds }, { questions, path }) {
    const question = questions.get(questionId)
    if (!question)
      throw badInput(
        `${path}.questionId`,
        'otherProcedure',
        'This question belongs to another procedure.',
      )
    if (!operatorsFor(question.kind).includes(operator))
      throw badInput(
        `${path}.operator`,
        'doesNotFit',
        'This cannot be asked of the answer of such a question.',
      )
    if (!answerIds.every((id) => question.answers.some((answer) => answer.id === id)))
      throw badInput(
        `${path}.answerIds`,
        'otherQuestion',
        'This answer belongs to another question.',
      )
  },
  verdictReferences: (sides) =>
    sides.flatMap((side) => [
      ...referencesAtKeys(side, 'surveyQuestion', 'questionId'),
      ...referencesAtKeys(side, 'surveyAnswer', 'answerIds', 'answerId'),
      ...referencesAtKeys(side, 'user', 'userId'),
    ]),
}
