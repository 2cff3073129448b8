import type { Blank, BlankFault } from '../blank.ts'
import type { Judgement, ProcedureLogFacts } from '../facts.ts'
import type { NamePaths } from '../names.ts'

export interface FilterOf<F extends { kind: string }> {
  names: NamePaths
  /** Paths whose empty list means "everything", so removing the last id would widen the rule. */
  everythingWithout?: readonly string[]
  fresh(): Blank<F>
  faults(draft: Blank<F>): BlankFault[]
  judge(filter: F, facts: ProcedureLogFacts): Judgement
}
