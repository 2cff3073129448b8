import { describe, expect, it } from 'vitest'
import { joinPolygons } from '#contract/venue/joinPolygons.ts'
import { squareAround } from '#contract/venue/osmPoints.ts'
import type { FloorPlan } from '#contract/venue/venuePlans.ts'
import type { Position } from '#contract/venue/shapes.ts'
import { applyCommand } from './commands.ts'
import { planBody, outlineOf, planFrom } from './convert.ts'
import { asOtherFloor } from './copyFloor.ts'
import { frameAlong, sheetOf } from './frame.ts'
import { wallsOf } from './openings.ts'
import { rectangle, sidesOf } from './shapes.ts'

const ring: Position[] = [
  [14.4, 50],
  [14.4005, 50.0001],
  [14.40045, 50.0003],
  [14.39995, 50.0002],
  [14.4, 50],
]
const outline = { type: 'Polygon' as const, coordinates: [ring] }
const floor: FloorPlan = {
  id: 3 as never,
  version: 4,
  building: { id: 1 as never, name: 'House' },
  name: 'First',
  shortName: '1',
  ordinal: 1,
  outline,
  parts: [{ kind: 'door', shape: { type: 'LineString', coordinates: ring.slice(0, 2) } }],
  rooms: [
    {
      id: 7 as never,
      name: 'Ward',
      code: '1.01',
      kind: 'room',
      category: 'ward',
      outline,
      location: { id: 9 as never, name: 'Ward' },
    },
  ],
  location: null,
  picture: null,
  gateways: [{ equipmentId: 5 as never, name: 'Radio', longitude: 14.4001, latitude: 50.0001 }],
}
const sheet = sheetOf(frameAlong(outline))
const plan = planFrom(floor, sheet)

describe('a floor that is opened and saved', () => {
  it('stays where it was to the millimetre, with its rooms, openings and locations', () => {
    const body = planBody(plan, sheet)
    const flat = (one: typeof outline) => one.coordinates.flat().flat()
    for (const [index, value] of flat(body.outline as typeof outline).entries())
      expect(value).toBeCloseTo(flat(outline)[index] ?? 0, 8)
    expect(body.rooms).toMatchObject([{ id: 7, code: '1.01', category: 'ward', locationId: 9 }])
    expect(body.parts).toMatchObject([{ kind: 'door' }])
    expect(body.gateways).toEqual([])
  })
  it('makes rooms walls as soon as another wall stands beside them', () => {
    const next = applyCommand(plan, { do: 'addWall', from: { x: 1, y: 1 }, to: { x: 3, y: 1 } })
    const { parts } = planBody('plan' in next ? next.plan : plan, sheet)
    expect(parts.map(({ kind, isOfRoom }) => [kind, isOfRoom])).toEqual([
      ['door', undefined],
      ['wall', undefined],
      ['wall', true],
    ])
    const again = planFrom({ ...floor, parts: parts as FloorPlan['parts'] }, sheet)
    expect(again.parts).toHaveLength(2)
    expect(again.roomsAreWalls).toBe(true)
  })
  it('has no wall between the parts of its outline and of its rooms', () => {
    const two = joinPolygons(
      [0, 0.001].map((x) => squareAround({ longitude: 14.4 + x, latitude: 50 }, 9)),
    )
    const shape = two.outline ?? outline
    const wall = { kind: 'wall' as const, shape: floor.parts[0]?.shape ?? shape }
    const [room] = floor.rooms
    const opened = planFrom(
      { ...floor, outline: shape, parts: [], rooms: room ? [{ ...room, outline: shape }] : [] },
      sheet,
    )
    expect(sidesOf(outlineOf(opened))).toHaveLength(8)
    expect(wallsOf(opened)).toHaveLength(8)
    const walled = planFrom({ ...floor, parts: [wall] }, sheet)
    const { parts, outline: saved } = planBody({ ...opened, parts: walled.parts }, sheet)
    expect(parts.filter(({ isOfRoom }) => isOfRoom === true)).toHaveLength(2)
    expect(saved.coordinates[0]).toHaveLength(shape.coordinates[0]?.length ?? 0)
  })
  it('gets a line around its rooms if none is drawn', () => {
    const next = applyCommand(
      { ...plan, outline: null, rooms: [] },
      {
        do: 'addRoom',
        corners: rectangle({ x: 0, y: 0 }, { x: 4, y: 3 }),
      },
    )
    const body = planBody('plan' in next ? next.plan : plan, sheet)
    expect(body.outline.coordinates[0]?.length).toBeGreaterThanOrEqual(5)
  })
})

it('a floor like another has its own numbers, and neither locations nor rooms of the other', () => {
  const copy = asOtherFloor(plan, { name: 'Second', shortName: '2', ordinal: 2 })
  expect(copy.rooms).toMatchObject([{ id: null, code: '2.01', place: null }])
  expect(copy.gateways).toEqual([])
})
