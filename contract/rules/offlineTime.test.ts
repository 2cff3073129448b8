import { expect, it } from 'vitest'
import { timeDone } from './offlineTime.ts'

const now = new Date('2026-11-26T20:00:00Z')
const opened = new Date('2026-11-26T08:00:00Z')

it.each([
  ['now where nothing is said', undefined, opened, '2026-11-26T20:00:00.000Z'],
  ['when it was written', '2026-11-26T19:09:55Z', opened, '2026-11-26T19:09:55.000Z'],
  ['never ahead of now', '2026-11-27T09:00:00Z', opened, '2026-11-26T20:00:00.000Z'],
  ['never before its ticket', '2026-11-26T07:00:00Z', opened, '2026-11-26T08:00:00.000Z'],
  [
    'at most thirty days ago',
    '1970-01-01T00:00:00Z',
    new Date('2020-01-01T00:00:00Z'),
    '2026-10-27T20:00:00.000Z',
  ],
])('saidAt() dates a comment %s', (_when, writtenAt, openedAt, said) =>
  expect(timeDone(writtenAt, openedAt, now).toISOString()).toBe(said),
)
