import '@testing-library/jest-dom/vitest'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import type { InvitationWay } from '#contract/auth/invitations.ts'
import { draw, pretendServer } from '#tests/drawing.tsx'
import { InvitationPage } from './InvitationPage.tsx'

const server = pretendServer()
const at = (path = '') => `http://localhost/api/public/invitation${path}`

let sent: { path: string; body: unknown }[] = []
beforeEach(() => {
  sent = []
})

async function show(way: InvitationWay) {
  const keep = async (path: string, request: Request) => {
    sent.push({ path, body: await request.json() })
  }
  server.use(
    http.post(at(), () => HttpResponse.json({ company: 'Northmill', email: 'eva@a.test', way })),
    http.post(at('/accept'), async ({ request }) => {
      await keep('accept', request)
      return HttpResponse.json({ accepted: true, way })
    }),
    http.post(at('/refuse'), async ({ request }) => {
      await keep('refuse', request)
      return HttpResponse.json({ refused: true })
    }),
  )
  await draw(<InvitationPage />, { at: '/invitation?token=abc', token: null, namespaces: ['auth'] })
  await screen.findByText('Northmill invites eva@a.test to Plantroom.')
}

it('an invitation to a new address is accepted with a password that meets the rules', async () => {
  await show('choosePassword')
  await userEvent.click(screen.getByRole('button', { name: 'Accept' }))
  expect(sent).toEqual([])
  await userEvent.type(screen.getByLabelText('New password'), 'Sample1x')
  await userEvent.click(screen.getByRole('button', { name: 'Accept' }))
  await screen.findByText(/You have accepted/)
  expect(sent).toEqual([{ path: 'accept', body: { token: 'abc', password: 'Sample1x' } }])
})

it('an invitation to an address with an account is accepted without a password', async () => {
  await show('accept')
  expect(screen.queryByLabelText('New password')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Accept' }))
  await screen.findByText(/You have accepted/)
  expect(sent).toEqual([{ path: 'accept', body: { token: 'abc' } }])
})

it('an invitation is refused, and the page says that the company sees it', async () => {
  await show('accept')
  await userEvent.click(screen.getByRole('button', { name: 'Decline' }))
  await screen.findByText(/You have declined/)
  expect(sent).toEqual([{ path: 'refuse', body: { token: 'abc' } }])
})

it('a handed-over link of an address with an account leads to sign-in once a password was chosen', async () => {
  await show('choosePassword')
  server.use(
    http.post(at('/accept'), () =>
      HttpResponse.json(
        { message: 'x', errors: [{ path: '', code: 'signInInstead', message: 'account' }] },
        { status: 409 },
      ),
    ),
  )
  await userEvent.type(screen.getByLabelText('New password'), 'Sample1x')
  await userEvent.click(screen.getByRole('button', { name: 'Accept' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('already has an account')
  expect(screen.getByRole('link', { name: 'Back to sign-in' })).toHaveAttribute('href', '/login')
})

it('an expired invitation link says so and offers no answer', async () => {
  server.use(
    http.post(at(), () =>
      HttpResponse.json({ message: 'Link expired.', errors: [] }, { status: 410 }),
    ),
  )
  await draw(<InvitationPage />, { at: '/invitation?token=abc', token: null, namespaces: ['auth'] })
  expect(await screen.findByRole('alert')).toHaveTextContent('Ask for a new one')
  expect(screen.queryByRole('button', { name: 'Accept' })).toBeNull()
})
