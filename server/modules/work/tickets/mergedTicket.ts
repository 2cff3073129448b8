import { conflict } from '#kernel/http/errors.ts'
import type { Selected } from './rows.ts'

/** A merged ticket takes comments only. Its work is done on the other ticket. */
export function refuseMerged({ ticket }: Selected): void {
  if (ticket.mergedIntoId !== null)
    throw conflict('The ticket was merged into another one.', [
      { path: 'id', code: 'ticketMerged', message: String(ticket.mergedIntoId) },
    ])
}
