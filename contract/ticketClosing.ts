import { z } from 'zod'
import { id } from './ids.ts'
import {
  failureAsks,
  failureCodeFaults,
  failureKinds,
  MAX_FAILURE_CODES,
  type FailureKind,
} from './rules/closing.ts'
import { instant, name, text } from './shapes.ts'

const eachKind = <T extends z.ZodType>(schema: T) =>
  z.strictObject({ problem: schema, cause: schema, remedy: schema } satisfies Record<
    FailureKind,
    T
  >)

export const MAX_FAILURE_TEXT = 500
/** A value of the type's list, or what was found in other words. */
const failureAnswer = z.union([
  z.strictObject({ codeId: id('failureCode') }),
  z.strictObject({ text: text(MAX_FAILURE_TEXT, 1) }),
])
export type FailureAnswer = z.input<typeof failureAnswer>
/** What is left out stays as it is; null removes it. */
export const givenFailure = eachKind(failureAnswer.nullable().optional())
export type GivenFailure = z.output<typeof givenFailure>

/** `codeId`: null for an answer in other words. */
export const failure = eachKind(
  z.object({ codeId: id('failureCode').nullable(), name: z.string() }).nullable(),
)
export type Failure = z.infer<typeof failure>

const closingAsks = eachKind(z.enum(failureAsks))

export const failureCode = z.object({
  id: id('failureCode'),
  kind: z.enum(failureKinds),
  name: z.string(),
  /** Not offered any more. Tickets that have it keep it. */
  isRetired: z.boolean(),
})
export type FailureCode = z.infer<typeof failureCode>

const failureCodeDraft = z.strictObject({
  /** Null for a new value. */
  id: id('failureCode').nullable(),
  kind: z.enum(failureKinds),
  name,
  isRetired: z.boolean(),
})
export type FailureCodeDraft = z.output<typeof failureCodeDraft>

/** In their order. A missing value is deleted, or retired if a ticket has it. */
export const failureCodeDrafts = z
  .array(failureCodeDraft)
  .max(failureKinds.length * MAX_FAILURE_CODES * 2)
  .refine((codes) => failureCodeFaults(codes).length === 0, 'The lists do not fit together')

/** What closing a ticket asks for. */
export const ticketClosing = z.object({
  asks: closingAsks,
  /** Offered values, in their order. */
  codes: z.array(failureCode),
  /** The procedure that must be done first. Null if none is required, or if it was retired. */
  procedure: z
    .object({
      id: id('procedure'),
      /** Empty if the reader may not see it. */
      name: z.string(),
      /** Where it is performed for this ticket; both null if the user chooses. */
      equipmentId: id('equipment').nullable(),
      locationId: id('location').nullable(),
      isDone: z.boolean(),
    })
    .nullable(),
  /** Logs that were performed for this ticket, newest first, as far as the reader may see them. */
  logs: z.array(z.object({ id: id('procedureLog'), procedureName: z.string(), doneAt: instant })),
})
