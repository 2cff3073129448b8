import { expect, it } from 'vitest'
import { noteServerTime, clockOffset, serverNow } from './serverClock.ts'

const noon = Date.parse('2026-11-20T12:00:00Z')

it.each([
  ['a clock that is right', 'Fri, 20 Nov 2026 12:00:00 GMT', noon + 100, noon + 300, 0],
  [
    'one that is right, over a slow network',
    'Fri, 20 Nov 2026 12:00:04 GMT',
    noon,
    noon + 9_000,
    0,
  ],
  ['one that is an hour slow', 'Fri, 20 Nov 2026 13:00:00 GMT', noon + 400, noon + 600, 3_600_000],
  ['one that is a day fast', 'Thu, 19 Nov 2026 12:00:00 GMT', noon + 400, noon + 600, -86_400_000],
  ['a header that is none', 'yesterday', noon, noon, 0],
])('the server clock reads %s', (_what, date, asked, heard, offset) =>
  expect(clockOffset(date, asked, heard)).toBe(offset),
)

it('the server clock corrects this device by the newest answer', () => {
  const asked = Date.now()
  noteServerTime(new Date(asked + 7_200_000).toUTCString(), asked)
  expect(Math.abs(serverNow().getTime() - asked - 7_200_000)).toBeLessThan(2_000)
  noteServerTime(undefined, asked)
  expect(serverNow().getTime()).toBeGreaterThan(asked + 7_000_000)
})
