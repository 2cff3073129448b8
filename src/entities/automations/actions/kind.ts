import type { ActionKind, BlankAction } from '#contract/automation/actions.ts'
import type { BlankControls } from '../blankControl.ts'
import type { ActionClauseKey, BlankTexts } from '../clause.ts'
import type { ActionWords } from '../useWords.ts'

export interface ActionPage<K extends ActionKind> {
  /** The text of each blank in the phrase of the action, such as 'open a ticket of type …'. */
  sentence(action: BlankAction<K>, words: ActionWords): BlankTexts
  /** The key of the phrase; omit for the name of the kind. */
  phrase?(action: BlankAction<K>): ActionClauseKey
  blanks: BlankControls<BlankAction<K>>
}
