import { z } from 'zod'
import { id } from './ids.ts'
import { instant } from './shapes.ts'

/** Answers of a log that the ticket shows. The rest is in the log. */
export const MAX_SHOWN_ANSWERS = 20

const title = z.string()

/** A procedure log that reported the problem of a ticket, first or again. */
export const ticketFinding = z.object({
  kind: z.literal('finding'),
  id: id('ticketFinding'),
  /** Another ticket if that one was merged into this one. */
  ticketId: id('ticket'),
  at: instant,
  isRepeat: z.boolean(),
  /** Null if the reader may not see the log. */
  log: z
    .object({
      id: id('procedureLog'),
      procedureName: z.string(),
      /** 0–100; null if not scored. */
      score: z.number().nullable(),
      doneAt: instant,
      doneBy: z.object({ id: id('user'), name: z.string() }),
    })
    .nullable(),
  /** Signatures are left out. Empty once the content of the log was removed. */
  answers: z.array(
    z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('texts'), title, texts: z.array(z.string()) }),
      z.object({
        kind: z.literal('number'),
        title,
        value: z.number(),
        unit: z.string().nullable(),
      }),
      /** A calendar day without a time zone. */
      z.object({ kind: z.literal('date'), title, date: z.string() }),
    ]),
  ),
  /** Answers beyond `MAX_SHOWN_ANSWERS`. */
  hiddenAnswers: z.number().int(),
  files: z.array(z.object({ id: id('file'), name: z.string(), mime: z.string() })),
})
export type TicketFinding = z.infer<typeof ticketFinding>
