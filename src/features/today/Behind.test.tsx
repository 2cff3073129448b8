import '@testing-library/jest-dom/vitest'
import { screen } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, it } from 'vitest'
import { draw, pretendServer } from '#tests/drawing.tsx'
import { Behind } from './Behind.tsx'

const server = pretendServer()

it('the list of late work opens the overdue tickets of a user, and the unassigned ones', async () => {
  server.use(
    http.get('*/api/today/behind', () =>
      HttpResponse.json({
        places: [],
        placesRemaining: 0,
        people: [
          { id: null, name: null, overdueTickets: 6 },
          { id: 3, name: 'Dan Levy', overdueTickets: 4 },
        ],
        peopleRemaining: 0,
      }),
    ),
  )
  await draw(<Behind />, { namespaces: ['today', 'tickets'] })
  expect(await screen.findByRole('link', { name: '6 overdue: unassigned' })).toHaveAttribute(
    'href',
    '/tickets?assignees=0&overdue=1',
  )
  expect(screen.getByRole('link', { name: '4 overdue: Dan Levy' })).toHaveAttribute(
    'href',
    '/tickets?assignees=3&overdue=1',
  )
})
