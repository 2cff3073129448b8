import type { UsedItem } from '#contract/automation/facts.ts'
import { visibleQuestions } from '#contract/rules/score.ts'
import type { GivenAnswer, SurveyQuestion } from '#contract/procedures/survey.ts'

export interface Place {
  kind: 'equipment' | 'location'
  id: number
}

/** A file of an answer. A file on this device has a key, and a negative id until sent. */
export interface DeviceFile {
  id: number
  name: string
  mime: string
  key?: string
}

export interface PerformDraft {
  /** Idempotency key: sent with every attempt. */
  clientKey: string
  startedAt: string
  /** The time of the first submission with these answers; later attempts do not change it. */
  doneAt?: string
  procedureVersion: number
  answers: GivenAnswer[]
  files: DeviceFile[]
  /** Inventory used. Undefined in drafts of older releases. */
  used?: UsedItem[]
  /** Each question's meaning when answered, to detect changed questions. */
  asked: Record<number, string>
  /**
   * Questions changed since the start and not answered since. Undefined in drafts of older
   * releases.
   */
  changed?: number[]
  /** New questions without an answer. Undefined in drafts of older releases. */
  added?: number[]
  /**
   * Answers that do not fit any more, with their questions. Undefined in drafts of older releases.
   */
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

/** Sets a question's answer; null removes it. Clears `doneAt`. */
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
    // A new answer replaces a former answer that did not fit.
    noLonger:
      answer === null ? noLonger : noLonger.filter((former) => isOther(former.answer.questionId)),
  }
}

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

/** The answers to send: without hidden questions and empty answers. */
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

/** A question's meaning for the person. Scores, order and conditions do not affect it. */
const meaningOf = ({ kind, title, help, unit, answers }: SurveyQuestion): string =>
  JSON.stringify([kind, title, help, unit, answers.map((answer) => [answer.id, answer.title])])

/**
 * A stored question's title and choices. Null if unknown. Choices come last; older releases stored
 * no help and unit before them.
 */
export function parseStoredQuestion(
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
 * Carries a draft over to another version: keeps answers that fit, and marks new and changed
 * questions for review. Other answers are set aside under their question's title.
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
