import '@testing-library/jest-dom/vitest'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, it } from 'vitest'
import { draw, pretendServer } from '#tests/drawing.tsx'
import { VisitsPage } from './VisitsPage.tsx'

const server = pretendServer()

it('the visits report names hours and days in their own order, and zones without a name', async () => {
  const group = { visits: 2, things: 1, averageSeconds: 600, totalSeconds: 1_200 }
  server.use(
    http.post('http://localhost/api/zones/report', async ({ request }) => {
      const { by } = (await request.json()) as { by: string }
      return HttpResponse.json({
        ...group,
        count: 2,
        rows:
          by === 'zone'
            ? [{ ...group, id: 7, name: '' }]
            : [
                { ...group, id: 14, name: '', visits: 9 },
                { ...group, id: 8, name: '' },
              ],
      })
    }),
    http.get('http://localhost/api/session', () =>
      HttpResponse.json({ message: '', errors: [] }, { status: 404 }),
    ),
    http.post('*', () => HttpResponse.json({ count: 0, rows: [] })),
  )
  const { router } = await draw(<VisitsPage />, {
    at: '/report/visits?by=hour',
    path: '/report/visits',
    namespaces: ['reports', 'dashboards', 'charts', 'entities', 'zones'],
  })
  await userEvent.click(await screen.findByRole('button', { name: /As a table|table/i }))
  const cells = () =>
    within(screen.getByRole('table'))
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.textContent)
  expect(cells().map((text) => text.slice(0, 5))).toEqual(['08:00', '14:00'])
  await router.navigate('/report/visits?by=zone')
  await screen.findByText('Room without a name')
})
