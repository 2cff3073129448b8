/**
 * Finds incidents of zone rules from visits alone. The background check asks for now, the form for
 * the last days.
 */
import { groupBy } from './groupBy.ts'

export const zoneRuleKinds = ['left', 'idle', 'fewer'] as const
export type ZoneRuleKind = (typeof zoneRuleKinds)[number]

/** Milliseconds. `to` is null while the visit lasts. */
export interface VisitSpan {
  equipmentId: number
  from: number
  to: number | null
}
export interface ZoneQuestion {
  kind: ZoneRuleKind
  minutes: number
  /** Only for `fewer`: the number of equipment that should be in the zone. */
  minimum: number
}
/** `equipmentId` is null for the zone itself. `to` is null while the incident lasts. */
export interface ZoneIncident {
  equipmentId: number | null
  from: number
  to: number | null
}

/**
 * Incidents between `from` and `to` (now). `left`: equipment is away for `minutes`, until it
 * returns. `idle`: it stays in one room for `minutes`, until it leaves. `fewer`: fewer than
 * `minimum` are present for `minutes`, until enough are present for as long.
 */
export function zoneIncidents(
  { kind, minutes, minimum }: ZoneQuestion,
  spans: readonly VisitSpan[],
  { from, to }: { from: number; to: number },
): ZoneIncident[] {
  const wait = minutes * 60_000
  const isTold = (one: ZoneIncident) => one.from <= to && (one.to === null || one.to >= from)
  if (kind === 'idle')
    return spans
      .filter((span) => (span.to ?? to) - span.from >= wait)
      .map((span) => ({ equipmentId: span.equipmentId, from: span.from + wait, to: span.to }))
      .filter(isTold)
  const ofThings = [...groupBy(spans, ({ equipmentId }) => equipmentId)].map(
    ([equipmentId, own]) => ({ equipmentId, spans: joined(own) }),
  )
  if (kind === 'left')
    return ofThings
      .flatMap(({ equipmentId, spans: own }) =>
        own.flatMap((span, index): ZoneIncident[] => {
          if (span.to === null || span.to < from) return []
          const back = own[index + 1]?.from ?? null
          const begins = span.to + wait
          return (back ?? to) >= begins ? [{ equipmentId, from: begins, to: back }] : []
        }),
      )
      .filter(isTold)
  return fewerThan(
    minimum,
    ofThings.flatMap(({ spans: own }) => own),
    { from, to, wait },
  )
}

/**
 * Alerts that a new rule raises immediately, from the current visits. Equipment that left earlier
 * raises none.
 */
export function immediateAlerts(
  { kind, minutes, minimum }: ZoneQuestion,
  there: readonly VisitSpan[],
  now: number,
): number {
  if (kind === 'left') return 0
  if (kind === 'fewer')
    return new Set(there.map(({ equipmentId }) => equipmentId)).size < minimum ? 1 : 0
  return there.filter(({ from }) => now - from >= minutes * 60_000).length
}

function joined(spans: readonly VisitSpan[]): VisitSpan[] {
  const whole: VisitSpan[] = []
  for (const span of spans.toSorted((a, b) => a.from - b.from)) {
    const last = whole.at(-1)
    if (last === undefined || (last.to !== null && last.to < span.from)) whole.push({ ...span })
    else if (last.to !== null) last.to = span.to === null ? null : Math.max(last.to, span.to)
  }
  return whole
}

function fewerThan(
  minimum: number,
  spans: readonly VisitSpan[],
  { from, to, wait }: { from: number; to: number; wait: number },
): ZoneIncident[] {
  const steps = spans
    .flatMap((span) => [
      { at: Math.max(from, span.from), by: 1 },
      ...(span.to === null ? [] : [{ at: span.to, by: -1 }]),
    ])
    .filter(({ at }) => at <= to)
    .sort((a, b) => a.at - b.at || b.by - a.by)
  const low: { from: number; to: number | null }[] = []
  let count = 0
  let index = 0
  for (let at = from; ;) {
    for (let step = steps[index]; step !== undefined && step.at <= at; step = steps[index]) {
      count += step.by
      index += 1
    }
    const last = low.at(-1)
    const isLow = last !== undefined && last.to === null
    if (count < minimum && !isLow) {
      // A brief recovery does not end the incident.
      if (last !== undefined && last.to !== null && at - last.to < wait) last.to = null
      else low.push({ from: at, to: null })
    } else if (count >= minimum && isLow) last.to = at
    const next = steps[index]
    if (next === undefined) break
    at = next.at
  }
  return low
    .filter((one) => (one.to ?? to) - one.from >= wait)
    .map((one) => ({
      equipmentId: null,
      from: one.from + wait,
      to: one.to === null || one.to + wait > to ? null : one.to + wait,
    }))
}
