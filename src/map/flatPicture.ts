/**
 * Paints a floor and its ground on a plain canvas, in the library's position and colours, until the
 * library's first frame.
 */
import type { Features } from './features.ts'
import { mercatorOf, mercatorPerMetre } from './mercator.ts'
import type { MapColours } from './style.ts'
import type { Padding } from './turned.ts'

const A_TILE = 512

export interface FlatLook {
  longitude: number
  latitude: number
  zoom: number
  bearing: number
}
interface Stage {
  width: number
  height: number
  padding: Padding
}
type Point = readonly [x: number, y: number]

/** Projects to stage pixels for a view from straight above. */
export function flatProjection(look: FlatLook, { width, height, padding }: Stage) {
  const world = A_TILE * 2 ** look.zoom
  const middle = mercatorOf(look)
  const angle = (-look.bearing * Math.PI) / 180
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  const x = (width + padding.left - padding.right) / 2
  const y = (height + padding.top - padding.bottom) / 2
  return (longitude: number, latitude: number): Point => {
    const at = mercatorOf({ longitude, latitude })
    const [right, down] = [(at.x - middle.x) * world, (at.y - middle.y) * world]
    return [x + right * cos - down * sin, y + right * sin + down * cos]
  }
}

type Paint = Pick<CanvasRenderingContext2D, 'globalAlpha' | 'lineWidth' | 'translate'> & {
  fillStyle: unknown
  strokeStyle: unknown
  lineCap: unknown
  lineJoin: unknown
  beginPath(): void
  moveTo(x: number, y: number): void
  lineTo(x: number, y: number): void
  closePath(): void
  fill(rule: 'evenodd'): void
  stroke(): void
  fillRect(x: number, y: number, width: number, height: number): void
}
type Feature = Features['features'][number]

/** Pixels, equal to the library's layers. */
const SHADOW = [2, 4, 6, 8, 10]

export function drawFlat(
  on: Paint,
  { plan, grounds }: { plan: Features; grounds: Features },
  look: FlatLook,
  stage: Stage,
  { colours, selectedRoomId }: { colours: MapColours; selectedRoomId: number | null },
): void {
  const at = flatProjection(look, stage)
  const perMetre = mercatorPerMetre(look.latitude) * A_TILE * 2 ** look.zoom
  const trace = ({ geometry }: Feature): void => {
    on.beginPath()
    const lines =
      geometry.type === 'Polygon'
        ? geometry.coordinates
        : geometry.type === 'LineString'
          ? [geometry.coordinates]
          : []
    for (const line of lines) {
      for (const [index, [longitude = 0, latitude = 0]] of line.entries()) {
        const [x, y] = at(longitude, latitude)
        if (index === 0) on.moveTo(x, y)
        else on.lineTo(x, y)
      }
      if (geometry.type === 'Polygon') on.closePath()
    }
  }
  const fill = (feature: Feature, colour: string, alpha = 1): void => {
    on.globalAlpha = alpha
    on.fillStyle = colour
    trace(feature)
    on.fill('evenodd')
  }
  const stroke = (feature: Feature, colour: string, width: number, alpha = 1): void => {
    on.globalAlpha = alpha
    on.strokeStyle = colour
    on.lineWidth = width
    trace(feature)
    on.stroke()
  }
  const wide = (metres: number, least: number): number => Math.max(least, metres * perMetre)
  const of = ({ features }: Features, name: string, value: string): Feature[] =>
    features.filter(({ properties }) => properties[name] === value)

  on.globalAlpha = 1
  on.fillStyle = colours.ground
  on.fillRect(0, 0, stage.width, stage.height)
  on.lineCap = on.lineJoin = 'round'
  for (const kind of ['lawn', 'water', 'paved'] as const)
    for (const one of of(grounds, 'kind', kind)) fill(one, colours[kind])
  for (const one of of(grounds, 'kind', 'path')) stroke(one, colours.path, wide(2.4, 1))
  for (const one of of(grounds, 'kind', 'road')) stroke(one, colours.roadEdge, wide(8.2, 2))
  for (const one of of(grounds, 'kind', 'road')) stroke(one, colours.road, wide(7, 1.4))
  for (const one of of(grounds, 'kind', 'tree')) {
    fill(one, colours.tree, 0.8)
    stroke(one, colours.treeEdge, 1, 0.8)
  }
  for (const one of of(grounds, 'kind', 'house')) {
    fill(one, colours.house)
    stroke(one, colours.houseEdge, 1)
  }
  const sites = of(plan, 'part', 'site')
  for (const offset of SHADOW) {
    on.translate(offset * 0.7, offset)
    for (const one of sites) fill(one, colours.shadow, 0.085)
    on.translate(-offset * 0.7, -offset)
  }
  for (const one of sites) fill(one, colours.rooms.circulation)
  const rooms = of(plan, 'part', 'room')
  for (const one of rooms) {
    const { roomId, fill: own } = one.properties
    fill(one, roomId === selectedRoomId ? colours.selected : String(own))
  }
  for (const one of rooms)
    if (one.properties['kind'] !== 'corridor') stroke(one, colours.wall, 0.8, 0.3)
  if (look.zoom >= 18.6)
    for (const one of of(plan, 'part', 'swing')) stroke(one, colours.wall, 0.8, 0.5)
  const isLine = ({ geometry }: Feature): boolean => geometry.type === 'LineString'
  for (const one of of(plan, 'part', 'wall'))
    if (isLine(one)) stroke(one, colours.wall, wide(0.16, 1.4))
    else fill(one, colours.wall)
  on.lineCap = 'butt'
  for (const one of of(plan, 'part', 'door'))
    if (isLine(one)) stroke(one, colours.rooms.circulation, wide(0.26, 2))
  for (const one of of(plan, 'part', 'window')) if (!isLine(one)) fill(one, colours.window)
}
