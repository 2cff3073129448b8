/**
 * Sign-in texts follow section 8 of the specification: word for word in English, and present in
 * every other language.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { languages } from '#contract/languages.ts'
import { root } from './root.ts'

const asWritten = {
  wrongOtp: 'Wrong OTP Code',
  wrongPassword: 'Wrong email or password',
  loginFailed: 'Error happens. Please reload the page and try again',
  otpRequestFailed: "Couldn't request OTP, reload and retry",
  newPasswordFailed: "Couldn't set new password",
  badRequest: 'There is issue with your request.',
  accessDenied: 'Access denied.',
  linkExpired: 'Link expired.',
  tooManyRequests: 'Too many requests.',
  pauseMinutes: 'Please make pause for a few minutes.',
  internalError: 'Internal error. Please try again later.',
  networkError: 'Network error.',
  // The specification writes them without a capital; the product uses sentences.
  otpSent: 'OTP request sent',
  resetSent: 'Reset request sent, check your email',
  passwordChanged: 'Password changed',
}

const wordsOf = (language: string) =>
  new Map(
    Object.entries(
      JSON.parse(readFileSync(join(root, 'locales', language, 'notices.json'), 'utf8')) as Record<
        string,
        string
      >,
    ),
  ) // the file is flat, as the locale test checks

describe('the messages of sign-in', () => {
  it('are those of the specification', () => {
    const english = wordsOf('en')
    expect(
      Object.fromEntries(Object.keys(asWritten).map((key) => [key, english.get(key)])),
    ).toEqual(asWritten)
  })

  it.each(languages.filter((language) => language !== 'en'))(
    'are translated into %s',
    (language) => {
      const words = wordsOf(language)
      for (const [key, english] of Object.entries(asWritten)) {
        expect(words.get(key), key).toMatch(/\S/)
        expect(words.get(key), key).not.toBe(english)
      }
    },
  )
})
