import { scoreOf, visibleQuestions } from '#contract/rules/score.ts'
import type { Id } from '#contract/ids.ts'
import type { GivenAnswer, SurveyQuestion } from '#contract/procedures/survey.ts'
import type * as tables from '#db/schema/index.ts'
import type { Checklist } from './procedures.ts'
import type { Random } from './random.ts'
import type { Seed } from './rows.ts'

const DAY = 86_400_000
const YEAR_DAYS = 365

export interface Done {
  list: Checklist
  at: Date
  by: Id<'user'>
  equipmentId: Id<'equipment'> | null
  locationId: Id<'location'> | null
  /** Routine checks fail less often than occasional ones. */
  isRoutine: boolean
}

/** Half of the staff is on holiday. */
export const isSummer = (at: Date): boolean => [6, 7].includes(at.getUTCMonth())

export function performance(
  seed: Seed,
  random: Random,
  { list, at, by, isRoutine, ...thing }: Done,
): typeof tables.procedureLog.$inferInsert {
  // quality improves over the year, with a dip in summer
  const age = (seed.now.getTime() - at.getTime()) / DAY
  const faults =
    (0.1 + (age / YEAR_DAYS) * 0.16 + (isSummer(at) ? 0.12 : 0)) * (isRoutine ? 0.3 : 1)
  const answers = answersTo(
    random,
    list.questions,
    1 - faults,
    Object.values(seed.words.remarks.texts),
  )
  const byQuestion = new Map<number, GivenAnswer>(
    answers.map((answer) => [answer.questionId, answer]),
  )
  const { points, maximum, score, breakdown } = scoreOf(list.questions, byQuestion)
  return {
    companyId: seed.companyId,
    clientKey: keyFrom(random),
    procedureId: list.id,
    procedureVersion: 1,
    doneBy: by,
    doneAt: at,
    createdAt: at,
    updatedAt: at,
    startedAt: new Date(at.getTime() - random.between(90, 900) * 1000),
    ...thing,
    points,
    maximum,
    score,
    breakdown,
    questions: visibleQuestions(list.questions, byQuestion),
    answers,
  }
}

/** Seeded, so that the key is the same in every demo. */
function keyFrom(random: Random): string {
  const digits = Array.from({ length: 32 }, () => random.between(0, 15).toString(16)).join('')
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(13, 16)}-8${digits.slice(17, 20)}-${digits.slice(20)}`
}

function answersTo(
  random: Random,
  questions: readonly SurveyQuestion[],
  quality: number,
  texts: readonly string[],
): GivenAnswer[] {
  const given = new Map<number, GivenAnswer>()
  for (const question of questions) {
    if (
      question.visibility !== null &&
      !visibleQuestions(questions, given).some((each) => each.id === question.id)
    )
      continue
    const answer = answerTo(random, question, quality, texts)
    if (answer) given.set(question.id, answer)
  }
  return [...given.values()]
}

function answerTo(
  random: Random,
  question: SurveyQuestion,
  quality: number,
  texts: readonly string[],
): GivenAnswer | undefined {
  const questionId = question.id as Id<'surveyQuestion'> // rows just made: their ids are real
  const sorted = [...question.answers].sort((a, b) => b.score - a.score)
  switch (question.kind) {
    case 'singleChoice': {
      const choice = random.chance(quality)
        ? sorted[0]
        : sorted[random.between(1, sorted.length - 1)]
      return (
        choice && { questionId, kind: 'singleChoice', answerId: choice.id as Id<'surveyAnswer'> }
      )
    }
    case 'multipleChoice':
      return {
        questionId,
        kind: 'multipleChoice',
        answerIds: question.answers
          .filter(() => random.chance(quality))
          .map((choice) => choice.id as Id<'surveyAnswer'>),
      }
    case 'number':
      return { questionId, kind: 'number', value: numberFor(random, question, quality) }
    case 'text':
      return {
        questionId,
        kind: 'text',
        text: random.pick(texts),
      }
    default:
      return undefined
  }
}

function numberFor(
  random: Random,
  { numberScore, minimum, maximum }: SurveyQuestion,
  quality: number,
): number {
  const low = numberScore?.from ?? minimum ?? 0
  const high = numberScore?.to ?? maximum ?? 100
  if (random.chance(quality)) return Math.round((low + random.next() * (high - low)) * 10) / 10
  const outside = numberScore?.to === null ? low - random.next() * 30 : high + random.next() * 6
  return (
    Math.round(Math.min(maximum ?? Infinity, Math.max(minimum ?? -Infinity, outside)) * 10) / 10
  )
}
