import { describe, expect, it } from 'vitest'
import { contradiction, exceptionReader } from './workingTime.ts'
import { LAST_ISLAMIC_DAY, yearlyKey, type YearlyCalendar } from './yearlyDates.ts'

const DAY_MS = 86_400_000
const days = (from: string, until: string) =>
  Array.from({ length: (Date.parse(until) - Date.parse(from)) / DAY_MS + 1 }, (_, away) =>
    new Date(Date.parse(from) + away * DAY_MS).toISOString().slice(0, 10),
  )

const dayAfter = (day: string) => new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10)

describe('yearlyKey()', () => {
  it('agrees with the Hebrew calendar of the runtime for 150 years', () => {
    const format = new Intl.DateTimeFormat('en-u-ca-hebrew', {
      timeZone: 'UTC',
      day: 'numeric',
      month: 'long',
    })
    const names: Record<string, string> = {
      Tishri: 'tishri',
      Heshvan: 'heshvan',
      Kislev: 'kislev',
      Tevet: 'tevet',
      Shevat: 'shevat',
      'Adar I': 'adarI',
      Adar: 'adar',
      'Adar II': 'adar',
      Nisan: 'nisan',
      Iyar: 'iyar',
      Sivan: 'sivan',
      Tamuz: 'tammuz',
      Av: 'av',
      Elul: 'elul',
    }
    // ICU 76 (Node 20.19) is wrong from there (findings/icu76-hebrew-5806.sh).
    const until = Number(process.versions.icu) < 77 ? '2045-11-09' : '2100-12-31'
    for (const day of days('1950-01-01', until)) {
      const parts = format.formatToParts(new Date(day))
      const of = (type: string) => parts.find((part) => part.type === type)?.value ?? ''
      expect(yearlyKey(day, 'hebrew'), day).toBe(`${names[of('month')]} ${of('day')}`)
    }
  })
  it('agrees with the Umm al-Qura calendar of the runtime from 1999 to 2029, and ends in 2077', () => {
    const format = new Intl.DateTimeFormat('en-u-ca-islamic-umalqura', {
      timeZone: 'UTC',
      day: 'numeric',
      month: 'numeric',
    })
    for (const day of days('1999-04-17', '2029-05-14')) {
      const parts = format.formatToParts(new Date(day))
      const of = (type: string) => parts.find((part) => part.type === type)?.value ?? ''
      expect(yearlyKey(day, 'islamic-umalqura'), day).toBe(`${of('month')}-${of('day')}`)
    }
    expect(yearlyKey('1979-11-19', 'islamic-umalqura')).toBeNull()
    // The historical first day of the year 1400.
    expect(yearlyKey('1979-11-20', 'islamic-umalqura')).toBe('1-1')
    expect(yearlyKey(LAST_ISLAMIC_DAY, 'islamic-umalqura')).toMatch(/^12-(29|30)$/)
    expect(yearlyKey(dayAfter(LAST_ISLAMIC_DAY), 'islamic-umalqura')).toBeNull()
  })
})

describe('a yearly day of another calendar', () => {
  const yearly = (date: string, name: string, calendar?: YearlyCalendar) => ({
    date,
    name,
    yearly: true,
    ...(calendar && { calendar }),
  })
  it('returns on Pesach, Yom Kippur and Eid as they were published', () => {
    const exceptionOf = exceptionReader([
      yearly('2026-04-02', 'Pesach', 'hebrew'),
      yearly('2026-09-21', 'Yom Kippur', 'hebrew'),
      yearly('2026-03-20', 'Eid al-Fitr', 'islamic-umalqura'),
      yearly('2020-12-24', 'Christmas Eve'),
    ])
    const nameOn = (day: string) => exceptionOf(day)?.name
    expect(['2024-04-23', '2025-04-13', '2027-04-22'].map(nameOn)).toEqual(
      Array.from({ length: 3 }, () => 'Pesach'),
    )
    expect(nameOn('2027-10-11')).toBe('Yom Kippur')
    expect(['2024-04-10', '2025-03-30', '2027-03-09'].map(nameOn)).toEqual(
      Array.from({ length: 3 }, () => 'Eid al-Fitr'),
    )
    expect(nameOn('2027-12-24')).toBe('Christmas Eve')
    expect(nameOn('2027-04-02')).toBeUndefined()
  })
  it('gives way to a day of one year, and contradicts only days of its own calendar', () => {
    const pesach = yearly('2026-04-02', 'Pesach', 'hebrew')
    const open = { date: '2027-04-22', name: 'Open', yearly: false, kind: 'working' as const }
    expect(exceptionReader([pesach, open])('2027-04-22')?.name).toBe('Open')
    expect(contradiction([pesach, { ...pesach, calendar: undefined, kind: 'working' }])).toBeNull()
    expect(
      contradiction([pesach, { ...pesach, date: '2027-04-22', kind: 'working' }]),
    ).toMatchObject({ date: '2027-04-22' })
  })
})
