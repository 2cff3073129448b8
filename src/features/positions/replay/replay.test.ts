import { expect, it } from 'vitest'
import { lastHappeningBefore, toHappenings, positionsAt, statusAt } from './replay.ts'

const at = (minute: number, floorId: number) => ({
  at: new Date(minute * 60_000).toISOString(),
  floorId,
  longitude: 14,
  latitude: 50,
})
const tracks = [
  { equipment: { id: 1, name: 'Pump 10' }, points: [at(0, 3), at(10, 4)] },
  { equipment: { id: 2, name: 'Pump 9' }, points: [at(5, 3), at(6, 3)] },
]

it('a replay says who was on a floor at a moment, by name: nobody before they came or after they left', () => {
  const namesAt = (minute: number) =>
    positionsAt(tracks, minute * 60_000, 3, 'en').map(({ name }) => name)
  expect(namesAt(-1)).toEqual([])
  expect(namesAt(2)).toEqual(['Pump 10'])
  expect(namesAt(7)).toEqual(['Pump 9', 'Pump 10'])
  expect(namesAt(12)).toEqual(['Pump 9'])
})

const free = { name: 'Free', colour: 'green' } as const
const busy = { name: 'Busy', colour: 'blue' } as const
const minute = (count: number) => new Date(count * 60_000).toISOString()
const pump = {
  equipment: { id: 1, name: 'Pump 10' },
  typeName: 'Infusion pump',
  status: free,
  changes: [
    { at: minute(5), status: busy },
    { at: minute(9), status: null },
  ],
}

it('a replay says what the status of an equipment was at a moment', () => {
  const names = [0, 5, 8, 9].map((at) => statusAt(pump, at * 60_000)?.name)
  expect(names).toEqual(['Free', 'Busy', 'Busy', undefined])
})

it('a replay steps through changes of status, alerts and tickets in order of time', () => {
  const happenings = toHappenings({
    things: [pump],
    alerts: [{ at: minute(7), equipment: { name: 'Pump 10' }, level: 'error', text: 'Too warm' }],
    tickets: [{ at: minute(8), equipment: { name: 'Pump 10' }, title: 'Cool it' }],
  })
  expect(happenings.map(({ text, change }) => text ?? change?.after?.name ?? 'none')).toEqual([
    'Busy',
    'Too warm',
    'Cool it',
    'none',
  ])
  const { last, before, next } = lastHappeningBefore(happenings, 7 * 60_000)
  expect([last?.text, before?.change?.before, next?.isTicket]).toEqual(['Too warm', free, true])
  expect(lastHappeningBefore(happenings, 0)).toMatchObject({ last: null, before: null })
})
