/**
 * The map's pages with a stage that only notes what it is told to show: what is drawn is looked at
 * in a browser.
 */
import '@testing-library/jest-dom/vitest'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { draw, pretendServer } from '#tests/drawing.tsx'
import * as stage from '#map/FloorMap.tsx'
import * as kit from '#map/kit.ts'
import { HeatmapPage } from './heatmap/HeatmapPage.tsx'
import { MappingPage } from './live/MappingPage.tsx'
import { rtlsSlice } from './rtlsSlice.ts'

const drawnProps: stage.FloorMapProps[] = []
const can = { draw: true }
beforeAll(() => {
  vi.spyOn(kit, 'canDraw').mockImplementation(() => can.draw)
  vi.spyOn(stage, 'FloorMap').mockImplementation((props) => {
    drawnProps.push(props)
    return (
      <div data-testid="stage">
        {props.floor.name}
        {props.children}
      </div>
    )
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
const floors = [
  { id: 1, name: 'Ground', shortName: '0', ordinal: 0 },
  { id: 2, name: 'First', shortName: '1', ordinal: 1 },
]
const building = {
  id: 4,
  name: 'House',
  location: null,
  longitude: 14,
  latitude: 50,
  outline,
  floors,
}
const position = (equipmentId: number, floorId: number) => ({
  equipmentId,
  floorId,
  roomId: null,
  longitude: 14.0005,
  latitude: 50.0005,
  accuracy: 2,
  at: new Date().toISOString(),
  method: 'distances',
})
const thing = (id: number, floorId: number) => ({
  id,
  name: `Pump ${id}`,
  equipmentId: null,
  type: { id: 1, name: 'Pump' },
  status: null,
  location: null,
  isStatic: false,
  isGateway: false,
  isRoom: false,
  alertsCount: 0,
  hasBeacon: true,
  reservation: null,
  position: position(id, floorId),
  roomName: null,
  floorName: floors[floorId - 1]?.name ?? '',
  buildingId: 4,
})
const things = [thing(7, 1), thing(8, 2)]
const asked: Record<string, unknown>[] = []
const heat = (floorId: number) => ({
  floorId,
  seconds: 60,
  cells: [],
  rooms: [{ id: 1, name: `Room of ${floorId}`, seconds: 60, visits: 1 }],
})

beforeEach(() => {
  drawnProps.length = 0
  asked.length = 0
  can.draw = true
  server.use(
    http.get('http://localhost/api/rtls/buildings', () =>
      HttpResponse.json({ count: 1, rows: [building] }),
    ),
    http.get('http://localhost/api/rtls/floors/:id', ({ params }) =>
      HttpResponse.json({
        ...floors.find(({ id }) => String(id) === params['id']),
        buildingId: 4,
        outline,
        parts: [],
        rooms: [],
      }),
    ),
    http.post('http://localhost/api/rtls/live-positions', () =>
      HttpResponse.json({ errors: [] }, { status: 404 }),
    ),
    http.post('http://localhost/api/rtls/get-last-seen-all-equipment', () =>
      HttpResponse.json({
        at: new Date().toISOString(),
        count: 2,
        rows: things.map((one) => ({
          ...one.position,
          name: one.name,
          colour: null,
          isStatic: false,
        })),
      }),
    ),
    http.post('http://localhost/api/equipment/get-for-map', async ({ request }) => {
      // what this screen itself sends
      const { ids, floorId } = (await request.json()) as { ids?: number[]; floorId?: number }
      const rows = things.filter((one) =>
        ids === undefined ? one.position.floorId === floorId : ids.includes(one.id),
      )
      return HttpResponse.json({ count: rows.length, rows })
    }),
    http.post('http://localhost/api/rtls/heatmap', async ({ request }) => {
      const body = (await request.json()) as { floorId?: number } // as above
      asked.push(body)
      return HttpResponse.json(heat(body.floorId ?? 2))
    }),
    http.post('http://localhost/api/rtls/moments', () =>
      HttpResponse.json({ isCut: false, things: [], alerts: [], tickets: [] }),
    ),
    http.get('*', () => HttpResponse.json({ count: 0, rows: [] })),
    http.post('*', () => HttpResponse.json({ count: 0, rows: [] })),
  )
})
const drawMap = (at: string) =>
  draw(<MappingPage />, { at, path: '/mapping', namespaces: ['map', 'entities'] })
const drawHeat = (at: string, path = '/equipment-heatmap/:equipmentId?') =>
  draw(<HeatmapPage />, { at, path, namespaces: ['map', 'entities', 'zones'] })
const lastFocus = () => drawnProps.at(-1)?.focus ?? null

it('the plan of a floor that the address names does not wait for the list of buildings', async () => {
  let listed: () => void = () => undefined
  const list = new Promise<void>((resolve) => {
    listed = resolve
  })
  const plans: string[] = []
  server.events.on('request:start', ({ request }) => {
    const { pathname } = new URL(request.url)
    if (!pathname.startsWith('/api/rtls/floors/')) return
    plans.push(pathname)
    listed()
  })
  server.use(
    http.get('http://localhost/api/rtls/buildings', async () => {
      await list
      return HttpResponse.json({ count: 1, rows: [building] })
    }),
  )
  await draw(<MappingPage />, { at: '/mapping?floor=2' })
  expect(await screen.findByTestId('stage')).toHaveTextContent('First')
  expect(plans).toEqual(['/api/rtls/floors/2'])
  server.events.removeAllListeners()
})

it.each(['floor=99999', 'floor=-3', 'building=777'])(
  'a link to what is not there says so beside the floor that is shown, and closing mends it: %s',
  async (wrong) => {
    const { router } = await drawMap(`/mapping?${wrong}`)
    await screen.findByText('Not there')
    await screen.findByText(/Shown instead: .*Ground/)
    expect(await screen.findByTestId('stage')).toHaveTextContent('Ground')
    await userEvent.click(screen.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByText('Not there')).toBeNull())
    expect(router.state.location.search).toBe('?floor=1')
  },
)

it('a floor that only the device remembered may be gone without a word', async () => {
  const { store } = await drawMap('/mapping')
  act(() => {
    store.dispatch(rtlsSlice.actions.floorChosen(99_999))
    store.dispatch(rtlsSlice.actions.buildingChosen(777))
  })
  expect(await screen.findByTestId('stage')).toHaveTextContent('Ground')
  expect(screen.queryByText('Not there')).toBeNull()
})

it('a heatmap says so too', async () => {
  const { router } = await drawHeat('/equipment-heatmap?floor=99999')
  await screen.findByText('Not there')
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(router.state.location.search).toBe('?floor=1'))
})

it('the heat of a thing that is not there leaves the pickers at a floor', async () => {
  server.use(
    http.post('http://localhost/api/rtls/heatmap', () =>
      HttpResponse.json({ errors: [] }, { status: 404 }),
    ),
  )
  await drawHeat('/equipment-heatmap/99999')
  await screen.findByText('Not there')
  await screen.findByText('Ground')
  await screen.findByText('House')
})

it('without a network the map says that it is not live, and who presses Refresh is told', async () => {
  await drawMap('/mapping')
  await screen.findByTestId('stage')
  await screen.findByRole('link', { name: 'Live' })
  server.use(
    http.get('*', () => HttpResponse.error()),
    http.post('*', () => HttpResponse.error()),
  )
  await userEvent.click(screen.getByRole('button', { name: 'Refresh' }))
  await screen.findByText('Network error.')
  await screen.findByRole('link', { name: 'Not live' })
})

it.each([
  ['tickets', 'No room on this floor has an open ticket'],
  ['late', 'Nothing is late in the rooms of this floor'],
  ['temperature', 'No temperature is measured on this floor'],
])('a layer that has nothing to tell of the floor says so: %s', async (layer, words) => {
  await drawMap(`/mapping?layer=${layer}`)
  await screen.findByText(words)
})

it('a layer says nothing of what it was not told: of a list that was cut', async () => {
  server.use(
    http.post('http://localhost/api/locations/get-in-need', () =>
      HttpResponse.json({ count: 300, rows: [] }),
    ),
  )
  const { store } = await drawMap('/mapping?layer=tickets')
  await screen.findByTestId('stage')
  await waitFor(() => {
    const queries = Object.values(store.getState().api.queries)
    const need = queries.find((one) => one?.endpointName === 'listPlacesInNeed')
    expect(need?.status).toBe('fulfilled')
  })
  expect(screen.queryByText(/open ticket$/)).toBeNull()
})

it('a thing that is chosen in the list is brought into view, and again when it is asked for', async () => {
  await drawMap('/mapping')
  const row = await screen.findByRole('link', { name: /Pump 7/ })
  await screen.findByTestId('stage')
  expect(lastFocus()).toBeNull()
  await userEvent.click(row)
  await waitFor(() =>
    expect(lastFocus()?.at).toMatchObject({ longitude: expect.closeTo(14.0005, 4) as number }),
  )
  const first = lastFocus()?.key
  await userEvent.click(await screen.findByRole('button', { name: 'Show on the map' }))
  await waitFor(() => expect(lastFocus()?.key).not.toBe(first))
})

it('a thing in the address is shown on the floor where it is, and brought into view there', async () => {
  await drawMap('/mapping?id=8')
  await waitFor(() => expect(lastFocus()).not.toBeNull())
  expect(screen.getByTestId('stage')).toHaveTextContent('First')
})

it('a thing that is touched on the map stays where it is seen', async () => {
  await drawMap('/mapping')
  await screen.findByTestId('stage')
  act(() =>
    drawnProps.at(-1)?.onPick({ moverId: 7, roomId: null, at: { longitude: 14, latitude: 50 } }),
  )
  await screen.findByRole('heading', { name: 'Pump 7' })
  expect(lastFocus()).toBeNull()
})

const bay = {
  id: 31,
  name: 'Loading bay',
  colour: 'blue',
  floorId: 1,
  floorName: 'Ground',
  buildingName: 'House',
  outline,
  version: 1,
}
const hasArea = () =>
  server.use(
    http.post('http://localhost/api/zones/areas/get', () =>
      HttpResponse.json({ count: 1, rows: [bay] }),
    ),
  )

it('an area that lies in no room is opened by a touch', async () => {
  hasArea()
  const { router } = await drawMap('/mapping')
  await screen.findByTestId('stage')
  await waitFor(() => expect(drawnProps.at(-1)?.marks?.areas).toHaveLength(1))
  const pick = (longitude: number) =>
    act(() =>
      drawnProps
        .at(-1)
        ?.onPick({ moverId: null, roomId: null, at: { longitude, latitude: 50.0005 } }),
    )
  pick(15)
  expect(router.state.location.pathname).toBe('/mapping')
  pick(14.0005)
  await waitFor(() => expect(router.state.location.pathname).toBe('/mapping/areas'))
  expect(router.state.location.search).toBe('?area=31')
})

it('a room names the areas that are drawn over it, and leads to them', async () => {
  hasArea()
  server.use(
    http.get('http://localhost/api/rtls/floors/:id', () =>
      HttpResponse.json({
        ...floors[0],
        buildingId: 4,
        outline,
        parts: [],
        rooms: [
          { id: 5, name: 'Hall', code: null, kind: 'room', use: null, location: null, outline },
        ],
      }),
    ),
  )
  await drawMap('/mapping?room=5')
  await screen.findByRole('region', { name: 'Hall' })
  expect(await screen.findByRole('link', { name: 'Loading bay' })).toHaveAttribute(
    'href',
    '/mapping/areas?area=31',
  )
})

it('beside a replayed floor stand those who were there at that moment, and not those who are there now', async () => {
  const at = (minutes: number, floorId: number) => ({
    at: new Date(Date.now() - minutes * 60_000).toISOString(),
    floorId,
    longitude: 14.0005,
    latitude: 50.0005,
  })
  server.use(
    http.post('http://localhost/api/rtls/replay', () =>
      HttpResponse.json({
        isCut: false,
        tracks: [
          { equipment: { id: 21, name: 'Bed then' }, points: [at(50, 1)] },
          { equipment: { id: 22, name: 'Bed gone' }, points: [at(58, 1), at(55, 2)] },
        ],
      }),
    ),
  )
  const moment = Math.round(Date.now() / 1000) - 40 * 60
  const { router } = await drawMap(`/mapping?replay=hour&at=${moment}`)
  const row = await screen.findByRole('link', { name: /Bed then/ })
  expect(screen.queryByRole('link', { name: /Pump 7|Bed gone/ })).toBeNull()
  await userEvent.click(row)
  const address = new URLSearchParams(router.state.location.search)
  expect([address.get('id'), address.get('replay'), address.get('at')]).toEqual([
    '21',
    'hour',
    String(moment),
  ])
})

it('a replay that does not come is an error with a way to try again, and not a floor where nobody was', async () => {
  server.use(
    http.post('http://localhost/api/rtls/replay', () =>
      HttpResponse.json({ message: 'no', errors: [] }, { status: 500 }),
    ),
  )
  await drawMap('/mapping?replay=hour')
  await screen.findByRole('button', { name: 'Try again' })
  expect(screen.queryByText('Nothing was on this floor then')).toBeNull()
})

it('a building without floors says so, in the list and on the stage', async () => {
  server.use(
    http.get('http://localhost/api/rtls/buildings', () =>
      HttpResponse.json({ count: 1, rows: [{ ...building, floors: [] }] }),
    ),
  )
  await drawMap('/mapping')
  expect(await screen.findAllByText('There is no plan yet')).toHaveLength(2)
})

it('opens on a building that has floors, though one without comes before it', async () => {
  server.use(
    http.get('http://localhost/api/rtls/buildings', () =>
      HttpResponse.json({
        count: 2,
        rows: [{ ...building, id: 3, name: 'A new one', floors: [] }, building],
      }),
    ),
  )
  await drawMap('/mapping')
  await screen.findByTestId('stage')
  expect(screen.queryByText('There is no plan yet')).toBeNull()
})

it('the heat of one thing opens on the floor where it was most, and another floor when that is chosen', async () => {
  const { router } = await drawHeat('/equipment-heatmap/8')
  await screen.findByText('Room of 2')
  await waitFor(() => expect(screen.getByTestId('stage')).toHaveTextContent('First'))
  expect(asked).toEqual([expect.not.objectContaining({ floorId: expect.anything() as unknown })])
  await act(() => router.navigate('/equipment-heatmap/8?floor=1'))
  await screen.findByText('Room of 1')
})

it('the heat of zones lists rooms and areas, most first, and paints them', async () => {
  const row = (id: number, name: string, visits: number) => ({
    id,
    name,
    floorId: 1,
    floorName: 'Ground',
    buildingName: 'House',
    now: 0,
    visits,
    averageSeconds: null,
    longestSeconds: null,
    seconds: 0,
  })
  server.use(
    http.post('http://localhost/api/zones/occupancy/get', async ({ request }) => {
      // what this screen itself sends
      const { of } = (await request.json()) as { of: string }
      const rows = of === 'areas' ? [row(5, 'Bay', 9)] : [row(1, 'Room A', 3), row(2, 'Room B', 0)]
      return HttpResponse.json({ count: rows.length, rows })
    }),
    http.post('http://localhost/api/zones/areas/get', () =>
      HttpResponse.json({
        count: 1,
        rows: [{ id: 5, name: 'Bay', colour: 'blue', floorId: 1, outline, version: 1 }],
      }),
    ),
  )
  await drawHeat('/equipment-heatmap?floor=1&measure=visits', '/equipment-heatmap')
  await screen.findByText('Bay')
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual(
    expect.arrayContaining([expect.stringContaining('Bay'), expect.stringContaining('Room A')]),
  )
  expect(screen.queryByText('Room B')).toBeNull()
  await waitFor(() => expect(drawnProps.at(-1)?.marks.areas).toHaveLength(1))
})

it('without a plan the heatmap says what to do, and does not load for ever', async () => {
  server.use(
    http.get('http://localhost/api/rtls/buildings', () =>
      HttpResponse.json({ count: 0, rows: [] }),
    ),
  )
  await drawHeat('/equipment-heatmap')
  await screen.findByText('There is no plan yet')
  expect(screen.getByRole('link', { name: 'Import a plan' })).toHaveAttribute(
    'href',
    '/mapping/import',
  )
})

it('plans that cannot be read are an error of the heatmap with a way to try again', async () => {
  server.use(
    http.get('http://localhost/api/rtls/buildings', () =>
      HttpResponse.json({ message: 'no', errors: [] }, { status: 500 }),
    ),
  )
  await drawHeat('/equipment-heatmap')
  await screen.findByRole('button', { name: 'Try again' })
})

it('where nothing can be drawn the heatmap says so, and the list beside it stays', async () => {
  can.draw = false
  await drawHeat('/equipment-heatmap?floor=1')
  await screen.findByText(/Map Loading Error/)
  await screen.findByText('Room of 1')
  expect(screen.queryByTestId('stage')).toBeNull()
})

it('a replay where nothing can be drawn says so too, and still lists who was there', async () => {
  can.draw = false
  server.use(
    http.post('http://localhost/api/rtls/replay', () =>
      HttpResponse.json({
        isCut: false,
        tracks: [
          {
            equipment: { id: 21, name: 'Bed then' },
            points: [
              {
                at: new Date(Date.now() - 3_000_000).toISOString(),
                floorId: 1,
                longitude: 14.0005,
                latitude: 50.0005,
              },
            ],
          },
        ],
      }),
    ),
  )
  await drawMap('/mapping?replay=hour')
  await screen.findByText(/Map Loading Error/)
  await screen.findByRole('link', { name: /Bed then/ })
})
