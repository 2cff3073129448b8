import { z } from 'zod'
import { mutation, query } from '#contract/endpoint.ts'
import { filterObject } from '#contract/filter.ts'
import { id, idParam } from '#contract/ids.ts'
import { givenInstant, instant, listAnswer, listQuestion } from '#contract/shapes.ts'
import { givenAnswer, scoreBreakdown, surveyQuestion } from './survey.ts'

const named = <T extends z.ZodType>(idSchema: T) => z.object({ id: idSchema, name: z.string() })

export const procedureLogRow = z.object({
  id: id('procedureLog'),
  procedure: named(id('procedure')),
  equipment: named(id('equipment')).nullable(),
  location: named(id('location')).nullable(),
  doneAt: instant,
  doneBy: named(id('user')),
  /** 0–100; null if no visible question was scored. */
  score: z.number().nullable(),
  points: z.number(),
  maximum: z.number(),
  ticketCount: z.number().int(),
})
export type ProcedureLogRow = z.infer<typeof procedureLogRow>

/** Inventory used by a procedure log (spec section 3: affected amount, discarded doses). */
const usedItem = z.strictObject({
  itemId: id('inventoryItem'),
  amount: z.number().min(0).max(1e9),
  discardedDoses: z.number().int().min(0).max(1_000_000),
})

const procedureLogDetail = procedureLogRow.extend({
  startedAt: instant,
  /** When the server received it; later than `doneAt` if it was recorded offline. */
  receivedAt: instant,
  procedureVersion: z.number().int(),
  /** Sealed at submission; `getUrlOfSignedLog` links to the signed log. */
  isSigned: z.boolean(),
  /**
   * When its answers, files and corrections were deleted by the procedure type's retention; null if
   * they were not.
   */
  contentRemovedAt: instant.nullable(),
  /** The questions as asked at the time, without hidden questions. */
  questions: z.array(surveyQuestion),
  answers: z.array(givenAnswer),
  breakdown: scoreBreakdown,
  users: z.array(named(id('user'))),
  files: z.array(
    z.object({ id: id('file'), name: z.string(), mime: z.string(), size: z.number().int() }),
  ),
  tickets: z.array(z.object({ id: id('ticket'), title: z.string() })),
  /**
   * Logs of the same procedure and target by other users, made while this one was in progress or
   * queued offline. The newest five that the user may see.
   */
  meanwhile: z.array(
    z.object({ id: id('procedureLog'), doneAt: instant, doneBy: named(id('user')) }),
  ),
  used: z.array(usedItem.extend({ name: z.string(), unit: z.string() })),
})
export type ProcedureLogDetail = z.infer<typeof procedureLogDetail>

export const procedureLogs = {
  listProcedureLogs: query({
    method: 'POST',
    path: '/api/procedure-logs/get',
    access: 'session',
    summary: 'What was done, newest first',
    body: listQuestion(['doneAt', 'score', 'procedure'])
      .extend({
        filter: filterObject.optional(),
        from: givenInstant.optional(),
        to: givenInstant.optional(),
        scoreBelow: z.number().min(0).max(100).optional(),
        doneByMe: z.boolean().optional(),
        isSigned: z.literal(true).optional(),
      })
      .strict(),
    response: listAnswer(procedureLogRow),
    reads: ['ProcedureLog'],
  }),
  getProcedureLog: query({
    method: 'GET',
    path: '/api/procedure-logs/{id}',
    access: 'session',
    summary: 'One log with its frozen questions and score',
    params: z.object({ id: idParam('procedureLog') }),
    response: procedureLogDetail,
    reads: ({ params }) => [{ type: 'ProcedureLog', id: params.id }],
  }),
  submitProcedureLog: mutation({
    method: 'POST',
    path: '/api/procedure-logs',
    access: 'can:performer|procedures',
    summary: 'A procedure was performed',
    body: z.strictObject({
      /**
       * Idempotency key from the client, created when the user opens the procedure: a retry records
       * once.
       */
      clientKey: z.uuid(),
      procedureId: id('procedure'),
      /**
       * The version the user answered; the server validates against its questions, even if they
       * changed since. Returns 409 for an unknown version, and the client keeps the answers.
       */
      procedureVersion: z.number().int().min(1).max(2_147_483_647),
      equipmentId: id('equipment').nullable(),
      locationId: id('location').nullable(),
      startedAt: givenInstant,
      /**
       * When the user did it, by a clock corrected with the server's `Date` header. Omit for now.
       * The server clamps it to the last 31 days.
       */
      doneAt: givenInstant.optional(),
      answers: z.array(givenAnswer).max(300),
      used: z.array(usedItem).max(200).optional(),
      /** The ticket that it is performed for. */
      ticketId: id('ticket').optional(),
    }),
    response: procedureLogDetail,
    writes: ({ body }) => [
      'ProcedureLog',
      'Procedure',
      ...(body.ticketId === undefined
        ? []
        : (['Ticket', { type: 'Ticket', id: body.ticketId }] as const)),
    ],
  }),
}
