/** Moves the camera: to the whole floor after a floor change, to one object when it is selected. */
import { useCallback, useEffect, useMemo, useRef } from 'react'
import type { MapRef } from 'react-map-gl/maplibre'
import type { Floor } from '#contract/rtls/rtlsShapes.ts'
import {
  isByHand,
  saveView,
  loadSavedView,
  NEAR,
  pixelsOfHeight,
  type Look,
  type Size,
} from './camera.ts'
import { depthOf, fitTurnedView, zoomAround, type Padding } from './turned.ts'

export interface Focus {
  key: string
  at: { longitude: number; latitude: number }
  /** Metres to show around the object. Omit for the zoom of a single object. */
  metres?: number | undefined
}

export const lowestOf = (stack: readonly Floor[]): number =>
  Math.min(...stack.map(({ ordinal }) => ordinal))

const SLANT = { flat: 0, space: 52, apart: 60 } as const
/** Degrees: a slight rotation shows depth. */
const TURN = -14
const [MIN_GAP, MAX_GAP, MAX_HEIGHT] = [6, 24, 80]

/** Metres between floors: far enough to look between, with all in view. */
export function gapBetweenFloors(floor: Floor, count: number): number {
  const slant = (SLANT.apart * Math.PI) / 180
  const wanted = (depthOf(floor.outline) * Math.cos(slant)) / Math.sin(slant) + 10
  return Math.max(MIN_GAP, Math.min(wanted, MAX_GAP, MAX_HEIGHT / Math.max(1, count - 1)))
}

interface Goal {
  /** Moves the map there, in that many milliseconds. */
  go(duration: number): void
  /** The default duration in milliseconds. */
  duration: number
  isWhole: boolean
}

interface Aim {
  map: MapRef | null
  floor: Floor
  stage(): Size
  padding: Padding
  isSpace: boolean
  isStacked: boolean
  isStill: boolean
  /** Separated floors: their number, their distance, and how many are below this one. */
  apart: { count: number; gap: number; level: number }
}

export function useCameraTarget({
  map,
  floor,
  stage,
  padding,
  isSpace,
  isStacked,
  isStill,
  apart: { count, gap, level },
}: Aim) {
  const pitch = isStacked ? SLANT.apart : isSpace ? SLANT.space : SLANT.flat
  const height = isStacked ? (count - 1) * gap : isSpace ? 2 : 0
  const kept = useRef(padding)
  const look = useCallback(
    () =>
      fitTurnedView(floor.outline, stage(), kept.current, {
        pitch,
        height,
        turn: isSpace ? TURN : 0,
        isLying: isStacked || (isSpace && stage().width >= stage().height),
      }),
    [floor, stage, pitch, height, isSpace, isStacked],
  )
  const fitWhole = useCallback(
    (duration: number) => {
      if (map === null) return
      const { longitude, latitude, zoom, bearing } = look()
      map.easeTo({
        center: [longitude, latitude],
        zoom: Math.min(zoom, 22),
        bearing,
        pitch,
        padding: kept.current,
        duration,
      })
    },
    [map, look, pitch],
  )
  /** The map's present target. Null once the user has moved the map. */
  const goal = useRef<Goal | null>(null)
  // When the covered part changes, centres the target in the visible part. A view chosen by the
  // user keeps its zoom.
  useEffect(() => {
    if (kept.current === padding) return
    kept.current = padding
    const duration = isStill ? 0 : 220
    if (goal.current !== null) goal.current.go(duration)
    else map?.easeTo({ padding, duration })
  }, [map, padding, isStill])
  const seen = useRef<{ fitWhole: unknown; key: string | undefined; isFirst: boolean }>({
    fitWhole: null,
    key: undefined,
    isFirst: true,
  })

  const lookAt = useCallback(
    (focus: Focus | null) => {
      if (map === null) return
      const { isFirst } = seen.current
      const isFresh = seen.current.fitWhole !== fitWhole
      const isAsked = focus !== null && (isFresh || seen.current.key !== focus.key)
      seen.current = { fitWhole, key: focus?.key, isFirst: false }
      if (isAsked) {
        const { longitude, latitude } = focus.at
        const go = (duration: number): void => {
          const whole = look()
          const zoom =
            focus.metres === undefined
              ? Math.max(isFresh ? whole.zoom : map.getZoom(), isStacked ? NEAR.stacked : NEAR.one)
              : zoomAround(
                  focus.metres,
                  { latitude, stage: stage(), padding: kept.current },
                  whole.zoom,
                )
          const raised = isStacked ? level * gap : 0
          map.easeTo({
            center: [longitude, latitude],
            zoom,
            padding: kept.current,
            offset: [0, pixelsOfHeight(raised, { zoom, pitch, latitude })],
            duration,
            ...(isFresh ? { bearing: whole.bearing, pitch } : {}),
          })
        }
        goal.current = { go, duration: isStill || isFirst ? 0 : 300, isWhole: false }
      } else if (isFresh)
        goal.current = { go: fitWhole, duration: isStill || isFirst ? 0 : 650, isWhole: true }
      else return
      goal.current.go(goal.current.duration)
      const before = isFirst && !isAsked && !isSpace ? loadSavedView(floor.id, Date.now()) : null
      if (before !== null && before.pitch === 0) {
        goal.current = null
        const { longitude, latitude, zoom, bearing } = before
        map.jumpTo({ center: [longitude, latitude], zoom, bearing })
      }
    },
    [map, floor.id, fitWhole, look, stage, isSpace, isStacked, isStill, gap, level, pitch],
  )
  useEffect(() => {
    if (map === null) return
    let look: Look | null = null
    const handleMoved = (): void => {
      const { lng, lat } = map.getCenter()
      look = {
        longitude: lng,
        latitude: lat,
        zoom: map.getZoom(),
        bearing: map.getBearing(),
        pitch: map.getPitch(),
      }
    }
    const handleMoving = (event: object): void => {
      if (isByHand(event)) goal.current = null
    }
    map.on('movestart', handleMoving)
    map.on('moveend', handleMoved)
    return () => {
      map.off('movestart', handleMoving)
      map.off('moveend', handleMoved)
      // A whole-floor view is not saved: the next map computes it for its own stage.
      if (look !== null && goal.current?.isWhole !== true) saveView(floor.id, look, Date.now())
    }
  }, [map, floor.id])
  const aim = useMemo(
    () => ({
      isBound: () => goal.current !== null,
      goOn: (isMoving: boolean) => goal.current?.go(isMoving ? goal.current.duration : 0),
    }),
    [],
  )
  const backToWhole = useCallback(
    (duration: number) => {
      goal.current = { go: fitWhole, duration, isWhole: true }
      fitWhole(duration)
    },
    [fitWhole],
  )
  return { lookAt, aim, backToWhole }
}
