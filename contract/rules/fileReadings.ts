/** Kinds of readings that a file brings, among those that are stored. */
import { isFarAbove, type PointKind } from './meterTotals.ts'

export interface FilePoint {
  /** ISO 8601 in UTC. */
  at: string
  value: number
  /** What the file says happened; otherwise `read`. */
  kind: PointKind
}

/**
 * Kinds of the points of one meter, in order of time. A plain reading below its predecessor, or above
 * a stored successor, is `unclear` and waits for a user. So is the last one if it is far above its
 * predecessor: no later one confirms it. If several readings are lower, only their
 * first is unclear. A single value that stands out is set aside alone.
 */
export function kindsInFile(
  points: readonly (FilePoint & { isStored: boolean })[],
  unit: string,
): ReadonlyMap<string, PointKind> {
  const kinds = new Map<string, PointKind>()
  let last: Pick<FilePoint, 'at' | 'value'> | null = null
  for (const [index, point] of points.entries()) {
    const { at, value, kind, isStored } = point
    if (kind === 'leftOut') continue
    if (isStored || kind !== 'read') {
      last = point
      continue
    }
    const next = points.slice(index + 1).find((one) => one.kind !== 'leftOut')
    const isAboveNext = next?.kind === 'read' && value > next.value
    const standsOut: boolean =
      isAboveNext && (next.isStored || last === null ? false : next.value >= last.value)
    const isUnclear: boolean =
      (last !== null && value < last.value) ||
      (next === undefined && isFarAbove(point, last, unit)) ||
      standsOut ||
      (isAboveNext && next.isStored)
    if (isUnclear) kinds.set(at, 'unclear')
    if (!standsOut && !(isAboveNext && next.isStored)) last = point
  }
  return kinds
}
