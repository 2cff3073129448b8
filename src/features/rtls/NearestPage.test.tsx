import '@testing-library/jest-dom/vitest'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, it } from 'vitest'
import { draw, pretendServer } from '../../../tests/drawing.tsx'
import { NearestPage } from './NearestPage.tsx'

const server = pretendServer()

it('says how many more there are, and shows them when asked', async () => {
  const asked: number[] = []
  server.use(
    http.post('http://localhost/api/rtls/nearest', async ({ request }) => {
      const { limit } = (await request.json()) as { limit: number } // what this screen itself sends
      asked.push(limit)
      const rows = Array.from({ length: limit }, (_, index) => ({
        id: index + 1,
        name: `Pump ${index + 1}`,
        status: null,
        roomName: null,
        floorName: 'Ground',
        position: null,
        metres: index,
        floorsAway: 0,
      }))
      return HttpResponse.json({ count: 95, rows })
    }),
    http.get('*', () => HttpResponse.json({ count: 0, rows: [] })),
    http.post('*', () => HttpResponse.json({ count: 0, rows: [] })),
  )
  await draw(<NearestPage />, {
    at: '/nearest-equipment/4',
    path: '/nearest-equipment/:equipmentId',
    namespaces: ['map', 'titles', 'entities'],
  })
  expect(await screen.findByText(/75 more/)).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Load more' }))
  expect(await screen.findByText('Pump 60')).toBeInTheDocument()
  expect(asked.at(-1)).toBe(60)
})
