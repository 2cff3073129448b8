import { ringsOf } from '#contract/venue/outlineParts.ts'
import { planeAt, type Metres } from '#contract/venue/plane.ts'
import type { PlannedFloorPicture, PicturedRoom } from '#contract/venue/plannedFloor.ts'
import type { Polygon, Position } from '#contract/venue/shapes.ts'
import { pathOf } from '#map/sheet/pathOf.ts'
import { viewAround, type View } from '#map/sheet/useZoomableView.ts'

export interface DrawnRoom {
  id: string
  path: string
  middle: Metres
  wide: number
  deep: number
}
export interface DrawnPlan {
  outline: string
  rooms: DrawnRoom[]
  removed: string[]
  parts: { kind: string; isArea: boolean; path: string }[]
  faults: { key: string; at: Metres; code: PlannedFloorPicture['faults'][number]['code'] }[]
  whole: View
}

export function drawnPlan(floor: PlannedFloorPicture): DrawnPlan {
  const [longitude = 0, latitude = 0] = floor.outline.coordinates[0]?.[0] ?? []
  const plane = planeAt({ longitude, latitude })
  const inMetres = ([x, y]: Position): Metres => plane.toMetres({ longitude: x, latitude: y })
  const pathOfArea = (shape: Polygon): string =>
    ringsOf(shape)
      .map((ring) => pathOf(ring.map(inMetres)))
      .join('')
  const corners = [floor.outline, ...floor.rooms.map((room) => room.outline)].flatMap(
    ({ coordinates }) => (coordinates[0] ?? []).map(inMetres),
  )
  return {
    outline: pathOfArea(floor.outline),
    rooms: floor.rooms.map((room) => drawnRoom(room, inMetres, pathOfArea)),
    removed: floor.removed.map(({ outline }) => pathOfArea(outline)),
    parts: floor.parts.map(({ kind, shape }) => ({
      kind,
      isArea: shape.type === 'Polygon',
      path:
        shape.type === 'Polygon'
          ? pathOfArea(shape)
          : pathOf(shape.coordinates.map(inMetres), false),
    })),
    faults: floor.faults.map(({ code, longitude: x, latitude: y }, index) => ({
      key: `${code} ${index}`,
      at: inMetres([x, y]),
      code,
    })),
    whole: viewAround(corners),
  }
}

function drawnRoom(
  { id, outline }: PicturedRoom,
  inMetres: (position: Position) => Metres,
  pathOfArea: (shape: Polygon) => string,
): DrawnRoom {
  const points = (outline.coordinates[0] ?? []).map(inMetres)
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)]
  const [left, right] = [Math.min(...xs), Math.max(...xs)]
  const [low, high] = [Math.min(...ys), Math.max(...ys)]
  return {
    id,
    path: pathOfArea(outline),
    middle: { x: (left + right) / 2, y: (low + high) / 2 },
    wide: right - left,
    deep: high - low,
  }
}
