import type { Floor } from '#contract/rtls/rtlsShapes.ts'
import { wallDirection, extentOf } from '#contract/venue/extent.ts'
import { ringsOf } from '#contract/venue/outlineParts.ts'
import { planeAt, type Metres } from '#contract/venue/plane.ts'
import type { Position } from '#contract/venue/shapes.ts'

type Room = Floor['rooms'][number]

/** In metres, the long side horizontal, y downward. */
export function lyingPlan(floor: Floor) {
  const ring = floor.outline.coordinates[0] ?? []
  const [longitude, latitude] = ring[0] ?? [0, 0]
  const plane = planeAt({ longitude, latitude })
  const metresOf = ([x, y]: Position): Metres => plane.toMetres({ longitude: x, latitude: y })
  const points = ring.map(metresOf)
  const axis = (-wallDirection(points) * 180) / Math.PI
  const bearing = [axis, axis + 90, axis - 90]
    .filter((one) => Math.abs(one) <= 90.5)
    .toSorted(
      (a, b) => extentOf(points, b).right - extentOf(points, a).right || Math.abs(a) - Math.abs(b),
    )[0]
  const angle = ((bearing ?? 0) * Math.PI) / 180
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  const { right: wide, up: high, middle } = extentOf(points, bearing ?? 0)
  const pointOf = (position: Position): Metres => {
    const { x, y } = metresOf(position)
    const [dx, dy] = [x - middle.x, y - middle.y]
    return { x: dx * cos - dy * sin + wide / 2, y: high / 2 - (dx * sin + dy * cos) }
  }
  const line = (positions: readonly Position[]): string =>
    positions
      .map(pointOf)
      .map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x.toFixed(2)} ${y.toFixed(2)}`)
      .join('')
  const area = (rings: readonly (readonly Position[])[]): string =>
    rings.map((one) => `${line(one)}Z`).join('')
  const walls = floor.parts.filter(({ kind }) => kind === 'wall')
  const roomPaths = new Map(floor.rooms.map((room) => [room.id, area(ringsOf(room.outline))]))
  return {
    wide,
    high,
    pointOf,
    outline: area(ringsOf(floor.outline)),
    pathOf: (room: Room): string => roomPaths.get(room.id) ?? '',
    walls: walls
      .map(({ shape }) => (shape.type === 'Polygon' ? area(shape.coordinates) : ''))
      .join(''),
    lines: walls
      .map(({ shape }) => (shape.type === 'LineString' ? line(shape.coordinates) : ''))
      .join(''),
  }
}
