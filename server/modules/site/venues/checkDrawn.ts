import type { z } from 'zod'
import type { venuePlans as contract } from '#contract/venue/venuePlans.ts'
import { MAX_POINTS, MAX_SPAN_M } from '#contract/venue/planBounds.ts'
import { metresBetween } from '#contract/venue/plane.ts'
import { checkedPlan, planFaultSteps, type PlanFault } from '#contract/venue/planFaults.ts'
import { areaOf, crossesItself, isCounterClockwise } from '#contract/venue/polygon.ts'
import type { Part, Polygon, Position } from '#contract/venue/shapes.ts'
import { runInSlices } from '#kernel/work/yieldToEventLoop.ts'
import { badInput, refuseNotFound, Refusal } from '#kernel/http/errors.ts'

type Draft = Omit<z.output<typeof contract.updateFloorPlan.body>, 'version'>
type Room = Draft['rooms'][number]
/** The stored floor. Errors it already has do not block saving. */
interface Before {
  outline: Polygon
  parts: readonly Part[]
  rooms: readonly { id: number; outline: Polygon }[]
}

export async function checkDrawn(draft: Draft, before: Before | null): Promise<void> {
  const known = new Map(before?.rooms.map(({ id, outline }) => [id, outline]))
  checkSizes(draft)
  checkShape(draft.outline, 'body.outline')
  const seen = new Set<number>()
  for (const [index, { id, outline }] of draft.rooms.entries()) {
    const path = `body.rooms.${index}`
    if (id !== null) {
      if (!known.has(id)) throw refuseNotFound('room', `${path}.id`)
      if (seen.has(id)) throw badInput(`${path}.id`, 'duplicate', 'This room comes twice.')
      seen.add(id)
    }
    checkShape(outline, `${path}.outline`, id === null ? undefined : known.get(id))
  }
  const now = checkedPlan({
    ...draft,
    rooms: draft.rooms.map(({ id, outline }, index) => ({
      key: `${id ?? `new ${index}`}`,
      outline,
    })),
  })
  const then =
    before &&
    checkedPlan({
      ...before,
      rooms: before.rooms.map(({ id, outline }) => ({ key: `${id}`, outline })),
    })
  const faults = await runInSlices(planFaultSteps(now, then))
  if (faults.length > 0) throw impossible(draft, faults)
}

function checkSizes({ outline, rooms, parts, name }: Draft): void {
  const shapes = [outline, ...rooms.map((room) => room.outline), ...parts.map(({ shape }) => shape)]
  if (shapes.reduce((sum, shape) => sum + cornersOf(shape).length, 0) > MAX_POINTS)
    throw badInput('body.rooms', 'tooManyPoints', `A floor has at most ${MAX_POINTS} corners.`)
  const [origin] = outline.coordinates[0] ?? []
  if (origin === undefined) return
  const far = rooms.findIndex((room) => isFar(room.outline, origin))
  if (far >= 0) throw tooLarge(`body.rooms.${far}.outline`, nameOf(rooms, far))
  if (shapes.some((shape) => isFar(shape, origin))) throw tooLarge('body.outline', name)
}

const tooLarge = (path: string, what: string): Refusal =>
  new Refusal(
    400,
    `“${what}” reaches too far: a floor is at most ${MAX_SPAN_M / 1_000} km across.`,
    [{ path, code: 'planTooLarge', message: what }],
  )

const nameOf = (rooms: readonly Room[], index: number): string =>
  [rooms[index]?.code ?? '', rooms[index]?.name ?? ''].filter((one) => one !== '').join(' ') ||
  `#${index + 1}`

const MAX_TOLD = 5

function impossible({ rooms, name }: Draft, faults: readonly PlanFault[]): Refusal {
  const called = (index: number) => nameOf(rooms, index)
  const told = faults.slice(0, MAX_TOLD).map((fault) => {
    const { code } = fault
    switch (code) {
      case 'roomOutsideFloor': {
        const room = called(fault.room)
        return {
          words: `“${room}” lies outside the outline of its floor.`,
          fault: { path: `body.rooms.${fault.room}.outline`, code, message: room },
        }
      }
      case 'roomsOverlap': {
        const [room, other] = [called(fault.room), called(fault.other)]
        return {
          words: `“${room}” and “${other}” lie on each other.`,
          fault: {
            path: `body.rooms.${fault.other}.outline`,
            code,
            message: `${room}, ${other}`,
          },
        }
      }
      case 'doorAwayFromWall': {
        const room = fault.room === null ? name : called(fault.room)
        return {
          words: `A door beside “${room}” stands away from every wall.`,
          fault: { path: `body.parts.${fault.part}.shape`, code, message: room },
        }
      }
    }
  })
  const left = faults.length - told.length
  return new Refusal(
    400,
    [...told.map(({ words }) => words), ...(left > 0 ? [`${left} more.`] : [])].join(' '),
    told.map(({ fault }) => fault),
  )
}

type Shape = Draft['parts'][number]['shape']
const cornersOf = ({ coordinates }: Shape): Position[] =>
  coordinates.flatMap((one) => (isRing(one) ? one : [one]))
const isRing = (one: Position | Position[]): one is Position[] => Array.isArray(one[0])
const degrees = ([longitude, latitude]: Position) => ({ longitude, latitude })
const isFar = (shape: Shape, origin: Position): boolean =>
  cornersOf(shape).some((corner) => metresBetween(degrees(origin), degrees(corner)) > MAX_SPAN_M)

function checkShape(shape: Polygon, path: string, before?: Polygon): void {
  if (before !== undefined && isSame(before, shape)) return
  const [ring = []] = shape.coordinates
  if (areaOf(shape) === 0) throw badInput(path, 'empty', 'This outline encloses nothing.')
  if (crossesItself(ring)) throw badInput(path, 'crossesItself', 'This outline crosses itself.')
  const [first, last] = [ring[0], ring.at(-1)]
  if (first?.[0] !== last?.[0] || first?.[1] !== last?.[1] || !isCounterClockwise(ring))
    throw badInput(path, 'invalid', 'An outline is closed and runs against the clock.')
}

/** Degrees. The page rounds by less than a millimetre. */
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
