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
 * A negative id is a temporary id for a row created in this request. The server assigns a real id
 * and updates references to it.
 */
const draftId = z
  .number()
  .int()
  .min(-2_147_483_647)
  .max(2_147_483_647)
  .refine((value) => value !== 0)
const points = z.number().min(-1000).max(1000)

const visibilityRule = z.strictObject({
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
  /** For comparisons of numbers; `to` only for range, which includes both ends. */
  value: z.number().optional(),
  to: z.number().optional(),
})

/** When the question is shown; null for always. */
const visibility = z.strictObject({
  mode: z.enum(['all', 'any']),
  rules: z.array(visibilityRule).min(1).max(20),
})
export type Visibility = z.infer<typeof visibility>

const surveyAnswer = z.strictObject({
  id: draftId,
  title: text(500, 1),
  score: points,
  /** The choice is a fault, for which a rule can open a ticket. Omit for false. */
  isFault: z.boolean().optional(),
})

const validation = z.strictObject({
  name: text(200),
  minimum: z.number().nullable(),
  maximum: z.number().nullable(),
  /** An RE2 pattern that the whole text must match. */
  pattern: text(500).nullable(),
  hint: text(500).nullable(),
})

export const surveyQuestion = z.strictObject({
  id: draftId,
  kind: z.enum(questionKinds),
  title: text(1000, 1),
  help: text(2000).nullable(),
  required: z.boolean(),
  /** For singleChoice and multipleChoice; empty otherwise. */
  answers: z.array(surveyAnswer).max(200),
  unit: text(40).nullable(),
  minimum: z.number().nullable(),
  maximum: z.number().nullable(),
  /**
   * For numbers: points if the value is between `from` and `to` (null: no limit), otherwise 0
   * points. Null if the question is not scored.
   */
  numberScore: z
    .strictObject({ from: z.number().nullable(), to: z.number().nullable(), points: points.min(0) })
    .nullable(),
  /**
   * For numbers: an answer below `from` or above `to` is a fault (null: no limit). Omit or null for
   * no faults.
   */
  faultOutside: z
    .strictObject({ from: z.number().nullable(), to: z.number().nullable() })
    .nullable()
    .optional(),
  visibility: visibility.nullable(),
  /** For texts and numbers: a validation type of that data type. Omit or null for no validation. */
  validationTypeId: id('validationType').nullable().optional(),
  /**
   * The validation type's rules at this version of the procedure. Responses only; ignored in
   * requests.
   */
  validation: validation.optional(),
})
export type Validation = z.infer<typeof validation>
export type SurveyQuestion = z.infer<typeof surveyQuestion>

const of = <K extends QuestionKind, X extends z.ZodRawShape>(kind: K, extra: X) =>
  z.strictObject({ questionId: id('surveyQuestion'), kind: z.literal(kind) }).extend(extra)

/** Per answer, files and photos together. */
export const MAX_FILES = 20

export const givenAnswer = z.discriminatedUnion('kind', [
  of('singleChoice', { answerId: id('surveyAnswer') }),
  of('multipleChoice', { answerIds: ids('surveyAnswer').max(200) }),
  of('number', { value: z.number().min(-1e12).max(1e12) }),
  of('text', { text: text(10_000) }),
  /** A calendar day without a time zone. */
  of('date', { date: givenDay }),
  of('user', { userId: id('user') }),
  of('file', { fileIds: ids('file').max(MAX_FILES) }),
  of('signature', { fileId: id('file') }),
])
export type GivenAnswer = z.infer<typeof givenAnswer>

/**
 * How the score was computed, stored with the log. Hidden questions are omitted and do not count in
 * the maximum.
 */
export const scoreBreakdown = z.array(
  z.object({ questionId: z.number().int(), gained: z.number(), reachable: z.number() }),
)
export type ScoreBreakdown = z.infer<typeof scoreBreakdown>
