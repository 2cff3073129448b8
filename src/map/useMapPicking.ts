import { useCallback } from 'react'
import type { MapRef } from 'react-map-gl/maplibre'
import type { Floor } from '#contract/rtls/rtlsShapes.ts'
import { isInside } from '#contract/venue/polygon.ts'
import { BY_HAND } from './camera.ts'
import type { Origin } from './crowd.ts'
import type { Crowd } from './crowdStage.ts'
import type { Eye } from './frame.ts'

export interface Picked {
  moverId: number | null
  roomId: number | null
  at: { longitude: number; latitude: number }
}

interface Stage {
  map: MapRef | null
  eye: Eye | null
  crowd: Crowd
  heights(): { marks(on: number): number }
  floor: Floor
  /** Origin of the crowd's metres, and the same point in degrees. */
  origin: Origin
  spot: { longitude: number; latitude: number }
  isApart: boolean
  isPlacing: boolean
  isStill: boolean
  onPick(picked: Picked): void
}

export function useMapPicking(stage: Stage) {
  const { map, eye, crowd, heights, floor, origin, spot } = stage
  const { isApart, isPlacing, isStill, onPick } = stage
  return useCallback(
    (event: { point: { x: number; y: number }; lngLat: { lng: number; lat: number } }) => {
      if (map === null) return
      const at = { longitude: event.lngLat.lng, latitude: event.lngLat.lat }
      const found =
        isPlacing || eye?.last == null
          ? null
          : crowd.at(event.point, eye.last, (on) => heights().marks(on))
      if (found !== null && 'cluster' in found) {
        const { x, y } = found.cluster
        const perDegree = 1 / (360 * origin.perMetre)
        map.easeTo(
          {
            center: [
              spot.longitude + x / perDegree,
              spot.latitude + (y / perDegree) * cosine(spot.latitude),
            ],
            zoom: Math.min(22.5, map.getZoom() + 1.6),
            duration: isStill ? 0 : 400,
          },
          BY_HAND,
        )
        return
      }
      onPick({
        moverId: found?.id ?? null,
        roomId: isApart
          ? null
          : (floor.rooms.findLast(({ outline }) => isInside(outline, at))?.id ?? null),
        at,
      })
    },
    [map, eye, crowd, heights, floor, isApart, isPlacing, isStill, origin, spot, onPick],
  )
}

const cosine = (latitude: number): number => Math.cos((latitude * Math.PI) / 180)
