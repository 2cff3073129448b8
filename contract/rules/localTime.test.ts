import { expect, it } from 'vitest'
import { localTime } from './localTime.ts'

it('localTime() gives a zone’s time and its offset, in summer, in winter and by half hours', () => {
  const at = (text: string, zone: string) => localTime(new Date(text), zone)
  expect(at('2026-11-23T08:00:05Z', 'Europe/Prague')).toBe('2026-11-23T09:00:05+01:00')
  expect(at('2026-07-23T08:00:05Z', 'Europe/Prague')).toBe('2026-07-23T10:00:05+02:00')
  expect(at('2026-11-23T02:00:00Z', 'America/St_Johns')).toBe('2026-11-22T22:30:00-03:30')
  expect(at('2026-11-23T08:00:00Z', 'UTC')).toBe('2026-11-23T08:00:00+00:00')
})
