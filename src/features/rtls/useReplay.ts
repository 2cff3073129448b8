/**
 * Looking back on the map: tracks from the server, a moment chosen here, and what the map shows of
 * it.
 */
import { useEffect, useMemo, useState } from 'react'
import { glyphNumber } from '#contract/rules/equipmentGlyph'
import { useClaims } from '../../entities/session/useSession.ts'
import { moversOf, stillFeed, type Mover } from '../../map/movers.ts'
import type { Failure } from '../../ui/states.tsx'
import { rtlsCalls } from './calls.ts'
import type { Past } from './MapView.tsx'
import {
  placeAt,
  presentAt,
  spanOf,
  trailAt,
  type Present,
  type ReplaySpan,
  type Track,
  type TrackPoint,
} from './replay.ts'
import { useMarkerColour } from './useMapLabels.ts'

export interface Replay {
  span: { from: number; to: number }
  at: number
  isCut: boolean
  isLoading: boolean
  failure: Failure | null
  retry(): void
  isEmpty: boolean
  tracks: readonly Track[]
  past: Past
  /** One thing is followed; else a floor. */
  isOfOne: boolean
  /** Where that thing was then. */
  there: TrackPoint | null
  floorId: number | null
  /** Who was on the shown floor at that moment, by name. */
  present: readonly Present[]
  isPlaying: boolean
  setAt(at: number): void
  togglePlay(): void
}

/** So much of the past passes in a second of playing, as a share of the span. */
const SHARE = 1 / 45
const FRAME = 250

export function useReplay(
  kind: ReplaySpan | '',
  equipmentId: number | null,
  floorId: number | null,
  asked: number | null,
): Replay | null {
  const timeZone = useClaims()?.tz ?? 'UTC'
  const colourOf = useMarkerColour()
  const span = useMemo(
    () => (kind === '' ? null : spanOf(kind, Date.now(), timeZone)),
    [kind, timeZone],
  )
  const whose =
    equipmentId !== null
      ? { equipmentId: equipmentId as never }
      : floorId !== null
        ? { floorId: floorId as never }
        : null // ids from the address
  const body =
    span === null || whose === null
      ? null
      : {
          from: new Date(span.from).toISOString(),
          to: new Date(span.to).toISOString(),
          ...whose,
        }
  const {
    currentData: data,
    isFetching,
    error,
    refetch,
  } = rtlsCalls.useGetReplayQuery({ body: body ?? { from: '', to: '' } }, { skip: body === null })
  const [at, setAt] = useState<number | null>(asked === null ? null : asked * 1000)
  const [isPlaying, setIsPlaying] = useState(false)
  useEffect(() => {
    setAt(asked === null ? null : asked * 1000)
  }, [kind, asked])
  const moment =
    span === null
      ? 0
      : Math.min(span.to, Math.max(span.from, at ?? span.from + (span.to - span.from) * 0.5))
  const [from, to] = [span?.from ?? 0, span?.to ?? 0]
  useEffect(() => {
    if (!isPlaying) return
    const timer = setInterval(
      () =>
        setAt((before) => {
          const next = (before ?? moment) + (to - from) * SHARE * (FRAME / 1000)
          return next >= to ? from : next
        }),
      FRAME,
    )
    return () => clearInterval(timer)
    // eslint-disable-next-line react/exhaustive-deps -- where playing begins is read once
  }, [isPlaying, from, to])

  const tracks: readonly Track[] = useMemo(() => data?.tracks ?? [], [data])
  const chosen = equipmentId === null ? null : (tracks[0] ?? null)
  const there = chosen === null ? null : placeAt(chosen, moment)
  const shownFloor = there?.floorId ?? floorId
  const present = useMemo(
    () => (shownFloor === null ? [] : presentAt(tracks, moment, shownFloor)),
    [tracks, moment, shownFloor],
  )
  const past = useMemo((): Past => {
    const movers = present.map(({ id, name, at: { longitude, latitude } }): Mover => ({
      id,
      longitude,
      latitude,
      level: 0,
      glyph: glyphNumber(name), // a track says what it is called, not of which type it is
      colour: colourOf(equipmentId === null ? 'turquoise' : 'purple', false),
      opacity: 1,
      radius: equipmentId === null ? 6 : 9,
    }))
    const trail = chosen === null || shownFloor === null ? [] : trailAt(chosen, moment, shownFloor)
    const first = movers[0]
    return {
      feed: stillFeed(moversOf(movers)),
      at: there,
      marks: {
        lines: [{ points: trail, colour: colourOf('purple', false) }],
        pins:
          chosen !== null && first
            ? [
                {
                  at: first,
                  label: chosen.equipment.name,
                  colour: colourOf('purple', false),
                  isBig: true,
                },
              ]
            : [],
      },
    }
  }, [present, moment, shownFloor, equipmentId, chosen, there, colourOf])
  if (span === null) return null
  return {
    span,
    at: moment,
    isCut: data?.isCut ?? false,
    isLoading: (whose === null || isFetching) && data === undefined,
    failure: data === undefined ? (error ?? null) : null,
    retry: () => void refetch(),
    isEmpty: data !== undefined && tracks.length === 0,
    tracks,
    past,
    isOfOne: equipmentId !== null,
    there,
    floorId: there?.floorId ?? null,
    present,
    isPlaying,
    setAt,
    togglePlay: () => setIsPlaying((before) => !before),
  }
}
