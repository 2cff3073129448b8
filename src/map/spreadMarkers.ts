/**
 * Separates overlapping marks: a few at one spot form a ring, many become a cluster, and none
 * stands in a wall. In metres.
 */
import type { Metres } from '#contract/venue/plane.ts'
import type { Movers } from './movers.ts'

/** Room outlines in the same metres, by room id. */
export type Rooms = ReadonlyMap<number, readonly Metres[]>

export interface Cluster {
  /** The lowest id of its members, stable while the members stay. */
  id: number
  x: number
  y: number
  level: number
  ids: number[]
  glyphs: [glyph: number, count: number][]
  /** The count of each colour (0xRRGGBB), highest first. */
  colours: [colour: number, count: number][]
}
export interface Arranged {
  x: Float32Array
  y: Float32Array
  /** 1 if the mark is drawn as part of a cluster. */
  hidden: Uint8Array
  clusters: Cluster[]
}
interface Asked {
  radius: number
  rooms: Rooms
  /** The most marks in a ring; more become a cluster. */
  ring: number
  chosenId: number | null
}

/** Beyond this, marks are dots and are not arranged. */
export const ARRANGED_AT_MOST = 700
/** The most a mark may move from its true position, in radii. */
const LEASH = 2.6
const PASSES = 5
/** Within this distance of a room, a mark outside all rooms is drawn inside it. In radii. */
const BESIDE = 1.8

export function spreadMarkers(
  movers: Movers,
  x: Float32Array,
  y: Float32Array,
  { radius, rooms, ring, chosenId }: Asked,
): Arranged {
  const { count } = movers
  const out: Arranged = {
    x: x.slice(0, count),
    y: y.slice(0, count),
    hidden: new Uint8Array(count),
    clusters: [],
  }
  const near = neighboursWithin(x, y, count, radius * 1.6)
  const taken = new Uint8Array(count)
  for (let place = 0; place < count; place += 1) {
    if (taken[place] === 1) continue
    taken[place] = 1
    const isChosen = movers.ids[place] === chosenId
    const group = [place]
    if (!isChosen)
      for (const other of near(place)) {
        if (taken[other] === 1 || movers.ids[other] === chosenId) continue
        if (movers.levels[other] !== movers.levels[place]) continue
        taken[other] = 1
        group.push(other)
      }
    if (group.length === 1) continue
    group.sort((a, b) => (movers.ids[a] ?? 0) - (movers.ids[b] ?? 0))
    if (group.length <= ring) setAround(out, group, radius)
    else joinUp(out, movers, group)
  }
  // Alternates, because separating may push into a wall and a wall may push onto a neighbour.
  for (let pass = 0; pass < PASSES; pass += 1) {
    pushApart(out, movers, x, y, radius, chosenId)
    keepOffWalls(out, movers, rooms, radius)
  }
  return out
}

/** Finds neighbours with a grid, to avoid comparing all pairs. */
function neighboursWithin(
  x: Float32Array,
  y: Float32Array,
  count: number,
  reach: number,
): (place: number) => number[] {
  const cells = new Map<string, number[]>()
  const cellOf = (value: number): number => Math.floor(value / reach)
  for (let place = 0; place < count; place += 1) {
    const key = `${cellOf(x[place] ?? 0)},${cellOf(y[place] ?? 0)}`
    const cell = cells.get(key)
    if (cell === undefined) cells.set(key, [place])
    else cell.push(place)
  }
  return (place) => {
    const [px, py] = [x[place] ?? 0, y[place] ?? 0]
    const found: number[] = []
    for (let dx = -1; dx <= 1; dx += 1)
      for (let dy = -1; dy <= 1; dy += 1)
        for (const other of cells.get(`${cellOf(px) + dx},${cellOf(py) + dy}`) ?? [])
          if (other !== place && Math.hypot((x[other] ?? 0) - px, (y[other] ?? 0) - py) <= reach)
            found.push(other)
    return found
  }
}

const middleOf = ({ x, y }: Pick<Arranged, 'x' | 'y'>, group: readonly number[]): Metres => ({
  x: group.reduce((sum, place) => sum + (x[place] ?? 0), 0) / group.length,
  y: group.reduce((sum, place) => sum + (y[place] ?? 0), 0) / group.length,
})

/** The radius of a ring in which `count` marks touch. */
const ringOf = (count: number, radius: number): number =>
  (radius * 1.04) / Math.sin(Math.PI / Math.max(2, count))
const IN_RING = 6

/**
 * Puts marks in a ring around their middle; larger groups, seen from near, in rings of six, twelve
 * and so on.
 */
function setAround(out: Arranged, group: readonly number[], radius: number): void {
  const middle = middleOf(out, group)
  let set = 0
  for (let ring = 1; set < group.length; ring += 1) {
    const here = Math.min(group.length - set, IN_RING * ring)
    const away =
      ring === 1 ? ringOf(here, radius) : ringOf(IN_RING, radius) + (ring - 1) * radius * 2.1
    for (let index = 0; index < here; index += 1) {
      const place = group[set + index] ?? 0
      const angle = (index / here) * 2 * Math.PI + (here === 2 ? 0 : Math.PI / 2)
      out.x[place] = middle.x + Math.cos(angle) * away
      out.y[place] = middle.y + Math.sin(angle) * away
    }
    set += here
  }
}

function joinUp(out: Arranged, movers: Movers, group: readonly number[]): void {
  const middle = middleOf(out, group)
  const glyphs = new Map<number, number>()
  const colours = new Map<number, number>()
  for (const place of group) {
    out.hidden[place] = 1
    out.x[place] = middle.x
    out.y[place] = middle.y
    const [glyph, colour] = [movers.glyphs[place] ?? 0, movers.colours[place] ?? 0]
    glyphs.set(glyph, (glyphs.get(glyph) ?? 0) + 1)
    colours.set(colour, (colours.get(colour) ?? 0) + 1)
  }
  const mostFirst = (counts: Map<number, number>): [number, number][] =>
    [...counts].toSorted(([a, m], [b, n]) => n - m || a - b)
  out.clusters.push({
    id: movers.ids[group[0] ?? 0] ?? 0,
    ...middle,
    level: movers.levels[group[0] ?? 0] ?? 0,
    ids: group.map((place) => movers.ids[place] ?? 0),
    glyphs: mostFirst(glyphs),
    colours: mostFirst(colours),
  })
}

function pushApart(
  out: Arranged,
  movers: Movers,
  trueX: Float32Array,
  trueY: Float32Array,
  radius: number,
  chosenId: number | null,
): void {
  const seen = Array.from({ length: movers.count }, (_, place) => place).filter(
    (place) => out.hidden[place] === 0,
  )
  const near = neighboursWithin(out.x, out.y, movers.count, radius * 2.6)
  for (const place of seen)
    for (const other of near(place)) {
      if (out.hidden[other] === 1 || other < place) continue
      if (movers.levels[other] !== movers.levels[place]) continue
      const [dx, dy] = [
        (out.x[other] ?? 0) - (out.x[place] ?? 0),
        (out.y[other] ?? 0) - (out.y[place] ?? 0),
      ]
      const apart = Math.hypot(dx, dy)
      const isBig = movers.ids[place] === chosenId || movers.ids[other] === chosenId
      const missing = (radius * (isBig ? 2.6 : 2.02) - apart) / (isBig ? 1 : 2)
      if (missing <= 0) continue
      const [ux, uy] = apart < 1e-6 ? [1, 0] : [dx / apart, dy / apart]
      if (movers.ids[place] !== chosenId) move(place, -ux * missing, -uy * missing)
      if (movers.ids[other] !== chosenId) move(other, ux * missing, uy * missing)
    }
  function move(place: number, dx: number, dy: number): void {
    const [tx, ty] = [trueX[place] ?? 0, trueY[place] ?? 0]
    const [nx, ny] = [(out.x[place] ?? 0) + dx, (out.y[place] ?? 0) + dy]
    const away = Math.hypot(nx - tx, ny - ty)
    const held = away > LEASH * radius ? (LEASH * radius) / away : 1
    out.x[place] = tx + (nx - tx) * held
    out.y[place] = ty + (ny - ty) * held
  }
}

/** Moves a mark into the room of its equipment, away from the walls if there is room. */
function keepOffWalls(out: Arranged, movers: Movers, rooms: Rooms, radius: number): void {
  const clear = radius + 0.15
  for (let place = 0; place < movers.count; place += 1) {
    const from = { x: out.x[place] ?? 0, y: out.y[place] ?? 0 }
    const ring = rooms.get(movers.rooms[place] ?? 0)
    const at =
      ring === undefined
        ? besideRoom(rooms, from, clear, radius * BESIDE)
        : awayFromWalls(ring, from, clear)
    out.x[place] = at.x
    out.y[place] = at.y
  }
}

/** Moves a position inside a wall into the nearest room. */
function besideRoom(rooms: Rooms, from: Metres, clear: number, reach: number): Metres {
  let best = from
  let least = reach
  for (const ring of rooms.values()) {
    if (!isNear(ring, from, reach)) continue
    const at = awayFromWalls(ring, from, clear)
    const away = Math.hypot(at.x - from.x, at.y - from.y)
    if (away >= least || !isNear(ring, at, 0)) continue
    least = away
    best = at
  }
  return best
}

/** True within `reach` of the bounding box. */
const isNear = (ring: readonly Metres[], { x, y }: Metres, reach: number): boolean =>
  ring.some((corner) => corner.x <= x + reach) &&
  ring.some((corner) => corner.x >= x - reach) &&
  ring.some((corner) => corner.y <= y + reach) &&
  ring.some((corner) => corner.y >= y - reach)

/** Two passes, because one wall may push into another. `ring` runs counterclockwise. */
export function awayFromWalls(ring: readonly Metres[], from: Metres, wished: number): Metres {
  let { x, y } = from
  // In a narrow room the mark stands in the middle.
  const clear = Math.min(wished, broadOf(ring))
  for (let pass = 0; pass < 2; pass += 1)
    for (const [index, a] of ring.entries()) {
      const b = ring[index + 1]
      if (b === undefined) continue
      const [dx, dy] = [b.x - a.x, b.y - a.y]
      const length = Math.hypot(dx, dy)
      if (length < 1e-6) continue
      const along = ((x - a.x) * dx + (y - a.y) * dy) / length
      if (along < -clear || along > length + clear) continue
      const inside = ((x - a.x) * -dy + (y - a.y) * dx) / length
      // Far beyond a wall lies another part of an L-shaped room.
      if (inside >= clear || inside < -clear * 3) continue
      const push = clear - inside
      x += (-dy / length) * push
      y += (dx / length) * push
    }
  return { x, y }
}

/** At most half the room's width: area over perimeter. */
function broadOf(ring: readonly Metres[]): number {
  let [area, length] = [0, 0]
  for (const [index, a] of ring.entries()) {
    const b = ring[index + 1]
    if (b === undefined) continue
    area += (a.x * b.y - b.x * a.y) / 2
    length += Math.hypot(b.x - a.x, b.y - a.y)
  }
  return length === 0 ? 0 : Math.abs(area) / length
}
