/**
 * Finds the rooms of a building that can be walked to: connected open cells of the grids, with
 * floors joined by stairs and lifts above each other. Rooms outside the largest connected area are
 * unreached.
 */
import { metresBetween, type Degrees } from './plane.ts'
import type { RoomKind } from './shapes.ts'
import { gridOf, openAt, type Grid, type WalkFloor } from './walking.ts'

export interface Connector extends Degrees {
  kind: 'lift' | 'stairs'
}

/** Metres. The same shaft may be drawn this far apart on two floors. */
const SAME_SHAFT = 8

export function connectorAbove(
  shaft: Connector,
  others: readonly Connector[],
): Connector | undefined {
  let best: { one: Connector; metres: number } | undefined
  for (const one of others) {
    const metres = metresBetween(one, shaft)
    if (metres < (best?.metres ?? SAME_SHAFT)) best = { one, metres }
  }
  return best?.one
}

export const connectorsOf = (rooms: readonly (Degrees & { kind: RoomKind })[]): Connector[] =>
  rooms.flatMap(({ kind, longitude, latitude }) =>
    kind === 'lift' || kind === 'stairs' ? [{ kind, longitude, latitude }] : [],
  )

export interface ReachFloor extends WalkFloor {
  rooms: readonly (WalkFloor['rooms'][number] & Degrees)[]
}

/**
 * By floor and room: true if connected to most of the building. `closed` rooms count as reached.
 */
export function reachedRooms(floors: readonly ReachFloor[]): boolean[][] {
  const grounds = new Grounds()
  const labels = floors.map((floor) => {
    const grid = gridOf(floor)
    return grid === null ? null : { grid, of: grounds.label(grid) }
  })
  const groundAt = (index: number, point: Degrees): number => {
    const labelled = labels[index]
    const cell = labelled ? openAt(labelled.grid, point) : -1
    return cell < 0 ? -1 : (labelled?.of[cell] ?? -1)
  }
  const connectors = floors.map(({ rooms }) => connectorsOf(rooms))
  for (const [index, here] of connectors.entries()) {
    for (const [above, there] of connectors.entries()) {
      if (above <= index) continue
      for (const shaft of here) {
        const over = connectorAbove(shaft, there)
        if (over) grounds.join(groundAt(index, shaft), groundAt(above, over))
      }
    }
  }
  const grounded = floors.map(({ rooms }, index) =>
    rooms.map((room) => (room.kind === 'closed' ? null : grounds.find(groundAt(index, room)))),
  )
  const counts = new Map<number, number>()
  for (const ground of grounded.flat())
    if (ground !== null && ground >= 0) counts.set(ground, (counts.get(ground) ?? 0) + 1)
  const [main] = [...counts].sort(([, a], [, b]) => b - a)[0] ?? []
  return grounded.map((rooms) => rooms.map((ground) => ground === null || ground === main))
}

class Grounds {
  readonly #same: number[] = []

  /** Labels each connected area with a number. -1 means closed. */
  label(grid: Grid): Int32Array {
    const of = new Int32Array(grid.open.length).fill(-1)
    const stack: number[] = []
    for (let start = 0; start < of.length; start += 1) {
      if (grid.open[start] !== 1 || of[start] !== -1) continue
      const ground = this.#same.push(this.#same.length) - 1
      of[start] = ground
      stack.push(start)
      for (let cell = stack.pop(); cell !== undefined; cell = stack.pop()) {
        const column = cell % grid.width
        const beside = [
          column > 0 ? cell - 1 : -1,
          column + 1 < grid.width ? cell + 1 : -1,
          cell - grid.width,
          cell + grid.width,
        ]
        for (const to of beside) {
          if (to < 0 || to >= of.length || grid.open[to] !== 1 || of[to] !== -1) continue
          of[to] = ground
          stack.push(to)
        }
      }
    }
    return of
  }

  find(ground: number): number {
    let at = ground
    while (at >= 0 && this.#same[at] !== at) at = this.#same[at] ?? -1
    return at
  }

  join(one: number, other: number): void {
    const [a, b] = [this.find(one), this.find(other)]
    if (a >= 0 && b >= 0) this.#same[Math.max(a, b)] = Math.min(a, b)
  }
}
