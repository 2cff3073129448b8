/** A filter or action while it is edited: each single id may still be null. */
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

export type BlankFault =
  | 'procedureMissing'
  | 'ticketTypeMissing'
  | 'stateMissing'
  | 'statusMissing'
  | 'placeMissing'
  | 'hookMissing'
  | 'fieldMissing'
  | 'questionMissing'
  | 'answersMissing'
  | 'ruleMissing'
  | 'dutyMissing'
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
