/**
 * Derives visits from sightings: when equipment entered and left a zone. Passing through is not a
 * visit, and stepping out briefly does not end one. The database stores the visits.
 */
import { PASSING, SILENCE } from './stays.ts'

export const zoneKinds = ['building', 'floor', 'room', 'area'] as const
export type ZoneKind = (typeof zoneKinds)[number]
export interface Zone {
  kind: ZoneKind
  id: number
  buildingId: number
  /** The zone did not exist earlier: when an area was drawn. */
  since?: number
}
/** The latest position from any source. If `isPlaced`, a user set it, and it applies at once. */
export interface Sighting {
  at: number
  zones: readonly Zone[]
  isPlaced: boolean
  /**
   * When the areas got their current outlines. Equipment outside one now may have been inside
   * before.
   */
  drawnAt?: number
}
export interface Presence extends Zone {
  from: number
  /** Last sighting in the zone. */
  seenAt: number
  /** First sighting elsewhere. Null while the equipment is in the zone. */
  awaySince: number | null
  isPlaced: boolean
  isVisit: boolean
}
export type EndedPresence = Presence & { to: number }

export const zoneKey = ({ kind, id }: Pick<Zone, 'kind' | 'id'>): string => `${kind} ${id}`

/** Silent equipment leaves by the clock (`now`). Repeating a sighting is safe. */
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
      // A presence that is not a visit yet ends at once, so that equipment is never in two rooms.
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

/** True if a visit may begin or end without a new sighting. */
export const isUnsettled = (presences: readonly Presence[], now: number): boolean =>
  presences.some(
    ({ awaySince, isVisit, isPlaced, seenAt }) =>
      awaySince !== null || !isVisit || (!isPlaced && now - seenAt > SILENCE),
  )
