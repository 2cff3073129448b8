import '@testing-library/jest-dom/vitest'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, it, vi } from 'vitest'
import { draw, pretendServer, tokenFor } from '#tests/drawing.tsx'
import { sessionEnded } from '#entities/session/authSlice.ts'
import { changeLanguage } from '#lib/i18n/i18n.ts'
import { LoginPage } from './LoginPage.tsx'

const server = pretendServer()
const demo = {
  demo: true,
  needsSetup: false,
  signIns: [
    {
      email: 'admin@plantroom.demo',
      password: 'Plantroom1',
      role: 'administrator',
      company: 'St. Brigid',
    },
  ],
}
const asked: unknown[] = []

beforeEach(() => {
  asked.length = 0
  server.use(
    http.get('http://localhost/api/public/installation', () => HttpResponse.json(demo)),
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
    http.post('http://localhost/api/public/login', async ({ request }) => {
      asked.push(await request.json())
      return HttpResponse.json({ token: tokenFor({ companyId: 9 }) })
    }),
  )
})

const show = (at = '/login') =>
  draw(<LoginPage />, {
    at,
    token: null,
    namespaces: ['auth'],
    also: [
      { path: '/tickets', element: 'Tickets here' },
      { path: '/', element: 'Today here' },
    ],
  })

it('the login page checks the address and the password before it asks the server', async () => {
  await show()
  await userEvent.type(await screen.findByLabelText('Email'), 'someone@nowhere')
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
  expect(await screen.findByText('This is not an email address.')).toBeVisible()
  expect(screen.getByText('Enter your password.')).toBeVisible()
  expect(asked).toEqual([])
})

it('the login page signs in and continues to the wanted page', async () => {
  const { store } = await show('/login?next=%2Ftickets')
  await userEvent.type(await screen.findByLabelText('Email'), ' admin@plantroom.demo ')
  await userEvent.type(screen.getByLabelText('Password'), 'Plantroom1')
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
  expect(await screen.findByText('Tickets here')).toBeVisible()
  expect(asked).toEqual([{ email: 'admin@plantroom.demo', password: 'Plantroom1', source: 'web' }])
  expect(store.getState().auth.claims?.companyId).toBe(9)
})

it('the login page signs a demo user in by one press', async () => {
  await show()
  await userEvent.click(await screen.findByRole('button', { name: /Administrator/ }))
  expect(await screen.findByText('Today here')).toBeVisible()
})

it.each([
  [401, 'Wrong email or password'],
  [403, 'Access denied.'],
  [410, 'Link expired.'],
  [500, 'Internal error. Please try again later.'],
  [502, 'Internal error. Please try again later.'],
  [503, 'The server cannot be reached at the moment. Please try again in a minute.'],
  [418, 'Network error.'],
  [null, 'Network error.'],
  [429, 'Too many requests. Please make pause for a few minutes.'],
] as const)('the login page says of %s: %s', async (status, words) => {
  server.use(
    http.post('http://localhost/api/public/login', () =>
      status === null
        ? HttpResponse.error()
        : HttpResponse.json({ message: 'x', errors: [] }, { status }),
    ),
  )
  await show()
  await userEvent.type(await screen.findByLabelText('Email'), 'admin@plantroom.demo')
  await userEvent.type(screen.getByLabelText('Password'), 'wrong')
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
  expect(await screen.findByRole('alert')).toHaveTextContent(words)
  expect(screen.getByLabelText('Password')).toHaveValue('wrong')
})

it('the login page says where the set-up link is if there is no company', async () => {
  server.use(
    http.get('http://localhost/api/public/installation', () =>
      HttpResponse.json({ demo: false, needsSetup: true, signIns: [] }),
    ),
  )
  await show()
  expect(await screen.findByText(/one-time link/)).toBeVisible()
})

it('the login page says that it is the back office, and tells the server where the user came from', async () => {
  await show('/login?source=backoffice')
  expect(await screen.findByText('You are signing in to the back office.')).toBeVisible()
  await userEvent.click(await screen.findByRole('button', { name: /Administrator/ }))
  expect(await screen.findByText('Today here')).toBeVisible()
  expect(asked).toEqual([
    { email: 'admin@plantroom.demo', password: 'Plantroom1', source: 'backoffice' },
  ])
})

it.each([
  [
    'corporateNoAccount',
    'Your provider knows you, but you have no account here. Ask your administrator.',
  ],
  ['corporateTooMany', 'Too many requests. Please make pause for a few minutes.'],
] as const)('the login page says why a sign-in at a provider failed: %s', async (why, words) => {
  const { store } = await show()
  act(() => {
    store.dispatch(sessionEnded(why))
  })
  expect(await screen.findByRole('alert')).toHaveTextContent(words)
})

it('the login page says it in the language that is chosen afterwards', async () => {
  server.use(
    http.post('http://localhost/api/public/login', () =>
      HttpResponse.json({ message: 'x', errors: [] }, { status: 401 }),
    ),
  )
  await show()
  await userEvent.type(await screen.findByLabelText('Email'), 'admin@plantroom.demo')
  await userEvent.type(screen.getByLabelText('Password'), 'wrong')
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('Wrong email or password')
  await act(() => changeLanguage('cs'))
  expect(await screen.findByRole('alert')).not.toHaveTextContent('Wrong')
  await act(() => changeLanguage('en'))
})

it('the login page knows after a reload to whom a code was sent, and how long until another', async () => {
  sessionStorage.clear()
  server.use(
    http.post('http://localhost/api/public/request-otp', () => HttpResponse.json({ sent: true })),
  )
  const first = await show('/login?way=otp')
  await userEvent.type(await screen.findByLabelText('Email'), 'staff@plantroom.demo')
  await userEvent.click(await screen.findByRole('button', { name: /email/i }))
  expect(await screen.findByRole('timer')).toBeVisible()
  first.unmount()
  await show('/login?way=otp')
  expect(await screen.findByLabelText('Email')).toHaveValue('staff@plantroom.demo')
  expect(await screen.findByRole('timer')).toHaveTextContent(/5\d|60/)
  sessionStorage.clear()
})

const optionsFor = (asked: unknown[]) =>
  server.use(
    http.post('http://localhost/api/public/login-options', async ({ request }) => {
      asked.push(await request.json())
      return HttpResponse.json({
        password: true,
        otp: ['email'],
        allowSso: false,
        forceSso: false,
        idp: null,
        providers: [],
      })
    }),
  )

it('the login page asks about a slowly typed address once it is whole, and not at every character', async () => {
  const asked: unknown[] = []
  optionsFor(asked)
  await show()
  const field = await screen.findByLabelText('Email')
  await screen.findByLabelText('Password')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  for (const length of Array.from('admin@plantroom.demo', (_letter, index) => index + 1)) {
    fireEvent.change(field, { target: { value: 'admin@plantroom.demo'.slice(0, length) } })
    act(() => {
      vi.advanceTimersByTime(450)
    })
  }
  act(() => {
    vi.advanceTimersByTime(1_000)
  })
  vi.useRealTimers()
  await waitFor(() => expect(asked).toContainEqual({ email: 'admin@plantroom.demo' }))
  expect(asked).toEqual([{ email: '-' }, { email: 'admin@plantroom.demo' }])
  fireEvent.change(field, { target: { value: 'staff@plantroom.demo' } })
  fireEvent.blur(field)
  await waitFor(() => expect(asked.at(-1)).toEqual({ email: 'staff@plantroom.demo' }))
})

it('the login page asks for the sign-in options of the company in its address, and keeps the company for a code', async () => {
  const sent: unknown[] = []
  optionsFor(sent)
  const company = '0b64dcd5-58e5-4f8b-9f1c-0e9e1b6ad0b1'
  await show(`/login?company=${company}`)
  await waitFor(() => expect(sent).toEqual([{ email: '-', company }]))
  expect(screen.getByRole('link', { name: 'Sign in with a one-time code' })).toHaveAttribute(
    'href',
    `/login?company=${company}&way=otp`,
  )
})

it('the login page asks for the password at once, before it knows the other options', async () => {
  let answer: () => void = () => undefined
  server.use(
    http.post('http://localhost/api/public/login-options', async () => {
      await new Promise<void>((resolve) => {
        answer = resolve
      })
      return HttpResponse.json({
        password: true,
        otp: ['email'],
        allowSso: false,
        forceSso: false,
        idp: null,
        providers: [],
      })
    }),
  )
  await show()
  expect(await screen.findByLabelText('Email')).toBeVisible()
  expect(screen.getByLabelText('Password')).toBeVisible()
  answer()
})

it.each([
  [500, 'Internal error. Please try again later.'],
  [401, 'Wrong OTP Code'],
  [null, 'Network error.'],
] as const)('the login page says of a code that met %s: %s', async (status, words) => {
  sessionStorage.clear()
  server.use(
    http.post('http://localhost/api/public/login-otp', () =>
      status === null
        ? HttpResponse.error()
        : HttpResponse.json({ message: 'x', errors: [] }, { status }),
    ),
  )
  await show('/login?way=otp')
  await userEvent.type(await screen.findByLabelText('Email'), 'staff@plantroom.demo')
  const code = screen.getByLabelText('One-time code')
  expect(code).toHaveAttribute('inputmode', 'numeric')
  expect(code).toHaveAttribute('autocomplete', 'one-time-code')
  await userEvent.type(code, '123456')
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
  expect(await screen.findByRole('alert')).toHaveTextContent(words)
})

it('the form offers the page of a label without an account if a session ended there', async () => {
  await show('/login?next=%2Fr%2F0123456789abcdef')
  const link = await screen.findByRole('link', { name: 'Report a problem without an account' })
  expect(link).toHaveAttribute('href', '/r/0123456789abcdef?guest')
})
