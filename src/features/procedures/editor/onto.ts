/** What two versions of a procedure's questions have to do with each other. Pure. */
import type { SurveyQuestion } from '#contract/survey'
import type { ProcedureDraft } from './draft.ts'

type Questions = readonly SurveyQuestion[]

const idsOf = (questions: Questions) => new Set(questions.map(({ id }) => id))
const choicesOf = (questions: Questions) =>
  new Set(questions.flatMap(({ answers }) => answers.map(({ id }) => id)))

/**
 * Onto what somebody else saved: questions and choices that they took away are made anew, as nobody
 * can keep what is not there.
 */
export function onto(draft: ProcedureDraft, theirs: Questions): ProcedureDraft {
  const { questions } = draft
  let last = Math.min(0, ...idsOf(questions), ...choicesOf(questions))
  const gone = (own: ReadonlySet<number>, there: ReadonlySet<number>) =>
    new Map([...own].filter((id) => id > 0 && !there.has(id)).map((id) => [id, (last -= 1)]))
  const [anew, choices] = [
    gone(idsOf(questions), idsOf(theirs)),
    gone(choicesOf(questions), choicesOf(theirs)),
  ]
  if (anew.size + choices.size === 0) return draft
  const question = (id: number) => anew.get(id) ?? id
  const choice = (id: number) => choices.get(id) ?? id
  return {
    ...draft,
    questions: questions.map((one) => ({
      ...one,
      id: question(one.id),
      answers: one.answers.map((answer) => ({ ...answer, id: choice(answer.id) })),
      visibility: one.visibility && {
        ...one.visibility,
        rules: one.visibility.rules.map((rule) => ({
          ...rule,
          questionId: question(rule.questionId),
          ...(rule.answerIds && { answerIds: rule.answerIds.map(choice) }),
        })),
      },
    })),
  }
}

/** How a question stands against the other version: only here, asked otherwise there, or the same. */
export type Standing = 'only' | 'other' | 'same'

export function standingOf(question: SurveyQuestion, others: Questions): Standing {
  const other = others.find(({ id }) => id === question.id)
  if (other === undefined) return 'only'
  return JSON.stringify(sorted(other)) === JSON.stringify(sorted(question)) ? 'same' : 'other'
}

/** The server gives the keys in an order of its own. */
const sorted = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(sorted)
    : typeof value === 'object' && value !== null
      ? Object.entries(value)
          .filter(([, of]) => of !== undefined)
          .sort(([one], [other]) => (one < other ? -1 : 1))
          .map(([key, of]) => [key, sorted(of)])
      : value
