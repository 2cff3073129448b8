/** What a ticket needs before it is closed. The page asks for it, the server holds to it. */
export const failureKinds = ['problem', 'cause', 'remedy'] as const
export type FailureKind = (typeof failureKinds)[number]

export const failureAsks = ['off', 'optional', 'required'] as const
/** Whether closing asks for it. */
export type FailureAsk = (typeof failureAsks)[number]
export type ClosingAsks = Record<FailureKind, FailureAsk>

/** What is missing: an answer, or a log of the procedure. */
export type ClosingNeed = FailureKind | 'procedure'

interface Closing {
  asks: ClosingAsks
  /** The procedure that must be done first is not done yet. */
  isProcedureOpen: boolean
  isAnswered(kind: FailureKind): boolean
}

export const isClosing = (before: string, after: string): boolean =>
  after === 'closed' && before !== 'closed'

export const closingNeeds = ({ asks, isProcedureOpen, isAnswered }: Closing): ClosingNeed[] => [
  ...failureKinds.filter((kind) => asks[kind] === 'required' && !isAnswered(kind)),
  ...(isProcedureOpen ? (['procedure'] as const) : []),
]

/** Kinds that closing asks for, in their order. */
export const askedKinds = (asks: ClosingAsks): FailureKind[] =>
  failureKinds.filter((kind) => asks[kind] !== 'off')

/** Milliseconds. A closing that is undone within this time was a slip, not a failed repair. */
export const SLIP = 3_600_000

/**
 * Since when a log of the closing procedure counts, after the ticket is opened again. A log done
 * before a failed repair does not close the ticket a second time.
 */
export function reopenedAtAfter(
  { closedAt, reopenedAt }: { closedAt: Date | null; reopenedAt: Date | null },
  now: Date,
): Date | null {
  return closedAt === null || +now - +closedAt <= SLIP ? reopenedAt : now
}

interface Code {
  kind: FailureKind
  name: string
  isRetired: boolean
}
/** Per kind, without retired ones. */
export const MAX_FAILURE_CODES = 100

export type FailureCodeFault = 'sameName' | 'tooMany'

export function failureCodeFaults(codes: readonly Code[]): FailureCodeFault[] {
  const keys = codes.map(({ kind, name }) => `${kind}:${name.trim().toLowerCase()}`)
  const faults: FailureCodeFault[] = new Set(keys).size < keys.length ? ['sameName'] : []
  const isTooLong = failureKinds.some(
    (one) =>
      codes.filter(({ kind, isRetired }) => kind === one && !isRetired).length > MAX_FAILURE_CODES,
  )
  return isTooLong ? [...faults, 'tooMany'] : faults
}
