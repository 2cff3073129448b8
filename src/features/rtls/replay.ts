/** Looking back: where something was at a moment, and the way it had come. */
import { midnightAt } from '../../lib/zoneClock.ts'

export interface TrackPoint {
  at: string
  floorId: number
  longitude: number
  latitude: number
}
export interface Track {
  equipment: { id: number; name: string }
  points: readonly TrackPoint[]
}

/**
 * Between two positions this far apart in time it may have been anywhere: it is shown where it was
 * heard last.
 */
const UNKNOWN = 3 * 60_000

/** Null before it was first heard. */
export function placeAt({ points }: Track, time: number): TrackPoint | null {
  const index = lastBefore(points, time)
  const from = points[index]
  const to = points[index + 1]
  if (from === undefined) return null
  if (to === undefined || to.floorId !== from.floorId) return from
  const [begin, end] = [Date.parse(from.at), Date.parse(to.at)]
  if (end - begin > UNKNOWN || end <= begin) return from
  const part = (time - begin) / (end - begin)
  return {
    ...from,
    longitude: from.longitude + (to.longitude - from.longitude) * part,
    latitude: from.latitude + (to.latitude - from.latitude) * part,
  }
}

export interface Present {
  id: number
  name: string
  at: TrackPoint
}

/** Who was on a floor at a moment, by name. */
export function presentAt(tracks: readonly Track[], time: number, floorId: number): Present[] {
  return tracks
    .flatMap((track): Present[] => {
      const at = placeAt(track, time)
      return at !== null && at.floorId === floorId ? [{ ...track.equipment, at }] : []
    })
    .sort((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }))
}

/** The way of the last so many minutes on one floor, up to the moment. */
export function trailAt(track: Track, time: number, floorId: number, minutes = 90): TrackPoint[] {
  const here = placeAt(track, time)
  const past = track.points
    .slice(0, lastBefore(track.points, time) + 1)
    .filter(({ at, floorId: on }) => on === floorId && time - Date.parse(at) <= minutes * 60_000)
  return here !== null && here.floorId === floorId ? [...past, here] : past
}

function lastBefore(points: readonly TrackPoint[], time: number): number {
  let [low, high] = [0, points.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (Date.parse(points[middle]?.at ?? '') <= time) low = middle + 1
    else high = middle
  }
  return low - 1
}

export type ReplaySpan = 'hour' | 'shift' | 'day' | 'yesterday'
const HOUR = 3_600_000

/** From when to when. Yesterday is the company's calendar day. */
export function spanOf(
  span: ReplaySpan,
  now: number,
  timeZone: string,
): { from: number; to: number } {
  if (span !== 'yesterday')
    return { from: now - { hour: HOUR, shift: 8 * HOUR, day: 24 * HOUR }[span], to: now }
  return { from: midnightAt(now, timeZone, -1), to: midnightAt(now, timeZone) }
}
