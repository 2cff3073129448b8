import { z } from 'zod'
import type { Blank, BlankFault } from '../blank.ts'
import type { NamePaths } from '../names.ts'

/** What becomes of the tickets that a run opened when its cause is over. */
export const endings = ['nothing', 'note', 'close'] as const
export type Ending = (typeof endings)[number]
export const whenOver = z.enum(endings)

export const MAX_EVENT_HOURS = 8_760

export interface EventOf<E extends { kind: string }> {
  names: NamePaths
  /** Paths whose empty list means "everything", so removing the last id would widen the rule. */
  everythingWithout?: readonly string[]
  fresh(): Blank<E>
  faults(draft: Blank<E>): BlankFault[]
}
