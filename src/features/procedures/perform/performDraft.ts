/**
 * A procedure being performed: what was answered so far, and what that means for the questions.
 * Pure.
 */
import type { UsedItem } from '#contract/automation/facts.ts'
import { visibleQuestions } from '#contract/rules/score.ts'
import type { GivenAnswer, SurveyQuestion } from '#contract/procedures/survey.ts'

export interface Place {
  kind: 'equipment' | 'location'
  id: number
}

/**
 * A file that was taken up for an answer. One that lies on this device has its key there, and a
 * negative id until it is sent.
 */
export interface DeviceFile {
  id: number
  name: string
  mime: string
  key?: string
}

export interface PerformDraft {
  /** Sent with every try, so that sending twice records once. */
  clientKey: string
  startedAt: string
  /**
   * When it was sent off the first time with these answers: then it was done, however long the
   * sending takes.
   */
  doneAt?: string
  /** The procedure's version that is being answered. */
  procedureVersion: number
  answers: GivenAnswer[]
  files: DeviceFile[]
  /** What was used up of the inventory; absent in what an older release kept. */
  used?: UsedItem[]
  /**
   * What each question asked when it was answered, so that a changed question can be told from an
   * untouched one.
   */
  asked: Record<number, string>
  /**
   * Questions that read differently since the performance began, and were not answered since. Absent
   * in what an older release kept.
   */
  changed?: number[]
  /** Questions that are new since, and were not answered yet; absent as above. */
  added?: number[]
  /** What was answered and no longer fits, with what was asked then; absent as above. */
  noLonger?: { asked: string; answer: GivenAnswer }[]
}

export function beginPerformDraft(
  procedure: Procedure,
  now: Date,
  clientKey: string,
): PerformDraft {
  return {
    clientKey,
    startedAt: now.toISOString(),
    procedureVersion: procedure.version,
    answers: [],
    files: [],
    asked: askedIn(procedure.questions),
  }
}

interface Procedure {
  version: number
  questions: readonly SurveyQuestion[]
}

export const answersOf = (draft: PerformDraft): Map<number, GivenAnswer> =>
  new Map(draft.answers.map((answer) => [answer.questionId, answer]))

/**
 * Puts an answer in its question's place; null takes it away. What is answered anew is not done
 * yet.
 */
export function setAnswer(
  draft: PerformDraft,
  questionId: number,
  answer: GivenAnswer | null,
): PerformDraft {
  const others = draft.answers.filter((given) => given.questionId !== questionId)
  const { doneAt: _then, changed = [], added = [], noLonger = [], ...rest } = draft
  const isOther = (id: number) => id !== questionId
  return {
    ...rest,
    answers: answer === null ? others : [...others, answer],
    changed: changed.filter(isOther),
    added: added.filter(isOther),
    // What is answered anew takes the place of what no longer fitted.
    noLonger:
      answer === null ? noLonger : noLonger.filter((former) => isOther(former.answer.questionId)),
  }
}

/** An answer that says nothing: an emptied text, no choice left. */
export function isBlank(answer: GivenAnswer): boolean {
  switch (answer.kind) {
    case 'text':
      return answer.text.trim() === ''
    case 'multipleChoice':
      return answer.answerIds.length === 0
    case 'file':
      return answer.fileIds.length === 0
    default:
      return false
  }
}

/** How far the person is: questions that are asked now, and those of them with an answer. */
export function progressOf(
  questions: readonly SurveyQuestion[],
  answers: ReadonlyMap<number, GivenAnswer>,
): { asked: number; answered: number } {
  const visible = visibleQuestions(questions, answers)
  const answered = visible.filter(({ id }) => {
    const answer = answers.get(id)
    return answer !== undefined && !isBlank(answer)
  })
  return { asked: visible.length, answered: answered.length }
}

/** What is sent: answers to hidden questions and empty answers stay behind. */
export function answersToSend(
  questions: readonly SurveyQuestion[],
  draft: PerformDraft,
): GivenAnswer[] {
  const answers = answersOf(draft)
  return visibleQuestions(questions, answers).flatMap(({ id }) => {
    const answer = answers.get(id)
    return answer === undefined || isBlank(answer) ? [] : [answer]
  })
}

/**
 * What a question asks of the person. Scores, order and conditions may change without changing an
 * answer's meaning.
 */
const meaningOf = ({ kind, title, help, unit, answers }: SurveyQuestion): string =>
  JSON.stringify([kind, title, help, unit, answers.map((answer) => [answer.id, answer.title])])

/**
 * The title and the choices of a question as it read when it was answered; null: not known. The
 * choices stand last; what an older release kept has no help and no unit before them.
 */
export function askedOf(
  meaning: string | undefined,
): { title: string; choices: Map<number, string> } | null {
  try {
    const asked: unknown = JSON.parse(meaning ?? 'null')
    if (!Array.isArray(asked) || typeof asked[1] !== 'string') return null
    const kept: unknown = asked.at(-1)
    const choices = new Map<number, string>()
    for (const choice of Array.isArray(kept) ? kept : [])
      if (Array.isArray(choice) && typeof choice[0] === 'number' && typeof choice[1] === 'string')
        choices.set(choice[0], choice[1])
    return { title: asked[1], choices }
  } catch {
    return null
  }
}

const askedIn = (questions: readonly SurveyQuestion[]): Record<number, string> =>
  Object.fromEntries(questions.map((question) => [question.id, meaningOf(question)]))

/**
 * Carries a performance over to another version of its procedure: answers that still fit are kept,
 * and what is new or reads differently now is marked, so that the person looks at it again. What
 * does not fit is put aside under the name of its question.
 */
export function carryOver(draft: PerformDraft, procedure: Procedure): PerformDraft {
  if (draft.procedureVersion === procedure.version) return draft
  const [before, fresh] = [new Set(draft.changed), new Set(draft.added)]
  const isNew = ({ id }: SurveyQuestion) => fresh.has(id) || draft.asked[id] === undefined
  const changed = procedure.questions.filter(
    (question) =>
      !isNew(question) &&
      (before.has(question.id) || draft.asked[question.id] !== meaningOf(question)),
  )
  const byId = new Map(procedure.questions.map((question) => [question.id, question]))
  const carried = draft.answers.map((answer) => ({
    answer,
    asked: draft.asked[answer.questionId] ?? '',
    fit: fitted(answer, byId.get(answer.questionId)),
  }))
  return {
    ...draft,
    procedureVersion: procedure.version,
    answers: carried.flatMap(({ fit }) => fit),
    asked: askedIn(procedure.questions),
    changed: changed.map(({ id }) => id),
    added: procedure.questions.filter(isNew).map(({ id }) => id),
    noLonger: [
      ...(draft.noLonger ?? []),
      ...carried
        .filter(({ answer, fit }) => fit.length === 0 && !isBlank(answer))
        .map(({ answer, asked }) => ({ answer, asked })),
    ],
  }
}

function fitted(answer: GivenAnswer, question: SurveyQuestion | undefined): GivenAnswer[] {
  if (question === undefined || question.kind !== answer.kind) return []
  const known = new Set<number>(question.answers.map(({ id }) => id))
  if (answer.kind === 'singleChoice') return known.has(answer.answerId) ? [answer] : []
  if (answer.kind !== 'multipleChoice') return [answer]
  const answerIds = answer.answerIds.filter((id) => known.has(id))
  return answerIds.length === 0 ? [] : [{ ...answer, answerIds }]
}
