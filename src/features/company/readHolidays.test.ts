import fc from 'fast-check'
import { expect, it } from 'vitest'
import { MAX_RANGE_DAYS } from '#contract/dates/readDays.ts'
import { listedDays } from './followedCalendar.ts'
import { holidaysOf, readHolidays, withHolidays } from './readHolidays.ts'

const dayFirst = { isDayFirst: true }

it.each([
  ['2026-12-25 Christmas', '2026-12-25', 'Christmas'],
  ['25.12.2026; 1. svátek vánoční', '2026-12-25', '1. svátek vánoční'],
  ['25. 12. 2026 Štědrý den', '2026-12-25', 'Štědrý den'],
  ['25.12.26 Vánoce', '2026-12-25', 'Vánoce'],
  ['1/5/2026,May Day', '2026-05-01', 'May Day'],
  ['2026/12/25 Christmas', '2026-12-25', 'Christmas'],
  ['20261225 Christmas', '2026-12-25', 'Christmas'],
  ['2026-04-22\tיום העצמאות', '2026-04-22', 'יום העצמאות'],
  ['2026-1-1 - "New Year"', '2026-01-01', 'New Year'],
  ['"2026-12-25","Christmas","CZ"', '2026-12-25', 'Christmas, CZ'],
  ['2026-12-25\tChristmas\tpublic', '2026-12-25', 'Christmas, public'],
  ['25\u200f/12\u200f/2026 عيد', '2026-12-25', 'عيد'],
  ['\u202b٢٥\u200f/١٢\u200f/٢٠٢٦\u202c عيد ٢', '2026-12-25', 'عيد ٢'],
  ['\u061c۲۵/۱۲/۲۰۲۶\u2069 عيد', '2026-12-25', 'عيد'],
  ['25/12/2026 م عيد', '2026-12-25', 'عيد'],
  ['25 декабря 2026 Рождество', '2026-12-25', 'Рождество'],
  ['25 дек. 2026 г. — Рождество', '2026-12-25', 'Рождество'],
  ['8 Март 2026 года Женский день', '2026-03-08', 'Женский день'],
  ['25. prosince 2026 Vánoce', '2026-12-25', 'Vánoce'],
  ['25 PROSINEC 2026 Vánoce', '2026-12-25', 'Vánoce'],
  ['1. unora 2026 bez diakritiky', '2026-02-01', 'bez diakritiky'],
  ['5. júla 2026 sviatok', '2026-07-05', 'sviatok'],
  ['25 בדצמבר 2026 חג המולד', '2026-12-25', 'חג המולד'],
  ['25 ב-דצמ׳ 2026 חג המולד', '2026-12-25', 'חג המולד'],
  ['٢٥ ديسمبر ٢٠٢٦ عيد الميلاد', '2026-12-25', 'عيد الميلاد'],
  ['25 كانون الأول 2026 عيد', '2026-12-25', 'عيد'],
  ['25 كانون الاول، 2026 عيد', '2026-12-25', 'عيد'],
  ['1 آذار 2026 عيد', '2026-03-01', 'عيد'],
  ['December 25th, 2026: Christmas', '2026-12-25', 'Christmas'],
  ['25th of December 2026 Christmas', '2026-12-25', 'Christmas'],
  ['25-Dec-2026 Christmas', '2026-12-25', 'Christmas'],
  ['pátek 25. prosince 2026 – Vánoce', '2026-12-25', 'Vánoce'],
  ['25.12.2026 (Fri) Christmas', '2026-12-25', 'Christmas'],
  ['2026-12-25\tпятница\tРождество', '2026-12-25', 'Рождество'],
  ['2026-11-27 Friday after Thanksgiving', '2026-11-27', 'Friday after Thanksgiving'],
  ['2026-12-25 00:00:00\tChristmas', '2026-12-25', 'Christmas'],
  ['2026-12-25T00:00:00.000Z Christmas', '2026-12-25', 'Christmas'],
  ['2026-12-25 00:00:00+00:00 Christmas', '2026-12-25', 'Christmas'],
  ['25/12/2026 12:00:00 AM Christmas', '2026-12-25', 'Christmas'],
  ['2026-12-25 00:00 – 23:59 Christmas', '2026-12-25', 'Christmas'],
  ['25.12.2026 - 1. svátek vánoční', '2026-12-25', '1. svátek vánoční'],
  ['1.5.2026 – 1. máj', '2026-05-01', '1. máj'],
  [
    '17.11.2026 Boj za svobodu 17. listopadu 1939',
    '2026-11-17',
    'Boj za svobodu 17. listopadu 1939',
  ],
  ['1.6.2026 До свидания, школа', '2026-06-01', 'До свидания, школа'],
])('readHolidays() reads %j as one day', (line, date, name) => {
  expect(readHolidays(line, dayFirst)).toEqual({
    read: [{ name, first: date, last: date }],
    unread: [],
  })
})

it.each([
  '24.12.2026 - 26.12.2026 Vánoce',
  '24.12.2026 – 26.12.2026: Vánoce',
  '24.12.2026—26.12.2026 Vánoce',
  '24.12.2026 to 26.12.2026 Vánoce',
  '24.12.2026 až 26.12.2026 Vánoce',
  '24.12.2026 до 26.12.2026 Vánoce',
  '24.12.2026 עד 26.12.2026 Vánoce',
  '24.12.2026 إلى 26.12.2026 Vánoce',
  'od 24. 12. 2026 do 26. 12. 2026 Vánoce',
  'с 24 по 26 декабря 2026 г. Vánoce',
  'מ-24.12.2026 עד ה-26.12.2026 Vánoce',
  'من ٢٤ ديسمبر ٢٠٢٦ الى ٢٦ ديسمبر ٢٠٢٦ Vánoce',
  '24.–26. 12. 2026 Vánoce',
  '24.12. – 26.12.2026 Vánoce',
  '24-26 December 2026 Vánoce',
  'December 24–26, 2026 Vánoce',
  '2026-12-24/2026-12-26 Vánoce',
  'čtvrtek 24. prosince 2026 – sobota 26. prosince 2026 Vánoce',
  '2026-12-24 00:00 - 2026-12-26 23:59 Vánoce',
])('readHolidays() reads %j as three days with both ends', (line) => {
  const { read, unread } = readHolidays(line, dayFirst)
  expect(unread).toEqual([])
  expect(holidaysOf(read, { yearly: true })).toEqual(
    ['2026-12-24', '2026-12-25', '2026-12-26'].map((date) => ({
      date,
      name: 'Vánoce',
      yearly: true,
    })),
  )
})

it('readHolidays() takes the year of a range over New Year from its end', () => {
  expect(readHolidays('23. prosince – 2. ledna 2027 Prázdniny', dayFirst).read).toEqual([
    { name: 'Prázdniny', first: '2026-12-23', last: '2027-01-02' },
  ])
})

it.each([
  ['Holidays of 2026', 'noDate'],
  ['24. a 25. 12. 2026 Vánoce', 'noDate'],
  ['2026-02-29 No such day', 'noSuchDay'],
  ['31.02.2026 Nor this', 'noSuchDay'],
  ['12.25.2026 Christmas', 'noSuchDay'],
  ['24.12. Vánoce', 'noYear'],
  ['24/12/26 Christmas', 'shortYear'],
  ['16/7/1448 هـ عيد', 'outOfReach'],
  ['Thursday, 25 December 2026 Christmas', 'wrongWeekday'],
  ['2026-12-25 08:30 Inventory', 'timeOfDay'],
  ['2026-12-25 08:00 - 12:00 Inventory', 'timeOfDay'],
  ['2026-12-24 12:00 - 2026-12-26 23:59 Inventory', 'timeOfDay'],
  ['2026-12-24 00:00:00 - 2026-12-27 00:00:00 Vánoce', 'endAtMidnight'],
  ['26.12.2026 - 24.12.2026 Vánoce', 'endBeforeStart'],
  ['1.1.2026 - 31.12.2026 Vánoce', 'rangeTooLong'],
  ['24.12.2026 - 26.12. Vánoce', 'rangeEnd'],
  ['24.12.2026 - 26. Vánoce', 'rangeEnd'],
  ['24.12.2026 až odvolání', 'rangeEnd'],
  ['from 24 December 2026 Christmas', 'rangeEnd'],
  ['24.12.2026 - 26.13.2026 Vánoce', 'noSuchDay'],
  ['24.12.2026;26.12.2026;Vánoce', 'secondDate'],
  ['2026-12-24 00:00:00\t2026-12-27 00:00:00\tVánoce', 'secondDate'],
  ['25.12.2026 Christmas (in lieu: December 28, 2026)', 'secondDate'],
  ['2026-12-25', 'noName'],
  ['2026-12-25 \u2800', 'noName'],
  [`2026-12-25 ${'x'.repeat(201)}`, 'nameTooLong'],
  [`2026-12-25 ${'x'.repeat(1_001)}`, 'lineTooLong'],
])('readHolidays() adds nothing of %j and says why', (line, fault) => {
  expect(readHolidays(`${line}\r\n2026-12-31 Other`, dayFirst)).toEqual({
    read: [{ name: 'Other', first: '2026-12-31', last: '2026-12-31' }],
    unread: [{ line: line.trim(), fault }],
  })
})

it('readHolidays() reads 05/06/2026 in the order of the language, if no line contradicts it', () => {
  const days = (text: string, isDayFirst: boolean) =>
    readHolidays(text, { isDayFirst }).read.map(({ first }) => first)
  expect(days('05/06/2026 A\n25/12/2026 B', true)).toEqual(['2026-06-05', '2026-12-25'])
  expect(days('05/06/2026 A\n12/25/2026 B', false)).toEqual(['2026-05-06', '2026-12-25'])
  expect(readHolidays('05/06/2026 A\n12/25/2026 B\n7/7/2026 C', dayFirst)).toEqual({
    read: [
      { name: 'B', first: '2026-12-25', last: '2026-12-25' },
      { name: 'C', first: '2026-07-07', last: '2026-07-07' },
    ],
    unread: [{ line: '05/06/2026 A', fault: 'orderUnclear' }],
  })
})

const days = fc
  .integer({ min: 0, max: 729 })
  .map((day) => new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10))
const signs = fc.constantFrom(' - ', '–', ' — ', ' to ', ' až ', ' до ', ' עד ', ' إلى ')
const anything = fc.string({ unit: 'grapheme', maxLength: 60 })

it('readHolidays() reads each range as all its days, or refuses it', () => {
  fc.assert(
    fc.property(days, days, signs, (first, last, sign) => {
      const { read, unread } = readHolidays(`${first}${sign}${last} Vánoce`, dayFirst)
      const length = (Date.parse(last) - Date.parse(first)) / 86_400_000 + 1
      if (length < 1 || length > MAX_RANGE_DAYS) return read.length === 0 && unread.length === 1
      const dates = holidaysOf(read, { yearly: false }).map(({ date }) => date)
      return dates.length === length && dates[0] === first && dates.at(-1) === last
    }),
  )
})

it('readHolidays() lists every line of any text once, read or unread', () => {
  const lines = fc.array(
    fc.oneof(
      anything,
      fc.tuple(days, anything).map((parts) => parts.join(' ')),
      fc.tuple(days, signs, anything, anything).map((parts) => parts.join('')),
    ),
    { maxLength: 8 },
  )
  fc.assert(
    fc.property(lines, (texts) => {
      const text = texts.join('\n')
      const { read, unread } = readHolidays(text, dayFirst)
      const filled = text.split(/[\n\r\u2028\u2029]/).filter((line) => line.trim() !== '')
      return (
        read.length + unread.length === filled.length &&
        read.every(({ name }) => name.length > 0 && name.length <= 200 && !/\p{Cc}/u.test(name))
      )
    }),
  )
})

it('withHolidays() keeps the list by date, and each once', () => {
  const day = (date: string, name: string) => ({ date, name, yearly: false })
  expect(
    withHolidays(
      [day('2026-05-01', 'May Day')],
      [day('2026-01-01', 'New Year'), day('2026-05-01', 'May Day'), day('2026-01-01', 'New Year')],
    ),
  ).toEqual([day('2026-01-01', 'New Year'), day('2026-05-01', 'May Day')])
})

it('pasted holidays may have the hyphens of a word processor between digits', () => {
  expect(readHolidays('2026\u201112\u201125 Half\u2011day', { isDayFirst: true })).toEqual({
    read: [{ first: '2026-12-25', last: '2026-12-25', name: 'Half\u2011day' }],
    unread: [],
  })
})

it('pasted lines that say a working day become working days, in a list with days off', () => {
  const { read } = readHolidays(
    '05.11.2027 Перенесённый выходной день\n13.11.2027 Рабочая суббота',
    { isDayFirst: true },
  )
  expect(holidaysOf(read, { yearly: false })).toEqual([
    { date: '2027-11-05', name: 'Перенесённый выходной день', yearly: false },
    { date: '2027-11-13', name: 'Рабочая суббота', yearly: false, kind: 'working' },
  ])
})

it('days of a followed calendar that say a working day are offered as working days', () => {
  const rows = [
    { date: '2027-11-13', name: 'Рабочая суббота' },
    { date: '2027-11-04', name: 'День народного единства' },
  ]
  expect(listedDays({ rows } as Parameters<typeof listedDays>[0]).map(({ kind }) => kind)).toEqual([
    'working',
    'closed',
  ])
})
