/**
 * Merges our draft onto the stored version after an edit conflict. Questions and choices that the
 * other user deleted are recreated if we changed or reference them.
 */
import type { SurveyQuestion } from '#contract/procedures/survey.ts'
import type { AnswerRule } from '#contract/rules/answerRules.ts'
import { mergeChanges } from '#ui/dialog/conflict.ts'
import { mergeRows } from '#ui/dialog/mergeRows.ts'
import { nextId, withRules, type Answer, type ProcedureDraft } from './draft.ts'

/** `from` is the version that our draft started from. */
export function mergeDrafts(
  from: ProcedureDraft,
  mine: ProcedureDraft,
  theirs: ProcedureDraft,
): ProcedureDraft {
  const named = namedBy(ownQuestions(from, mine))
  const questions = mergeRows({
    from: from.questions,
    mine: mine.questions,
    theirs: theirs.questions,
    merge: (old, own, other) => mergeQuestion(old, own, other, named.choices),
    isNeeded: ({ id }) => named.questions.has(id),
  })
  const facts = mergeChanges(from, mine, theirs, { together: [['target', 'equipmentTypeIds']] })
  return { ...facts, questions: inOrder(asNew({ ...facts, questions }, theirs)) }
}

/** Questions that we added or changed. What their conditions name must stay. */
function ownQuestions(from: ProcedureDraft, mine: ProcedureDraft): SurveyQuestion[] {
  const before = new Map(from.questions.map((one) => [one.id, JSON.stringify(one)]))
  return mine.questions.filter((one) => before.get(one.id) !== JSON.stringify(one))
}

function namedBy(questions: readonly SurveyQuestion[]) {
  const rules = questions.flatMap(({ visibility }) => visibility?.rules ?? [])
  return {
    questions: new Set(rules.map(({ questionId }) => questionId)),
    choices: new Set(rules.flatMap(({ answerIds = [] }) => answerIds)),
  }
}

const TOGETHER: readonly (readonly (keyof SurveyQuestion)[])[] = [
  ['kind', 'answers', 'unit', 'minimum', 'maximum', 'numberScore', 'faultOutside'],
  ['validationTypeId', 'validation'],
]

/** Merges choices one by one, unless the kind differs: then choices go with the kind. */
function mergeQuestion(
  old: SurveyQuestion,
  own: SurveyQuestion,
  other: SurveyQuestion,
  named: ReadonlySet<number>,
): SurveyQuestion {
  const isOtherKind = own.kind !== old.kind || other.kind !== old.kind
  if (isOtherKind) return mergeChanges(old, own, other, { together: TOGETHER })
  return {
    ...mergeChanges(old, own, other, {
      together: [
        ['minimum', 'maximum'],
        ['validationTypeId', 'validation'],
      ],
    }),
    answers: mergeRows<Answer>({
      from: old.answers,
      mine: own.answers,
      theirs: other.answers,
      merge: mergeChanges,
      isNeeded: ({ id }) => named.has(id),
    }),
  }
}

/** Gives a deleted question or choice a new id and updates the conditions that name it. */
function asNew(draft: ProcedureDraft, theirs: ProcedureDraft): SurveyQuestion[] {
  const isThere = (one: { id: number }, rows: readonly { id: number }[]) =>
    one.id < 0 || rows.some(({ id }) => id === one.id)
  let fresh = nextId(draft) + 1
  const [questions, choices] = [new Map<number, number>(), new Map<number, number>()]
  const renewed = draft.questions.map((question) => {
    const id = isThere(question, theirs.questions) ? question.id : (fresh -= 1)
    questions.set(question.id, id)
    const stored = theirs.questions.find((one) => one.id === id)?.answers ?? []
    const answers = question.answers.map((answer) => {
      const choiceId = isThere(answer, stored) ? answer.id : (fresh -= 1)
      choices.set(answer.id, choiceId)
      return { ...answer, id: choiceId }
    })
    return { ...question, id, answers }
  })
  const renamed = (rule: AnswerRule): AnswerRule | null => {
    const questionId = questions.get(rule.questionId)
    if (questionId === undefined) return null
    const answerIds = rule.answerIds?.flatMap((id) => choices.get(id) ?? [])
    if (answerIds?.length === 0) return null
    return { ...rule, questionId, ...(answerIds && { answerIds }) }
  }
  return renewed.map((question) => ({
    ...question,
    visibility: withRules(question.visibility, renamed),
  }))
}

/**
 * Sorts each question behind those that its condition refers to. If two refer to each other, the
 * earlier question loses its condition.
 */
function inOrder(questions: readonly SurveyQuestion[]): SurveyQuestion[] {
  const [waiting, placed] = [[...questions], [] as SurveyQuestion[]]
  const isPlaced = (rule: AnswerRule) => placed.some(({ id }) => id === rule.questionId)
  while (waiting.length > 0) {
    const next = waiting.findIndex(({ visibility }) => visibility?.rules.every(isPlaced) ?? true)
    const [question] = waiting.splice(Math.max(0, next), 1)
    if (question !== undefined)
      placed.push({
        ...question,
        visibility: withRules(question.visibility, (rule) => (isPlaced(rule) ? rule : null)),
      })
  }
  return placed
}
