import { describe, expect, it } from 'vitest'
import type { Floor } from '#contract/rtls/rtlsShapes.ts'
import { nearestSheetHeight, sheetPixels } from './MapSheet.tsx'
import { roomNews, temperatureOfRooms } from './mapLayers.ts'

const room = (id: number, place: number | null): Floor['rooms'][number] => ({
  id: id as never,
  name: `Room ${id}`,
  code: null,
  kind: 'room',
  use: 'care',
  outline: { type: 'Polygon', coordinates: [] },
  longitude: 0,
  latitude: 0,
  location: place === null ? null : { id: place as never, name: `Place ${place}` },
})
const rooms = [room(1, 11), room(2, 12), room(3, null)]

describe('a layer of the map', () => {
  it('says how many tickets are open or checks are late in a room, and nothing of the others', () => {
    const places = [
      { id: 11, lateThings: 0, openTickets: 3 },
      { id: 12, lateThings: 2, openTickets: 0 },
      { id: 99, lateThings: 7, openTickets: 7 },
    ]
    expect([...roomNews(rooms, places, 'tickets', String)]).toEqual([
      [1, { text: '3', colour: 'orange' }],
    ])
    expect([...roomNews(rooms, places, 'late', String)]).toEqual([
      [2, { text: '2', colour: 'red' }],
    ])
  })
  it('says how warm a room is, by a sensor of the location or of equipment there, the bad one first', () => {
    const sensor = (change: object) => ({
      type: { metric: 'temperature', unit: '°C' },
      location: null,
      equipment: null,
      state: 'ok',
      value: 4,
      ...change,
    })
    const told = temperatureOfRooms(
      rooms,
      [
        sensor({ location: { id: 11 } }),
        sensor({ location: { id: 11 }, value: 9, state: 'tooHigh' }),
        sensor({ location: { id: 11 }, value: 5 }),
        sensor({ equipment: { id: 70 }, value: 6, state: 'silent' }),
        sensor({ equipment: { id: 71 }, value: 6 }),
        sensor({ location: { id: 12 }, type: { metric: 'humidity', unit: '%' } }),
        sensor({ location: { id: 12 }, value: null }),
      ],
      (id) => (id === 70 ? 3 : null),
      (value, unit) => `${value} ${unit}`,
    )
    expect([...told]).toEqual([
      [1, { text: '9 °C', colour: 'red' }],
      [3, { text: '6 °C', colour: 'orange' }],
    ])
  })
})

it('a sheet that is released rests at the nearest height', () => {
  expect([40, 200, 380, 500, 900].map((pixels) => nearestSheetHeight(pixels, 800))).toEqual([
    'low',
    'low',
    'half',
    'half',
    'whole',
  ])
  expect(sheetPixels('low', 100)).toBe(92)
})
