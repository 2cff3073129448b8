import { expect, it } from 'vitest'
import type { PicturedRoom, PlannedFloorPicture } from '#contract/venue/plannedFloor.ts'
import { countsOf, roomsWithSureness } from './sureness.ts'

const room = (id: string, facts: Partial<PicturedRoom> = {}): PicturedRoom => ({
  id,
  origin: { floor: 'f', room: id },
  name: id,
  code: null,
  kind: 'room',
  outline: { type: 'Polygon', coordinates: [] },
  nameFrom: null,
  said: {},
  isKindGuessed: false,
  isRestricted: false,
  isReached: true,
  isCorrected: false,
  change: 'same',
  ...facts,
})

it('a room has the tone of its worst mark, and counts for each of its marks', () => {
  const rooms = [
    room('sure'),
    room('guessed', { isKindGuessed: true, nameFrom: 'occupant' }),
    room('nameless', { name: '' }),
    room('corridor', { name: '', kind: 'corridor' }),
    room('alone', { isReached: false, name: '', change: 'new' }),
    room('lies', { isRestricted: true }),
    room('under'),
  ]
  const fault = { code: 'roomsOverlap', room: 'lies', other: 'under', longitude: 0, latitude: 0 }
  const picture = { rooms, faults: [fault] } as unknown as PlannedFloorPicture
  const seen = roomsWithSureness(picture)
  expect(seen.map(({ tone }) => tone)).toEqual([
    'sure',
    'borrowed',
    'nameless',
    'sure',
    'unreached',
    'fault',
    'fault',
  ])
  expect(Object.fromEntries(countsOf(seen))).toEqual({
    sure: 2,
    borrowed: 1,
    guessed: 1,
    nameless: 2,
    unreached: 1,
    fault: 2,
    restricted: 1,
    new: 1,
  })
})
