import { instantOf, wallAt } from '#contract/timeZones/wallTime.ts'
import { midnightAt } from '#lib/zoneClock.ts'

export const spanKinds = ['hour', 'shift', 'day', 'yesterday', 'own'] as const
export type SpanKind = (typeof spanKinds)[number]
export interface Span {
  from: number
  to: number
}

const HOUR = 3_600_000
/** Milliseconds; the server has the same limit. */
const LONGEST = 31 * 24 * HOUR

/** Yesterday is a calendar day in the company's time zone. */
function spanOf(kind: Exclude<SpanKind, 'own'>, now: number, timeZone: string): Span {
  if (kind !== 'yesterday')
    return { from: now - { hour: HOUR, shift: 8 * HOUR, day: 24 * HOUR }[kind], to: now }
  return { from: midnightAt(now, timeZone, -1), to: midnightAt(now, timeZone) }
}

/** Parses a wall time in the company's time zone. A day alone starts at midnight. */
const wallOf = (text: string): number =>
  /^\d{4}-\d\d-\d\d(T\d\d:\d\d)?$/.test(text)
    ? Date.parse(`${text.length === 10 ? `${text}T00:00` : text}:00Z`)
    : Number.NaN

/** Sorts the two moments. Null if one of them is invalid. */
function ownSpan(since: string, until: string, timeZone: string): Span | null {
  const [one, other] = [wallOf(since), wallOf(until)]
  const [from, to] = [Math.min(one, other), Math.max(one, other)]
  if (!(from < to)) return null
  const begun = instantOf(from, timeZone)
  return { from: begun, to: Math.min(instantOf(to, timeZone), begun + LONGEST) }
}

export interface AskedSpan {
  kind: SpanKind
  since: string
  until: string
}

/** Returns the chosen range; the last day for invalid input. */
export function chosenSpan({ kind, since, until }: AskedSpan, now: number, timeZone: string): Span {
  if (kind !== 'own') return spanOf(kind, now, timeZone)
  return ownSpan(since, until, timeZone) ?? spanOf('day', now, timeZone)
}

export const wallText = (at: number, timeZone: string): string =>
  new Date(wallAt(at, timeZone)).toISOString().slice(0, 16)

export const iso = ({ from, to }: Span) => ({
  from: new Date(from).toISOString(),
  to: new Date(to).toISOString(),
})
