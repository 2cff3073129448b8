import '@testing-library/jest-dom/vitest'
import { screen } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, it } from 'vitest'
import { draw, pretendServer } from '../../../tests/drawing.tsx'
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
const sheet = (container: HTMLElement) => container.querySelector('.print-head')

it.each([
  ['/metrics?sensors=2', 'Fridge sensor 2'],
  ['/metrics?sensors=2.3', 'Fridge sensor 2 and Fridge sensor 3'],
  ['/metrics?sensors=3&name=humidity', 'Fridge sensor 3'],
  ['/metrics', 'All sensors'],
])('prints at %s of which sensors the sheet is', async (at, said) => {
  answer()
  const { container } = await open(at)
  expect(await screen.findByText(said, { selector: '.print-head p' })).toBeInTheDocument()
  if (said !== 'All sensors') expect(sheet(container)).not.toHaveTextContent('All sensors')
})
