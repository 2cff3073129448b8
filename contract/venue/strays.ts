/** A room with swapped or mistyped degrees lies in the sea: it is left out, and told. */
import { metresBetween, type Degrees } from './plane.ts'
import { labelPoint } from './polygon.ts'
import type { PlannedBuilding, PlannedFloor, Tell } from './plan.ts'

const MAX_DISTANCE_M = 2_000 // metres; no building is larger

export function withoutStrays(house: PlannedBuilding, tell: Tell): PlannedBuilding | null {
  const home = middleOf(house.floors.map(({ outline }) => labelPoint(outline)))
  if (home === null) return null
  const isNear = (point: Degrees) => metresBetween(home, point) < MAX_DISTANCE_M
  const floors = house.floors.flatMap((floor): PlannedFloor[] => {
    if (!isNear(labelPoint(floor.outline))) {
      tell(floor.externalId, null, 'farAway')
      return []
    }
    const rooms = floor.rooms.filter((room) => {
      if (!isNear(room)) tell(floor.externalId, room.externalId, 'farAway')
      return isNear(room)
    })
    return [
      {
        ...floor,
        rooms,
        parts: floor.parts.filter(({ shape }) =>
          (shape.type === 'Polygon' ? (shape.coordinates[0] ?? []) : shape.coordinates).every(
            ([longitude, latitude]) => isNear({ longitude, latitude }),
          ),
        ),
      },
    ]
  })
  return floors.length === 0 ? null : { ...house, floors }
}

/** The one in the middle, which a few in the sea do not move. */
export function middleOf(points: readonly Degrees[]): Degrees | null {
  const middle = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)]
  const [longitude, latitude] = [
    middle(points.map((point) => point.longitude)),
    middle(points.map((point) => point.latitude)),
  ]
  return longitude === undefined || latitude === undefined ? null : { longitude, latitude }
}
