import { expect, it } from 'vitest'
import { takeArrival } from './arrival.ts'

it('takes its parameters from whatever path they came with, without leaving the page', () => {
  window.history.replaceState(
    null,
    '',
    `${window.location.origin}//evil.example/x?lang=he&kept=1#part`,
  )
  expect(takeArrival()).toMatchObject({ language: 'he', token: null })
  expect(window.location.href).toBe(`${window.location.origin}//evil.example/x?kept=1#part`)
})
