import { describe, expect, it } from 'vitest'
import { earliestReading, timeOfReading } from './readingTime.ts'

describe('earliestReading', () => {
  it('is ten years before the purchase, or before the entry if that came first', () => {
    const createdAt = '2026-05-01T08:00:00.000Z'
    expect(earliestReading({ purchasedOn: '2019-03-05', createdAt }, 'UTC')).toBe(
      '2009-03-05T00:00:00.000Z',
    )
    expect(earliestReading({ purchasedOn: '2027-01-01', createdAt }, 'UTC')).toBe(
      '2016-05-01T08:00:00.000Z',
    )
    expect(earliestReading({ purchasedOn: null, createdAt }, 'UTC')).toBe(
      '2016-05-01T08:00:00.000Z',
    )
  })
})

describe('timeOfReading', () => {
  const now = '2026-05-01T08:00:00.000Z'
  it('keeps a past time, and takes now for a time in the future', () => {
    expect(timeOfReading('2026-04-01T08:00:00.000Z', now)).toEqual({
      at: '2026-04-01T08:00:00.000Z',
      isTimeCorrected: false,
    })
    expect(timeOfReading('2026-05-01T09:00:00.000Z', now)).toEqual({
      at: now,
      isTimeCorrected: true,
    })
    expect(timeOfReading(undefined, now)).toEqual({ at: now, isTimeCorrected: false })
  })

  it('does not mention a difference that a corrected clock has', () => {
    expect(timeOfReading('2026-05-01T08:00:02.000Z', now)).toEqual({
      at: now,
      isTimeCorrected: false,
    })
  })
})
