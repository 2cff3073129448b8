import { compareCodes } from '#contract/rules/inOrder.ts'
import type { InputCode } from '#contract/refusals.ts'
import type { ApiError } from '#contract/shapes.ts'
import { isChoice, isWhole, operatorsFor } from '#contract/rules/answerRules.ts'
import type { SurveyQuestion } from '#contract/procedures/survey.ts'

type Fault = ApiError['errors'][number] & { code: InputCode }

export function draftFaults(questions: readonly SurveyQuestion[]): Fault[] {
  const faults: Fault[] = []
  const say = (path: string, code: InputCode, message: string) =>
    faults.push({ path: `body.questions.${path}`, code, message })
  const earlier = new Map<number, SurveyQuestion>()
  const answerIds = new Set<number>()
  for (const [index, question] of questions.entries()) {
    if (earlier.has(question.id)) say(`${index}.id`, 'duplicate', 'Two questions have one id.')
    if (isChoice(question.kind) && question.answers.length === 0)
      say(`${index}.answers`, 'required', 'A choice needs something to choose from.')
    if (!isChoice(question.kind) && question.answers.length > 0)
      say(`${index}.answers`, 'unexpected', 'Only choices have answers.')
    if (question.kind !== 'number' && question.numberScore !== null)
      say(`${index}.numberScore`, 'unexpected', 'Only numbers are scored by range.')
    if (question.kind !== 'number' && question.faultOutside)
      say(`${index}.faultOutside`, 'unexpected', 'Only numbers have a range of faults.')
    for (const answer of question.answers) {
      if (answerIds.has(answer.id)) say(`${index}.answers`, 'duplicate', 'Two answers have one id.')
      answerIds.add(answer.id)
    }
    if (reversed(question.minimum, question.maximum))
      say(`${index}.minimum`, 'reversed', 'The minimum is above the maximum.')
    if (question.numberScore && reversed(question.numberScore.from, question.numberScore.to))
      say(`${index}.numberScore`, 'reversed', 'The range is reversed.')
    if (question.faultOutside && reversed(question.faultOutside.from, question.faultOutside.to))
      say(`${index}.faultOutside`, 'reversed', 'The range is reversed.')
    for (const [place, rule] of (question.visibility?.rules ?? []).entries()) {
      const source = earlier.get(rule.questionId)
      const path = `${index}.visibility.rules.${place}`
      if (!source)
        say(`${path}.questionId`, 'notEarlier', 'A question can only depend on an earlier one.')
      else if (rule.answerIds?.some((id) => !source.answers.some((answer) => answer.id === id)))
        say(`${path}.answerIds`, 'notThere', 'This answer is not one of that question.')
      else if (!operatorsFor(source.kind).includes(rule.operator))
        say(
          `${path}.operator`,
          'doesNotFit',
          'This cannot be asked of the answer of such a question.',
        )
      else if (!isWhole(rule))
        say(path, 'required', 'What the answer is compared with is missing, or reversed.')
    }
    earlier.set(question.id, question)
  }
  return faults
}

/**
 * Only new errors. A stored question that today's rules refuse does not block saving the others, as
 * long as it is unchanged.
 */
export function newFaults(
  before: readonly SurveyQuestion[],
  wanted: readonly SurveyQuestion[],
): Fault[] {
  const known = new Set(keyed(before).map(([key]) => key))
  return keyed(wanted).flatMap(([key, fault]) => (known.has(key) ? [] : [fault]))
}

/** Keyed by the question's content, whatever its position. */
const keyed = (questions: readonly SurveyQuestion[]): [string, Fault][] =>
  draftFaults(questions).map((fault) => {
    const [, index = '', rest = ''] = /^body\.questions\.(\d+)(.*)$/.exec(fault.path) ?? []
    const { validation: _now, ...question } = questions[Number(index)] ?? {}
    return [JSON.stringify([sorted(question), rest, fault.code]), fault]
  })

const sorted = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(sorted)
    : typeof value === 'object' && value !== null
      ? Object.entries(value)
          .sort(([one], [other]) => compareCodes(one, other))
          .map(([key, of]) => [key, sorted(of)])
      : value

const reversed = (from: number | null, to: number | null) =>
  from !== null && to !== null && from > to
