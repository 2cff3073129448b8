import type { Colour } from '#contract/colours.ts'
import type { Language } from '#contract/languages.ts'
import { nameOrder } from '#contract/rules/inOrder.ts'

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

/** Milliseconds. In a longer gap the position is unknown, so the last position is shown. */
const UNKNOWN = 3 * 60_000

/** Position at a moment; null before the first reading. */
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

/** A past status by name and colour. Null without a status. */
export type StatusThen = { name: string; colour: Colour | null } | null
export interface ThingThen {
  equipment: { id: number; name: string }
  typeName: string
  status: StatusThen
  changes: readonly { at: string; status: StatusThen }[]
}

export const statusAt = ({ status, changes }: ThingThen, time: number): StatusThen => {
  const last = changes.findLast(({ at }) => Date.parse(at) <= time)
  return last === undefined ? status : last.status
}

export interface Happening {
  at: number
  name: string
  colour: Colour | null
  /** Null for an alert or a ticket. */
  change: { before: StatusThen; after: StatusThen } | null
  text: string | null
  isTicket: boolean
}
interface Moments {
  things: readonly ThingThen[]
  alerts: readonly {
    at: string
    equipment: { name: string }
    level: string
    text: string | null
  }[]
  tickets: readonly { at: string; equipment: { name: string }; title: string }[]
}

export function toHappenings({ things, alerts, tickets }: Moments): Happening[] {
  const changes = things.flatMap(({ equipment: { name }, status, changes: all }) =>
    all.map(({ at, status: after }, index): Happening => ({
      at: Date.parse(at),
      name,
      colour: after?.colour ?? null,
      change: { before: index === 0 ? status : (all[index - 1]?.status ?? null), after },
      text: null,
      isTicket: false,
    })),
  )
  const told = alerts.map(({ at, equipment: { name }, level, text }): Happening => ({
    at: Date.parse(at),
    name,
    colour: level === 'error' ? 'red' : level === 'success' ? 'green' : 'orange',
    change: null,
    text,
    isTicket: false,
  }))
  const opened = tickets.map(({ at, equipment: { name }, title }): Happening => ({
    at: Date.parse(at),
    name,
    colour: 'purple',
    change: null,
    text: title,
    isTicket: true,
  }))
  return [...changes, ...told, ...opened].sort((a, b) => a.at - b.at)
}

export function positionsAt(
  tracks: readonly Track[],
  time: number,
  floorId: number,
  language: Language,
): Present[] {
  const names = nameOrder(language)
  return tracks
    .flatMap((track): Present[] => {
      const at = placeAt(track, time)
      return at !== null && at.floorId === floorId ? [{ ...track.equipment, at }] : []
    })
    .sort((a, b) => names.compare(a.name, b.name))
}

export function trailUntil(
  track: Track,
  time: number,
  floorId: number,
  minutes = 90,
): TrackPoint[] {
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

export function lastHappeningBefore(
  happenings: readonly Happening[],
  time: number,
): { last: Happening | null; before: Happening | null; next: Happening | null } {
  const last = happenings.findLast(({ at }) => at <= time) ?? null
  return {
    last,
    before: happenings.findLast(({ at }) => at < time) ?? null,
    next: happenings.find(({ at }) => at > time) ?? null,
  }
}
