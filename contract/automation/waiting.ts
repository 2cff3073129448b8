/**
 * Decides what a rule waits for, from the times at which its condition holds. The look of the
 * server and the back-test use it alike. Times are in milliseconds.
 */
export interface Span {
  subjectId: number
  from: number
  /** Null while it lasts. A `point` has no end. */
  to: number | null
  /** When the rule acts, if the condition still holds then. */
  dueAt: number
  isPoint?: boolean
}

export interface Wait {
  id: number
  subjectId: number
  since: number
  dueAt: number
  isFired: boolean
  isEnded: boolean
}

/** True if the condition lasted until the rule acts. */
const lasts = ({ to, dueAt }: Span): boolean => to === null || dueAt < to

/** The spans for which a rule acts between `from` and `to`. */
export const firings = <S extends Span>(
  spans: readonly S[],
  { from, to }: { from: number; to: number },
): S[] => spans.filter((span) => lasts(span) && span.dueAt >= from && span.dueAt <= to)

export interface Settled<S extends Span> {
  /** New rows. Those that are due have acted already. */
  add: { span: S; isFired: boolean; isEnded: boolean }[]
  fire: { id: number; isEnded: boolean }[]
  end: number[]
  remove: number[]
}

const keyOf = (subjectId: number, since: number, dueAt: number) => `${subjectId}:${since}:${dueAt}`

/** `since`: when the rule began to watch. Earlier events cause nothing. */
export function settleWaits<S extends Span>(
  spans: readonly S[],
  waits: readonly Wait[],
  { now, since }: { now: number; since: number },
): Settled<S> {
  const settled: Settled<S> = { add: [], fire: [], end: [], remove: [] }
  const waitOf = new Map(waits.map((wait) => [keyOf(wait.subjectId, wait.since, wait.dueAt), wait]))
  const present = new Set<number>()
  for (const span of spans) {
    const wait = waitOf.get(keyOf(span.subjectId, span.from, span.dueAt))
    if (!lasts(span) || span.dueAt < since) continue
    const isFired = span.dueAt <= now
    const isEnded = span.isPoint === true || (span.to !== null && span.to <= now)
    if (wait === undefined) settled.add.push({ span, isFired, isEnded: isFired && isEnded })
    else {
      present.add(wait.id)
      if (!wait.isFired && isFired) settled.fire.push({ id: wait.id, isEnded })
      else if (wait.isFired && !wait.isEnded && isEnded) settled.end.push(wait.id)
    }
  }
  for (const { id, isFired, isEnded } of waits)
    if (!present.has(id) && !isEnded) (isFired ? settled.end : settled.remove).push(id)
  return settled
}
