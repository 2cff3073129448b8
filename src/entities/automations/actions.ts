/**
 * Registry of action kinds on the page. A new kind needs one file and one entry here; a missing kind
 * does not compile.
 */
import { isActionKind, type BlankAction, type ActionKind } from '#contract/automation/actions.ts'
import { assignTicket } from './actions/assignTicket.ts'
import { changeStatus } from './actions/changeStatus.ts'
import { changeTicketState } from './actions/changeTicketState.ts'
import { closeTickets } from './actions/closeTickets.ts'
import { invokeHook } from './actions/invokeHook.ts'
import type { ActionPage } from './actions/kind.ts'
import { openTicket } from './actions/openTicket.ts'
import { removeScheduled } from './actions/removeScheduled.ts'
import { scheduleProcedure } from './actions/scheduleProcedure.ts'
import { sendAlert } from './actions/sendAlert.ts'
import { setAvailability } from './actions/setAvailability.ts'
import { updateMetadata } from './actions/updateMetadata.ts'
import type { OwnBlanks } from './blankControl.ts'
import type { ActionClauseKey, Clause } from './clause.ts'
import type { ActionWords } from './useWords.ts'

export const actionPages = {
  openTicket,
  assignTicket,
  changeTicketState,
  closeTickets,
  setAvailability,
  sendAlert,
  changeStatus,
  scheduleProcedure,
  removeScheduled,
  updateMetadata,
  invokeHook,
} satisfies { [K in ActionKind]: ActionPage<K> }

type Own<K extends keyof typeof actionPages> = OwnBlanks<(typeof actionPages)[K]['blanks']>
export type OwnActionBlanks = {
  [K in keyof typeof actionPages as [Own<K>] extends [never] ? never : K]: Own<K>
}

/** A newer server may send other kinds. */
export function actionClause(
  action: { kind: string },
  words: ActionWords,
): Clause<ActionClauseKey> {
  const { kind } = action
  if (!isActionKind(kind)) return { key: 'unknown', blanks: {} }
  // The cast is safe because `kind` pairs action and entry.
  const page = actionPages[kind] as unknown as ActionPage<ActionKind>
  return {
    key: page.phrase?.(action as BlankAction) ?? kind,
    blanks: page.sentence(action as BlankAction, words),
  }
}
