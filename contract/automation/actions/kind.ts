import type { Blank, BlankFault } from '../blank.ts'
import type { NamePaths } from '../names.ts'
import type { AutomationKind } from '../sideList.ts'

export interface ActionOf<A extends { kind: string }> {
  listedUnder: AutomationKind
  names: NamePaths
  /** Paths whose empty list means "everything", so removing the last id would widen the rule. */
  everythingWithout?: readonly string[]
  fresh(): Blank<A>
  faults(draft: Blank<A>): BlankFault[]
}
