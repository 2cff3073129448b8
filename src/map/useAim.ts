/**
 * Brings into view what is asked for: the whole floor when it is another, one thing when it is
 * chosen.
 */
import { useCallback, useRef } from 'react'
import type { MapRef } from 'react-map-gl/maplibre'
import type { Floor } from '#contract/rtlsShapes'
import { NEAR, raisedBy } from './camera.ts'

/** A fresh key brings it into view. */
export interface Focus {
  key: string
  at: { longitude: number; latitude: number }
}

/** From floor to floor, in metres; drawn apart enough to look between. */
export const STOREY = 6
export const lowestOf = (stack: readonly Floor[]): number =>
  Math.min(...stack.map(({ ordinal }) => ordinal))

/** How one looks at a floor at first. */
export const slant = (isSpace: boolean): { bearing: number; pitch: number } =>
  isSpace ? { bearing: -20, pitch: 55 } : { bearing: 0, pitch: 0 }

interface Aim {
  map: MapRef | null
  fitWhole(duration: number): void
  isSpace: boolean
  /** Somebody wants no motion. */
  isStill: boolean
  /** Floors below it, where they are drawn above each other. */
  level: number
}

export function useAim({ map, fitWhole, isSpace, isStill, level }: Aim) {
  const seen = useRef<{ fitWhole: unknown; key: string | undefined; level: number }>({
    fitWhole: null,
    key: undefined,
    level: 0,
  })
  /** Where the map is on its way to. */
  const goal = useRef<() => void>(() => undefined)

  const lookAt = useCallback(
    (focus: Focus | null) => {
      if (map === null) return
      const isFresh = seen.current.fitWhole !== fitWhole
      const isAsked =
        focus !== null &&
        (isFresh || seen.current.key !== focus.key || seen.current.level !== level)
      seen.current = { fitWhole, key: focus?.key, level }
      if (isAsked) {
        const { longitude, latitude } = focus.at
        goal.current = () => {
          const pitch = isFresh ? slant(isSpace).pitch : map.getPitch()
          const zoom = Math.max(isFresh ? 0 : map.getZoom(), level > 0 ? NEAR.stacked : NEAR.one)
          map.easeTo({
            center: [longitude, latitude],
            zoom,
            offset: [0, raisedBy(level * STOREY, { zoom, pitch, latitude })],
            duration: isStill ? 0 : 500,
            ...(isFresh ? slant(isSpace) : {}),
          })
        }
      } else if (isFresh) goal.current = () => fitWhole(isStill ? 0 : 450)
      else return
      goal.current()
    },
    [map, fitWhole, isSpace, isStill, level],
  )
  const goOn = useCallback(() => goal.current(), [])
  return { lookAt, goOn }
}
