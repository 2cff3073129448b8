/**
 * One clause of an automation's sentence: a whole phrase with blanks, and the content of each
 * blank.
 */
import { isActionKind, type ActionKind } from '#contract/automation/actions.ts'
import { isFilterKind, type FilterKind } from '#contract/automation/filters.ts'

export interface BlankText {
  words: string
  /** The object is deleted, and the text is its last name. */
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
  | 'many'
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
  | 'sensorTypes'
  | 'equipmentTypes'
  | 'place'
  | 'date'
  | 'offset'
  | 'clock'
  | 'procedure'
  | 'times'
  | 'within'
  | 'duration'
  | 'field'
  | 'change'
  | 'hook'

export type FilterClauseKey = FilterKind | 'unknown'
export type ActionClauseKey =
  | ActionKind
  | 'openTitledTicket'
  | 'unassignTicket'
  | 'removeMetadata'
  | 'unknown'
export type BlankTexts = Readonly<Partial<Record<BlankName, BlankText>>>
export interface Clause<K extends string = string> {
  key: K
  blanks: BlankTexts
}

/** A newer server may send kinds that this page does not know. */
export const knownAction = (kind: string): ActionKind | 'unknown' =>
  isActionKind(kind) ? kind : 'unknown'
export const knownFilter = (kind: string): FilterKind | 'unknown' =>
  isFilterKind(kind) ? kind : 'unknown'
