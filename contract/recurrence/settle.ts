/**
 * One step of the schedule runner: brings the occurrences of one schedule and target up to date. It
 * depends on the occurrences and the time, never on its last run. So it may run twice, late, or
 * after a week of downtime with the same result.
 */
import { planOccurrences, isPlanned, type PlanEntry, type Schedule } from './calendar.ts'
import type { CompanyCalendar } from './companyCalendar.ts'
import { deadlineOf, reminderOf } from './deadline.ts'
import type { ByUseSchedule, ExpectedDate } from './byUse.ts'
import { nextRolling, type LastEnd, type RollingSchedule } from './rolling.ts'
import type { OccurrenceState } from './kinds.ts'
import type { Weekday } from './wall.ts'

export interface Made {
  plannedAt: string
  at: string
  dueBy: string | null
  remindAt: string | null
  state: OccurrenceState
  doneAt: string | null
  remindedAt: string | null
}

export type SettledSchedule = {
  /**
   * What happens after the deadline: `keepOpen` keeps the occurrence open as late until a newer one
   * replaces it; `close` closes it.
   */
  whenOverdue: 'keepOpen' | 'close'
} & (
  | ({ kind: 'specific' } & Schedule)
  | ({ kind: 'rolling' } & RollingSchedule & Pick<Schedule, 'deadline' | 'reminder'>)
  | ({ kind: 'byUse' } & ByUseSchedule & Pick<Schedule, 'deadline' | 'reminder'>)
)

export type Command =
  | { kind: 'make'; occurrence: Made }
  | { kind: 'become'; plannedAt: string; state: 'due' | 'late' | 'missed' }
  | { kind: 'remind'; plannedAt: string; at: string }

export interface SettleAsked {
  schedule: SettledSchedule
  calendar: CompanyCalendar
  zone: string
  weekStart?: Weekday
  /** When the schedule was created or its target was added. Earlier dates are ignored. */
  activeFrom: string
  made: readonly Made[]
  /** Occurrences before those of `made`, which count for a schedule with limited repeats. */
  before?: number
  /** By use: the next date, of `nextByUse`. */
  next?: ExpectedDate
  now: string
}

/** After a long pause, only the newest occurrences are saved. Older ones would all be missed. */
const MAX_CAUGHT_UP = 400
const MAX_AT_ONCE = 4000

export function settle(asked: SettleAsked): Command[] {
  const now = new Date(asked.now).toISOString()
  const known = asked.made.map((occurrence) => ({ ...occurrence, isNew: false }))
  const fresh =
    asked.schedule.kind === 'specific'
      ? newlyPlanned(asked, asked.schedule, now)
      : asked.schedule.kind === 'rolling'
        ? newlyRolled(asked, asked.schedule, now)
        : newlyUsed(asked, asked.schedule, now)
  const all = [...known, ...fresh.map((occurrence) => ({ ...occurrence, isNew: true }))].sort(
    (a, b) => (a.at < b.at ? -1 : 1),
  )
  const replaced = replacedBefore(all, now)
  return all.flatMap((occurrence): Command[] => {
    const { isNew, ...was } = occurrence
    const state = stateOf(was, now, was.at < replaced, asked.schedule.whenOverdue)
    const reminds =
      state === 'due' && was.remindAt !== null && was.remindAt <= now && was.remindedAt === null
    const commands: Command[] = []
    if (isNew) commands.push({ kind: 'make', occurrence: { ...was, state } })
    else if (state !== was.state && (state === 'due' || state === 'late' || state === 'missed'))
      commands.push({ kind: 'become', plannedAt: was.plannedAt, state })
    if (reminds) commands.push({ kind: 'remind', plannedAt: was.plannedAt, at: now })
    return commands
  })
}

export function applyCommands(made: readonly Made[], commands: readonly Command[]): Made[] {
  const after = new Map(made.map((occurrence) => [occurrence.plannedAt, occurrence]))
  for (const command of commands) {
    if (command.kind === 'make') {
      after.set(command.occurrence.plannedAt, command.occurrence)
      continue
    }
    const was = after.get(command.plannedAt)
    if (was !== undefined)
      after.set(
        command.plannedAt,
        command.kind === 'become'
          ? { ...was, state: command.state }
          : { ...was, remindedAt: command.at },
      )
  }
  return [...after.values()]
}

const isOver = (state: OccurrenceState) =>
  state === 'done' || state === 'missed' || state === 'closed'
const isOverdue = ({ dueBy }: Pick<Made, 'dueBy'>, now: string) => dueBy !== null && dueBy < now

/**
 * Occurrences before this time are replaced by a later one: done, overdue, or begun if it has no
 * deadline.
 */
function replacedBefore(all: readonly Made[], now: string): string {
  const replaces = all.filter(
    (occurrence) =>
      occurrence.at <= now &&
      occurrence.state !== 'closed' &&
      (occurrence.state === 'done' || occurrence.dueBy === null || isOverdue(occurrence, now)),
  )
  return replaces.at(-1)?.at ?? ''
}

function stateOf(
  occurrence: Made,
  now: string,
  isReplaced: boolean,
  whenOverdue: SettledSchedule['whenOverdue'],
): OccurrenceState {
  if (isOver(occurrence.state)) return occurrence.state
  if (occurrence.at > now) return occurrence.state
  const overdue = isOverdue(occurrence, now)
  // An occurrence with time left stays due, even if a newer one is done.
  if (isReplaced && (overdue || occurrence.dueBy === null)) return 'missed'
  if (!overdue) return 'due'
  return whenOverdue === 'close' ? 'missed' : 'late'
}

function newlyPlanned(
  { calendar, zone, weekStart, activeFrom, made }: SettleAsked,
  schedule: Schedule,
  now: string,
): Made[] {
  const isMade = new Set(made.map(({ plannedAt }) => plannedAt))
  const newest = made.reduce((latest, { at }) => (at > latest && at <= now ? at : latest), '')
  const from = newest > activeFrom ? newest : new Date(activeFrom).toISOString()
  const inRange = (begin: string) => {
    const asked = {
      schedule,
      calendar,
      zone,
      ...(weekStart === undefined ? {} : { weekStart }),
      to: justAfter(now),
      limit: MAX_AT_ONCE,
    }
    let found = planOccurrences({ ...asked, from: begin }).filter(isPlanned)
    for (
      let more = found;
      more.length >= MAX_AT_ONCE;
      found = [...found.slice(-MAX_CAUGHT_UP), ...more]
    )
      more = planOccurrences({ ...asked, from: found.at(-1)?.at ?? begin })
        .filter(isPlanned)
        .slice(1)
    return found.filter((entry) => !isMade.has(entry.plannedAt))
  }
  return latestOf(inRange, from, now).map(asMade)
}

/**
 * Widens the range step by step, so that a minutely rule after a year's pause is not expanded in
 * full.
 */
function latestOf(inRange: (from: string) => PlanEntry[], from: string, now: string): PlanEntry[] {
  for (let days = 1; ; days *= 4) {
    const begin = new Date(
      Math.max(Date.parse(from), Date.parse(now) - days * 86_400_000),
    ).toISOString()
    const found = inRange(begin)
    if (begin <= from || found.length >= MAX_CAUGHT_UP) return found.slice(-MAX_CAUGHT_UP)
  }
}

function newlyRolled(
  asked: SettleAsked,
  schedule: Extract<SettledSchedule, { kind: 'rolling' }>,
  now: string,
): Made[] {
  const { calendar, zone, weekStart = 'MO', activeFrom } = asked
  const inOrder = asked.made.toSorted((a, b) => (a.at < b.at ? -1 : 1))
  const fresh: Made[] = []
  let last: LastEnd | null = null
  let open = inOrder.at(-1)
  while (fresh.length < MAX_CAUGHT_UP) {
    if (open !== undefined) {
      last = endOf(open, schedule.whenOverdue, now)
      if (last === null) break
    }
    const at: string | null = nextRolling({
      schedule,
      calendar,
      zone,
      last,
      made: (asked.before ?? 0) + inOrder.length + fresh.length,
    })
    if (at === null || at > now) break
    const begins: string =
      last === null && at < activeFrom ? new Date(activeFrom).toISOString() : at
    if (begins > now) break
    open = madeAt(begins, schedule, { zone, weekStart, calendar })
    fresh.push(open)
  }
  return fresh
}

function madeAt(
  at: string,
  { deadline, reminder }: Pick<Schedule, 'deadline' | 'reminder'>,
  time: { zone: string; weekStart: Weekday; calendar: CompanyCalendar },
): Made {
  const dueBy = deadlineOf(deadline, at, time)
  return {
    plannedAt: at,
    at,
    dueBy,
    remindAt: reminderOf(reminder, at, dueBy, { zone: time.zone }),
    state: 'due',
    doneAt: null,
    remindedAt: null,
  }
}

/** At most one: the use since its end is only known when the runner comes again. */
function newlyUsed(
  asked: SettleAsked,
  schedule: Extract<SettledSchedule, { kind: 'byUse' }>,
  now: string,
): Made[] {
  const { calendar, zone, weekStart = 'MO', activeFrom, made, next } = asked
  if (next === undefined || lastEndOf(made, schedule.whenOverdue, now) === null) return []
  if (!next.isReached || next.at > now) return []
  // Nothing is due before the target joined, and two occurrences never begin at one instant.
  const taken = new Set(made.map(({ plannedAt }) => plannedAt))
  let at = next.at < activeFrom ? new Date(activeFrom).toISOString() : next.at
  while (taken.has(at)) at = justAfter(at)
  return at > now ? [] : [madeAt(at, schedule, { zone, weekStart, calendar })]
}

/** How the newest occurrence ended. `never` before the first; null while one is open. */
export function lastEndOf(
  made: readonly Made[],
  whenOverdue: SettledSchedule['whenOverdue'],
  now: string,
): LastEnd | 'never' | null {
  const newest = made.toSorted((a, b) => (a.at < b.at ? -1 : 1)).at(-1)
  return newest === undefined ? 'never' : endOf(newest, whenOverdue, now)
}

/** Null while the rolling occurrence is open. */
function endOf(
  { state, doneAt, dueBy, at }: Made,
  whenOverdue: SettledSchedule['whenOverdue'],
  now: string,
): LastEnd | null {
  if (state === 'done') return { how: 'done', at: doneAt ?? at }
  if (isOver(state) || (whenOverdue === 'close' && isOverdue({ dueBy }, now)))
    return { how: 'missed', at: dueBy ?? at }
  return null
}

const justAfter = (now: string) => new Date(Date.parse(now) + 1).toISOString()

function asMade({ plannedAt, at, dueBy, remindAt }: PlanEntry): Made {
  return { plannedAt, at, dueBy, remindAt, state: 'due', doneAt: null, remindedAt: null }
}
