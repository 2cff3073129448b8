import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { distanceBetween } from '#contract/venue/plane.ts'
import { coordinatesOf, fitTransform, scaleOf } from './fit.ts'
import { frameAlong, frameBeside, positionOf, sheetOf, toSheet } from './frame.ts'
import { codeOnFloor, nextCode } from './numbering.ts'
import { hullWithMargin, wallEdges, isWithin, rectangle } from './shapes.ts'
import { snapped } from './snap.ts'

const at = (x: number, y: number) => ({ x, y })
const metres = fc.double({ min: -200, max: 200, noNaN: true })
const point = fc.record({ x: metres, y: metres })

describe('a picture is aligned', () => {
  it('by points, whichever way it is turned, scaled and moved', () => {
    fc.assert(
      fc.property(
        fc.array(point, { minLength: 3, maxLength: 6 }),
        fc.double({ min: -3, max: 3, noNaN: true }),
        fc.double({ min: 0.01, max: 5, noNaN: true }),
        point,
        (points, turn, scale, shift) => {
          fc.pre(points.some((one) => distanceBetween(one, points[0] ?? one) > 1))
          const put = ({ x, y }: { x: number; y: number }) => ({
            x: shift.x + scale * (x * Math.cos(turn) + y * Math.sin(turn)),
            y: shift.y + scale * (x * Math.sin(turn) - y * Math.cos(turn)),
          })
          const fit = fitTransform(points.map((picture) => ({ picture, ground: put(picture) })))
          expect(fit?.error).toBeLessThan(1e-6)
          expect(fit?.scale).toBeCloseTo(scale, 6)
          const probe = at(7, -3)
          expect(distanceBetween(fit?.toGround(probe) ?? at(0, 0), put(probe))).toBeLessThan(1e-6)
        },
      ),
    )
  })
  it('says in metres how far the points still are apart', () => {
    const fit = fitTransform([
      { picture: at(0, 0), ground: at(0, 0) },
      { picture: at(100, 0), ground: at(10, 0) },
      { picture: at(0, 100), ground: at(0, -10.6) },
    ])
    expect(fit?.error).toBeCloseTo(0.2, 1)
    expect(fit?.errors).toHaveLength(3)
  })
  it('not by one point, or by three at one spot', () => {
    const pair = { picture: at(1, 1), ground: at(2, 2) }
    expect(fitTransform([pair])).toBeNull()
    expect(fitTransform([pair, pair, pair])).toBeNull()
  })
  it('by a length alone, where nobody knows where it is', () => {
    expect(scaleOf(at(10, 10), at(10, 210), 20)).toBeCloseTo(0.1)
    expect(scaleOf(at(10, 10), at(10, 10), 20)).toBeNull()
    expect(scaleOf(at(0, 0), at(10, 10), 0)).toBeNull()
  })
  it.each([
    ['50.0875, 14.4213', { latitude: 50.0875, longitude: 14.4213 }],
    [' -33.86;151.2 ', { latitude: -33.86, longitude: 151.2 }],
    ['50.0875 14.4213', { latitude: 50.0875, longitude: 14.4213 }],
    ['here', null],
    ['99, 14', null],
    ['50, 14, 3', null],
    ['', null],
  ])('at coordinates as they are copied: %s', (words, coordinates) =>
    expect(coordinatesOf(words)).toEqual(coordinates),
  )
})

describe('a pointer that is nearly right', () => {
  const square = rectangle(at(0, 0), at(10, 10))
  const held = { reach: 0.5, corners: square, edges: wallEdges(square), from: null, grid: 0.1 }
  it.each([
    ['meant the corner', at(9.8, 0.3), at(10, 0), 'corner'],
    ['meant the wall', at(5.03, 0.3), at(5.03, 0), 'wall'],
    ['meant a tenth of a metre', at(5.03, 5.06), at(5, 5.1), 'grid'],
  ] as const)('%s', (_what, from, to, by) =>
    expect(snapped(from, held)).toEqual({ at: to, to: by }),
  )
  it('draws square to the corner before', () =>
    expect(snapped(at(20.3, 27), { ...held, from: at(20, 20) })).toEqual({
      at: at(20, 27),
      to: 'angle',
    }))
  it('is never moved farther than its reach and half the grid', () => {
    fc.assert(
      fc.property(point, fc.option(point, { nil: null }), (where, from) => {
        const { at: found } = snapped(where, { ...held, from })
        expect(distanceBetween(found, where)).toBeLessThanOrEqual(held.reach * 2 + 0.1)
      }),
    )
  })
})

describe('the sheet', () => {
  it('leads back to the same spot of the earth, whichever way it is turned', () => {
    fc.assert(
      fc.property(point, fc.double({ min: -1.5, max: 1.5, noNaN: true }), (where, turn) => {
        const sheet = sheetOf({ longitude: 14.4, latitude: 50, turn })
        expect(distanceBetween(sheet.toSheet(sheet.toDegrees(where)), where)).toBeLessThan(1e-4)
      }),
    )
  })
  it('measures a draft of before the ellipsoid as it was drawn, so that its corners stay', () => {
    const drawn = sheetOf({ longitude: 14.4, latitude: 50, turn: 0 })
    expect(positionOf(drawn, at(100, 100))).toEqual([14.40139753, 50.000898315])
    const now = sheetOf({ longitude: 14.4, latitude: 50, turn: 0, metres: 'wgs84' })
    expect(positionOf(now, at(100, 100))).toEqual([14.401394783, 50.000899046])
    // A position stored in degrees, which must be saved unchanged although it is drawn elsewhere on
    // the sheet.
    const saved: [number, number] = [14.40139753, 50.000898315]
    expect(positionOf(now, toSheet(now, saved))).toEqual(saved)
  })
  it('lies along the walls of a building that is askew, its long side across', () => {
    const sheet = sheetOf({ longitude: 14.4, latitude: 50, turn: 0.5, metres: 'wgs84' })
    const ring = rectangle(at(0, 0), at(40, 12)).map((corner) => positionOf(sheet, corner))
    const found = frameAlong({ type: 'Polygon', coordinates: [[...ring, ring[0] ?? [0, 0]]] })
    expect(found.turn).toBeCloseTo(0.5, 3)
  })
  it.each([0, 1, 2, 3])(
    'begins at the lower left, though the ring begins at corner %s',
    (first) => {
      const corners = rectangle(at(0, 0), at(40, 12))
      const sheet = sheetOf({ longitude: 14.4, latitude: 50, turn: 0.5, metres: 'wgs84' })
      const ring = [...corners.slice(first), ...corners.slice(0, first + 1)].map((corner) =>
        positionOf(sheet, corner),
      )
      const found = sheetOf(frameAlong({ type: 'Polygon', coordinates: [ring] }))
      const inside = found.toSheet(sheet.toDegrees(at(5, 2)))
      expect(inside.x).toBeCloseTo(5, 2)
      expect(inside.y).toBeCloseTo(2, 2)
    },
  )
  it('of a building that nobody has placed lies beside the others', () => {
    const house = {
      type: 'Polygon' as const,
      coordinates: [
        [
          [14, 50],
          [14.001, 50],
          [14, 50.001],
          [14, 50],
        ] as [number, number][],
      ],
    }
    expect(frameBeside([house]).longitude).toBeGreaterThan(14.001)
    expect(frameBeside([])).toEqual({ longitude: 0, latitude: 0, turn: 0, metres: 'wgs84' })
  })
  it('has a line around all points, a little off them', () => {
    fc.assert(
      fc.property(fc.array(point, { minLength: 1, maxLength: 20 }), (points) => {
        const line = hullWithMargin(points, 0.3)
        expect(points.every((one) => isWithin(line, one))).toBe(true)
      }),
    )
  })
})

describe('the number of a room', () => {
  it.each([
    ['A1.01', 'A1.02'],
    ['A1.09', 'A1.10'],
    ['099', '100'],
    ['Room 7b', 'Room 8b'],
    ['Office', ''],
  ])('after %s is %s', (code, next) => expect(nextCode(code, new Set())).toBe(next))
  it('passes over taken numbers', () =>
    expect(nextCode('1.01', new Set(['1.02', '1.03']))).toBe('1.04'))
  it.each([
    ['1.07', '1', '2', '2.07'],
    ['A1.07', 'A1', 'A2', 'A2.07'],
    ['10.7', '1', '2', '10.7'],
    ['Hall', '1', '2', 'Hall'],
  ])('%s of floor %s is on floor %s %s', (code, from, to, there) =>
    expect(codeOnFloor(code, from, to)).toBe(there),
  )
})
