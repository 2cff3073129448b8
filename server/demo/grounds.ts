/**
 * The hospital's surroundings, in metres along its main building: grass, paths, trees, neighbours.
 */
import { planeAt, type Metres } from '#contract/venue/plane.ts'
import type { Around, Line, Polygon, Position } from '#contract/venue/shapes.ts'
import { houses } from './floorPlan.ts'
import { seededRandom } from './random.ts'
import type { Words } from './words.ts'

const neighboursOf = ({ buildings, places }: Words) => [
  { name: buildings.C, at: { x: 98, y: -34 }, length: 48, depth: 19 },
  { name: buildings.D, at: { x: 26, y: -78 }, length: 38, depth: 17 },
  { name: places.chapel, at: { x: -58, y: 44 }, length: 17, depth: 11 },
]
const CORNER = 14

export function drawGrounds(words: Words): Around[] {
  const neighbours = neighboursOf(words)
  const [home] = houses
  if (home === undefined) return []
  const random = seededRandom(19)
  const plane = planeAt(home.at)
  const angle = (home.turned * Math.PI) / 180
  const onEarth = ({ x, y }: Metres): Position => {
    const { longitude, latitude } = plane.toDegrees({
      x: x * Math.cos(angle) - y * Math.sin(angle),
      y: x * Math.sin(angle) + y * Math.cos(angle),
    })
    return [longitude, latitude]
  }
  const area = (points: readonly Metres[]): Polygon => {
    const ring = points.map(onEarth)
    return { type: 'Polygon', coordinates: [[...ring, ...ring.slice(0, 1)]] }
  }
  const way = (...points: [number, number][]): Line => ({
    type: 'LineString',
    coordinates: points.map(([x, y]) => onEarth({ x, y })),
  })
  const around = (at: Metres, radius: number, corners: number): Polygon =>
    area(
      Array.from({ length: corners }, (_, index) => ({
        x: at.x + Math.cos((index / corners) * 2 * Math.PI) * radius,
        y: at.y + Math.sin((index / corners) * 2 * Math.PI) * radius,
      })),
    )
  const box = (x0: number, y0: number, x1: number, y1: number, corner = 0): Polygon =>
    area(
      corner === 0
        ? [
            { x: x0, y: y0 },
            { x: x1, y: y0 },
            { x: x1, y: y1 },
            { x: x0, y: y1 },
          ]
        : (
            [
              [x1 - corner, y1 - corner, 0],
              [x0 + corner, y1 - corner, 1],
              [x0 + corner, y0 + corner, 2],
              [x1 - corner, y0 + corner, 3],
            ] as const
          ).flatMap(([x, y, quarter]) =>
            Array.from({ length: 7 }, (_, step) => {
              const turn = ((quarter + step / 6) * Math.PI) / 2
              return { x: x + Math.cos(turn) * corner, y: y + Math.sin(turn) * corner }
            }),
          ),
    )
  const plain = (kind: Around['kind'], shape: Polygon | Line): Around => ({
    kind,
    name: null,
    shape,
  })
  const ways: Around[] = [
    plain('road', way([-110, -50], [46, -50], [56, -46], [60, -36], [60, 30], [48, 44], [48, 120])),
    plain('road', way([60, -64], [60, -36])),
    plain('path', way([4, -50], [4, -11])),
    plain('path', way([4, -24], [-44, -24], [-44, 30], [-58, 30], [-58, 38])),
    plain('path', way([-44, 22], [40, 22], [48, 44])),
    plain('path', way([34, -1], [74, -1], [98, -12], [98, -24])),
    plain('path', way([74, -1], [74, 40])),
    plain('path', way([26, -69], [26, -50])),
  ]
  const isClear = ({ x, y }: Metres): boolean =>
    !(Math.abs(x) < 40 && Math.abs(y) < 17) &&
    !(Math.abs(x - 85) < 38 && Math.abs(y - 58) < 30) &&
    !(Math.abs(y + 50) < 7) &&
    !(Math.abs(x - 58) < 8) &&
    !(Math.abs(x - 48) < 8 && y > 30) &&
    !(Math.hypot(x - 4, y + 24) < 17) &&
    neighbours.every(
      ({ at, length, depth }) =>
        Math.abs(x - at.x) > length / 2 + 5 || Math.abs(y - at.y) > depth / 2 + 5,
    )
  const trees = Array.from({ length: 130 }, () => ({
    x: random.between(-88, 148),
    y: random.between(-100, 98),
  }))
    .filter(isClear)
    .map((at) => plain('tree', around(at, 1.6 + random.next() * 1.5, 14)))
  return [
    plain('lawn', box(-96, -108, 156, 106, CORNER)),
    plain('water', around({ x: -70, y: 4 }, 9, 24)),
    plain('paved', box(-13, -24, 21, -10, 3)),
    plain('paved', box(64, -66, 86, -46, 2)),
    ...ways,
    ...trees,
    ...neighbours.map(({ name, at, length, depth }): Around => ({
      kind: 'house',
      name,
      shape: box(at.x - length / 2, at.y - depth / 2, at.x + length / 2, at.y + depth / 2),
    })),
  ]
}
