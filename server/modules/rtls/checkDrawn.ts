/** What a drawn floor may hold, beside what its shape says. */
import type { z } from 'zod'
import type { venuePlans as contract } from '#contract/venuePlans'
import { MAX_POINTS, MAX_SPAN_M } from '#contract/venue/planBounds'
import { metresBetween } from '#contract/venue/plane'
import { areaOf, crossesItself, isCounterClockwise } from '#contract/venue/polygon'
import type { Polygon, Position } from '#contract/venue/shapes'
import { badInput, notThere } from '../../kernel/errors.ts'

type Draft = Omit<z.output<typeof contract.updateFloorPlan.body>, 'version'>

/** `known`: outlines of the rooms that are there; one that lies there as it is stays usable. */
export function checkDrawn(draft: Draft, known: ReadonlyMap<number, Polygon>): void {
  const shapes = [
    draft.outline,
    ...draft.rooms.map(({ outline }) => outline),
    ...draft.parts.map(({ shape }) => shape),
  ]
  if (shapes.reduce((sum, shape) => sum + pointsOf(shape), 0) > MAX_POINTS)
    throw badInput('body.rooms', 'tooManyPoints', `A floor has at most ${MAX_POINTS} corners.`)
  const [origin] = draft.outline.coordinates[0] ?? []
  if (origin !== undefined && shapes.some((shape) => isFar(shape, origin)))
    throw badInput('body.outline', 'tooLarge', `A floor is at most ${MAX_SPAN_M} m across.`)
  checkShape(draft.outline, 'body.outline')
  const seen = new Set<number>()
  for (const [index, { id, outline }] of draft.rooms.entries()) {
    const path = `body.rooms.${index}`
    if (id !== null) {
      if (!known.has(id)) throw notThere('room', `${path}.id`)
      if (seen.has(id)) throw badInput(`${path}.id`, 'duplicate', 'This room comes twice.')
      seen.add(id)
    }
    checkShape(outline, `${path}.outline`, id === null ? undefined : known.get(id))
  }
}

type Shape = Draft['parts'][number]['shape']
const cornersOf = ({ coordinates }: Shape): Position[] =>
  coordinates.flatMap((one) => (isRing(one) ? one : [one]))
const isRing = (one: Position | Position[]): one is Position[] => Array.isArray(one[0])
const degrees = ([longitude, latitude]: Position) => ({ longitude, latitude })
const isFar = (shape: Shape, origin: Position): boolean =>
  cornersOf(shape).some((corner) => metresBetween(degrees(origin), degrees(corner)) > MAX_SPAN_M)

const pointsOf = (shape: Shape): number => cornersOf(shape).length

function checkShape(shape: Polygon, path: string, before?: Polygon): void {
  if (before !== undefined && isSame(before, shape)) return
  const [ring = []] = shape.coordinates
  if (areaOf(shape) === 0) throw badInput(path, 'empty', 'This outline encloses nothing.')
  if (crossesItself(ring)) throw badInput(path, 'crossesItself', 'This outline crosses itself.')
  const [first, last] = [ring[0], ring.at(-1)]
  if (first?.[0] !== last?.[0] || first?.[1] !== last?.[1] || !isCounterClockwise(ring))
    throw badInput(path, 'invalid', 'An outline is closed and runs against the clock.')
}

/** Degrees come back from a page rounded by less than a millimetre. */
const NEAR = 1e-8
const isSame = (a: Polygon, b: Polygon): boolean =>
  a.coordinates.length === b.coordinates.length &&
  a.coordinates.every((ring, place) => {
    const other = b.coordinates[place] ?? []
    return (
      ring.length === other.length &&
      ring.every(([x, y], index) => {
        const [otherX = Number.NaN, otherY = Number.NaN] = other[index] ?? []
        return Math.abs(x - otherX) < NEAR && Math.abs(y - otherY) < NEAR
      })
    )
  })
