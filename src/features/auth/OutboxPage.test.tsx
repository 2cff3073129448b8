import '@testing-library/jest-dom/vitest'
import { screen } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, it } from 'vitest'
import { draw, pretendServer } from '#tests/drawing.tsx'
import { OutboxPage } from './OutboxPage.tsx'

const server = pretendServer()

it('the outbox page says that an exposed demo shows its messages after sign-in, and leads back from there', async () => {
  server.use(
    http.get('http://localhost/api/public/outbox', () =>
      HttpResponse.json({ message: 'x', errors: [] }, { status: 401 }),
    ),
  )
  await draw(<OutboxPage />, { at: '/outbox', token: null, namespaces: ['auth'] })
  expect(await screen.findByRole('alert')).toHaveTextContent('shown only after sign-in')
  expect(screen.getByRole('link', { name: 'Back to sign-in' })).toHaveAttribute(
    'href',
    '/login?next=%2Foutbox',
  )
})

it('the outbox page sends the session along, so that signed-in users read the messages', async () => {
  server.use(
    http.get('http://localhost/api/public/outbox', ({ request }) =>
      request.headers.get('authorization') === null
        ? HttpResponse.json({ message: 'x', errors: [] }, { status: 401 })
        : HttpResponse.json({
            rows: [
              {
                id: 1,
                at: '2026-11-20T09:00:00.000Z',
                channel: 'email',
                to: 'a@b.test',
                subject: 'Your code',
                text: '123456',
              },
            ],
          }),
    ),
  )
  await draw(<OutboxPage />, { at: '/outbox', namespaces: ['auth'] })
  expect(await screen.findByText('Your code')).toBeVisible()
})
