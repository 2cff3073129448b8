import type { Colour } from '#contract/colours.ts'
import type { TicketRow } from '#contract/tickets.ts'
import { DAY_MS } from '#contract/timeZones/wallTime.ts'

/**
 * Rules without a title write "Pump check: Pump 12" or "Seal intact? – Pump 12". Removes the name
 * if it is shown next to the title.
 */
export function titleWithoutTarget({
  title,
  equipment,
  location,
}: Pick<TicketRow, 'title' | 'equipment' | 'location'>): string {
  const place = equipment?.name ?? location?.name
  if (place === undefined) return title
  const end = [`: ${place}`, ` – ${place}`].find((one) => title.endsWith(one))
  return end !== undefined && title.length > end.length ? title.slice(0, -end.length) : title
}

/** Days until an open ticket counts as warm, then hot. */
const heats: readonly [days: number, colour: Colour][] = [
  [14, 'red'],
  [7, 'orange'],
  [3, 'yellow'],
]

/** Null if the ticket is recent or closed. */
export function ageWarning(
  { openedAt, closedAt }: Pick<TicketRow, 'openedAt' | 'closedAt'>,
  now: number,
): Colour | null {
  if (closedAt !== null) return null
  const days = (now - Date.parse(openedAt)) / DAY_MS
  return heats.find(([least]) => days >= least)?.[1] ?? null
}
