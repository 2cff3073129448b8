import type { Blank, BlankFault } from '../blank.ts'
import type { EventKind, FactsByEvent } from '../events.ts'
import type { Judgement } from '../facts.ts'
import type { NamePaths } from '../names.ts'

/** `E`: the events whose facts the filter can test. */
export interface FilterOf<F extends { kind: string }, E extends EventKind = 'procedureDone'> {
  names: NamePaths
  /** Paths whose empty list means "everything", so removing the last id would widen the rule. */
  everythingWithout?: readonly string[]
  fresh(): Blank<F>
  faults(draft: Blank<F>): BlankFault[]
  judge(filter: F, facts: FactsByEvent[E]): Judgement
}
