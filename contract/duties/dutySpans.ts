/** Who is on duty when: a rotation of weekly shifts on the company's clock, and changes to it. */
import { DAY_MS, dayAt, instantOf, wallAt } from '#contract/timeZones/wallTime.ts'
import { minutesOfSpan, type Hours } from '#contract/rules/workingTime.ts'

const MINUTE = 60_000
const DAYS_A_WEEK = 7

interface Shift extends Hours {
  /** From 1, in the rotation. */
  week: number
  /** The days on which it begins, 0 is Sunday. */
  days: readonly number[]
  userId: number
}

/** Milliseconds. The later of two changes wins, except that a person who is absent stays absent. */
export interface DutyChange {
  id: number
  kind: 'absence' | 'replacement' | 'swap'
  userId: number
  from: number
  to: number
  /** Takes the hours of a swap. */
  withUserId: number | null
  /** The hours of `withUserId` that `userId` takes in return. Null for none. */
  withFrom: number | null
  withTo: number | null
}

export interface Rotation {
  weeks: number
  /** The day on which the first week begins. Each week has seven days from there. */
  firstDay: string
  shifts: readonly Shift[]
  /** Hours without a shift are holes. */
  isRoundTheClock: boolean
  /** Accepted ones, in the order in which they were made. */
  changes: readonly DutyChange[]
}

/** `off`: nobody is needed. `nobody` and `absent` are holes. */
type DutyState = 'onDuty' | 'absent' | 'nobody' | 'off'
export interface DutySpan {
  from: number
  to: number
  state: DutyState
  /** The person on duty, or the absent one. */
  userId: number | null
  changeId: number | null
}
export interface Reach {
  from: number
  to: number
}

/**
 * The first instant at which the clock shows `wall` or later. Shifts that follow each other on the
 * clock so have neither a hole nor an overlap, also if clocks change at their boundary.
 */
function boundaryOf(wall: number, zone: string): number {
  let shown = instantOf(wall, zone)
  const skipped = wallAt(shown, zone) - wall
  if (skipped <= 0) return shown
  let earlier = shown - skipped
  while (shown - earlier > 1) {
    const middle = Math.floor((shown + earlier) / 2)
    if (wallAt(middle, zone) < wall) earlier = middle
    else shown = middle
  }
  return shown
}

const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay()
const dayNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / DAY_MS
const remainder = (value: number, of: number): number => ((value % of) + of) % of

/** The week of the rotation, from 1, in which a day lies. */
export const weekOf = (
  { weeks, firstDay }: Pick<Rotation, 'weeks' | 'firstDay'>,
  day: string,
): number => remainder(Math.floor((dayNumber(day) - dayNumber(firstDay)) / DAYS_A_WEEK), weeks) + 1

const shortOf = (span: DutySpan): string => [span.state, span.userId, span.changeId].join()

function merged(spans: readonly DutySpan[]): DutySpan[] {
  const all: DutySpan[] = []
  for (const span of spans) {
    if (span.to <= span.from) continue
    const last = all.at(-1)
    if (last?.to === span.from && shortOf(last) === shortOf(span))
      all[all.length - 1] = { ...last, to: span.to }
    else all.push(span)
  }
  return all
}

function plannedSpans(rotation: Rotation, { from, to }: Reach, zone: string): DutySpan[] {
  const free = (begin: number, end: number): DutySpan => ({
    from: begin,
    to: end,
    state: rotation.isRoundTheClock ? 'nobody' : 'off',
    userId: null,
    changeId: null,
  })
  const shifts: DutySpan[] = []
  const last = dayNumber(dayAt(to, zone))
  for (let number = dayNumber(dayAt(from, zone)) - 1; number <= last; number += 1) {
    const day = new Date(number * DAY_MS).toISOString().slice(0, 10)
    const [week, weekday] = [weekOf(rotation, day), weekdayOf(day)]
    for (const shift of rotation.shifts) {
      if (shift.week !== week || !shift.days.includes(weekday)) continue
      const minutes = minutesOfSpan(shift)
      shifts.push({
        from: boundaryOf(number * DAY_MS + minutes.from * MINUTE, zone),
        to: boundaryOf(number * DAY_MS + minutes.to * MINUTE, zone),
        state: 'onDuty',
        userId: shift.userId,
        changeId: null,
      })
    }
  }
  const all: DutySpan[] = []
  let reached = from
  for (const shift of shifts.sort((one, other) => one.from - other.from)) {
    const [begin, end] = [Math.max(shift.from, reached), Math.min(shift.to, to)]
    if (end <= begin) continue
    all.push(free(reached, begin), { ...shift, from: begin, to: end })
    reached = end
  }
  all.push(free(reached, to))
  return all
}

function changed(
  spans: readonly DutySpan[],
  { from, to }: Reach,
  change: (span: DutySpan) => DutySpan,
): DutySpan[] {
  return spans.flatMap((span) => {
    const [begin, end] = [Math.max(span.from, from), Math.min(span.to, to)]
    return end <= begin
      ? [span]
      : [
          { ...span, to: begin },
          change({ ...span, from: begin, to: end }),
          { ...span, from: end },
        ].filter((part) => part.to > part.from)
  })
}

const taken =
  (from: number, by: number, changeId: number) =>
  (span: DutySpan): DutySpan =>
    span.state === 'onDuty' && span.userId === from && span.changeId !== changeId
      ? { ...span, userId: by, changeId }
      : span

function applied(spans: readonly DutySpan[], change: DutyChange): DutySpan[] {
  const { id, kind, userId, withUserId, withFrom, withTo } = change
  if (kind === 'replacement')
    return changed(spans, change, (span) => ({ ...span, state: 'onDuty', userId, changeId: id }))
  if (kind === 'absence' || withUserId === null) return [...spans]
  const given = changed(spans, change, taken(userId, withUserId, id))
  return withFrom === null || withTo === null
    ? given
    : changed(given, { from: withFrom, to: withTo }, taken(withUserId, userId, id))
}

/** Covers `reach` without gaps, in order of time. */
export function dutySpans(rotation: Rotation, reach: Reach, zone: string): DutySpan[] {
  if (reach.to <= reach.from) return []
  let spans = plannedSpans(rotation, reach, zone)
  for (const change of rotation.changes) spans = applied(spans, change)
  for (const change of rotation.changes)
    if (change.kind === 'absence')
      spans = changed(spans, change, (span) =>
        span.state === 'onDuty' && span.userId === change.userId
          ? { ...span, state: 'absent', changeId: change.id }
          : span,
      )
  return merged(spans)
}

/** The person on duty at an instant. Null for nobody. */
export function onDutyAt(rotation: Rotation, at: number, zone: string): number | null {
  const [span] = dutySpans(rotation, { from: at, to: at + 1 }, zone)
  return span?.state === 'onDuty' ? span.userId : null
}

/** Holes; `isAble` says whether a person can be on duty. Parts that touch are one hole. */
export function holesIn(
  spans: readonly DutySpan[],
  isAble: (userId: number) => boolean,
): (DutySpan & { parts: DutySpan[] })[] {
  const holes: (DutySpan & { parts: DutySpan[] })[] = []
  for (const span of spans) {
    const isCovered = span.state === 'onDuty' && span.userId !== null && isAble(span.userId)
    if (isCovered || span.state === 'off') continue
    const last = holes.at(-1)
    if (last?.to === span.from) {
      last.to = span.to
      last.parts.push(span)
    } else holes.push({ ...span, parts: [span] })
  }
  return holes
}

/** Holes that begin none of the announced ones and touch none. */
export const newHoles = <H extends Reach>(holes: readonly H[], announced: readonly Reach[]): H[] =>
  holes.filter(({ from, to }) => !announced.some((one) => one.from <= to && from <= one.to))

/** True if two shifts of the rotation overlap. Its last week meets its first. */
export function shiftsOverlap({
  weeks,
  firstDay,
  shifts,
}: Pick<Rotation, 'weeks' | 'firstDay' | 'shifts'>): boolean {
  const length = weeks * DAYS_A_WEEK * 1_440
  const first = weekdayOf(firstDay)
  const spans = shifts
    .flatMap(({ week, days, ...hours }) =>
      days.map((day) => {
        const begin = ((week - 1) * DAYS_A_WEEK + remainder(day - first, DAYS_A_WEEK)) * 1_440
        const minutes = minutesOfSpan(hours)
        return { from: begin + minutes.from, to: begin + minutes.to }
      }),
    )
    .sort((one, other) => one.from - other.from)
  const [earliest] = spans
  return spans.some(({ to }, index) => {
    const next = spans[index + 1]?.from ?? (earliest ? earliest.from + length : Infinity)
    return to > next
  })
}
