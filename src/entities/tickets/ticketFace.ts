/** How a ticket is shown where its place stands beside it, and how pressing its age is. */
import type { Colour } from '#contract/colours.ts'
import type { TicketRow } from '#contract/tickets.ts'
import { DAY_MS } from '#lib/zoneClock.ts'

/** A rule without a title of its own writes "Pump check: Pump 12"; beside "Pump 12" once is enough. */
export function titleBeside({
  title,
  equipment,
  location,
}: Pick<TicketRow, 'title' | 'equipment' | 'location'>): string {
  const place = equipment?.name ?? location?.name
  const end = `: ${place ?? ''}`
  return place !== undefined && title.endsWith(end) && title.length > end.length
    ? title.slice(0, -end.length)
    : title
}

/** From so many days on an open ticket is warm, then hot. */
const heats: readonly [days: number, colour: Colour][] = [
  [14, 'red'],
  [7, 'orange'],
  [3, 'yellow'],
]

/** Null: it is fresh, or closed. */
export function ageHeat(
  { openedAt, closedAt }: Pick<TicketRow, 'openedAt' | 'closedAt'>,
  now: number,
): Colour | null {
  if (closedAt !== null) return null
  const days = (now - Date.parse(openedAt)) / DAY_MS
  return heats.find(([least]) => days >= least)?.[1] ?? null
}
