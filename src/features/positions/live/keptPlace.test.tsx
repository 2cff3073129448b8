import '@testing-library/jest-dom/vitest'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { draw, pretendServer } from '#tests/drawing.tsx'
import * as stage from '#map/FloorMap.tsx'
import * as kit from '#map/kit.ts'
import { MappingPage } from './MappingPage.tsx'

const drawnProps: stage.FloorMapProps[] = []
beforeAll(() => {
  vi.spyOn(kit, 'canDraw').mockReturnValue(true)
  vi.spyOn(stage, 'FloorMap').mockImplementation((props) => {
    drawnProps.push(props)
    return <div data-testid="stage">{props.floor.name}</div>
  })
})

const server = pretendServer()
const outline = {
  type: 'Polygon',
  coordinates: [
    [
      [14, 50],
      [14.001, 50],
      [14.001, 50.001],
      [14, 50.001],
      [14, 50],
    ],
  ],
}
const store = { id: 61, name: 'Store' }
const floors = [
  { id: 1, name: 'Ground', shortName: '0', ordinal: 0 },
  { id: 2, name: 'First', shortName: '1', ordinal: 1 },
]
const storeRoom = {
  id: 5,
  name: 'Store room',
  code: null,
  kind: 'room',
  use: 'other',
  location: store,
  outline,
  longitude: 14.0005,
  latitude: 50.0005,
}
const building = { id: 4, name: 'House', location: null, longitude: 14, latitude: 50, outline }
const position = {
  equipmentId: 8,
  floorId: 2,
  roomId: null,
  longitude: 14.0005,
  latitude: 50.0005,
  accuracy: 2,
  at: '2026-11-20T09:00:00Z',
  method: 'distances',
}
const pump = {
  id: 8,
  name: 'Pump 8',
  equipmentId: null,
  type: { id: 1, name: 'Pump' },
  status: null,
  location: store,
  isStatic: false,
  isGateway: false,
  isRoom: false,
  alertsCount: 0,
  hasBeacon: true,
  reservation: null,
  position,
  roomName: null,
  floorName: 'First',
  buildingId: 4,
}
const unheard = { ...pump, id: 9, name: 'Pump 9', hasBeacon: false, position: null }

beforeEach(() => {
  drawnProps.length = 0
  server.use(
    http.get('http://localhost/api/rtls/buildings', () =>
      HttpResponse.json({ count: 1, rows: [{ ...building, floors }] }),
    ),
    http.get('http://localhost/api/rtls/floors/:id', ({ params }) =>
      HttpResponse.json({
        ...floors[Number(params['id']) - 1],
        buildingId: 4,
        outline,
        parts: [],
        rooms: [storeRoom],
      }),
    ),
    http.post('http://localhost/api/rtls/live-positions', () =>
      HttpResponse.json({ errors: [] }, { status: 404 }),
    ),
    http.post('http://localhost/api/rtls/get-last-seen-all-equipment', () =>
      HttpResponse.json({
        at: position.at,
        count: 1,
        rows: [{ ...position, name: pump.name, colour: null, isStatic: false }],
      }),
    ),
    http.post('http://localhost/api/equipment/get-for-map', async ({ request }) => {
      const { ids } = (await request.json()) as { ids?: number[] }
      const rows = [pump, unheard].filter(({ id }) => ids?.includes(id))
      return HttpResponse.json({ count: rows.length, rows })
    }),
    http.get('*', () => HttpResponse.json({ count: 0, rows: [] })),
    http.post('*', () => HttpResponse.json({ count: 0, rows: [] })),
  )
})
const drawMap = (at: string) =>
  draw(<MappingPage />, { at, path: '/mapping', namespaces: ['map', 'entities'] })
const isKeptIn = (place: { floorId: number | null; roomId: number | null }) =>
  server.use(
    http.get('http://localhost/api/rtls/places/61', () =>
      HttpResponse.json({ ...place, isAbove: false }),
    ),
  )

it('equipment without a position opens the floor where it is kept, with its room marked', async () => {
  isKeptIn({ floorId: 2, roomId: 5 })
  const { router } = await drawMap('/mapping?id=9')
  await screen.findByText(/marks the room where it is kept/)
  await waitFor(() => expect(screen.getByTestId('stage')).toHaveTextContent('First'))
  expect(router.state.location.search).toBe('?id=9&floor=2')
  const shown = drawnProps.at(-1)
  expect(shown?.selectedRoomId).toBe(5)
  expect(shown?.marks?.pins).toMatchObject([{ label: 'Kept here' }])
  expect(drawnProps.at(-1)?.focus?.at).toMatchObject({ longitude: 14.0005 })
  expect(screen.getByRole('link', { name: 'Store' })).toHaveAttribute('href', '/locations?id=61')
})

it('equipment kept where no plan shows it stays on the floor that is open', async () => {
  isKeptIn({ floorId: null, roomId: null })
  await drawMap('/mapping?id=9')
  await screen.findByText('It has no position on the map yet.')
  expect(await screen.findByTestId('stage')).toHaveTextContent('Ground')
  expect(drawnProps.at(-1)?.selectedRoomId).toBeNull()
})

it('placing equipment marks where it is now, and leads to that floor from another one', async () => {
  const { router } = await drawMap('/mapping?id=8&floor=2&placing=1')
  await screen.findByText(/^Current position:/)
  await waitFor(() => expect(drawnProps.at(-1)?.marks?.pins).toMatchObject([{ label: 'Now here' }]))
  expect(screen.queryByRole('button', { name: 'Show this floor' })).toBeNull()
  await act(() => router.navigate('/mapping?id=8&floor=1&placing=1'))
  await userEvent.click(await screen.findByRole('button', { name: 'Show this floor' }))
  await waitFor(() => expect(screen.getByTestId('stage')).toHaveTextContent('First'))
})

it('a spot chosen on one floor is not used on another one', async () => {
  const { router } = await drawMap('/mapping?id=8&floor=2&placing=1')
  await screen.findByText(/^Current position:/)
  await waitFor(() => expect(screen.getByTestId('stage')).toHaveTextContent('First'))
  act(() =>
    drawnProps.at(-1)?.onPick({
      moverId: null,
      roomId: null,
      at: { longitude: 14.0004, latitude: 50.0004 },
    }),
  )
  expect(screen.getByRole('button', { name: 'Place here' })).toBeEnabled()
  await act(() => router.navigate('/mapping?id=8&floor=1&placing=1'))
  await waitFor(() => expect(screen.getByTestId('stage')).toHaveTextContent('Ground'))
  expect(screen.getByRole('button', { name: 'Place here' })).toBeDisabled()
})

it('the floor where equipment is kept does not open once its new spot is being chosen', async () => {
  isKeptIn({ floorId: 2, roomId: 5 })
  let answered = 0
  server.events.on('response:mocked', ({ request }) => {
    if (request.url.endsWith('/rtls/places/61')) answered += 1
  })
  const { router } = await drawMap('/mapping?id=9&placing=1')
  await screen.findByRole('button', { name: 'Place here' })
  await waitFor(() => expect(answered).toBe(1))
  await act(() => router.navigate('/mapping?id=9'))
  await screen.findByText(/marks the room where it is kept/)
  expect(router.state.location.search).toBe('?id=9')
  expect(screen.getByTestId('stage')).toHaveTextContent('Ground')
})
