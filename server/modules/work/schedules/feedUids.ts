/**
 * UIDs of events: unique across installations by the company's uuid, and stable when a date becomes
 * due. Older feed addresses keep their former UIDs, because calendar programs would otherwise
 * duplicate events. Pure.
 */

const PUBLISHED_AHEAD = 120 * 86_400_000

export interface Uids {
  company: string
  /** Null if the address was created after the change of UIDs. */
  formerUntil: Date | null
}

/** UID of a schedule's date. `plannedAt` does not change with the zone data. */
export function uidOfDate({ company, formerUntil }: Uids, rruleId: number, plannedAt: string) {
  const name = `rrule-${rruleId}-${plannedAt.replace(/\D/g, '')}`
  const isFormer =
    formerUntil !== null && Date.parse(plannedAt) < formerUntil.getTime() + PUBLISHED_AHEAD
  return `${name}@${isFormer ? 'plantroom' : company}`
}

interface Made {
  id: number
  rruleId: number
  createdAt: Date
  plannedAt: string
  /** The first occurrence of its date visible to the reader. It takes over the date's UID. */
  isFirst: boolean
}

export function uidOfOccurrence(
  uids: Uids,
  { id, rruleId, createdAt, plannedAt, isFirst }: Made,
): string {
  if (uids.formerUntil !== null && createdAt < uids.formerUntil) return `occurrence-${id}@plantroom`
  return isFirst ? uidOfDate(uids, rruleId, plannedAt) : `occurrence-${id}@${uids.company}`
}
