import '@testing-library/jest-dom/vitest'
import { act, screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, it } from 'vitest'
import { draw, pretendServer } from '#tests/drawing.tsx'
import { MetricsPage } from './MetricsPage.tsx'

const server = pretendServer()
const sensors = [1, 2, 3].map((id) => ({
  id,
  name: `Fridge sensor ${id}`,
  metric: 'temperature',
  place: null,
  lastAt: null,
}))

function answer(metrics: () => Response = () => HttpResponse.json([])) {
  server.use(
    http.get('http://localhost/api/session', () =>
      HttpResponse.json({ user: { name: 'Ada Keller' }, company: { name: 'St. Brigid Hospital' } }),
    ),
    http.post('http://localhost/api/reports/sensors/get', async ({ request }) => {
      const { ids, name, limit } = (await request.json()) as {
        ids?: number[]
        name?: string
        limit: number
      }
      const rows = sensors.filter(
        (one) => (ids?.includes(one.id) ?? true) && (name === undefined || name === one.metric),
      )
      return HttpResponse.json({ count: rows.length, rows: rows.slice(0, limit) })
    }),
    http.post('http://localhost/api/reports/metrics', metrics),
  )
}

const open = (at: string) =>
  draw(<MetricsPage />, { at, namespaces: ['reports', 'dashboards', 'charts', 'entities'] })

it.each([
  ['/metrics?sensors=2', 'Fridge sensor 2'],
  ['/metrics?sensors=2.3', 'Fridge sensor 2 and Fridge sensor 3'],
  ['/metrics?sensors=3&name=humidity', 'Fridge sensor 3'],
  ['/metrics', 'All sensors'],
])('the sensor report prints at %s which sensors the sheet is about', async (at, text) => {
  answer()
  await open(at)
  const head = (await screen.findByText(/^Printed/)).parentElement
  await waitFor(() => expect(head).toHaveTextContent(text))
  if (text !== 'All sensors') expect(head).not.toHaveTextContent('All sensors')
})

const refused = (code: string) =>
  HttpResponse.json(
    { message: '', errors: [{ path: 'body.ranges.0', code, message: '' }] },
    { status: 400 },
  )

it.each([
  ['9999-12-30_9999-12-31', 'outOfReach', /Only the years 1970 to 2199/],
  ['1970-01-01_2199-12-31', 'tooManyPoints', /Choose a shorter one/],
])(
  'the sensor report says why %s is refused, and offers no other try',
  async (range, code, text) => {
    answer(() => refused(code))
    await open(`/metrics?duration=custom&ranges=${range}`)
    await screen.findByText(text)
    expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument()
  },
)

it('the sensor report does not show the former range as the answer to a refused one', async () => {
  let isRefused = false
  answer(() => (isRefused ? refused('outOfReach') : HttpResponse.json([])))
  const { router } = await open('/metrics')
  await screen.findByText('No readings')
  isRefused = true
  await act(() => router.navigate('/metrics?duration=custom&ranges=9999-12-30_9999-12-31'))
  await screen.findByText(/Only the years/)
  expect(screen.queryByText('No readings')).not.toBeInTheDocument()
})
