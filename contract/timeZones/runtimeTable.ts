/** The runtime's own offsets of a zone as a table, for comparing releases of the tz database. */
import { runtimeOffset } from './runtimeOffset.ts'
import { DAY_MS, type ZoneTable } from './zoneTable.ts'

const MINUTE = 60_000

/** Null if the runtime does not know the zone. Takes some 50 ms for 75 years. */
export function runtimeTable(zone: string, from: number, to: number): ZoneTable | null {
  try {
    const changes: number[] = []
    const offsets = [runtimeOffset(from, zone)]
    for (let day = from; day < to; day += DAY_MS) {
      const [before, after] = [offsets.at(-1) ?? 0, runtimeOffset(day + DAY_MS, zone)]
      if (before === after) continue
      let [low, high] = [day, day + DAY_MS]
      while (high - low > MINUTE) {
        const middle = low + Math.floor((high - low) / 2 / MINUTE) * MINUTE
        if (runtimeOffset(middle, zone) === before) low = middle
        else high = middle
      }
      changes.push(high)
      offsets.push(after)
    }
    return { changes, offsets }
  } catch {
    return null
  }
}
