import { distanceBetween, type Metres } from '#contract/venue/plane.ts'
import type { Ground } from './ground.ts'
import { coverageShares, type RadioMap } from './radioMap.ts'
import { MOVED, type SurveyRecord } from './siteSurvey.ts'
import type { Anchor } from './anchor.ts'

export const surveyReasons = ['gatewayMoved', 'gatewayAdded', 'gatewayGone', 'old'] as const
export type SurveyReason = (typeof surveyReasons)[number]

/** Points become outdated, because furniture, walls and people change the signal. */
const OLD_DAYS = 180
const A_DAY = 86_400_000

interface Dated extends SurveyRecord {
  at: number
}

export function reasonToSurveyAgain(
  records: readonly Dated[],
  anchors: readonly Anchor[],
  now: number,
): { reason: SurveyReason; gatewayIds: number[] }[] {
  if (records.length === 0) return []
  const newest = new Map<number, Metres>()
  for (const { gateways } of records.toSorted((a, b) => a.at - b.at))
    for (const { gatewayId, x, y } of gateways) newest.set(gatewayId, { x, y })
  const standing = new Map(anchors.map((anchor) => [anchor.gatewayId, anchor]))
  const of = (reason: SurveyReason, ids: readonly number[]) =>
    ids.length === 0 ? [] : [{ reason, gatewayIds: [...ids] }]
  const known = [...newest]
  const ages = records.map(({ at }) => now - at).sort((a, b) => a - b)
  const middle = ages[Math.floor(ages.length / 2)] ?? 0
  return [
    ...of(
      'gatewayMoved',
      known.flatMap(([id, then]) => {
        const anchor = standing.get(id)
        return anchor !== undefined && distanceBetween(anchor, then) > MOVED ? [id] : []
      }),
    ),
    ...of(
      'gatewayAdded',
      anchors.flatMap(({ gatewayId }) => (newest.has(gatewayId) ? [] : [gatewayId])),
    ),
    ...of(
      'gatewayGone',
      known.flatMap(([id]) => (standing.has(id) ? [] : [id])),
    ),
    ...(middle > OLD_DAYS * A_DAY ? [{ reason: 'old' as const, gatewayIds: [] }] : []),
  ]
}

/** Share of the shadows that must be known for a covered cell. */
const COVERED = 0.35
/** Metres that a point covers without a map. */
const NEAR = 2.5
const MAX_SPOTS = 5
const MAX_CELLS = 1_000
const MAX_TRIED = 250

interface Cell extends Metres {
  isCovered: boolean
  /** All neighbouring cells belong to the same room, so it is not at a wall. */
  isClear: boolean
  /** Square metres. */
  size: number
}

/** Open cells of a floor, at most `MAX_CELLS`, and whether a point covers each. */
export function coverageOf(
  ground: Ground,
  points: readonly Metres[],
  map: RadioMap | null,
): { cells: Cell[]; share: number } {
  const shares = map === null ? null : coverageShares(map)
  const step = Math.max(1, Math.ceil(Math.sqrt((ground.width * ground.height) / MAX_CELLS)))
  const cells: Cell[] = []
  for (let row = Math.floor(step / 2); row < ground.height; row += step)
    for (let column = Math.floor(step / 2); column < ground.width; column += step) {
      if (ground.open[row * ground.width + column] !== 1) continue
      const at = {
        x: ground.west + (column + 0.5) * ground.cell,
        y: ground.south + (row + 0.5) * ground.cell,
      }
      const known =
        shares?.known[
          Math.floor(row / shares.step) * shares.columns + Math.floor(column / shares.step)
        ] ?? 0
      cells.push({
        ...at,
        size: (step * ground.cell) ** 2,
        isClear: isClearAt(ground, row, column),
        isCovered: known > COVERED || points.some((point) => distanceBetween(point, at) < NEAR),
      })
    }
  const covered = cells.filter(({ isCovered }) => isCovered).length
  return { cells, share: cells.length === 0 ? 0 : covered / cells.length }
}

function isClearAt({ open, rooms, width, height }: Ground, row: number, column: number): boolean {
  const own = rooms[row * width + column]
  for (let north = -1; north <= 1; north += 1)
    for (let east = -1; east <= 1; east += 1) {
      const [y, x] = [row + north, column + east]
      if (y < 0 || x < 0 || y >= height || x >= width) return false
      if (open[y * width + x] !== 1 || rooms[y * width + x] !== own) return false
    }
  return true
}

/**
 * Square metres: half of what a point in the open covers. A point that adds less is not suggested.
 */
const WORTH = (Math.PI * NEAR ** 2) / 2

/**
 * Among candidates that add nearly as much, the farthest from all points wins. At twice `NEAR` and
 * beyond, the candidate that adds most wins: that is in the middle, not at the walls.
 */
const NEARLY = 0.8

/**
 * Suggests where to measure next: positions that cover the most uncovered cells, far from each
 * other. Empty if the coverage is sufficient. `gain` is in square metres.
 */
export function nextSpots(
  cells: readonly Cell[],
  points: readonly Metres[],
): (Metres & { gain: number })[] {
  const spots: (Metres & { gain: number })[] = []
  const open = new Set(cells.filter(({ isCovered }) => !isCovered))
  const clear = cells.filter(({ isClear }) => isClear)
  const every = Math.max(1, Math.ceil(clear.length / MAX_TRIED))
  const tried = clear.filter((_cell, index) => index % every === 0)
  const size = cells[0]?.size ?? 0
  while (spots.length < MAX_SPOTS) {
    const gains = tried.map((at) => ({
      at,
      near: [...open].filter((cell) => distanceBetween(cell, at) < NEAR),
    }))
    const most = Math.max(0, ...gains.map(({ near }) => near.length))
    if (most === 0 || most * size < WORTH) break
    const taken = [...points, ...spots]
    const farOf = (at: Metres) =>
      Math.min(...taken.map((one) => distanceBetween(one, at)), 2 * NEAR)
    const best = gains
      .filter(({ near }) => near.length >= NEARLY * most && near.length * size >= WORTH)
      .map((one) => ({ ...one, far: farOf(one.at) }))
      .reduce((one, other) =>
        other.far > one.far || (other.far === one.far && other.near.length > one.near.length)
          ? other
          : one,
      )
    for (const cell of best.near) open.delete(cell)
    spots.push({ x: best.at.x, y: best.at.y, gain: best.near.length * size })
  }
  return spots
}
