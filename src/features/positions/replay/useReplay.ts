import type { Id } from '#contract/ids.ts'
import { skipToken } from '@reduxjs/toolkit/query'
import { asId } from '#lib/ids.ts'
import { useEffect, useMemo, useState } from 'react'
import { glyphIndex } from '#contract/rules/equipmentGlyph.ts'
import { useClaims } from '#entities/session/useSession.ts'
import { toMovers, frozenFeed, type Mover } from '#map/movers.ts'
import type { Failure } from '#ui/feedback/states.tsx'
import { currentLanguage } from '#lib/i18n/i18n.ts'
import { lookingBackCalls, rtlsCalls } from '../calls.ts'
import type { Past } from '../map/MapView.tsx'
import {
  placeAt,
  positionsAt,
  toHappenings,
  statusAt,
  trailUntil,
  type Happening,
  type Present,
  type StatusThen,
  type Track,
  type TrackPoint,
} from './replay.ts'
import { chosenSpan, iso, type AskedSpan, type Span, type SpanKind } from './span.ts'
import { useMarkerColour } from '../map/useMapLabels.ts'

export interface Then extends Present {
  typeName: string | null
  status: StatusThen
}

export interface Replay {
  span: Span
  timeZone: string
  asked: Asked | null
  happenings: readonly Happening[]
  speed: Speed
  setSpeed(speed: Speed): void
  at: number
  isCut: boolean
  isLoading: boolean
  failure: Failure | null
  retry(): void
  isEmpty: boolean
  tracks: readonly Track[]
  past: Past
  isOfOne: boolean
  there: TrackPoint | null
  floorId: number | null
  present: readonly Then[]
  isPlaying: boolean
  setAt(at: number): void
  togglePlay(): void
}

interface Asked {
  from: string
  to: string
  equipmentId?: Id<'equipment'>
  floorId?: Id<'floor'>
}
/** Replayed seconds for each real second. */
export const speeds = [1, 10, 60, 600, 3600] as const
type Speed = (typeof speeds)[number]
const FRAME = 250

export function useReplay(
  { kind, since, until }: Omit<AskedSpan, 'kind'> & { kind: SpanKind | '' },
  equipmentId: number | null,
  floorId: number | null,
  asked: number | null,
): Replay | null {
  const timeZone = useClaims()?.tz ?? 'UTC'
  const colourOf = useMarkerColour()
  const span = useMemo(
    () => (kind === '' ? null : chosenSpan({ kind, since, until }, Date.now(), timeZone)),
    [kind, since, until, timeZone],
  )
  const whose =
    equipmentId !== null
      ? { equipmentId: asId('equipment', equipmentId) }
      : floorId !== null
        ? { floorId: asId('floor', floorId) }
        : null
  const body = span === null || whose === null ? null : { ...iso(span), ...whose }
  const {
    currentData: data,
    isFetching,
    error,
    refetch,
  } = rtlsCalls.useGetReplayQuery(body === null ? skipToken : { body })
  const { data: moments } = lookingBackCalls.useGetMomentsQuery(
    body === null ? skipToken : { body },
  )
  const [speed, setSpeed] = useState<Speed>(600)
  const [at, setAt] = useState<number | null>(asked === null ? null : asked * 1000)
  const [isPlaying, setIsPlaying] = useState(false)
  useEffect(() => {
    setAt(asked === null ? null : asked * 1000)
  }, [kind, since, until, asked])
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
          const next = (before ?? moment) + speed * FRAME
          return next >= to ? from : next
        }),
      FRAME,
    )
    return () => clearInterval(timer)
    // oxlint-disable-next-line react/exhaustive-deps -- the start of playback is read once
  }, [isPlaying, speed, from, to])

  const tracks: readonly Track[] = useMemo(() => data?.tracks ?? [], [data])
  const chosen = equipmentId === null ? null : (tracks[0] ?? null)
  const there = chosen === null ? null : placeAt(chosen, moment)
  const shownFloor = there?.floorId ?? floorId
  const things = useMemo(
    () => new Map(moments?.things.map((thing) => [thing.equipment.id as number, thing])),
    [moments],
  )
  const happenings = useMemo(() => (moments === undefined ? [] : toHappenings(moments)), [moments])
  const present = useMemo(
    () =>
      (shownFloor === null ? [] : positionsAt(tracks, moment, shownFloor, currentLanguage())).map(
        (one): Then => {
          const thing = things.get(one.id)
          return {
            ...one,
            typeName: thing?.typeName ?? null,
            status: thing === undefined ? null : statusAt(thing, moment),
          }
        },
      ),
    [tracks, things, moment, shownFloor],
  )
  const past = useMemo((): Past => {
    const movers = present.map(
      ({ id, name, typeName, status, at: { longitude, latitude } }): Mover => ({
        id,
        longitude,
        latitude,
        level: 0,
        glyph: glyphIndex(typeName ?? name),
        colour: colourOf(status?.colour ?? (equipmentId === null ? 'turquoise' : 'purple'), false),
        opacity: 1,
        radius: equipmentId === null ? 6 : 9,
      }),
    )
    const trail =
      chosen === null || shownFloor === null ? [] : trailUntil(chosen, moment, shownFloor)
    const first = movers[0]
    return {
      feed: frozenFeed(toMovers(movers)),
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
    timeZone,
    asked: body,
    happenings,
    speed,
    setSpeed,
    at: moment,
    isCut: (data?.isCut ?? false) || (moments?.isCut ?? false),
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
