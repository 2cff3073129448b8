import { expect, it } from 'vitest'
import { conflictCodes } from '#contract/refusals.ts'
import words from '../../locales/en/notices.json'
import { languages } from '#lib/i18n/languages.ts'
import type { ApiFailure } from './http.ts'
import { changeNotice, failureNotice, isStale, refusalText } from './notices.ts'
import { noticeRules } from './noticeRules.ts'

const inWords =
  (all: object) =>
  (key: string, options?: { said: string }): string => {
    const text = key
      .split('.')
      .reduce<unknown>(
        (inner, part) =>
          typeof inner === 'object' && inner !== null ? Reflect.get(inner, part) : undefined,
        all,
      )
    if (typeof text !== 'string') throw new Error(`No words for ${key}`)
    return text.replace('{{said}}', options?.said ?? '{{said}}')
  }
const say = inWords(words)
const failure = (status: number | null, more: Partial<ApiFailure> = {}): ApiFailure => ({
  status,
  message: 'From the server',
  errors: [],
  ...more,
})

it.each([
  [400, 'There is issue with your request.'],
  [403, 'Access denied.'],
  [410, 'Link expired.'],
  [500, 'Internal error. Please try again later.'],
  [502, 'Internal error. Please try again later.'],
  [
    413,
    "The server or its proxy rejects requests of this size. Send less at once, or ask the server's operator to raise the limit.",
  ],
  [503, 'The server cannot be reached at the moment. Please try again in a minute.'],
  [
    504,
    'The server took too long to answer. Check whether the change was made before you try again.',
  ],
  [404, 'Network error.'],
  [418, 'Network error.'],
  [null, 'Network error.'],
])('the notice of %s: %s', (status, message) => {
  expect(failureNotice(failure(status), {}, say)).toEqual({ level: 'error', message })
})

it('the notice of a change that met no server says what is left to do, until it is closed', () => {
  expect(changeNotice(failure(null), noticeRules['createRrule'] ?? {}, say)).toEqual({
    level: 'error',
    title: 'Failed to save this rule :(',
    message: 'Network error.\nThe change was not saved. Save it again when you are back online.',
    duration: 0,
  })
  expect(changeNotice(failure(500), {}, say)).toEqual(failureNotice(failure(500), {}, say))
  expect(changeNotice(failure(null), noticeRules['openTicket'] ?? {}, say)).toBeNull()
})

it('the notice of 429 says two things', () => {
  expect(failureNotice(failure(429), {}, say)).toEqual({
    level: 'warning',
    title: 'Too many requests.',
    message: 'Please make pause for a few minutes.',
  })
})

it('the notice of 429 says them also if the call has its own words for failure', () => {
  for (const name of ['cloneDashboardItem', 'bulkUpdateStatus', 'createRrule']) {
    const rule = noticeRules[name] ?? {}
    expect(failureNotice(failure(429), rule, say)).toEqual({
      level: 'warning',
      title: say(rule.failureTitle ?? ''),
      message: 'Too many requests.\nPlease make pause for a few minutes.',
    })
  }
  expect(failureNotice(failure(403), noticeRules['bulkUpdateStatus'] ?? {}, say)).toMatchObject({
    title: 'Failed to set status',
    message: 'Access denied.',
  })
})

it.each(languages)(
  'the notice of every conflict has words for its code in %s, and none of the server’s own',
  async (language) => {
    const { default: all } = (await import(`../../locales/${language}/notices.json`)) as {
      default: object
    }
    const said = conflictCodes.map((code) =>
      refusalText(
        failure(409, { errors: [{ path: '', code, message: 'locations' }] }),
        inWords(all),
      ),
    )
    expect(new Set(said).size).toBe(conflictCodes.length)
    for (const text of said) expect(text).not.toMatch(/From the server|\{\{/)
    const usual = (status: number) =>
      failureNotice(
        failure(status, { errors: [{ path: 'body.x', code: 'unheardOf', message: 'locations' }] }),
        {},
        inWords(all),
      )?.message
    for (const status of [400, 403, 404, 409, 410, 429, 500])
      expect(usual(status)).not.toMatch(/From the server|locations|unheardOf/)
  },
)

it('the notice adds the reason below the status’s words, and says it alone for 404 and 410', () => {
  const refused = (status: number, ...codes: string[]) =>
    failureNotice(
      failure(status, { errors: codes.map((code) => ({ path: '', code, message: code })) }),
      {},
      say,
    )?.message
  expect(refused(400, 'reversed', 'reversed', 'invalid_type', 'custom')).toBe(
    `There is issue with your request.\n${words.refused.reversed}\n${words.refused.shape}`,
  )
  expect(refused(403, 'missingPermission')).toBe('Access denied.')
  expect(refused(403, 'beyondOwnRights')).toBe(`Access denied.\n${words.refused.beyondOwnRights}`)
  expect(refused(404, 'notThere')).toBe(words.refused.notThere)
  expect(refused(410, 'fileGone')).toBe(words.refused.fileGone)
  expect(refused(400, 'unheardOf')).toBe('There is issue with your request.')
})

it('the notice of a conflict names the state it is about', () => {
  const refused = failure(409, {
    errors: [{ path: 'body.stateId', code: 'transitionNotAllowed', message: 'Closed' }],
  })
  expect(failureNotice(refused, {}, say)?.message).toBe(
    'From this state a ticket cannot move to “Closed”.',
  )
})

it('a stale version has no notice, nor has the end of a session', () => {
  const stale = failure(409, {
    errors: [{ path: 'version', code: 'staleVersion', message: 'Sent 1, now 2' }],
  })
  expect(isStale(stale)).toBe(true)
  expect(failureNotice(stale, {}, say)).toBeNull()
  expect(failureNotice(failure(401), {}, say)).toBeNull()
})

it('the notice of a status that could not be set has the specification’s words', () => {
  expect(failureNotice(failure(500), noticeRules['bulkUpdateStatus'] ?? {}, say)).toEqual({
    level: 'error',
    title: 'Failed to set status',
    message: 'Please make sure you have an internet connection and try again.',
  })
})

it('the notice has its own words for known codes, and leaves fields to the form', () => {
  const refused = (...codes: string[]) =>
    failure(409, { errors: codes.map((code) => ({ path: '', code, message: code })) })
  const rule = noticeRules['updateUser'] ?? {}
  expect(failureNotice(refused('lastAdministrator'), rule, say)).toEqual({
    level: 'error',
    message: words.refused.lastAdministrator,
  })
  expect(failureNotice(refused('taken'), rule, say)).toBeNull()
  expect(failureNotice(refused('taken', 'unheardOf'), rule, say)?.message).toBe(
    'This is already in use.',
  )
})

it('the notices have words for every key of the table', () => {
  for (const rule of Object.values(noticeRules)) {
    for (const key of [
      rule.success,
      rule.successTitle,
      rule.failure,
      rule.failureTitle,
      ...Object.values(rule.codes ?? {}),
    ])
      if (key !== undefined && key !== null) expect(say(key)).not.toBe('')
  }
  expect(words).toMatchObject({
    statusChanged: 'Status was changed.',
    changesSaved: 'Changes saved.',
    itemCreated: 'Item is created.',
    wrongPassword: 'Wrong email or password',
    triggeredEventsFailed: 'Failed to update procedure with the new triggerd events',
    questionFailed: 'Failed to update question JSON',
    loginFailed: 'Error happens. Please reload the page and try again',
  })
})

it('the notice shows the reference of what the server’s log can explain, and of nothing else', () => {
  const failed = (status: number) =>
    failureNotice({ status, message: '', errors: [], reference: 'ab12cd34' }, {})
  expect(failed(500)?.reference).toBe('ab12cd34')
  expect(failed(400)).not.toHaveProperty('reference')
})
