import { describe, expect, it } from 'vitest'
import type { Features } from './features.ts'
import { drawFlat, flatProjection } from './flatPicture.ts'
import { mercatorPerMetre } from './mercator.ts'
import { mapColours } from './style.ts'

const stage = {
  width: 800,
  height: 600,
  padding: { top: 100, bottom: 20, left: 60, right: 0 },
}
const look = { longitude: 14.4, latitude: 50, zoom: 19, bearing: 0 }
const STEP = 0.0001

describe('a point of the flat picture', () => {
  it('is in the middle of the uncovered stage if it is looked at', () => {
    expect(flatProjection(look, stage)(14.4, 50)).toEqual([430, 340])
  })
  it('has north upwards, and to the left if east is up', () => {
    const [x, y] = flatProjection(look, stage)(14.4, 50 + STEP)
    expect(x).toBeCloseTo(430)
    expect(y).toBeLessThan(330)
    const [turnedX, turnedY] = flatProjection({ ...look, bearing: 90 }, stage)(14.4, 50 + STEP)
    expect(turnedX).toBeLessThan(420)
    expect(turnedY).toBeCloseTo(340)
  })
  it('has the map’s scale at that zoom', () => {
    const [x] = flatProjection(look, stage)(14.4 + STEP, 50)
    const metres = (STEP / 360 / mercatorPerMetre(50)) * 1
    expect((x - 430) / metres).toBeCloseTo(mercatorPerMetre(50) * 512 * 2 ** 19, 3)
  })
})

describe('the flat picture', () => {
  const square = (size: number) => ({
    type: 'Polygon' as const,
    coordinates: [
      [
        [14.4, 50],
        [14.4 + size, 50],
        [14.4 + size, 50 + size],
        [14.4, 50],
      ],
    ],
  })
  const feature = (properties: Features['features'][number]['properties'], size = STEP) => ({
    type: 'Feature' as const,
    properties,
    geometry: square(size),
  })
  it('has the order of the map: ground, shadow, floor, rooms, walls', () => {
    const colours = mapColours('light')
    const filled: string[] = []
    const paint = {
      globalAlpha: 1,
      lineWidth: 1,
      fillStyle: '' as unknown,
      strokeStyle: '' as unknown,
      lineCap: '' as unknown,
      lineJoin: '' as unknown,
      translate: () => undefined,
      beginPath: () => undefined,
      moveTo: () => undefined,
      lineTo: () => undefined,
      closePath: () => undefined,
      stroke: () => undefined,
      fill: () => void filled.push(String(paint.fillStyle)),
      fillRect: () => void filled.push(String(paint.fillStyle)),
    }
    drawFlat(
      paint,
      {
        plan: {
          type: 'FeatureCollection',
          features: [
            feature({ part: 'wall' }),
            feature({ part: 'room', kind: 'room', roomId: 1, fill: '#111111' }),
            feature({ part: 'room', kind: 'room', roomId: 2, fill: '#222222' }),
            feature({ part: 'site' }),
          ],
        },
        grounds: { type: 'FeatureCollection', features: [feature({ kind: 'lawn' })] },
      },
      look,
      stage,
      { colours, selectedRoomId: 2 },
    )
    expect(filled).toEqual([
      colours.ground,
      colours.lawn,
      ...Array.from({ length: 5 }, () => colours.shadow),
      colours.rooms.circulation,
      '#111111',
      colours.selected,
      colours.wall,
    ])
  })
})
