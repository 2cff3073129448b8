import type { CustomLayerInterface } from 'maplibre-gl'
import type { MapRef } from 'react-map-gl/maplibre'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { originAt } from './crowd.ts'
import { cameraOf } from './frame.ts'

const matrix = Array.from({ length: 16 }, (_none, index) => (index % 5 === 0 ? 1 : 0))

function openedCamera() {
  const layers: CustomLayerInterface[] = []
  const state = { isMoving: false }
  const triggerRepaint = vi.fn()
  const inside = {
    style: undefined,
    getLayer: () => layers[0],
    addLayer: (layer: CustomLayerInterface) => layers.push(layer),
    on: () => undefined,
    off: () => undefined,
  }
  const map = {
    getMap: () => inside,
    getCanvas: () => ({ clientWidth: 800, clientHeight: 600 }),
    getBounds: () => null,
    getZoom: () => 18,
    getBearing: () => 0,
    getPitch: () => 0,
    isMoving: () => state.isMoving,
    triggerRepaint,
  }
  const eye = cameraOf(map as unknown as MapRef, originAt(0, 0))
  const listener = vi.fn()
  eye.each(listener)
  const close = eye.open()
  const drawMap = () => layers[0]?.render({} as WebGL2RenderingContext, matrix as never)
  return { eye, listener, triggerRepaint, state, drawMap, close }
}

const waiting = new Map<number, () => void>()
const nextFrame = () => {
  const due = [...waiting.values()]
  waiting.clear()
  for (const draw of due) draw()
}
beforeEach(() => {
  let number = 0
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => {
    waiting.set((number += 1), draw)
    return number
  })
  vi.stubGlobal('cancelAnimationFrame', (which: number) => waiting.delete(which))
})
afterEach(() => {
  waiting.clear()
  vi.unstubAllGlobals()
})

it('again() draws what lies over a resting map once a frame, and not the map', () => {
  const { eye, listener, triggerRepaint, drawMap } = openedCamera()
  drawMap()
  expect(listener).toHaveBeenCalledOnce()
  eye.again()
  eye.again()
  nextFrame()
  expect(listener).toHaveBeenCalledTimes(2)
  expect(listener).toHaveBeenLastCalledWith(eye.last)
  expect(triggerRepaint).not.toHaveBeenCalled()
})

it('again() leaves the frame to a map that moves or is drawn meanwhile', () => {
  const { eye, listener, triggerRepaint, state, drawMap } = openedCamera()
  drawMap()
  state.isMoving = true
  eye.again()
  nextFrame()
  expect(triggerRepaint).toHaveBeenCalledOnce()
  expect(listener).toHaveBeenCalledOnce()
  state.isMoving = false
  eye.again()
  drawMap()
  nextFrame()
  expect(listener).toHaveBeenCalledTimes(2)
})

it('again() draws nothing before the first frame of the map, or after the map is closed', () => {
  const { eye, listener, drawMap, close } = openedCamera()
  eye.again()
  nextFrame()
  expect(listener).not.toHaveBeenCalled()
  drawMap()
  eye.again()
  close()
  nextFrame()
  expect(listener).toHaveBeenCalledOnce()
})
