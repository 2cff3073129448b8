import { screen } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import { draw, pretendServer } from '#tests/drawing.tsx'
import { NewTicketPage } from './SentencePages.tsx'

const company = {
  workingHours: [4, 3, 2, 1, 0].map((day) => ({ day, from: '08:00', to: '16:00' })),
}
const server = pretendServer()

beforeEach(() => {
  const none = () => HttpResponse.json({ count: 0, rows: [] })
  server.use(
    http.get('http://localhost/api/procedures/:id', () =>
      HttpResponse.json({ message: 'There is none', errors: [] }, { status: 404 }),
    ),
    http.get('http://localhost/api/company', () => HttpResponse.json(company)),
    http.get('*', none),
    http.post('*', none),
  )
})

it('a link to a procedure that is gone, or another company’s, says so and offers nothing to save', async () => {
  await draw(<NewTicketPage />, {
    path: '/company/:companyId/create-ticket/:id',
    at: '/company/1/create-ticket/99999',
    namespaces: ['automations', 'entities', 'schedules', 'alerts', 'journal'],
  })
  await screen.findByText('Not found')
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
})
