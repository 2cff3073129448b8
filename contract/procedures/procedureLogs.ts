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
  /** 0–100; null when nothing visible was scored. */
  score: z.number().nullable(),
  points: z.number(),
  maximum: z.number(),
  ticketCount: z.number().int(),
})
export type ProcedureLogRow = z.infer<typeof procedureLogRow>

/**
 * What a performance used up of the inventory (spec section 3: affected amount, discarded doses).
 */
const usedItem = z.strictObject({
  itemId: id('inventoryItem'),
  amount: z.number().min(0).max(1e9),
  discardedDoses: z.number().int().min(0).max(1_000_000),
})

const procedureLogDetail = procedureLogRow.extend({
  startedAt: instant,
  /** When it arrived; later than `doneAt` where it was done without a network. */
  receivedAt: instant,
  /** The procedure's version that was performed. */
  procedureVersion: z.number().int(),
  /** It was sealed when it was submitted: `getUrlOfSignedLog` leads to it. */
  isSigned: z.boolean(),
  /** When its answers, files and corrections were removed, as its type asks; null: never. */
  contentRemovedAt: instant.nullable(),
  /** Frozen: the questions as they were asked, hidden ones left out. */
  questions: z.array(surveyQuestion),
  answers: z.array(givenAnswer),
  breakdown: scoreBreakdown,
  /** Names of the users that answers speak of, and of the files, as they are now. */
  users: z.array(named(id('user'))),
  files: z.array(
    z.object({ id: id('file'), name: z.string(), mime: z.string(), size: z.number().int() }),
  ),
  tickets: z.array(z.object({ id: id('ticket'), title: z.string() })),
  /**
   * Others who did the same on the same thing while this was being done or waited to be sent, so
   * that neither could know of the other; the newest five that the asker may see.
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
        /** Only logs that were sealed. */
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
      /** Made by the client when the performance began: sending twice records once. */
      clientKey: z.uuid(),
      procedureId: id('procedure'),
      /**
       * The version the person answered: it is held against the questions of that version, whatever
       * changed since. One that is not known is 409, with the answers kept by the client.
       */
      procedureVersion: z.number().int().min(1).max(2_147_483_647),
      equipmentId: id('equipment').nullable(),
      locationId: id('location').nullable(),
      startedAt: givenInstant,
      /**
       * When the person did it, by a clock corrected by the server's (its `Date` header); without
       * it, now. Bounded.
       */
      doneAt: givenInstant.optional(),
      answers: z.array(givenAnswer).max(300),
      used: z.array(usedItem).max(200).optional(),
    }),
    response: procedureLogDetail,
    writes: ['ProcedureLog', 'Procedure'],
  }),
}
