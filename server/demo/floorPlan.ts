/** The hospital's floors as drawn by an architect, in metres, then rotated and georeferenced. */
import { planeAt, type Degrees, type Metres } from '#contract/venue/plane.ts'
import type { Part, Polygon, Position, RoomKind } from '#contract/venue/shapes.ts'
import { seededRandom, type Random } from './random.ts'
import { fillPlaceholders, type FloorKey, type Words } from './words.ts'

export interface DemoBuilding {
  code: string
  at: Degrees
  /** Degrees, counter-clockwise. */
  turned: number
  length: number
  depths: [south: number, corridor: number, north: number]
  seed: number
}
interface DrawnRoom {
  code: string | null
  name: string
  kind: RoomKind
  category: string | null
  outline: Polygon
  middle: Degrees
}
export interface DrawnFloor {
  outline: Polygon
  parts: Part[]
  rooms: DrawnRoom[]
  /** Positions of gateways: the ends of the corridor and the rooms between. */
  hooks: Degrees[]
}

export const houses: readonly DemoBuilding[] = [
  {
    code: 'A',
    at: { latitude: 50.0755, longitude: 14.4378 },
    turned: -9,
    length: 66,
    depths: [8.2, 3, 9],
    seed: 31,
  },
  {
    code: 'B',
    at: { latitude: 50.0759, longitude: 14.4391 },
    turned: 16,
    length: 56,
    depths: [9.4, 3.4, 9.4],
    seed: 47,
  },
]

const [bed, care, work, store] = ['patient room', 'treatment room', 'office', 'storage']
/** Uses of a floor's twelve rooms, in the English categories of IMDF. */
const floors: Partial<Record<FloorKey, readonly string[]>> = {
  emergency: [
    care,
    care,
    'triage',
    care,
    bed,
    store,
    bed,
    bed,
    'waiting room',
    care,
    care,
    'reception',
  ],
  intensive: [bed, bed, bed, care, bed, store, bed, bed, 'laboratory', work, bed, 'technical room'],
  radiology: [
    'mri',
    'ct',
    care,
    care,
    'x-ray',
    store,
    'waiting room',
    care,
    work,
    work,
    care,
    'server room',
  ],
  operating: [
    'operating theatre',
    'operating theatre',
    store,
    'operating theatre',
    'operating theatre',
    'technical room',
    'recovery ward',
    'recovery ward',
    store,
    work,
    'changing room',
    'laboratory',
  ],
}
const ofWard = [bed, bed, bed, bed, care, store, bed, bed, work, 'lounge', bed, bed]
export const categoriesOf = (floor: FloorKey | undefined): readonly string[] =>
  (floor && floors[floor]) ?? ofWard

const OUTER = 0.4
const INNER = 0.18
const DOOR = 1.3

export function drawFloor(
  house: DemoBuilding,
  level: number,
  codes: readonly string[],
  categories: readonly string[],
  words: Words['places'],
): DrawnFloor {
  const random = seededRandom(house.seed)
  const [south, corridor, north] = house.depths
  const [top, middle, bottom] = [south + corridor + north, south + corridor, south]
  const plane = planeAt(house.at)
  const angle = (house.turned * Math.PI) / 180
  const onEarth = ({ x, y }: Metres): Degrees => {
    const [dx, dy] = [x - house.length / 2, y - top / 2]
    return plane.toDegrees({
      x: dx * Math.cos(angle) - dy * Math.sin(angle),
      y: dx * Math.sin(angle) + dy * Math.cos(angle),
    })
  }
  const box = (x0: number, y0: number, x1: number, y1: number): Polygon => {
    const ring = [
      { x: x0, y: y0 },
      { x: x1, y: y0 },
      { x: x1, y: y1 },
      { x: x0, y: y1 },
      { x: x0, y: y0 },
    ].map((corner): Position => {
      const { longitude, latitude } = onEarth(corner)
      return [longitude, latitude]
    })
    return { type: 'Polygon', coordinates: [ring] }
  }
  const rooms: DrawnRoom[] = []
  const parts: Part[] = []
  const wall = (x0: number, y0: number, x1: number, y1: number) =>
    void (x1 > x0 && y1 > y0 && parts.push({ kind: 'wall', shape: box(x0, y0, x1, y1) }))
  const addRoom = (
    kind: RoomKind,
    name: string,
    code: string | null,
    category: string | null,
    x0: number,
    y0: number,
    x1: number,
    y1: number,
  ) =>
    rooms.push({
      kind,
      name,
      code,
      category,
      outline: box(x0, y0, x1, y1),
      middle: onEarth({ x: (x0 + x1) / 2, y: (y0 + y1) / 2 }),
    })

  const outerWalls = () => {
    wall(-OUTER, -OUTER, house.length + OUTER, 0)
    wall(-OUTER, top, house.length + OUTER, top + OUTER)
    wall(-OUTER, -OUTER, 0, top + OUTER)
    wall(house.length, -OUTER, house.length + OUTER, top + OUTER)
  }
  const strip = (side: 'north' | 'south', slots: readonly Slot[]) => {
    const [y0, y1] = side === 'north' ? [middle, top] : [0, bottom]
    const [wallLow, wallHigh] =
      side === 'north'
        ? [middle - INNER / 2, middle + INNER / 2]
        : [bottom - INNER / 2, bottom + INNER / 2]
    for (const [x0, x1, slot] of spread(slots, house.length)) {
      addRoom(slot.kind, slot.name, slot.code, slot.category, x0, y0, x1, y1)
      if (x0 > 0 && !slot.isOpen) wall(x0 - INNER / 2, y0, x0 + INNER / 2, y1)
      if (!slot.isOpen && x1 < house.length) wall(x1 - INNER / 2, y0, x1 + INNER / 2, y1)
      if (slot.isOpen) continue
      const from = x0 + (x1 - x0 - DOOR) * (slot.kind === 'room' ? 0.25 + 0.5 * slot.doorAt : 0.5)
      wall(x0, wallLow, from, wallHigh)
      wall(from + DOOR, wallLow, x1, wallHigh)
      parts.push({ kind: 'door', shape: box(from, wallLow, from + DOOR, wallHigh) })
      const outside = side === 'north' ? ([top, top + OUTER] as const) : ([-OUTER, 0] as const)
      for (const share of slot.kind === 'room' ? [0.18, 0.58] : [])
        parts.push({
          kind: 'window',
          shape: box(
            x0 + (x1 - x0) * share,
            outside[0],
            x0 + (x1 - x0) * (share + 0.26),
            outside[1],
          ),
        })
    }
  }
  outerWalls()
  const room = (code: string | undefined): Slot => ({
    kind: 'room',
    name: code === undefined ? '' : fillPlaceholders(words.room, { code }),
    code: code ?? null,
    category: categories[codes.indexOf(code ?? '')] ?? null,
    share: 0.8 + random.next() * 0.6,
    doorAt: random.next(),
    isOpen: false,
  })
  const fixed = (kind: RoomKind, name: string, share: number, isOpen = false): Slot => ({
    kind,
    name,
    code: null,
    category: null,
    share,
    doorAt: 0.5,
    isOpen,
  })
  const half = Math.ceil(codes.length / 2)
  const upper = codes.slice(0, half).map(room)
  const lower = codes.slice(half).map(room)
  strip('north', [
    ...upper.slice(0, 3),
    fixed('stairs', words.stairs, 0.42),
    fixed('lift', words.lift, 0.34),
    fixed('toilet', words.toilet, 0.5),
    ...upper.slice(3),
  ])
  strip('south', [
    ...lower.slice(0, 3),
    fixed(level === 0 ? 'entrance' : 'corridor', words.station, 0.85, true),
    ...lower.slice(3),
  ])
  addRoom('corridor', words.corridor, null, null, 0, bottom, house.length, middle)
  const hooks = hookPlaces(house.length, bottom, middle, top, random).map(onEarth)
  return { outline: box(-OUTER, -OUTER, house.length + OUTER, top + OUTER), parts, rooms, hooks }
}

interface Slot {
  kind: RoomKind
  name: string
  code: string | null
  category: string | null
  share: number
  doorAt: number
  isOpen: boolean
}

function spread(slots: readonly Slot[], length: number): [number, number, Slot][] {
  const total = slots.reduce((sum, { share }) => sum + share, 0)
  let x = 0
  return slots.map((slot) => {
    const from = x
    x += (slot.share / total) * length
    return [from, x, slot]
  })
}

/** Never collinear, so that any three gateways form a triangle. */
function hookPlaces(
  length: number,
  bottom: number,
  middle: number,
  top: number,
  random: Random,
): Metres[] {
  const off = () => (random.next() - 0.5) * 2
  return [
    { x: length * 0.12 + off(), y: middle + 0.7 },
    { x: length * 0.38 + off(), y: bottom - 0.8 },
    { x: length * 0.64 + off(), y: middle + 0.7 },
    { x: length * 0.9 + off(), y: bottom - 0.8 },
  ].map(({ x, y }, index) => ({
    x,
    y: index % 2 === 0 ? Math.min(top - 1, y + 2.5) : Math.max(1, y - 2.5),
  }))
}
