/** Drops and reports rooms far from their building, as swapped or mistyped degrees cause. */
import { metresBetween, type Degrees } from './plane.ts'
import { MAX_SPAN_M } from './planBounds.ts'
import { labelPoint } from './polygon.ts'
import type { Report } from './ledger.ts'
import type { PlannedBuilding, PlannedFloor } from './plan.ts'
import type { Polygon } from './shapes.ts'

const MAX_DISTANCE_M = 2_000 // larger than any building

export function withoutStrays(house: PlannedBuilding, report: Report): PlannedBuilding | null {
  const home = middleOf(house.floors.map(({ outline }) => labelPoint(outline)))
  if (home === null) return null
  const isNear = (point: Degrees) => metresBetween(home, point) < MAX_DISTANCE_M
  /** Checks corners too: the middle of a huge shape may lie here. */
  const lies = (outline: Polygon, middle: Degrees) =>
    isNear(middle) &&
    (outline.coordinates[0] ?? []).every(
      ([longitude, latitude]) => metresBetween(home, { longitude, latitude }) < MAX_SPAN_M,
    )
  const floors = house.floors.flatMap((floor): PlannedFloor[] => {
    if (!lies(floor.outline, labelPoint(floor.outline))) {
      report.fault(floor.externalId, null, 'farAway')
      for (const shape of [floor.outline, ...shapesOn(floor)]) report.drop(shape, 'farAway')
      return []
    }
    const rooms = floor.rooms.filter((room) => {
      const isHere = lies(room.outline, room)
      if (!isHere) {
        report.fault(floor.externalId, room.externalId, 'farAway')
        report.drop(room.outline, 'farAway')
      }
      return isHere
    })
    const parts = floor.parts.filter(({ shape }) => {
      const corners = shape.type === 'Polygon' ? (shape.coordinates[0] ?? []) : shape.coordinates
      const isHere = corners.every(([longitude, latitude]) => isNear({ longitude, latitude }))
      if (!isHere) report.drop(shape, 'farAway')
      return isHere
    })
    return [{ ...floor, rooms, parts }]
  })
  return floors.length === 0 ? null : { ...house, floors }
}

const shapesOn = ({ rooms, parts }: PlannedFloor): object[] => [
  ...rooms.map(({ outline }) => outline),
  ...parts.map(({ shape }) => shape),
]

/** The median, which a few outliers do not move. */
export function middleOf(points: readonly Degrees[]): Degrees | null {
  const middle = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)]
  const [longitude, latitude] = [
    middle(points.map((point) => point.longitude)),
    middle(points.map((point) => point.latitude)),
  ]
  return longitude === undefined || latitude === undefined ? null : { longitude, latitude }
}
