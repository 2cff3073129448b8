/** A filter or an action while it is written: every single id may still be missing. */
import type { Id, IdKind } from '#contract/ids.ts'

type AnyId = Id<IdKind>
export type Blank<T> = T extends AnyId
  ? number | null
  : T extends readonly (infer U)[]
    ? [U] extends [AnyId]
      ? number[]
      : Blank<U>[]
    : T extends object
      ? { [K in keyof T]: Blank<T[K]> }
      : T

/** What keeps a sentence from being saved; each has its words in the editor. */
export type BlankFault =
  | 'procedureMissing'
  | 'ticketTypeMissing'
  | 'stateMissing'
  | 'statusMissing'
  | 'hookMissing'
  | 'fieldMissing'
  | 'questionMissing'
  | 'answersMissing'
  | 'ruleMissing'
  | 'userMissing'
  | 'recipientsMissing'
  | 'channelsMissing'
  | 'performersMissing'
  | 'rangeReversed'
  | 'timeUnreadable'
  | 'validityReversed'
  | 'missingNamed'
  | 'secondStatus'
  | 'actionMissing'
  | 'unknownKind'
