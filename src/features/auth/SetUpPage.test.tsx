import { screen } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, it } from 'vitest'
import { draw, pretendServer } from '#tests/drawing.tsx'
import { SetUpPage } from './SetUpPage.tsx'

const server = pretendServer()
const answer = (needsSetup: boolean) =>
  server.use(
    http.get('http://localhost/api/public/installation', () => HttpResponse.json({ needsSetup })),
  )

it('a used set-up link shows no form, and leads to sign-in', async () => {
  answer(false)
  await draw(<SetUpPage />, { at: '/setup?token=used', namespaces: ['auth', 'notices'] })
  await screen.findByText('Link expired.')
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(screen.getByRole('link', { name: 'Back to sign-in' }).getAttribute('href')).toBe('/login')
})

it('the set-up link of an installation without a company shows the form', async () => {
  answer(true)
  await draw(<SetUpPage />, { at: '/setup?token=new', namespaces: ['auth', 'notices'] })
  await screen.findByRole('textbox', { name: 'Company name' })
})

it('the set-up form offers the server’s time zones, not those that the browser knows', async () => {
  answer(true)
  server.use(
    http.get('http://localhost/api/public/time-zones', () =>
      HttpResponse.json({
        release: '2099z',
        renamed: [
          { zone: Intl.DateTimeFormat().resolvedOptions().timeZone, current: 'Europe/Newtown' },
        ],
        rows: [
          { zone: 'America/Vancouver', offset: -420 },
          { zone: 'Europe/Newtown', offset: 90 },
          { zone: 'UTC', offset: 0 },
        ],
      }),
    ),
  )
  await draw(<SetUpPage />, { at: '/setup?token=new', namespaces: ['auth', 'notices'] })
  await screen.findByRole('option', { name: 'Europe/Newtown (UTC+01:30)' })
  expect(screen.getByRole('option', { name: 'America/Vancouver (UTC−07:00)' })).toBeTruthy()
  expect(screen.queryByRole('option', { name: /Prague/ })).toBeNull()
  // The browser reports a former name.
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Time zone' }).value).toBe(
    'Europe/Newtown',
  )
})
