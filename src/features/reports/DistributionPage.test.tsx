import '@testing-library/jest-dom/vitest'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, it } from 'vitest'
import { draw, pretendServer } from '#tests/drawing.tsx'
import { PerformancesPage } from './DistributionPage.tsx'

const server = pretendServer()

const groups = Array.from({ length: 260 }, (_group, index) => ({
  id: index + 1,
  name: `Place ${index + 1}`,
  value: 260 - index,
  counted: 3,
}))

it('the distribution report says what is drawn and what the table has, turns its pages, and begins with the worst on request', async () => {
  server.use(
    http.post('http://localhost/api/reports/distributions', async ({ request }) => {
      const { ranges, sort, limit, offset } = (await request.json()) as {
        ranges: { from: string; to: string }[]
        sort: string
        limit: number
        offset: number
      }
      const results = (sort === 'value' ? groups.toReversed() : groups).slice(
        offset,
        offset + limit,
      )
      return HttpResponse.json(
        ranges.map((range) => ({
          ...range,
          results,
          remaining: 260 - offset - results.length,
          value: 130,
          counted: 780,
          beyondRights: 0,
          coverage: 100,
          isPartial: false,
          lastAt: null,
        })),
      )
    }),
  )
  server.use(
    http.get('http://localhost/api/session', () =>
      HttpResponse.json({ message: '', errors: [] }, { status: 404 }),
    ),
  )
  await draw(<PerformancesPage />, {
    at: '/report/performances',
    namespaces: ['reports', 'dashboards', 'charts', 'entities'],
  })
  await screen.findByText('The chart shows 20 of 260; the table shows 1 to 100.')
  await userEvent.click(screen.getByRole('button', { name: /Show as table|As a table|table/i }))
  expect(within(screen.getByRole('table')).getAllByRole('row')).toHaveLength(101)
  await userEvent.click(screen.getByTitle('3'))
  await screen.findByText('The chart shows 20 of 260; the table shows 201 to 260.')
  await screen.findByText('Place 260')
  await userEvent.click(screen.getByRole('combobox', { name: 'Order' }))
  await userEvent.click(await screen.findByTitle('Worst first'))
  await screen.findByText('The chart shows 20 of 260; the table shows 1 to 100.')
  await screen.findByText('Place 260')
})

it('the distribution report’s first card says how it differs from the second range', async () => {
  server.use(
    http.post('http://localhost/api/reports/distributions', async ({ request }) => {
      const { ranges } = (await request.json()) as { ranges: { from: string; to: string }[] }
      return HttpResponse.json(
        ranges.map((range, index) => ({
          ...range,
          results: [{ id: 1, name: 'Ward', value: 80 - index, counted: 3 }],
          remaining: 0,
          value: index === 0 ? 80.4 : 80,
          counted: 3,
          beyondRights: 0,
          coverage: 100,
          isPartial: false,
          lastAt: null,
        })),
      )
    }),
  )
  await draw(<PerformancesPage />, {
    at: '/report/performances?ranges=2026-11-01_2026-11-10.2026-10-01_2026-10-10',
    namespaces: ['reports', 'dashboards', 'charts', 'entities'],
  })
  const [first, second] = (await screen.findAllByText(/Days with data/)).map((one) =>
    one.closest('li'),
  )
  expect(first).toHaveTextContent(/\+0\.4.? compared with/)
  expect(second).not.toHaveTextContent(/compared with/)
})
