/**
 * Working time on tickets: where a start and a pause belong among a person's entries, in whatever
 * order they arrive. Times are milliseconds.
 */
export const MAX_ENTRY_MINUTES = 24 * 60
/** Entries of one ticket. */
export const MAX_ENTRIES = 200
const MINUTE = 60_000
/** Starts of one ticket this close together are one press, in two tabs or on a jittering clock. */
const SAME_PRESS = MINUTE
export const LONGEST_ENTRY = MAX_ENTRY_MINUTES * MINUTE

export interface OwnEntry {
  id: number
  ticketId: number
  startedAt: number
  /** Null while it runs. */
  endedAt: number | null
  /** Entered by hand or corrected. It stays as it is, and overlaps with others. */
  isFixed: boolean
}

/** End and whole minutes of an entry that is ended at `at`: not before its start, within 24 h. */
export function endEntry(startedAt: number, at: number): { endedAt: number; minutes: number } {
  const endedAt = Math.min(Math.max(startedAt, at), startedAt + LONGEST_ENTRY)
  return { endedAt, minutes: Math.round((endedAt - startedAt) / MINUTE) }
}

const contains = ({ startedAt, endedAt }: OwnEntry, at: number): boolean =>
  startedAt <= at && (endedAt === null || endedAt > at)

export type Start =
  /** This work is recorded already. */
  | { kind: 'known' }
  /** The later entry of this ticket began earlier than known. */
  | { kind: 'earlier'; id: number; startedAt: number }
  | {
      kind: 'new'
      /** Entries of other tickets that end where this one starts. */
      ends: readonly number[]
      /** Null if it runs. */
      endedAt: number | null
    }

/** `own`: all entries of the person around `at`, of all tickets. */
export function placeStart(own: readonly OwnEntry[], ticketId: number, at: number): Start {
  const free = own.filter(({ isFixed }) => !isFixed)
  const around = free.filter((entry) => contains(entry, at))
  if (around.some((entry) => entry.ticketId === ticketId)) return { kind: 'known' }
  const later = free
    .filter(({ startedAt }) => startedAt > at)
    .toSorted((one, other) => one.startedAt - other.startedAt)
  const next = later[0]
  if (next?.ticketId === ticketId && next.startedAt - at <= SAME_PRESS && around.length === 0)
    return { kind: 'earlier', id: next.id, startedAt: at }
  return { kind: 'new', ends: around.map(({ id }) => id), endedAt: next?.startedAt ?? null }
}

/** The entry that a pause at `at` ends, or null if none runs then. */
export const placePause = (
  own: readonly OwnEntry[],
  ticketId: number,
  at: number,
): OwnEntry | null =>
  own.find((entry) => !entry.isFixed && entry.ticketId === ticketId && contains(entry, at)) ?? null

/**
 * Whole minutes that still fit into a person's day: what has passed of it, at most 24 hours, less
 * what is recorded on it.
 */
export function workRoom(day: {
  start: number
  end: number
  now: number
  /** Minutes. */
  recorded: number
}): number {
  const passed = Math.min(day.end, day.now) - day.start
  const most = Math.min(MAX_ENTRY_MINUTES, Math.floor(passed / MINUTE))
  return Math.max(0, Math.floor(most - day.recorded))
}
