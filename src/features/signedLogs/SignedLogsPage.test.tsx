import '@testing-library/jest-dom/vitest'
import { screen } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, it } from 'vitest'
import { draw, pretendServer } from '#tests/drawing.tsx'
import { SignedLogsPage } from './SignedLogsPage.tsx'

const server = pretendServer()
const row = {
  id: 7,
  procedure: { id: 3, name: 'Fire extinguisher' },
  equipment: { id: 12, name: 'Extinguisher 4' },
  location: null,
  doneAt: '2026-11-20T09:00:00.000Z',
  doneBy: { id: 2, name: 'Dana Levi' },
  score: 100,
  points: 1,
  maximum: 1,
  ticketCount: 0,
}

it('/signed-log without an id lists sealed logs only, and each row leads to its document', async () => {
  const asked: unknown[] = []
  server.use(
    http.post('http://localhost/api/procedure-logs/get', async ({ request }) => {
      asked.push(await request.json())
      return HttpResponse.json({ count: 1, rows: [row] })
    }),
  )
  await draw(<SignedLogsPage />, {
    namespaces: ['signedLogs', 'procedureLogs', 'titles'],
    at: '/signed-log',
  })
  expect(await screen.findByRole('link', { name: /Fire extinguisher/ })).toHaveAttribute(
    'href',
    '/signed-log/7',
  )
  expect(asked).toEqual([expect.objectContaining({ isSigned: true })])
})
