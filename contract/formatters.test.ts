import { expect, it } from 'vitest'
import { calendarDay, dateFormat, numberFormat } from './formatters.ts'

it('makes a formatter once for what is asked for', () => {
  expect(dateFormat('cs', { timeZone: 'UTC' })).toBe(dateFormat('cs', { timeZone: 'UTC' }))
  expect(dateFormat('cs', { timeZone: 'UTC' })).not.toBe(
    dateFormat('cs', { timeZone: 'Asia/Aden' }),
  )
  expect(dateFormat('cs')).not.toBe(dateFormat('sk'))
  expect(numberFormat('cs').format(1.5)).toBe('1,5')
})

it('says the day of a zone as the wire writes it', () => {
  expect(calendarDay(new Date('2026-01-01T23:30:00Z'), 'Asia/Jerusalem')).toBe('2026-01-02')
  expect(calendarDay(Date.UTC(2026, 0, 1, 3), 'America/New_York')).toBe('2025-12-31')
})
