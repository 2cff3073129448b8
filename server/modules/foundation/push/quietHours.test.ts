import { describe, expect, it } from 'vitest'
import { quietUntil } from './quietHours.ts'

const PRAGUE = 'Europe/Prague'
const until = (at: string, from: string, to: string, zone = PRAGUE) => {
  const end = quietUntil(Date.parse(at), { from, to }, zone)
  return end === null ? null : new Date(end).toISOString()
}

describe('quiet hours', () => {
  it('end the next day if they end before they begin', () => {
    expect(until('2026-11-20T20:59:00Z', '22:00', '06:00')).toBeNull()
    expect(until('2026-11-20T21:00:00Z', '22:00', '06:00')).toBe('2026-11-21T05:00:00.000Z')
    expect(until('2026-11-21T04:59:00Z', '22:00', '06:00')).toBe('2026-11-21T05:00:00.000Z')
    expect(until('2026-11-21T05:00:00Z', '22:00', '06:00')).toBeNull()
  })

  it('hold within a day, on the clock of the zone', () => {
    expect(until('2026-11-20T12:30:00Z', '13:00', '14:00')).toBe('2026-11-20T13:00:00.000Z')
    expect(until('2026-11-20T12:30:00Z', '13:00', '14:00', 'Asia/Jerusalem')).toBeNull()
  })

  it('end in the night when clocks go forward, also at a time that is left out', () => {
    // 29 March 2026: 02:00 becomes 03:00.
    expect(until('2026-03-29T00:30:00Z', '22:00', '06:00')).toBe('2026-03-29T04:00:00.000Z')
    expect(until('2026-03-29T00:30:00Z', '22:00', '02:30')).toBe('2026-03-29T01:30:00.000Z')
    expect(until('2026-03-29T01:30:00Z', '22:00', '02:30')).toBeNull()
  })

  it('end once in the night when clocks go back', () => {
    // 25 October 2026: 03:00 becomes 02:00.
    expect(until('2026-10-25T00:00:00Z', '22:00', '02:30')).toBe('2026-10-25T00:30:00.000Z')
    expect(until('2026-10-25T00:45:00Z', '22:00', '02:30')).toBeNull()
    expect(until('2026-10-25T01:15:00Z', '22:00', '02:30')).toBeNull()
    expect(until('2026-10-25T04:00:00Z', '22:00', '06:00')).toBe('2026-10-25T05:00:00.000Z')
  })
})
