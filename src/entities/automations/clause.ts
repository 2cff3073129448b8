/**
 * One part of an automation's sentence: a whole phrase of the language with blanks in it, and what
 * stands in each blank.
 */
import type { ActionKind, BlankAction } from '#contract/automation/actions'
import type { BlankFilter, FilterKind } from '#contract/automation/filters'

export interface BlankWords {
  words: string
  /** It is gone: the words are its last name. */
  isMissing?: boolean
  /** Something is still to be chosen here. */
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

/** Some actions have a phrase of their own for a case of theirs. */
export type FilterClauseKey = FilterKind
export type ActionClauseKey = ActionKind | 'openTitledTicket' | 'unassignTicket' | 'removeMetadata'
export interface Clause<K extends string = string> {
  key: K
  blanks: Readonly<Partial<Record<BlankName, BlankWords>>>
}

export type FilterClauses = {
  [K in FilterKind]: (filter: BlankFilter<K>) => Clause<FilterClauseKey>
}
export type ActionClauses = {
  [K in ActionKind]: (action: BlankAction<K>) => Clause<ActionClauseKey>
}
