import { expect, it } from 'vitest'
import { marksOfPlacing, type Reach } from './reach.ts'

const colours = { moved: 'orange', others: 'turquoise', before: 'grey' }
const gateway = (id: number, metres: number, isMeasured = true): Reach => ({
  equipment: { id, name: `Gateway ${id}` },
  longitude: 14 + id / 1_000,
  latitude: 50,
  metres,
  isMeasured,
})
const moved = (id: number | null, at: typeof spot | null = null) => ({ id, at, label: 'Now here' })
const spot = { longitude: 14.5, latitude: 50 }

it('placing a gateway shows the others with their range, an unmeasured one with a dashed rim', () => {
  const { circles, pins } = marksOfPlacing(
    [gateway(1, 8), gateway(2, 10, false)],
    moved(9),
    null,
    colours,
  )
  expect(circles?.map(({ metres, isDashed }) => [metres, isDashed])).toEqual([
    [8, false],
    [10, true],
  ])
  expect(pins?.map(({ label }) => label)).toEqual(['Gateway 1', 'Gateway 2'])
})

it('placing a gateway dims it where it stood, and takes its range along', () => {
  const { circles, lines, pins } = marksOfPlacing(
    [gateway(1, 8), gateway(2, 12)],
    moved(1),
    spot,
    colours,
  )
  expect(circles?.map(({ colour, metres }) => [colour, metres])).toEqual([
    ['turquoise', 12],
    ['grey', 8],
    ['orange', 8],
  ])
  expect(lines).toHaveLength(1)
  expect(pins?.at(-1)).toMatchObject({ at: spot, isBig: true })
})

it('placing other equipment shows the spot alone', () => {
  expect(marksOfPlacing([], moved(null), spot, colours)).toMatchObject({
    circles: [],
    pins: [{ at: spot }],
  })
})

it('placing marks where equipment is now, also what is not a gateway, beside the new spot', () => {
  const standsAt = { longitude: 14.2, latitude: 50 }
  const marksFor = (at: typeof spot | null) => marksOfPlacing([], moved(9, standsAt), at, colours)
  expect(marksFor(null)).toMatchObject({
    lines: [],
    pins: [{ at: standsAt, label: 'Now here', colour: 'grey' }],
  })
  expect(marksFor(spot)).toMatchObject({
    lines: [{ points: [standsAt, spot], isDashed: true }],
    pins: [{ at: standsAt }, { at: spot, isBig: true }],
  })
})
