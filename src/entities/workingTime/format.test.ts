import { expect, it } from 'vitest'
import { formatFor } from '#lib/format.tsx'
import { formatHoliday, formatHours, formatShift } from './format.ts'

const format = formatFor('en', 'Pacific/Auckland')
const span = (day: number, from: string, to: string) => ({ day, from, to })

it('the working hours put neighbouring days with the same hours together', () => {
  const week = [1, 2, 3, 4].flatMap((day) => [
    span(day, '13:00', '17:00'),
    span(day, '08:00', '12:00'),
  ])
  expect(
    formatHours([...week, span(5, '08:00', '12:00'), span(0, '10:00', '12:00')], format),
  ).toEqual(['Mon–Thu 08:00–12:00, 13:00–17:00', 'Fri 08:00–12:00', 'Sun 10:00–12:00'])
  expect(formatHours([], format)).toEqual([])
})

it('the working hours name a shift with its days as the week runs', () => {
  expect(
    formatShift({ name: 'Night', days: [0, 1, 2, 6], from: '22:00', to: '06:00' }, format),
  ).toBe('Night, 22:00–06:00: Mon–Tue and Sat–Sun')
})

const asWorkingDay = (day: string, hours: string): string =>
  hours === '' ? `${day} (working day)` : `${day} (working day, ${hours})`

it('the working hours keep a holiday on its day in every zone', () => {
  expect(
    formatHoliday({ date: '2026-12-25', name: 'Christmas', yearly: false }, format, asWorkingDay),
  ).toBe('25 Dec 2026: Christmas')
  expect(
    formatHoliday(
      { date: '2026-12-25', name: 'Christmas', yearly: true },
      formatFor('en', 'America/Los_Angeles'),
      asWorkingDay,
    ),
  ).toBe('25 December: Christmas')
  const pesach = { date: '2027-04-22', name: 'Pesach', yearly: true, calendar: 'hebrew' } as const
  expect(formatHoliday(pesach, format, asWorkingDay)).toBe('15 Nisan: Pesach')
  expect(
    formatHoliday(
      { date: '2048-07-12', name: 'Eid', yearly: true, calendar: 'islamic-umalqura' },
      format,
      asWorkingDay,
    ),
  ).toMatch(/^1 Shawwal\b|^Shawwal 1\b/)
  expect(
    formatHoliday(
      { date: '2026-02-28', name: 'Moved', yearly: false, kind: 'working' },
      format,
      asWorkingDay,
    ),
  ).toBe('28 Feb 2026: Moved (working day)')
  const hours = [{ from: '08:00', to: '14:00' }]
  expect(
    formatHoliday(
      { date: '2026-02-28', name: 'Moved', yearly: false, kind: 'working', hours },
      format,
      asWorkingDay,
    ),
  ).toBe('28 Feb 2026: Moved (working day, 08:00–14:00)')
})
