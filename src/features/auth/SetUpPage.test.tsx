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
