import '@testing-library/jest-dom/vitest'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { auth } from '#contract/auth/auth.ts'
import { secondStepSignIn } from '#contract/auth/secondStep.ts'
import { waysIn } from '#contract/auth/waysIn.ts'
import { pretendServer, tokenFor } from '#tests/drawing.tsx'
import { takeHandedOver } from '#entities/session/handoff.ts'
import { adoptFirstPage } from '../../features/auth/index.ts'
import { publicPaths } from '../../features/auth/firstCalls.ts'
import { signInPages, type SignInHtml } from './prerender.tsx'

const server = pretendServer()
const asked: unknown[] = []
const start = vi.fn(() => Promise.resolve())
const prepare = vi.fn<() => void>()
const ways = {
  password: true,
  otp: ['email'],
  allowSso: false,
  forceSso: false,
  idp: null,
  providers: [],
}
let pages: readonly SignInHtml[] = []
let sheet = ''

beforeEach(async () => {
  asked.length = 0
  start.mockClear()
  prepare.mockClear()
  takeHandedOver()
  if (pages.length === 0) ({ pages, sheet } = await signInPages())
  server.use(
    http.get('http://localhost/api/public/installation', () =>
      HttpResponse.json({
        demo: true,
        needsSetup: false,
        signIns: [
          { email: 'a@b.test', password: 'Demo1234', role: 'staff', company: 'St. Brigid' },
        ],
      }),
    ),
    http.post('http://localhost/api/public/login-options', () => HttpResponse.json(ways)),
    http.post('http://localhost/api/public/login', async ({ request }) => {
      asked.push(await request.json())
      return HttpResponse.json({ token: tokenFor(), secondStep: null })
    }),
  )
})

/** The page as built, before its script runs. */
function serve(language = 'en', address = '/login'): void {
  const page = pages.find((one) => one.language === language)
  document.documentElement.lang = page?.lang ?? ''
  document.body.innerHTML = `<div id="root">${page?.body ?? ''}</div><script type="application/json" id="words">${JSON.stringify(page?.words)}</script>`
  window.history.replaceState(null, '', address)
}

describe('the sign-in page as HTML', () => {
  it('has its form, labelled in each language, before any script', () => {
    expect(pages.map(({ language }) => language)).toEqual(['en', 'he', 'ar', 'ru', 'cs', 'sk'])
    for (const { body, dir, language, title } of pages) {
      document.body.innerHTML = body
      const form = document.querySelector('form')
      expect(form).toHaveAttribute('method', 'post')
      expect(form).toHaveAttribute('action', '/login')
      for (const name of ['email', 'password']) {
        const input = form?.querySelector<HTMLInputElement>(`input[name=${name}]`)
        expect(input?.labels?.[0]?.textContent, `${language} ${name}`).not.toBe('')
        expect(input).toBeEnabled()
      }
      expect(form?.querySelector('button[type=submit]')).toBeEnabled()
      expect(dir).toBe(language === 'he' || language === 'ar' ? 'rtl' : 'ltr')
      expect(title).toMatch(/ · Plantroom$/)
    }
    expect(new Set(pages.map(({ body }) => body)).size).toBe(6)
  })

  it('has the colours of both schemes without a script', () => {
    expect(sheet).toContain('prefers-color-scheme:dark')
    expect(sheet).toMatch(/--pr-accent:/)
  })

  it('asks the addresses that the contract declares', () => {
    expect(publicPaths).toEqual({
      login: auth.login.path,
      getInstallation: auth.getInstallation.path,
      getLoginOptions: waysIn.getLoginOptions.path,
      beginPasskeySignIn: secondStepSignIn.beginPasskeySignIn.path,
      loginPasskey: secondStepSignIn.loginPasskey.path,
    })
  })
})

describe('the sign-in page with its own script', () => {
  it('keeps what was typed before the script came, and signs in with it', async () => {
    serve('en', '/equipment?q=pump&lang=en')
    await userEvent.type(screen.getByLabelText('Email'), ' me@here.test ')
    await userEvent.type(screen.getByLabelText('Password'), 'Mine1234')
    await adoptFirstPage({ start, prepare })
    expect(window.location.search).toBe('?next=%2Fequipment%3Fq%3Dpump')
    expect(screen.getByLabelText('Password')).toHaveValue('Mine1234')
    await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
    expect(prepare).toHaveBeenCalledOnce() // runs in parallel with the call
    await waitFor(() => expect(start).toHaveBeenCalledOnce())
    expect(asked).toEqual([{ email: 'me@here.test', password: 'Mine1234', source: 'web' }])
    expect(takeHandedOver()).toMatchObject({ token: tokenFor(), next: '/equipment?q=pump' })
  })

  it('checks address and password before it asks, and shows each fault beside its field', async () => {
    serve()
    await adoptFirstPage({ start, prepare })
    await userEvent.type(screen.getByLabelText('Email'), 'someone@nowhere')
    await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
    expect(screen.getByLabelText('Email')).toHaveAccessibleDescription(
      'This is not an email address.',
    )
    expect(screen.getByLabelText('Password')).toHaveAccessibleDescription('Enter your password.')
    expect(asked).toEqual([])
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
  ] as const)('says of %s: %s', async (status, words) => {
    server.use(
      http.post('http://localhost/api/public/login', () =>
        status === null
          ? HttpResponse.error()
          : HttpResponse.json({ message: 'x', errors: [] }, { status }),
      ),
    )
    serve()
    await adoptFirstPage({ start, prepare })
    await userEvent.type(screen.getByLabelText('Email'), 'me@here.test')
    await userEvent.type(screen.getByLabelText('Password'), 'wrong')
    await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
    expect(await screen.findByRole('alert')).toHaveTextContent(words)
    expect(screen.getByLabelText('Password')).toHaveValue('wrong')
    expect(screen.getByRole('button', { name: 'Sign in' })).toBeEnabled()
  })

  it('passes a second step to the application', async () => {
    const secondStep = { id: crypto.randomUUID(), ways: ['recovery'], passkey: null }
    server.use(
      http.post('http://localhost/api/public/login', () =>
        HttpResponse.json({ token: null, secondStep }),
      ),
    )
    serve()
    await adoptFirstPage({ start, prepare })
    await userEvent.click(await screen.findByRole('button', { name: /Staff member/ }))
    await waitFor(() => expect(start).toHaveBeenCalledOnce())
    expect(takeHandedOver()).toMatchObject({ secondStep })
  })

  it('carries the address along to a one-time code', async () => {
    serve('en', '/login?next=%2Ftickets')
    await adoptFirstPage({ start, prepare })
    await userEvent.type(screen.getByLabelText('Email'), 'me@here.test')
    fireEvent.click(screen.getByRole('link', { name: 'Sign in with a one-time code' }))
    expect(start).toHaveBeenCalledOnce()
    expect(window.location.search).toBe('?next=%2Ftickets&way=otp')
    expect(takeHandedOver()).toMatchObject({ email: 'me@here.test' })
  })

  it('asks for no password if only the provider signs in', async () => {
    server.use(
      http.post('http://localhost/api/public/login-options', () =>
        HttpResponse.json({
          ...ways,
          allowSso: true,
          forceSso: true,
          idp: 'sso',
          providers: [{ idp: 'sso' }],
        }),
      ),
    )
    serve()
    await adoptFirstPage({ start, prepare })
    expect(await screen.findByRole('button', { name: 'Corporate sign-in' })).toBeVisible()
    expect(screen.getByText('Your company signs in through its own provider.')).toBeVisible()
    expect(screen.getByLabelText('Password')).not.toBeVisible()
  })

  it('asks for the sign-in options of the company in its address, and leaves out a broken one', async () => {
    const sent: unknown[] = []
    server.use(
      http.post('http://localhost/api/public/login-options', async ({ request }) => {
        sent.push(await request.json())
        return HttpResponse.json(ways)
      }),
    )
    const company = '0b64dcd5-58e5-4f8b-9f1c-0e9e1b6ad0b1'
    serve('en', `/login?company=${company}`)
    await adoptFirstPage({ start, prepare })
    await waitFor(() => expect(sent).toEqual([{ email: '-', company }]))
    const code = screen.getByRole<HTMLAnchorElement>('link', {
      name: 'Sign in with a one-time code',
    })
    expect(new URL(code.href).searchParams.get('company')).toBe(company)
    serve('en', '/login?company=0b64dcd5-58e5')
    await adoptFirstPage({ start, prepare })
    await waitFor(() => expect(sent[1]).toEqual({ email: '-' }))
  })

  it('starts the application at once for a user who is signed in after all', async () => {
    serve('en', '/tickets')
    localStorage.setItem(
      'persist:plantroom',
      JSON.stringify({ auth: JSON.stringify({ token: tokenFor() }) }),
    )
    await adoptFirstPage({ start, prepare })
    expect(start).toHaveBeenCalledOnce()
  })

  it('turns to the language that was chosen here, with what was typed', async () => {
    const hebrew = pages.find(({ language }) => language === 'he')
    server.use(
      http.get('http://localhost/signIn.he.html', () =>
        HttpResponse.html(
          `<html lang="he" dir="rtl"><head><title>x</title></head><body><div id="root">${hebrew?.body ?? ''}</div><script type="application/json" id="words">${JSON.stringify(hebrew?.words)}</script></body></html>`,
        ),
      ),
    )
    serve()
    await adoptFirstPage({ start, prepare })
    await userEvent.type(screen.getByLabelText('Email'), 'me@here.test')
    await userEvent.selectOptions(screen.getByRole('combobox'), 'he')
    await waitFor(() => expect(document.documentElement.dir).toBe('rtl'))
    expect(screen.getByRole('textbox')).toHaveValue('me@here.test')
    expect(document.cookie).toContain('plantroom.language=he')
  })
})
