import { expect, it } from 'vitest'
import { dayEnd, dayStart, minuteAt, minuteStart } from './days.ts'

it('a company’s day begins at its midnight', () => {
  expect(dayStart('2026-07-01', 'Asia/Jerusalem')).toBe('2026-06-30T21:00:00.000Z')
  expect(dayEnd('2026-07-01', 'Asia/Jerusalem')).toBe('2026-07-01T20:59:59.999Z')
})

it('a company’s day stays whole across a clock change', () => {
  expect(dayStart('2026-03-29', 'Europe/Prague')).toBe('2026-03-28T23:00:00.000Z')
  expect(dayEnd('2026-03-29', 'Europe/Prague')).toBe('2026-03-29T21:59:59.999Z')
})

it('a company’s day is not made of text that is not a day', () => {
  for (const none of ['soon', '9999-99-99', '2026-13-01', '2026-00-10']) {
    expect(dayStart(none, 'Europe/Prague')).toBeNull()
    expect(dayEnd(none, 'Europe/Prague')).toBeNull()
    expect(minuteStart(`${none}T08:00`, 'Europe/Prague')).toBeNull()
  }
  expect(minuteStart('2026-07-01T25:99', 'UTC')).toBeNull()
})

it('a minute is read and written by the company’s clock', () => {
  expect(minuteStart('2026-07-01T08:00', 'Asia/Jerusalem')).toBe('2026-07-01T05:00:00.000Z')
  expect(minuteAt('2026-07-01T05:00:00.000Z', 'Asia/Jerusalem')).toBe('2026-07-01T08:00')
  expect(minuteStart('', 'UTC')).toBeNull()
  expect(minuteAt(null, 'UTC')).toBe('')
})
