import type { Blank, BlankFault } from '../blank.ts'
import type { Judgement, ProcedureLogFacts } from '../facts.ts'
import type { NamePaths } from '../names.ts'

/** What every kind of filter says of itself. */
export interface FilterOf<F extends { kind: string }> {
  /** Where it names other things. */
  names: NamePaths
  /**
   * Those of them that mean everything when they name nothing: leaving the last one out would widen
   * the rule.
   */
  everythingWithout?: readonly string[]
  /** What it starts as in the editor. */
  fresh(): Blank<F>
  /** What is still to be filled in. */
  faults(draft: Blank<F>): BlankFault[]
  judge(filter: F, facts: ProcedureLogFacts): Judgement
}
