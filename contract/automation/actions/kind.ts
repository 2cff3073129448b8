import type { Blank, BlankFault } from '../blank.ts'
import type { NamePaths } from '../names.ts'

/** What every kind of action says of itself. */
export interface ActionOf<A extends { kind: string }> {
  /** Where it names other things. */
  names: NamePaths
  /**
   * Those of them that mean everything when they name nothing: leaving the last one out would widen
   * the rule.
   */
  everythingWithout?: readonly string[]
  /** What it starts as in the editor. */
  fresh(): Blank<A>
  /** What is still to be filled in. */
  faults(draft: Blank<A>): BlankFault[]
}
