import { expect, it } from 'vitest'
import { ageWarning, titleWithoutTarget } from './ticketFace.ts'

const pump = { id: 12, name: 'Pump 12' }
const room = { id: 3, name: 'Room A' }
it.each([
  ['Pump check: Pump 12', pump, room, 'Pump check'],
  ['Ward round: Room A', null, room, 'Ward round'],
  ['Seal intact? – Pump 12', pump, room, 'Seal intact?'],
  ['Pump 12 leaks', pump, null, 'Pump 12 leaks'],
  [': Pump 12', pump, null, ': Pump 12'],
  ['Leak: ', null, null, 'Leak: '],
])(
  'a ticket’s line does not repeat the location beside "%s"',
  (title, equipment, location, shown) => {
    expect(
      titleWithoutTarget({ title, equipment, location } as Parameters<
        typeof titleWithoutTarget
      >[0]),
    ).toBe(shown)
  },
)

const now = Date.parse('2026-11-23T08:00:00Z')
it.each([
  ['2026-11-22T08:00:00Z', null, null],
  ['2026-11-20T08:00:00Z', null, 'yellow'],
  ['2026-11-16T08:00:00Z', null, 'orange'],
  ['2026-10-01T08:00:00Z', null, 'red'],
  ['2026-10-01T08:00:00Z', '2026-10-02T08:00:00Z', null],
])('a ticket’s line grows warmer the longer it stays open: %s', (openedAt, closedAt, heat) => {
  expect(ageWarning({ openedAt, closedAt }, now)).toBe(heat)
})
