import { isSpanInReach } from '#contract/rules/timeUnits.ts'
import type * as tables from '#db/schema/index.ts'
import { badInput } from '#kernel/http/errors.ts'
import type { Scope } from '#kernel/access/scope.ts'

export type Question = Pick<typeof tables.surveyQuestion.$inferSelect, 'id' | 'kind'> & {
  answers: { id: number; title: string }[]
}

export interface CheckContext {
  scope: Scope
  questions: ReadonlyMap<number, Question>
  path: string
}

export function checkSpan(span: Parameters<typeof isSpanInReach>[0], path: string): void {
  if (!isSpanInReach(span)) throw badInput(path, 'spanTooLong', 'At most a hundred years')
}

export function checkAsksPerson(questionId: number, { questions, path }: CheckContext): void {
  if (questions.get(questionId)?.kind !== 'user')
    throw badInput(
      `${path}.questionId`,
      'notAPerson',
      'This question does not ask for a person of this procedure.',
    )
}
