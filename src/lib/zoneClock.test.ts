import { expect, it } from 'vitest'
import { instantOf, wallAt } from '#contract/timeZones/wallTime.ts'
import { midnightAt } from './zoneClock.ts'

const iso = (at: number) => new Date(at).toISOString().slice(0, 16)
const shown = (at: string, zone: string) => iso(wallAt(Date.parse(at), zone))
const meant = (wall: string, zone: string) => iso(instantOf(Date.parse(`${wall}Z`), zone))

it('zoneClock gives the local time of a moment', () => {
  expect(shown('2026-07-01T10:30:00Z', 'Europe/Prague')).toBe('2026-07-01T12:30')
  expect(shown('2026-12-31T23:30:00Z', 'Asia/Jerusalem')).toBe('2027-01-01T01:30')
})

it('zoneClock gives the moment of a local time: a skipped one moves on, a doubled one is the first', () => {
  expect(meant('2026-07-01T12:30', 'Europe/Prague')).toBe('2026-07-01T10:30')
  expect(meant('2026-03-29T02:30', 'Europe/Prague')).toBe('2026-03-29T01:30')
  expect(meant('2026-10-25T02:30', 'Europe/Prague')).toBe('2026-10-25T00:30')
  expect(meant('2026-03-08T02:30', 'America/New_York')).toBe('2026-03-08T07:30')
  expect(meant('2026-11-01T01:30', 'America/New_York')).toBe('2026-11-01T05:30')
})

it('zoneClock gives the midnight of a day on which the clock changes', () => {
  expect(iso(midnightAt(Date.parse('2026-10-25T12:00:00Z'), 'Europe/Prague'))).toBe(
    '2026-10-24T22:00',
  )
  expect(iso(midnightAt(Date.parse('2026-10-26T12:00:00Z'), 'Europe/Prague', -1))).toBe(
    '2026-10-24T22:00',
  )
  expect(iso(midnightAt(Date.parse('2026-04-24T12:00:00Z'), 'Africa/Cairo'))).toBe(
    '2026-04-23T22:00',
  )
})
