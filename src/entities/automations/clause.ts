/**
 * One clause of an automation's sentence: a whole phrase with blanks, and the content of each
 * blank.
 */
import { isActionKind, type ActionKind, type BlankAction } from '#contract/automation/actions.ts'
import { isFilterKind, type BlankFilter, type FilterKind } from '#contract/automation/filters.ts'

export interface BlankText {
  words: string
  /** The object is deleted: the text is its last name. */
  isMissing?: boolean
  isOpen?: boolean
}

export type BlankName =
  | 'objects'
  | 'score'
  | 'days'
  | 'hours'
  | 'question'
  | 'answer'
  | 'item'
  | 'amount'
  | 'people'
  | 'ticketType'
  | 'ticketTypes'
  | 'title'
  | 'assignee'
  | 'state'
  | 'who'
  | 'availability'
  | 'recipients'
  | 'channels'
  | 'text'
  | 'status'
  | 'procedure'
  | 'times'
  | 'within'
  | 'field'
  | 'change'
  | 'hook'

/** Some actions have extra phrases for special cases. */
export type FilterClauseKey = FilterKind | 'unknown'
export type ActionClauseKey =
  | ActionKind
  | 'openTitledTicket'
  | 'unassignTicket'
  | 'removeMetadata'
  | 'unknown'
export interface Clause<K extends string = string> {
  key: K
  blanks: Readonly<Partial<Record<BlankName, BlankText>>>
}

export type FilterClauses = {
  [K in FilterKind]: (filter: BlankFilter<K>) => Clause<FilterClauseKey>
}
export type ActionClauses = {
  [K in ActionKind]: (action: BlankAction<K>) => Clause<ActionClauseKey>
}

/** A newer server may send kinds that this page does not know. */
export const knownAction = (kind: string): ActionKind | 'unknown' =>
  isActionKind(kind) ? kind : 'unknown'
export const knownFilter = (kind: string): FilterKind | 'unknown' =>
  isFilterKind(kind) ? kind : 'unknown'

/** Finds the kind's phrase. The kind pairs the two, which the compiler cannot see. */
export const filterClause = (
  filter: { kind: string },
  clauses: FilterClauses,
): Clause<FilterClauseKey> =>
  isFilterKind(filter.kind)
    ? (clauses[filter.kind] as (one: unknown) => Clause<FilterClauseKey>)(filter)
    : { key: 'unknown', blanks: {} }
export const actionClause = (
  action: { kind: string },
  clauses: ActionClauses,
): Clause<ActionClauseKey> =>
  isActionKind(action.kind)
    ? (clauses[action.kind] as (one: unknown) => Clause<ActionClauseKey>)(action)
    : { key: 'unknown', blanks: {} }
