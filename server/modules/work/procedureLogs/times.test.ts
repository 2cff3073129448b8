import { expect, it } from 'vitest'
import { boundedTimes } from './times.ts'

const now = new Date('2026-11-20T09:00:00Z')

it.each([
  [
    'as the person says',
    '2026-11-20T07:00:00Z',
    '2026-11-20T07:20:00Z',
    '2026-11-20T07:00:00Z',
    '2026-11-20T07:20:00Z',
  ],
  [
    'now, where nothing is said',
    '2026-11-20T07:00:00Z',
    undefined,
    '2026-11-20T07:00:00Z',
    '2026-11-20T09:00:00Z',
  ],
  [
    'never in the future',
    '2026-11-20T10:00:00Z',
    '2026-11-20T11:00:00Z',
    '2026-11-20T09:00:00Z',
    '2026-11-20T09:00:00Z',
  ],
  [
    'never before it began',
    '2026-11-20T08:00:00Z',
    '2026-11-20T07:00:00Z',
    '2026-11-20T08:00:00Z',
    '2026-11-20T08:00:00Z',
  ],
  [
    'never longer ago than a phone may keep it',
    '2025-01-01T00:00:00Z',
    '2025-01-01T01:00:00Z',
    '2025-01-01T00:00:00Z',
    '2026-10-20T09:00:00Z',
  ],
])('boundedTimes() takes a log’s time %s', (_how, startedAt, doneAt, started, done) => {
  expect(boundedTimes({ startedAt, doneAt }, now)).toEqual({
    startedAt: new Date(started),
    doneAt: new Date(done),
  })
})
