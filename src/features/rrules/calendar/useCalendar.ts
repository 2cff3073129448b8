import { calendarDay } from '#contract/formatters.ts'
import { useMemo, useState } from 'react'
import type { Output } from '#contract/endpoint.ts'
import type { rrules } from '#contract/rrules/rrules.ts'
import { rruleCalls } from '#entities/recurrence/calls.ts'
import { useFormat } from '#lib/format.tsx'
import { isFound } from '#contract/rules/fold.ts'
import {
  queryRange,
  groupByDay,
  daysOf,
  daysOfSpan,
  onDay,
  entryState,
  type DayView,
  type EntryState,
} from './calendarDays.ts'

type Row = Output<typeof rrules.getRruleTimeline>['rows'][number]

export interface CalendarEntry {
  key: string
  ruleId: number
  name: string
  procedure: string
  objects: Row['objects']
  at: string
  state: EntryState
  entry: Row['entries'][number]
  /** Number of dates of this rule and day with the same state; this entry is the first. */
  times: number
  /**
   * Number of equipment or locations. Null if unknown, as for rolling rules with a date for each.
   */
  things: number | null
}
export interface CalendarRule {
  id: number
  name: string
  procedure: string
  days: Map<string, CalendarEntry[]>
}

export function useCalendar(
  view: DayView,
  day: string,
  procedureIds: readonly number[],
  search: string,
) {
  const { timeZone, weekStart } = useFormat()
  const days = useMemo(() => daysOf(view, day, weekStart), [view, day, weekStart])
  const { currentData, error, isFetching, refetch } = rruleCalls.useGetRruleTimelineQuery({
    body: {
      ...queryRange(days),
      ...(procedureIds.length === 0 ? {} : { procedureIds: [...procedureIds] }),
    },
  })
  const rules = useMemo(
    () =>
      currentData?.rows
        .filter((row) => isNamed(row, search))
        .map((row) => ruleOf(row, timeZone, days))
        .filter((rule) => days.some((one) => rule.days.has(one))),
    [currentData, search, timeZone, days],
  )
  const entries = useMemo(
    () =>
      groupByDay(
        rules?.flatMap((rule) => [...rule.days.values()].flatMap(alikeAsOne)) ?? [],
        timeZone,
      ),
    [rules, timeZone],
  )
  return { days, rules, entries, leftOut: currentData?.leftOut ?? 0, error, isFetching, refetch }
}

/**
 * Merges dates of one rule and day with the same state: a rolling rule has a date for each
 * equipment.
 */
function alikeAsOne(entries: readonly CalendarEntry[]): CalendarEntry[] {
  const firsts = new Map<EntryState, CalendarEntry>()
  for (const entry of entries) {
    const first = firsts.get(entry.state)
    firsts.set(entry.state, first === undefined ? entry : { ...first, times: first.times + 1 })
  }
  return [...firsts.values()]
}

/** Value for the address: the instant, or the day if the entry stands for several instants. */
export function dateOf({ at, times }: CalendarEntry, timeZone: string): string {
  return times === 1 ? at : calendarDay(new Date(at), timeZone)
}

const isNamed = ({ rrule, procedure }: Row, search: string): boolean =>
  isFound(`${rrule.name} ${procedure.name}`, search)

function ruleOf(
  { rrule, procedure, objects, objectCount, entries }: Row,
  timeZone: string,
  days: readonly string[],
): CalendarRule {
  const shown = entries.flatMap((entry): CalendarEntry[] => {
    const one: CalendarEntry = {
      key: `${rrule.id}/${entry.plannedAt}`,
      ruleId: rrule.id,
      name: rrule.name,
      procedure: procedure.name,
      objects,
      at: entry.at,
      state: entryState(entry),
      entry,
      times: 1,
      things: entry.expected?.targets ?? (entry.made > 0 ? entry.made : objectCount),
    }
    if (entry.expected === undefined) return [one]
    const own = calendarDay(new Date(entry.at), timeZone)
    return daysOfSpan(entry.expected, days).map((day) => ({
      ...one,
      key: `${one.key}/${entry.expected?.to ?? ''}/${day}`,
      at: onDay(entry.at, own, day),
    }))
  })
  return {
    id: rrule.id,
    name: rrule.name,
    procedure: procedure.name,
    days: groupByDay(shown, timeZone),
  }
}

export function useToday(): string {
  const { timeZone } = useFormat()
  const [now] = useState(() => new Date())
  return useMemo(() => calendarDay(now, timeZone), [timeZone, now])
}
