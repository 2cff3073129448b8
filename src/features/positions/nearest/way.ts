import { metresBetween } from '#contract/venue/plane.ts'
import type { Marks } from '#map/features.ts'

interface Spot {
  longitude: number
  latitude: number
}
interface Leg {
  floorId: number
  floorName: string
  points: readonly Spot[]
  by: 'lift' | 'stairs' | null
}
export interface Way {
  relation: string
  legs: readonly Leg[]
}

export function legExtent(
  { legs }: Pick<Way, 'legs'>,
  floorId: number,
): (Spot & { metres: number }) | null {
  const points = legs.find((leg) => leg.floorId === floorId)?.points ?? []
  if (points.length === 0) return null
  const middle = (of: (spot: Spot) => number): number =>
    (Math.min(...points.map(of)) + Math.max(...points.map(of))) / 2
  const at = {
    longitude: middle(({ longitude }) => longitude),
    latitude: middle(({ latitude }) => latitude),
  }
  return { ...at, metres: Math.max(...points.map((point) => metresBetween(at, point))) }
}

interface Dressed {
  colour: string
  startColour: string
  start: string
  onWord(by: 'lift' | 'stairs', floor: string): string
  goal: { id: number; name: string }
}

export function marksOfWay(
  { relation, legs }: Way,
  floorId: number,
  { colour, startColour, start, onWord, goal }: Dressed,
): Marks {
  const at = legs.findIndex((leg) => leg.floorId === floorId)
  const leg = legs[at]
  if (leg === undefined) return {}
  const [first, last] = [leg.points[0], leg.points.at(-1)]
  const next = legs[at + 1]
  const isStraight = relation === 'straight'
  const pins: NonNullable<Marks['pins']>[number][] = []
  if (first !== undefined && at === 0)
    pins.push({ at: first, label: start, colour: startColour, isBig: true })
  if (first !== undefined && at > 0 && !isStraight)
    pins.push({ at: first, label: '', colour, isBig: true })
  if (last !== undefined)
    pins.push(
      next === undefined || leg.by === null
        ? { at: last, label: goal.name, colour, moverId: goal.id }
        : { at: last, label: onWord(leg.by, next.floorName), colour, isBig: true },
    )
  return { lines: [{ points: leg.points, colour, isDashed: isStraight }], pins }
}
