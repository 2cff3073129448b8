import { expect, it } from 'vitest'
import { readHolidays, withHolidays } from './readHolidays.ts'

it.each([
  ['2026-12-25 Christmas', '2026-12-25', 'Christmas'],
  ['25.12.2026; 1. svátek vánoční', '2026-12-25', '1. svátek vánoční'],
  ['25. 12. 2026 Štědrý den', '2026-12-25', 'Štědrý den'],
  ['1/5/2026,May Day', '2026-05-01', 'May Day'],
  ['2026-04-22\tיום העצמאות', '2026-04-22', 'יום העצמאות'],
  ['2026-1-1 - "New Year"', '2026-01-01', 'New Year'],
])('readHolidays() reads %j', (line, date, name) => {
  expect(readHolidays(line, false)).toEqual({
    holidays: [{ date, name, yearly: false }],
    unread: [],
  })
})

it('readHolidays() names the lines it could not read, and reads the others', () => {
  const text =
    'Holidays of 2026\n\n2026-02-29 No such day\r\n31.02.2026 Nor this\n2026-12-25\n2026-12-26 Boxing Day'
  expect(readHolidays(text, true)).toEqual({
    holidays: [{ date: '2026-12-26', name: 'Boxing Day', yearly: true }],
    unread: ['Holidays of 2026', '2026-02-29 No such day', '31.02.2026 Nor this', '2026-12-25'],
  })
})

it('readHolidays() keeps the list by date, and each once', () => {
  const day = (date: string, name: string) => ({ date, name, yearly: false })
  expect(
    withHolidays(
      [day('2026-05-01', 'May Day')],
      [day('2026-01-01', 'New Year'), day('2026-05-01', 'May Day'), day('2026-01-01', 'New Year')],
    ),
  ).toEqual([day('2026-01-01', 'New Year'), day('2026-05-01', 'May Day')])
})
