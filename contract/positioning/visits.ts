/**
 * From sightings to visits: which zone a thing entered when, and when it left. Somebody who passes
 * through is no visit, and a step outside does not end one. What is kept of it are rows of the
 * database; this decides when they begin and end.
 */
import { PASSING, SILENCE } from './stays.ts'

export const zoneKinds = ['building', 'floor', 'room', 'area'] as const
export type ZoneKind = (typeof zoneKinds)[number]
export interface Zone {
  kind: ZoneKind
  id: number
  buildingId: number
  /** Nothing was in it before: an area that was drawn then. */
  since?: number
}
/** Where a thing was last, by whoever says so; `isPlaced`: by a person, who is believed at once. */
export interface Sighting {
  at: number
  zones: readonly Zone[]
  isPlaced: boolean
  /** Areas are drawn as they are since then: what lies outside one now may have lain in it before. */
  drawnAt?: number
}
export interface Presence extends Zone {
  from: number
  /** When it was last said to be there. */
  seenAt: number
  /** Since when it is said to be elsewhere; null: it is there. */
  awaySince: number | null
  isPlaced: boolean
  /** It is there long enough to be kept. */
  isVisit: boolean
}
export type EndedPresence = Presence & { to: number }

export const zoneKey = ({ kind, id }: Pick<Zone, 'kind' | 'id'>): string => `${kind} ${id}`

/** `now`: what is not heard any more ends by the clock. Handing it the same sighting again is safe. */
export function presencesAfter(
  before: readonly Presence[],
  seen: Sighting,
  now: number,
): { presences: Presence[]; begun: Presence[]; ended: EndedPresence[] } {
  const here = new Set(seen.zones.map(zoneKey))
  const presences: Presence[] = []
  const begun: Presence[] = []
  const ended: EndedPresence[] = []
  const end = (presence: Presence, to: number) => {
    if (presence.isVisit || to - presence.from >= PASSING) ended.push({ ...presence, to })
  }
  const known = new Set<string>()
  for (const presence of before) {
    const isLost = !presence.isPlaced && seen.at - presence.seenAt > SILENCE
    const wasAway = presence.awaySince !== null && seen.at - presence.awaySince >= PASSING
    if (isLost) {
      end(presence, presence.seenAt)
    } else if (wasAway) {
      end(presence, presence.awaySince ?? seen.at)
    } else if (here.has(zoneKey(presence))) {
      known.add(zoneKey(presence))
      presences.push({
        ...presence,
        seenAt: Math.max(seen.at, presence.seenAt),
        awaySince: null,
        isPlaced: seen.isPlaced,
      })
    } else {
      const drawnAt = presence.kind === 'area' && presence.isVisit ? (seen.drawnAt ?? 0) : 0
      const awaySince = presence.awaySince ?? Math.max(seen.at, presence.from, drawnAt)
      // Who has not entered yet is not waited for, or somebody would be in two rooms.
      if (seen.isPlaced || !presence.isVisit || now - awaySince >= PASSING) end(presence, awaySince)
      else presences.push({ ...presence, awaySince })
    }
  }
  for (const { kind, id, buildingId, since } of seen.zones)
    if (!known.has(zoneKey({ kind, id })))
      presences.push({
        kind,
        id,
        buildingId,
        from: Math.max(seen.at, since ?? 0),
        seenAt: Math.max(seen.at, since ?? 0),
        awaySince: null,
        isPlaced: seen.isPlaced,
        isVisit: false,
      })
  const kept: Presence[] = []
  for (const presence of presences) {
    const isSilent = !presence.isPlaced && now - presence.seenAt > SILENCE
    const isEntering =
      !presence.isVisit &&
      presence.awaySince === null &&
      (presence.isPlaced || presence.seenAt - presence.from >= PASSING)
    if (isSilent) end(presence, presence.seenAt)
    else if (isEntering) {
      const visit = { ...presence, isVisit: true }
      kept.push(visit)
      begun.push(visit)
    } else kept.push(presence)
  }
  return { presences: kept, begun, ended }
}

/** Something may begin or end by the clock alone. */
export const isUnsettled = (presences: readonly Presence[], now: number): boolean =>
  presences.some(
    ({ awaySince, isVisit, isPlaced, seenAt }) =>
      awaySince !== null || !isVisit || (!isPlaced && now - seenAt > SILENCE),
  )
