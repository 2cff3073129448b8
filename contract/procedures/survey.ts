/** Survey questions, their scores and visibility, and the answers given to them. */
import { z } from 'zod'
import { id, ids } from '#contract/ids.ts'
import { givenDay, text } from '#contract/shapes.ts'

export const questionKinds = [
  'singleChoice',
  'multipleChoice',
  'number',
  'text',
  'date',
  'user',
  'file',
  'signature',
] as const
export type QuestionKind = (typeof questionKinds)[number]

/**
 * A negative id stands for a row made in this very save; the server gives it a real one and
 * rewrites who names it.
 */
const draftId = z
  .number()
  .int()
  .min(-2_147_483_647)
  .max(2_147_483_647)
  .refine((value) => value !== 0)
const points = z.number().min(-1000).max(1000)

const visibilityRule = z.strictObject({
  /** An earlier question of the same procedure. */
  questionId: draftId,
  operator: z.enum([
    'answered',
    'notAnswered',
    'isAnyOf',
    'isNoneOf',
    'lessThan',
    'equal',
    'greaterThan',
    'range',
  ]),
  /** For isAnyOf and isNoneOf, on choices. */
  answerIds: z.array(draftId).max(200).optional(),
  /** For the comparisons, on numbers; `to` only for range (both ends belong to it). */
  value: z.number().optional(),
  to: z.number().optional(),
})

/** When a question is asked. Null: always. */
const visibility = z.strictObject({
  mode: z.enum(['all', 'any']),
  rules: z.array(visibilityRule).min(1).max(20),
})
export type Visibility = z.infer<typeof visibility>

const surveyAnswer = z.strictObject({ id: draftId, title: text(500, 1), score: points })

/** A validation type as it stood when the question was asked. */
const validation = z.strictObject({
  name: text(200),
  minimum: z.number().nullable(),
  maximum: z.number().nullable(),
  /** The whole text must match it, on RE2. */
  pattern: text(500).nullable(),
  hint: text(500).nullable(),
})

export const surveyQuestion = z.strictObject({
  id: draftId,
  kind: z.enum(questionKinds),
  title: text(1000, 1),
  help: text(2000).nullable(),
  required: z.boolean(),
  /** The choices, for singleChoice and multipleChoice; empty for the others. */
  answers: z.array(surveyAnswer).max(200),
  /** For numbers: what may be entered. */
  unit: text(40).nullable(),
  minimum: z.number().nullable(),
  maximum: z.number().nullable(),
  /**
   * For numbers: points for a value from `from` to `to` (null: open end), none outside. Null: not
   * scored.
   */
  numberScore: z
    .strictObject({ from: z.number().nullable(), to: z.number().nullable(), points: points.min(0) })
    .nullable(),
  visibility: visibility.nullable(),
  /**
   * For texts and numbers: a validation type of that data type, which their answers keep to. Absent
   * or null: none.
   */
  validationTypeId: id('validationType').nullable().optional(),
  /**
   * What that type asks at this version of the procedure. Only answered: what is sent here is not
   * read.
   */
  validation: validation.optional(),
})
export type Validation = z.infer<typeof validation>
export type SurveyQuestion = z.infer<typeof surveyQuestion>

const of = <K extends QuestionKind, X extends z.ZodRawShape>(kind: K, extra: X) =>
  z.strictObject({ questionId: id('surveyQuestion'), kind: z.literal(kind) }).extend(extra)

/** Files and photos of one answer. */
export const MAX_FILES = 20

/** One given answer. A question that was not answered is simply absent. */
export const givenAnswer = z.discriminatedUnion('kind', [
  of('singleChoice', { answerId: id('surveyAnswer') }),
  of('multipleChoice', { answerIds: ids('surveyAnswer').max(200) }),
  of('number', { value: z.number().min(-1e12).max(1e12) }),
  of('text', { text: text(10_000) }),
  /** A calendar day, without a zone. */
  of('date', { date: givenDay }),
  of('user', { userId: id('user') }),
  of('file', { fileIds: ids('file').max(MAX_FILES) }),
  of('signature', { fileId: id('file') }),
])
export type GivenAnswer = z.infer<typeof givenAnswer>

/**
 * How a score came about, frozen with the log. Hidden questions are absent: they leave the maximum.
 */
export const scoreBreakdown = z.array(
  z.object({ questionId: z.number().int(), gained: z.number(), reachable: z.number() }),
)
export type ScoreBreakdown = z.infer<typeof scoreBreakdown>
