import { skipToken } from '@reduxjs/toolkit/query'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Floor } from '#contract/rtls/rtlsShapes.ts'
import { roomHeight } from '#contract/rules/mapping.ts'
import { glyphSheet, peopleGlyphs } from '#entities/equipment/glyphPaths.ts'
import { useFormat } from '#lib/format.tsx'
import { FloorMap } from '#map/FloorMap.tsx'
import type { Picked } from '#map/useMapPicking.ts'
import type { Marks, Pin } from '#map/features.ts'
import type { MoverFeed } from '#map/movers.ts'
import { nearestCalls, rtlsCalls, useGetMapTokenQuery } from '../calls.ts'
import {
  useFloorCounts,
  useLiveFeed,
  useLivePosition,
  type LivePositions,
} from '../live/livePositions.ts'
import { marksOfPlacing, type Reach } from '../live/reach.ts'
import type { RoomNews } from './mapLayers.ts'
import { useMarkerColour, useRoomPaint, useRoomLabel } from './useMapLabels.ts'
import type { MapMode } from '../rtlsSlice.ts'
import type { Venue } from '../venue/useVenueChoice.ts'
import type { Spot } from '../venue/RoomSpot.tsx'

export interface Past {
  feed: MoverFeed
  marks: Marks
  at: {
    floorId: number
    longitude: number
    latitude: number
    /** Metres to show around the object. */
    metres?: number
  } | null
}
interface MapViewProps {
  venue: Venue
  floor: Floor
  mode: MapMode
  positions: LivePositions | null
  selectedId: number | null
  roomId: number | null
  keptRoomId?: number | null
  /** The replayed moment; null for live positions. */
  past: Past | null
  /** `reach`: the range of gateways, if a gateway is placed. */
  placing: { spot: Spot | null; reach: readonly Reach[] } | null
  /** A new key brings the selection into view. Empty for none. */
  focusKey: string
  onPick(picked: Picked): void
  drawn?: Marks
  /** A layer's values for rooms, which then alone decide their colour. */
  news?: ReadonlyMap<number, RoomNews> | null
  covered?: number
  onFloor?(id: number): void
  onFail(kind: 'loading' | 'auth'): void
  /** The vendor's map failed, and our own replaces it. */
  onOwnMap?(kind: 'loading' | 'auth'): void
  children?: React.ReactNode
}

export function MapView({
  venue,
  floor,
  mode,
  positions,
  selectedId,
  roomId,
  keptRoomId = null,
  past,
  placing,
  focusKey,
  onPick,
  news = null,
  drawn,
  covered = 0,
  onFloor,
  onFail,
  onOwnMap,
  children,
}: MapViewProps) {
  const { t } = useTranslation(['map', 'titles'])
  const { data: vendor, isError: hasNoToken } = useGetMapTokenQuery()
  const [isVendorOff, setIsVendorOff] = useState(false)
  const token = isVendorOff ? null : (vendor?.token ?? null)
  const handleFail = (kind: 'loading' | 'auth'): void => {
    if (token === null) return onFail(kind)
    setIsVendorOff(true)
    onOwnMap?.(kind)
  }
  const colourOf = useMarkerColour()
  const wordsOf = useRoomLabel(news)
  const paintOf = useRoomPaint(news)
  const format = useFormat()
  const stack = useStack(venue, mode)
  const live = useLivePosition(positions, selectedId)
  const { toggles } = venue.kept
  const floorIds = useMemo(() => {
    const lowest = Math.min(...stack.map(({ ordinal }) => ordinal))
    return new Map(
      stack.length > 0
        ? stack.map(({ id, ordinal }) => [id, ordinal - lowest] as const)
        : [[floor.id as number, 0] as const],
    )
  }, [stack, floor.id])
  const liveFeed = useLiveFeed(positions, {
    floorIds,
    equipment: toggles.equipment,
    staticEquipment: toggles.staticEquipment,
    selectedId,
    dimmedId: placing === null ? null : selectedId,
    colourOf,
  })
  const { data: chosen } = rtlsCalls.useListMapEquipmentQuery(
    selectedId === null ? skipToken : { body: { ids: [selectedId] } },
  )
  const row = chosen?.rows.find(({ id }) => id === selectedId)
  const name = row?.name ?? ''
  const keptRoom = live === null ? floor.rooms.find(({ id }) => id === keptRoomId) : undefined
  const standsAt = live ?? row?.position ?? null
  const standsHere = standsAt?.floorId === floor.id ? standsAt : null
  const kept = useKeptPins(positions, floor.id, selectedId)
  const why = useWhy(live !== null && live.method !== 'placed' && past === null ? selectedId : null)
  const marks = useMemo((): Marks => {
    if (past !== null) return past.marks
    if (placing !== null)
      return marksOfPlacing(
        placing.reach,
        { id: selectedId, at: standsHere, label: t('placedNowHere') },
        placing.spot,
        {
          moved: colourOf('orange', false),
          others: colourOf('turquoise', false),
          before: colourOf(null, true),
        },
      )
    if (keptRoom !== undefined)
      return {
        pins: [...kept, { at: keptRoom, label: t('keptHere'), colour: colourOf(null, true) }],
      }
    if (live === null || live.floorId !== floor.id) return { pins: kept }
    const colour = colourOf(live.colour, live.isStatic)
    return {
      circles: live.method === 'placed' ? [] : [{ at: live, metres: live.accuracy, colour }],
      lines:
        mode === 'stack'
          ? []
          : why.map((gateway) => ({ points: [gateway, live], colour, isDashed: true })),
      pins: [
        ...(mode === 'stack'
          ? []
          : why.map((gateway) => ({ at: gateway, label: '', colour: colourOf(null, true) }))),
        ...kept,
        { at: live, label: name, colour, moverId: live.equipmentId },
      ],
    }
  }, [
    past,
    placing,
    selectedId,
    live,
    name,
    floor.id,
    why,
    kept,
    colourOf,
    mode,
    keptRoom,
    standsHere,
    t,
  ])
  const shownMarks = useMemo(
    (): Marks =>
      drawn === undefined
        ? marks
        : {
            ...marks,
            areas: drawn.areas ?? [],
            lines: [...(marks.lines ?? []), ...(drawn.lines ?? [])],
            pins: [...(marks.pins ?? []), ...(drawn.pins ?? [])],
          },
    [marks, drawn],
  )
  const keptSpot = keptRoom === undefined ? null : { ...keptRoom, floorId: floor.id }
  const focusAt = past === null ? (live ?? keptSpot) : past.at
  const focus =
    focusAt !== null && focusAt.floorId === floor.id && focusKey !== ''
      ? { key: `${focusKey}:${floor.id}`, at: focusAt, metres: past?.at?.metres }
      : null
  const houses = useMemo(
    () => venue.buildings.filter(({ id }) => id !== venue.building?.id),
    [venue.buildings, venue.building?.id],
  )
  const around = useMemo(
    () => venue.buildings.flatMap(({ surroundings }) => surroundings),
    [venue.buildings],
  )
  const counts = useFloorCounts(positions, toggles)
  const floorWords = useCallback(
    (one: Floor) => ({
      name: one.name,
      short: one.shortName,
      count: format.number(counts.get(one.id) ?? 0),
    }),
    [counts, format],
  )
  if (vendor === undefined && !hasNoToken) return null
  return (
    <FloorMap
      key={token === null ? 'own' : 'vendor'}
      token={token}
      label={t('titles:mapping')}
      floor={floor}
      houses={houses}
      around={around}
      isSpace={mode !== '2D'}
      stack={stack}
      feed={past?.feed ?? liveFeed}
      glyphs={glyphSheet}
      people={peopleGlyphs}
      marks={shownMarks}
      selectedRoomId={roomId ?? (past === null ? (keptRoom?.id ?? null) : null)}
      showRooms={toggles.locations}
      wordsOf={wordsOf}
      paintOf={paintOf}
      covered={covered}
      wallHeight={(zoom) => roomHeight(zoom) / 10}
      focus={focus}
      isPlacing={placing !== null}
      onPick={onPick}
      onFloor={onFloor}
      floorWords={floorWords}
      onFail={handleFail}
      zoomLabels={{
        in: t('zoomIn'),
        out: t('zoomOut'),
        whole: t('wholeFloor'),
        floors: t('floors'),
      }}
    >
      {children}
    </FloorMap>
  )
}

function useStack(venue: Venue, mode: MapMode): Floor[] {
  const ids = mode === 'stack' ? venue.floors.slice(0, MAX_STACKED).map(({ id }) => id) : []
  const wanted = ids.length
  const [a, b, c, d] = [useFloor(ids[0]), useFloor(ids[1]), useFloor(ids[2]), useFloor(ids[3])]
  const [e, f, g, h] = [useFloor(ids[4]), useFloor(ids[5]), useFloor(ids[6]), useFloor(ids[7])]
  return useMemo(() => {
    const read = [a, b, c, d, e, f, g, h].filter((floor) => floor !== undefined)
    return read.length === wanted ? read : []
  }, [a, b, c, d, e, f, g, h, wanted])
}

/** More floors cannot be distinguished. */
const MAX_STACKED = 8

const useFloor = (id: number | undefined): Floor | undefined =>
  rtlsCalls.useGetFloorQuery({ params: { id: id ?? 0 } }, { skip: id === undefined }).data

function useKeptPins(
  positions: LivePositions | null,
  floorId: number,
  selectedId: number | null,
): readonly Pin[] {
  const { t } = useTranslation('map')
  const colourOf = useMarkerColour()
  const format = useFormat()
  const { data } = nearestCalls.useListReservationsQuery(undefined, {
    skip: positions === null,
    pollingInterval: 30_000,
    skipPollingIfUnfocused: true,
  })
  return useMemo(
    () =>
      (data?.rows ?? []).flatMap(({ equipment: { id }, reservation: { by, until, isMine } }) => {
        const at = positions?.of(id) ?? null
        if (at === null || at.floorId !== floorId || id === selectedId) return []
        const time = format.time(until)
        const label = isMine
          ? t('reservedForMe', { time })
          : t('reservedFor', { name: by.name, time })
        return [{ at, label, colour: colourOf(isMine ? 'green' : 'orange', false), moverId: id }]
      }),
    [data, positions, floorId, selectedId, format, t, colourOf],
  )
}

function useWhy(id: number | null): { longitude: number; latitude: number }[] {
  const { data } = rtlsCalls.useGetTriangulationLogsQuery(
    id === null ? skipToken : { body: { equipmentId: id, limit: 1 } },
    { pollingInterval: 10_000 },
  )
  return useMemo(
    () =>
      (id === null ? [] : (data?.rows[0]?.heard ?? [])).flatMap(({ longitude, latitude }) =>
        longitude === null || latitude === null ? [] : [{ longitude, latitude }],
      ),
    [data, id],
  )
}
