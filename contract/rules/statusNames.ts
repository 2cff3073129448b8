import type { StatusKind } from './downtime.ts'

/**
 * What a status was called over time. The journal of equipment has names, so its history is read
 * through them.
 */
export interface StatusName {
  name: string
  /** Milliseconds since 1970. Null where the journal does not say. */
  from: number | null
  until: number | null
  /** The existing status that it is now, or that replaced it. Null if it was deleted. */
  statusId: number | null
  /** As what it counts today; a deleted one as it was last. */
  kind: StatusKind
}

/**
 * Finds a status by its name at a moment. If no status had the name then, the latest one that had
 * it; undefined if none ever had.
 */
export function statusAt(
  names: readonly StatusName[],
): (name: string, at: number) => StatusName | undefined {
  const byName = new Map<string, StatusName[]>()
  for (const each of names) byName.set(each.name, [...(byName.get(each.name) ?? []), each])
  for (const each of byName.values())
    each.sort((one, other) => (one.until ?? Infinity) - (other.until ?? Infinity))
  return (name, at) => {
    const known = byName.get(name)
    return (
      known?.find(
        ({ from, until }) => (from === null || from <= at) && (until === null || at < until),
      ) ?? known?.at(-1)
    )
  }
}
