import '@testing-library/jest-dom/vitest'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import { draw, pretendServer, tokenFor } from '#tests/drawing.tsx'
import { LoginPage } from './LoginPage.tsx'

const server = pretendServer()
const step = {
  id: '7d3f0f6e-3d0f-4a55-9d3a-1b2c3d4e5f60',
  ways: ['authenticator', 'recovery'],
  passkey: null,
}
const sent: unknown[] = []

beforeEach(() => {
  sent.length = 0
  server.use(
    http.get('http://localhost/api/public/installation', () =>
      HttpResponse.json({ demo: false, needsSetup: false, signIns: [] }),
    ),
    http.post('http://localhost/api/public/login-options', () =>
      HttpResponse.json({
        password: true,
        otp: ['email'],
        allowSso: false,
        forceSso: false,
        idp: null,
        providers: [],
      }),
    ),
    http.post('http://localhost/api/public/login', () =>
      HttpResponse.json({ token: null, secondStep: step }),
    ),
    http.post('http://localhost/api/public/second-step', async ({ request }) => {
      const body = await request.json()
      sent.push(body)
      if (JSON.stringify(body).includes('000000'))
        return HttpResponse.json(
          { message: 'x', errors: [{ path: 'body.answer', code: 'wrongCode', message: 'x' }] },
          { status: 400 },
        )
      if (JSON.stringify(body).includes('999999'))
        return HttpResponse.json({ message: 'x', errors: [] }, { status: 410 })
      return HttpResponse.json({ token: tokenFor({ companyId: 9 }) })
    }),
  )
})

async function show() {
  const drawn = await draw(<LoginPage />, {
    at: '/login?next=%2Ftickets',
    token: null,
    namespaces: ['auth', 'secondStep'],
    also: [{ path: '/tickets', element: 'Tickets here' }],
  })
  await userEvent.type(await screen.findByLabelText('Email'), 'eva@sample.test')
  await userEvent.type(screen.getByLabelText('Password'), 'Sample1x')
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
  await screen.findByRole('heading', { name: 'One more step' })
  return drawn
}
const type = async (label: string, code: string) => {
  const field = await screen.findByLabelText(label)
  await userEvent.clear(field)
  await userEvent.type(field, code)
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }))
}

it('the second step asks for the app’s code after the password, says what was wrong, and continues to the wanted page', async () => {
  const { store } = await show()
  expect(store.getState().auth.token).toBeNull()
  await type('Code from the authenticator app', '000000')
  expect(await screen.findByRole('alert')).toHaveTextContent('This is not correct')
  await type('Code from the authenticator app', '123456')
  expect(await screen.findByText('Tickets here')).toBeVisible()
  expect(sent.at(-1)).toEqual({ id: step.id, answer: { kind: 'authenticator', code: '123456' } })
})

it('the second step takes a recovery code instead', async () => {
  await show()
  await userEvent.click(await screen.findByRole('button', { name: 'Use a recovery code' }))
  await type('Recovery code', 'abcde-fghjk')
  expect(await screen.findByText('Tickets here')).toBeVisible()
  expect(sent).toEqual([{ id: step.id, answer: { kind: 'recovery', code: 'abcde-fghjk' } }])
})

it('the second step that took too long begins again', async () => {
  await show()
  await type('Code from the authenticator app', '999999')
  expect(await screen.findByRole('alert')).toHaveTextContent('too long')
  await userEvent.click(screen.getByRole('button', { name: 'Start again' }))
  expect(await screen.findByLabelText('Password')).toBeVisible()
})
