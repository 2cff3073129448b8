import '@testing-library/jest-dom/vitest'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, it } from 'vitest'
import { outline, pretendMapPages } from '#tests/mapPages.tsx'

const { server, drawnProps, can, asked, drawHeat } = pretendMapPages()

it('the heatmap of a floor that is gone says so, and leads to another floor', async () => {
  const { router } = await drawHeat('/equipment-heatmap?floor=99999')
  await screen.findByText('Not found')
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(router.state.location.search).toBe('?floor=1'))
})

it('the heatmap of missing equipment leaves the pickers at a floor', async () => {
  server.use(
    http.post('http://localhost/api/rtls/heatmap', () =>
      HttpResponse.json({ errors: [] }, { status: 404 }),
    ),
  )
  await drawHeat('/equipment-heatmap/99999')
  await screen.findByText('Not found')
  await screen.findByText('Ground')
  await screen.findByText('House')
})

it('the heatmap of one equipment opens on the floor where it was most, and on another when that is chosen', async () => {
  const { router } = await drawHeat('/equipment-heatmap/8')
  await screen.findByText('Room of 2')
  await waitFor(() => expect(screen.getByTestId('stage')).toHaveTextContent('First'))
  expect(asked).toEqual([expect.not.objectContaining({ floorId: expect.anything() as unknown })])
  await act(() => router.navigate('/equipment-heatmap/8?floor=1'))
  await screen.findByText('Room of 1')
})

it('the heatmap of zones lists rooms and areas, busiest first, and paints them', async () => {
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

it('the heatmap without a plan says what to do, and does not load for ever', async () => {
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

it('the heatmap reports plans that cannot be read, with a way to try again', async () => {
  server.use(
    http.get('http://localhost/api/rtls/buildings', () =>
      HttpResponse.json({ message: 'no', errors: [] }, { status: 500 }),
    ),
  )
  await drawHeat('/equipment-heatmap')
  await screen.findByRole('button', { name: 'Try again' })
})

it('the heatmap says so if nothing can be drawn, and the list beside it stays', async () => {
  can.draw = false
  await drawHeat('/equipment-heatmap?floor=1')
  await screen.findByText(/Map Loading Error/)
  await screen.findByText('Room of 1')
  expect(screen.queryByTestId('stage')).toBeNull()
})
