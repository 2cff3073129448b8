import '@testing-library/jest-dom/vitest'
import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse, type HttpHandler } from 'msw'
import { expect, it } from 'vitest'
import { draw, pretendServer } from '#tests/drawing.tsx'
import { EquipmentPanel } from './EquipmentPanel.tsx'

const server = pretendServer()
const stay = (hour: string, roomName: string | null) => ({
  floorId: 3,
  floorName: 'Second floor',
  buildingName: 'Main house',
  roomId: 9,
  roomName,
  from: `2026-11-19T${hour}:00:00.000Z`,
  to: `2026-11-19T${hour}:30:00.000Z`,
  seconds: 1800,
})
const pump = {
  id: 5,
  name: 'Pump 5',
  equipmentId: 'P-5',
  type: { id: 1, name: 'Pump' },
  status: null,
  location: { id: 8, name: 'Store room' },
  locationText: null,
  tags: [],
  isStatic: false,
  alertsCount: 0,
  updatedAt: '2026-11-19T10:00:00.000Z',
  version: 1,
  details: [],
  metadata: [],
  locationPath: [{ id: 8, name: 'Store room' }],
  createdAt: '2026-11-19T10:00:00.000Z',
  position: {
    floorId: 3,
    roomId: 9,
    longitude: 14,
    latitude: 50,
    accuracy: 2,
    at: '2026-11-19T10:00:00.000Z',
    method: 'distances',
    roomName: 'Ward 9',
    floorName: 'Second floor',
    building: { id: 2, name: 'Main house' },
  },
  lastSeen: { rows: [stay('10', 'Ward 9'), stay('09', null)], isCut: true },
}
const drawn = (detail: object, also: HttpHandler[] = []) => {
  server.use(
    http.get('http://localhost/api/equipment/5', () => HttpResponse.json({ ...pump, ...detail })),
    http.get('*/year', () => HttpResponse.json({ until: '2026-11-20T09:00:00Z', weeks: [] })),
    http.get('*', () => HttpResponse.json({ count: 0, rows: [] })),
    http.post('*/label-codes/of', () => HttpResponse.json({ printedAt: null, reportCount: 0 })),
    http.post('*', () => HttpResponse.json({ count: 0, rows: [] })),
  )
  server.use(...also)
  return draw(
    <EquipmentPanel
      id={5}
      tab="facts"
      isEditing={false}
      onTab={() => undefined}
      onMode={() => undefined}
      onClose={() => undefined}
    />,
    { namespaces: ['equipment', 'entities'] },
  )
}

it('the whereabouts say where it is kept and where it was seen, though the two do not agree, and lead to that floor', async () => {
  await drawn({})
  expect((await screen.findAllByText('Kept in', { exact: false }))[0]).toHaveTextContent(
    'Kept in: Store room',
  )
  expect(screen.getByText('Seen in', { exact: false })).toHaveTextContent(
    /^Seen in: Ward 9, Second floor ·/,
  )
  expect(screen.getByRole('link', { name: 'Show on the map' })).toHaveAttribute(
    'href',
    '/mapping?id=5&floor=3',
  )
  const places = within(screen.getByRole('list', { name: 'Last seen' })).getAllByRole('listitem')
  expect(places.map((place) => place.textContent)).toEqual([
    expect.stringMatching(/^Ward 9 Second floor/),
    expect.stringMatching(/^Between rooms Second floor/),
  ])
  expect(screen.getByRole('link', { name: 'All locations' })).toHaveAttribute(
    'href',
    '/mapping?id=5&tab=stays',
  )
})

it('the whereabouts of equipment without a position show the drawn room it is kept in, and lead there on the map', async () => {
  const outline = {
    type: 'Polygon',
    coordinates: [
      [
        [14, 50],
        [14.001, 50],
        [14.001, 50.001],
        [14, 50],
      ],
    ],
  }
  await drawn({ position: null, lastSeen: { rows: [], isCut: false } }, [
    http.get('*/rtls/places/8', () => HttpResponse.json({ floorId: 3, roomId: 9, isAbove: false })),
    http.get('*/rtls/floors/3', () =>
      HttpResponse.json({
        id: 3,
        name: 'Second floor',
        outline,
        parts: [],
        rooms: [{ id: 9, name: 'Store room', kind: 'room', use: 'store', outline }],
      }),
    ),
  ])
  await screen.findByText(/The plan shows the room where it is kept/)
  expect(screen.getByTestId('small-map')).toHaveAttribute('href', '/mapping?id=5')
})

it('the whereabouts name a room without a name so, and leave nothing blank', async () => {
  await drawn({
    position: { ...pump.position, roomName: '' },
    lastSeen: { rows: [stay('10', '')], isCut: false },
  })
  await waitFor(() => expect(screen.getAllByText('Room without a name')).toHaveLength(3))
})

it('the whereabouts say that equipment is not on the map, and mention no positions then', async () => {
  await drawn({ position: null, lastSeen: { rows: [], isCut: false } })
  await screen.findByText('It has no position on the map.')
  expect(screen.queryByText('Seen in', { exact: false })).toBeNull()
  expect(screen.queryByRole('list', { name: 'Last seen' })).toBeNull()
})
