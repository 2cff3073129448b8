// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import {
  BY_HAND,
  followSize,
  isByHand,
  saveView,
  loadSavedView,
  pixelsOfHeight,
  zoomOn,
} from './camera.ts'

let resized: () => void = () => undefined
const stage = { clientWidth: 1000, clientHeight: 600 }

function pretendMap({ zoom = 19, isMoving = false } = {}) {
  const heard = new Set<() => void>()
  const map = {
    zoom,
    isMoving: () => isMoving,
    getZoom: () => map.zoom,
    asked: [] as string[],
    moveTo(to: number) {
      map.zoom = to
      for (const listener of heard) listener()
    },
    resize() {
      map.asked.push('resize')
      for (const listener of heard) listener()
    },
    jumpTo(to: { zoom: number }) {
      map.asked.push('jump')
      map.moveTo(to.zoom)
    },
    on: (_event: string, listener: () => void) => heard.add(listener),
    off: (_event: string, listener: () => void) => heard.delete(listener),
  }
  return map
}
const sized = (width: number, height = 600) => {
  Object.assign(stage, { clientWidth: width, clientHeight: height })
  resized()
}

beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(listener: () => void) {
        resized = listener
      }
      observe(): void {}
      disconnect(): void {
        resized = () => undefined
      }
    },
  )
  Object.assign(stage, { clientWidth: 1000, clientHeight: 600 })
})
afterEach(() => {
  vi.unstubAllGlobals()
})
const nowhere: Parameters<typeof followSize>[2] = { isBound: () => false, goOn: () => undefined }
const follow = (map: ReturnType<typeof pretendMap>, goal = nowhere) =>
  followSize(map, stage as HTMLElement, goal)

it('the camera keeps what was in view on half the width: half as near', () => {
  expect(zoomOn(19, { width: 1000, height: 600 }, { width: 500, height: 600 })).toBe(18)
  expect(zoomOn(19, { width: 1000, height: 600 }, { width: 2000, height: 1200 })).toBe(20)
})

it('the camera keeps what was seen in view when a panel opens, and restores all when it closes', () => {
  const map = pretendMap()
  follow(map)
  sized(500)
  expect([map.zoom, map.asked]).toEqual([18, ['resize', 'jump']])
  sized(800)
  sized(1000)
  expect(map.zoom).toBe(19)
})

it('the camera stays as near as a user who zoomed meanwhile', () => {
  const map = pretendMap()
  follow(map)
  sized(500)
  map.moveTo(20.5)
  sized(1000)
  expect(map.zoom).toBe(20.5)
  sized(250)
  expect(map.zoom).toBe(19.5)
})

it('the camera starts again on the way to a chosen object instead of stopping half-way, and returns it at once when there', () => {
  for (const isMoving of [true, false]) {
    const map = pretendMap({ isMoving })
    const goOn = vi.fn<(isMoving: boolean) => undefined>()
    const stop = follow(map, { isBound: () => true, goOn })
    sized(500)
    expect([goOn.mock.calls, map.asked]).toEqual([[[isMoving]], ['resize']])
    stop()
    sized(1000)
  }
})

it('the camera counts a touch or a button as the user’s move, and not another size', () => {
  expect(isByHand({ type: 'movestart', originalEvent: {} })).toBe(true)
  expect(isByHand({ type: 'movestart', ...BY_HAND })).toBe(true)
  expect(isByHand({ type: 'movestart' })).toBe(false)
})

it('the camera does nothing for a stage that is hidden for a while or did not change', () => {
  const map = pretendMap()
  const stop = follow(map)
  sized(1000)
  sized(0, 0)
  expect(map.asked).toEqual([])
  stop()
  sized(500)
  expect(map.asked).toEqual([])
})

it('the camera shows a floor above higher on the screen the more it looks from the side', () => {
  expect(pixelsOfHeight(6, { zoom: 19, pitch: 0, latitude: 50 })).toBe(0)
  expect(pixelsOfHeight(6, { zoom: 19, pitch: 55, latitude: 50 })).toBeGreaterThan(
    pixelsOfHeight(3, { zoom: 19, pitch: 55, latitude: 50 }),
  )
})

it('the camera of another layer begins where the former one looked, on the same floor and at once', () => {
  const look = { longitude: 14, latitude: 50, zoom: 20, bearing: 9, pitch: 0 }
  saveView(3, look, 1_000)
  expect(loadSavedView(3, 2_000)).toEqual(look)
  expect(loadSavedView(4, 2_000)).toBeNull()
  expect(loadSavedView(3, 60_000)).toBeNull()
})
