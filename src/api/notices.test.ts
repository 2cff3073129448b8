import { expect, it } from 'vitest'
import words from '../../locales/en/notices.json'
import type { ApiFailure } from './http.ts'
import { failureNotice, isStale, noticeRules } from './notices.ts'

const say = (key: string): string => {
  const text = Object.entries(words).find(([name]) => name === key)?.[1]
  if (text === undefined) throw new Error(`No words for ${key}`)
  return text
}
const failure = (status: number | null, more: Partial<ApiFailure> = {}): ApiFailure => ({ status, message: 'From the server', errors: [], ...more })

// Spec section 8, word for word.
it.each([
  [400, 'There is issue with your request.'], [403, 'Access denied.'], [410, 'Link expired.'],
  [500, 'Internal error. Please try again later.'], [502, 'Internal error. Please try again later.'],
  [404, 'Network error.'], [418, 'Network error.'], [null, 'Network error.'],
])('says of %s: %s', (status, message) => {
  expect(failureNotice(failure(status), {}, say)).toEqual({ level: 'error', message })
})

it('says two things of 429', () => {
  expect(failureNotice(failure(429), {}, say)).toEqual({ level: 'warning', title: 'Too many requests.', message: 'Please make pause for a few minutes.' })
})

it('raises a 409 with the server’s message and its list', () => {
  const notice = failureNotice(failure(409, { errors: [{ path: 'body.name', code: 'inUse', message: 'Used by 3' }] }), {}, say)
  expect(notice).toEqual({ level: 'error', message: 'From the server\nUsed by 3' })
})

it('leaves a stale version to the form, and the end of a session to the login page', () => {
  const stale = failure(409, { errors: [{ path: 'version', code: 'staleVersion', message: 'Sent 1, now 2' }] })
  expect(isStale(stale)).toBe(true)
  expect(failureNotice(stale, {}, say)).toBeNull()
  expect(failureNotice(failure(401), {}, say)).toBeNull()
})

it('has the spec’s own words for a status that could not be set', () => {
  expect(failureNotice(failure(500), noticeRules['bulkUpdateStatus'] ?? {}, say)).toEqual({
    level: 'error', title: 'Failed to set status', message: 'Please make sure you have an internet connection and try again.',
  })
})

it('has words of its own for what a server refuses by a known code, and leaves what names a field to the form', () => {
  const refused = (...codes: string[]) => failure(409, { errors: codes.map((code) => ({ path: '', code, message: code })) })
  const rule = noticeRules['updateUser'] ?? {}
  expect(failureNotice(refused('lastAdministrator'), rule, say)).toEqual({ level: 'error', message: words.lastAdministrator })
  expect(failureNotice(refused('taken'), rule, say)).toBeNull()
  expect(failureNotice(refused('taken', 'unheardOf'), rule, say)?.message).toBe('From the server\ntaken\nunheardOf')
})

it('has words for every key of the table', () => {
  for (const rule of Object.values(noticeRules)) {
    for (const key of [rule.success, rule.successTitle, rule.failure, rule.failureTitle, ...Object.values(rule.codes ?? {})]) if (key !== undefined && key !== null) expect(say(key)).not.toBe('')
  }
  expect(words).toMatchObject({
    statusChanged: 'Status was changed.', changesSaved: 'Changes saved.', itemCreated: 'Item is created.', wrongPassword: 'Wrong email or password',
    triggeredEventsFailed: 'Failed to update procedure with the new triggerd events', questionFailed: 'Failed to update question JSON',
    loginFailed: 'Error happens. Please reload the page and try again',
  })
})
