import '@testing-library/jest-dom/vitest'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, it } from 'vitest'
import { draw } from '#tests/drawing.tsx'
import { building, floors, outline, pretendMapPages } from '#tests/mapPages.tsx'
import { rtlsSlice } from '../rtlsSlice.ts'
import { MappingPage } from './MappingPage.tsx'

const { server, drawnProps, drawMap, lastFocus, hasArea } = pretendMapPages()

it('the live map loads the floor of its address before the list of buildings arrives', async () => {
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

it('the live map opens another floor without a message if the remembered one is gone', async () => {
  const { store } = await drawMap('/mapping')
  act(() => {
    store.dispatch(rtlsSlice.actions.floorChosen(99_999))
    store.dispatch(rtlsSlice.actions.buildingChosen(777))
  })
  expect(await screen.findByTestId('stage')).toHaveTextContent('Ground')
  expect(screen.queryByText('Not found')).toBeNull()
})

it('the live map says without a network that it is not live, and Refresh reports the failure', async () => {
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

it('a layer of the live map shows no state for equipment beyond a cut list', async () => {
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

it('equipment chosen in the list is brought into view, and again on request', async () => {
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

it('equipment of the address is shown on its floor and brought into view', async () => {
  await drawMap('/mapping?id=8')
  await waitFor(() => expect(lastFocus()).not.toBeNull())
  expect(screen.getByTestId('stage')).toHaveTextContent('First')
})

it('equipment touched on the map does not move the view', async () => {
  await drawMap('/mapping')
  await screen.findByTestId('stage')
  act(() =>
    drawnProps.at(-1)?.onPick({ moverId: 7, roomId: null, at: { longitude: 14, latitude: 50 } }),
  )
  await screen.findByRole('heading', { name: 'Pump 7' })
  expect(lastFocus()).toBeNull()
})

it('a touch on an area outside rooms opens the area', async () => {
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

it('the panel of a room links to the areas drawn over it', async () => {
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

it('a building without floors says so in the list and on the map', async () => {
  server.use(
    http.get('http://localhost/api/rtls/buildings', () =>
      HttpResponse.json({ count: 1, rows: [{ ...building, floors: [] }] }),
    ),
  )
  await drawMap('/mapping')
  expect(await screen.findAllByText('There is no plan yet')).toHaveLength(2)
})

it('the live map opens on a building with floors, although one without precedes it', async () => {
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
