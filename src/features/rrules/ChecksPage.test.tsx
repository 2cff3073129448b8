import { screen } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, it } from 'vitest'
import { draw, pretendServer } from '#tests/drawing.tsx'
import { ChecksPage } from './ChecksPage.tsx'

const server = pretendServer()

it('the list of checks shows the share that Today shows, whichever outcome it lists', async () => {
  const asked: unknown[] = []
  server.use(
    http.post('http://localhost/api/occurrences/get', async ({ request }) => {
      const body = (await request.json()) as { outcome: string; limit: number }
      asked.push(body)
      return HttpResponse.json({ count: body.outcome === 'any' ? 8 : 6, rows: [] })
    }),
  )
  await draw(<ChecksPage />, {
    at: '/rrule/checks?outcome=late&place=7&from=2026-11-20&to=2026-11-26',
    namespaces: ['schedules'],
  })
  await screen.findByText('Done in time: 6 of 8 (75%)')
  expect(asked).toContainEqual(
    expect.objectContaining({
      outcome: 'late',
      withinId: 7,
      dueFrom: expect.any(String) as string,
    }),
  )
})
