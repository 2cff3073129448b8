import '@testing-library/jest-dom/vitest'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, it } from 'vitest'
import { draw, pretendServer } from '#tests/drawing.tsx'
import { NearestPage } from './NearestPage.tsx'

const server = pretendServer()
const until = '2026-05-04T10:30:00.000Z'
const pump = (id: number) => ({
  id,
  name: `Pump ${id}`,
  type: { id: 1, name: 'Infusion pump' },
  status: null,
  isStatic: false,
  roomName: null,
  floorName: 'Ground',
  position: null,
  reservation: null as object | null,
  metres: id,
  floorsAway: 0,
  relation: 'doors',
  doors: 2,
})
const drawn = () =>
  draw(<NearestPage />, {
    at: '/nearest-equipment/4',
    path: '/nearest-equipment/:equipmentId',
    namespaces: ['map', 'titles', 'entities', 'notices'],
  })
const rest = [
  http.get('*', () => HttpResponse.json({ count: 0, rows: [] })),
  http.post('http://localhost/api/rtls/way', () => HttpResponse.json({ ...pump(1), legs: [] })),
  http.post('*', () => HttpResponse.json({ count: 0, rows: [] })),
]

it('the nearest page says how many more there are, and shows them on request', async () => {
  const asked: number[] = []
  server.use(
    http.post('http://localhost/api/rtls/nearest', async ({ request }) => {
      const { limit } = (await request.json()) as { limit: number }
      asked.push(limit)
      const rows = Array.from({ length: limit }, (_, index) => pump(index + 1))
      return HttpResponse.json({ count: 95, rows })
    }),
    ...rest,
  )
  await drawn()
  await screen.findByText(/75 more/)
  await userEvent.click(screen.getByRole('button', { name: 'Load more' }))
  await screen.findByText('Pump 60')
  expect(asked.at(-1)).toBe(60)
})

it('the nearest page says how far it is and what lies between, and reserves on request', async () => {
  let kept: object | null = null
  server.use(
    http.post('http://localhost/api/rtls/nearest', () =>
      HttpResponse.json({ count: 2, rows: [{ ...pump(7), reservation: kept }, pump(9)] }),
    ),
    http.put('http://localhost/api/rtls/reservations/7', () => {
      kept = { by: { id: 1, name: 'Me' }, until, isMine: true }
      return HttpResponse.json(kept)
    }),
    ...rest,
  )
  await drawn()
  const [first] = await screen.findAllByTestId('far')
  expect(first).toHaveTextContent('7 m2 doors on')
  await userEvent.click(screen.getByRole('button', { name: 'Reserve: Pump 7' }))
  expect(await screen.findByRole('button', { name: 'Release' })).toBeVisible()
  expect(screen.getByText(/Reserved for you until/)).toBeVisible()
})

it('the nearest page names the user who was faster, and asks again', async () => {
  let asked = 0
  server.use(
    http.post('http://localhost/api/rtls/nearest', () => {
      asked += 1
      return HttpResponse.json({ count: 1, rows: [pump(asked > 1 ? 9 : 7)] })
    }),
    http.put('http://localhost/api/rtls/reservations/7', () =>
      HttpResponse.json(
        {
          message: 'Somebody else comes for it.',
          errors: [{ path: '', code: 'reserved', message: 'Jana Nováková' }],
        },
        { status: 409 },
      ),
    ),
    ...rest,
  )
  await drawn()
  await userEvent.click(await screen.findByRole('button', { name: 'Reserve: Pump 7' }))
  await screen.findByText(/Jana Nováková has already reserved it/)
  expect(await screen.findByText('Pump 9')).toBeVisible()
})

it('the nearest page says why equipment cannot be reserved although nobody was faster', async () => {
  server.use(
    http.post('http://localhost/api/rtls/nearest', () =>
      HttpResponse.json({ count: 1, rows: [pump(7)] }),
    ),
    http.put('http://localhost/api/rtls/reservations/7', () =>
      HttpResponse.json(
        {
          message: 'It is fixed to its place.',
          errors: [{ path: '', code: 'fixedInPlace', message: 'Pump 7' }],
        },
        { status: 409 },
      ),
    ),
    ...rest,
  )
  await drawn()
  await userEvent.click(await screen.findByRole('button', { name: 'Reserve: Pump 7' }))
  await screen.findByText(/It is permanently installed and cannot be taken along/)
})
