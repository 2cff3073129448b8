/**
 * Days, weeks, months and years of the company's calendar. Works on dates only; the database
 * converts midnight to an instant.
 */

/** Spec section 9. */
export const cardRanges = ['DAY', 'WEEK', 'MONTH', 'YEAR'] as const
export type CardRange = (typeof cardRanges)[number]

/** `to` is exclusive. */
export interface Period {
  from: string
  to: string
}

export const HISTORY: Record<CardRange, number> = { DAY: 14, WEEK: 12, MONTH: 12, YEAR: 5 }

const DAY = 86_400_000
const read = (date: string): Date => new Date(`${date}T00:00:00Z`)
const write = (date: Date): string => date.toISOString().slice(0, 10)
export const addDays = (date: string, days: number): string =>
  write(new Date(read(date).getTime() + days * DAY))

/** The period that contains the day. `weekStart` is 0 (Sunday) to 6 (Saturday). */
export function periodOf(range: CardRange, date: string, weekStart: number): Period {
  return periodAt(range, date, weekStart, 0)
}

export function periodsUpTo(
  range: CardRange,
  date: string,
  weekStart: number,
  count: number,
): Period[] {
  return Array.from({ length: count }, (_each, index) =>
    periodAt(range, date, weekStart, index - count + 1),
  )
}

export function dateInPeriod(
  range: CardRange,
  date: string,
  weekStart: number,
  steps: number,
): string {
  return periodAt(range, date, weekStart, steps).from
}

function periodAt(range: CardRange, date: string, weekStart: number, steps: number): Period {
  const day = read(date)
  const [year, month] = [day.getUTCFullYear(), day.getUTCMonth()]
  switch (range) {
    case 'DAY':
      return { from: addDays(date, steps), to: addDays(date, steps + 1) }
    case 'WEEK': {
      const first = addDays(date, -((day.getUTCDay() - weekStart + 7) % 7) + steps * 7)
      return { from: first, to: addDays(first, 7) }
    }
    case 'MONTH':
      return {
        from: write(new Date(Date.UTC(year, month + steps, 1))),
        to: write(new Date(Date.UTC(year, month + steps + 1, 1))),
      }
    case 'YEAR':
      return {
        from: write(new Date(Date.UTC(year + steps, 0, 1))),
        to: write(new Date(Date.UTC(year + steps + 1, 0, 1))),
      }
  }
}
