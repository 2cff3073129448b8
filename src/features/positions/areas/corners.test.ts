import { describe, expect, it } from 'vitest'
import { areaOutline } from '#contract/rules/drawnArea.ts'
import type { Position } from '#contract/venue/shapes.ts'
import {
  cornersOf,
  splitAfter,
  squareIn,
  makeFloorScale,
  applyTouch,
  withoutCorner,
} from './corners.ts'

const corners: Position[] = [
  [0, 0],
  [4, 0],
  [4, 4],
]

describe('the corners of an area', () => {
  it('are added by a touch, or the chosen one is moved', () => {
    expect(applyTouch(corners, null, [0, 4])).toEqual([...corners, [0, 4]])
    expect(applyTouch(corners, 1, [5, 1])).toEqual([
      [0, 0],
      [5, 1],
      [4, 4],
    ])
  })

  it('are put between two, the last and the first too, and taken away', () => {
    expect(splitAfter(corners, 2)).toEqual([...corners, [2, 2]])
    expect(withoutCorner(splitAfter(corners, 0), 1)).toEqual(corners)
  })

  it('are typed in metres and lie where they were typed', () => {
    const tape = makeFloorScale({
      type: 'Polygon',
      coordinates: [
        [
          [14, 50],
          [14.001, 50],
          [14.001, 50.001],
          [14, 50],
        ],
      ],
    })
    const { x, y } = tape.toMetres(tape.toCorner({ x: 12.5, y: 3.25 }))
    expect([x, y].map((value) => value.toFixed(2))).toEqual(['12.50', '3.25'])
    const square = squareIn(tape, tape.toCorner({ x: 10, y: 10 }))
    expect(square.map((corner) => Math.round(tape.toMetres(corner).x))).toEqual([8, 12, 12, 8])
    expect(cornersOf(areaOutline(square))).toEqual(square)
  })
})
