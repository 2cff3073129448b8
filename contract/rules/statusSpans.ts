/** Time in statuses, from the changes of status of one equipment. */

/** Null for no status. */
export interface StatusChange {
  /** ISO 8601 in UTC. */
  at: string
  statusId: number | null
}
export interface StatusSpan {
  statusId: number | null
  from: string
  to: string
}

/**
 * Spans between changes, oldest first, until a moment. Order of arrival does not matter. Of two
 * changes at one instant the later in the list counts. Changes to the same status extend a span.
 */
export function statusSpans(changes: readonly StatusChange[], until: string): StatusSpan[] {
  const spans: StatusSpan[] = []
  const sorted = changes.toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
  for (const [index, { at, statusId }] of sorted.entries()) {
    if (at >= until) break
    const next = sorted[index + 1]?.at ?? until
    const to = next < until ? next : until
    if (to === at) continue
    const last = spans.at(-1)
    if (last !== undefined && last.statusId === statusId && last.to === at) last.to = to
    else spans.push({ statusId, from: at, to })
  }
  return spans
}

/** Milliseconds within [from, to) that fall into spans of the given statuses. */
export function timeInStatuses(
  spans: readonly StatusSpan[],
  statusIds: ReadonlySet<number>,
  { from, to }: { from: string; to: string },
): number {
  const [begin, end] = [Date.parse(from), Date.parse(to)]
  let sum = 0
  for (const span of spans)
    if (span.statusId !== null && statusIds.has(span.statusId))
      sum += Math.max(
        0,
        Math.min(end, Date.parse(span.to)) - Math.max(begin, Date.parse(span.from)),
      )
  return sum
}
