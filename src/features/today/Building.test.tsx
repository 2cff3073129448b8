import '@testing-library/jest-dom/vitest'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, it } from 'vitest'
import { draw, pretendServer } from '#tests/drawing.tsx'
import { Building } from './Building.tsx'

const server = pretendServer()
const place = (id: number) => ({
  id,
  name: `Room ${id}`,
  within: null,
  things: 3,
  lateThings: 1,
  openTickets: 0,
  score: null,
  floorId: null,
})
const all = Array.from({ length: 14 }, (_, index) => place(index + 1))

it('the rest of the rooms in need is opened by a press, and read on from there', async () => {
  server.use(
    http.post('http://localhost/api/locations/get-in-need', async ({ request }) => {
      const { limit } = (await request.json()) as { limit: number }
      return HttpResponse.json({ count: all.length, rows: all.slice(0, limit) })
    }),
    http.get('http://localhost/api/rtls/places/:id', () =>
      HttpResponse.json({ floorId: null, roomId: null }),
    ),
  )
  await draw(<Building />, { namespaces: ['today'] })
  await userEvent.click(await screen.findByRole('button', { name: 'and 2 more' }))
  expect(await screen.findByRole('link', { name: 'Room 14' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Room 13' })).toHaveFocus()
  expect(screen.queryByRole('button', { name: /more/ })).toBeNull()
})
