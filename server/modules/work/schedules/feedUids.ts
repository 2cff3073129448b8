/**
 * UIDs of events: unique over all installations by the company's uuid, and the same before and
 * after a date becomes due. Addresses from before keep their events' former UIDs, so that programs
 * which keep an event by its UID show none twice. Pure.
 */

/** Dates that an address had published before its upgrade. */
const PUBLISHED_AHEAD = 120 * 86_400_000

export interface Uids {
  /** The company's uuid. */
  company: string
  /** Null if the address was made after the upgrade to these UIDs. */
  formerUntil: Date | null
}

/** A date of a schedule. `plannedAt` is the same after every change of the zone data. */
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
  /** The first of its date that the reader sees. It takes over the UID of the date. */
  isFirst: boolean
}

export function uidOfOccurrence(
  uids: Uids,
  { id, rruleId, createdAt, plannedAt, isFirst }: Made,
): string {
  if (uids.formerUntil !== null && createdAt < uids.formerUntil) return `occurrence-${id}@plantroom`
  return isFirst ? uidOfDate(uids, rruleId, plannedAt) : `occurrence-${id}@${uids.company}`
}
