import { distanceBetween, nearestOn, type Metres } from '#contract/venue/plane.ts'
import type { Plan } from './plan.ts'
import { wallEdges, sidesOf, type Edge } from './shapes.ts'

export const wallsOf = ({ rooms, parts }: Pick<Plan, 'rooms' | 'parts'>): Edge[] => [
  ...rooms.flatMap(({ corners }) => sidesOf(corners)),
  ...parts
    .filter(({ kind }) => kind === 'wall')
    .flatMap(({ isArea, lines }) =>
      lines.flatMap((line) => (isArea ? wallEdges(line) : wallEdges(line).slice(0, -1))),
    ),
]

/** Metres of wall left at each side of an opening. */
const JAMB_M = 0.1

export function openingAt(
  plan: Pick<Plan, 'rooms' | 'parts'>,
  { at, wide, reach }: { at: Metres; wide: number; reach: number },
): [Metres, Metres] | null {
  let [wall, far] = [null as Edge | null, reach]
  for (const edge of wallsOf(plan)) {
    const length = distanceBetween(nearestOn(edge, at).at, at)
    // of coincident walls, the first counts
    if (length < far - 1e-6) [wall, far] = [edge, length]
  }
  if (wall === null) return null
  const [from, to] = wall
  const length = distanceBetween(from, to)
  const opening = Math.min(wide, length - 2 * JAMB_M)
  if (!(opening > 0.2)) return null
  const half = opening / 2
  const middle = Math.max(
    half + JAMB_M,
    Math.min(length - half - JAMB_M, nearestOn(wall, at).along * length),
  )
  const point = (metres: number): Metres => ({
    x: from.x + ((to.x - from.x) * metres) / length,
    y: from.y + ((to.y - from.y) * metres) / length,
  })
  return [point(middle - half), point(middle + half)]
}
