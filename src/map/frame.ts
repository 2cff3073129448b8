/** Publishes the map's camera to the layers over it during each draw. */
import type { MapRef } from 'react-map-gl/maplibre'
import type { Origin } from './crowd.ts'
import { moveOrigin, matrixOf } from './mercator.ts'
import { oncePerFrame } from './movers.ts'
import { mountLayer } from './ownLayer.ts'
import type { Projection } from './projection.ts'
import { viewOf } from './view.ts'

export interface Frame extends Projection {
  matrix: Float32Array
  metresPerPixel: number
  bearing: number
  pitch: number
}
export interface Eye {
  /** The last drawn frame. Null before the first. */
  last: Frame | null
  each(listener: (frame: Frame) => void): () => void
  /** Draws what lies over the map once more. The map is drawn with it only if it moves. */
  again(): void
}

export function cameraOf(map: MapRef, origin: Origin): Eye & { open(): () => void } {
  const listeners = new Set<(frame: Frame) => void>()
  const publish = (frame: Frame): void => {
    for (const listener of listeners) listener(frame)
  }
  const alone = oncePerFrame(() => {
    if (eye.last !== null) publish(eye.last)
  })
  const eye = {
    last: null as Frame | null,
    each(listener: (frame: Frame) => void) {
      listeners.add(listener)
      if (eye.last !== null) listener(eye.last)
      return () => void listeners.delete(listener)
    },
    again() {
      if (map.isMoving()) map.triggerRepaint()
      else alone.ask()
    },
    open() {
      const unmount = mountLayer(map, {
        id: 'eye',
        type: 'custom',
        renderingMode: '3d',
        render(_gl: WebGL2RenderingContext, input: unknown) {
          const matrix = matrixOf(input)
          if (matrix === null) return
          const { clientWidth, clientHeight } = map.getCanvas()
          eye.last = {
            matrix: moveOrigin(matrix, origin, origin.perMetre),
            width: clientWidth,
            height: clientHeight,
            metresPerPixel: viewOf(map, origin).metresPerPixel,
            bearing: map.getBearing(),
            pitch: (map.getPitch() * Math.PI) / 180,
          }
          alone.stop()
          publish(eye.last)
        },
      })
      return () => {
        alone.stop()
        unmount()
      }
    },
  }
  return eye
}
