import { expect, it } from 'vitest'
import { chosenSpan, iso, wallText } from './span.ts'

const now = Date.parse('2026-11-23T12:00:00Z')
const zone = 'Europe/Prague'

it('a chosen span is on the company’s clock, over a clock change too', () => {
  const own = (since: string, until: string) =>
    iso(chosenSpan({ kind: 'own', since, until }, now, zone))
  expect(own('2026-11-22T08:00', '2026-11-22T10:30')).toEqual({
    from: '2026-11-22T07:00:00.000Z',
    to: '2026-11-22T09:30:00.000Z',
  })
  expect(own('2026-10-24T12:00', '2026-10-25T12:00')).toEqual({
    from: '2026-10-24T10:00:00.000Z',
    to: '2026-10-25T11:00:00.000Z',
  })
})

it('a chosen span is the same whichever of its ends was written first, by days too', () => {
  const own = (since: string, until: string) =>
    iso(chosenSpan({ kind: 'own', since, until }, now, zone))
  const meant = { from: '2026-11-19T23:00:00.000Z', to: '2026-11-26T23:00:00.000Z' }
  expect(own('2026-11-27', '2026-11-20')).toEqual(meant)
  expect(own('2026-11-20', '2026-11-27')).toEqual(meant)
  expect(own('2026-11-27T00:00', '2026-11-20T00:00')).toEqual(meant)
})

it('a chosen span is never longer than a month, and the last day if it cannot be read', () => {
  const long = chosenSpan(
    { kind: 'own', since: '2025-01-01T00:00', until: '2026-01-01T00:00' },
    now,
    zone,
  )
  expect((long.to - long.from) / 86_400_000).toBe(31)
  const day = { from: now - 86_400_000, to: now }
  expect(chosenSpan({ kind: 'own', since: 'x', until: '' }, now, zone)).toEqual(day)
  const empty = { kind: 'own', since: '2026-11-22T08:00', until: '2026-11-22T08:00' } as const
  expect(chosenSpan(empty, now, zone)).toEqual(day)
})

it('a chosen span is written as the date field has it', () => {
  expect(wallText(now, zone)).toBe('2026-11-23T13:00')
})
