import { expect, it } from 'vitest'
import { readLaunchParameters } from './launchParameters.ts'

it('the launch parameters are read from any path, without leaving the page', () => {
  window.history.replaceState(
    null,
    '',
    `${window.location.origin}//evil.example/x?lang=he&kept=1#part`,
  )
  expect(readLaunchParameters()).toMatchObject({ language: 'he', token: null })
  expect(window.location.href).toBe(`${window.location.origin}//evil.example/x?kept=1#part`)
})

it.each(['/setup', '/reset-password', '/invitation'])(
  'the page at %s keeps the token of its one-time link in the address',
  (path) => {
    window.history.replaceState(null, '', `${path}?token=abc&lang=he`)
    expect(readLaunchParameters()).toMatchObject({ language: 'he', token: null })
    expect(window.location.search).toBe('?token=abc')
  },
)

it('the launch parameters take a session token from the address of any other page', () => {
  window.history.replaceState(null, '', '/equipment?token=abc')
  expect(readLaunchParameters()).toMatchObject({ token: 'abc' })
  expect(window.location.search).toBe('')
})
