import { describe, expect, it } from 'vitest'
import { MAX_SEEN_HOLIDAYS } from '#contract/company/holidayLists.ts'
import { hasHolidayList, holidayCountries, holidayListOf, type ListAsked } from './lists.ts'
import { officialLists } from './official.ts'

const listOf = async (change: Partial<ListAsked> & { country: string }) => {
  const found = await holidayListOf({
    region: null,
    from: '2026-01-01',
    until: '2027-12-31',
    language: 'en',
    ...change,
  })
  if (found === null) throw new Error('The list does not exist')
  return found
}
const datesOf = async (change: Partial<ListAsked> & { country: string }) =>
  (await listOf(change)).rows.map(({ date }) => date)

describe('the holidays of a country', () => {
  it('have the days that Russia moves, from the decree', async () => {
    const days = await datesOf({ country: 'RU', until: '2026-12-31' })
    expect(days).toEqual(expect.arrayContaining(['2026-01-09', '2026-03-09', '2026-05-11']))
    expect(days).toContain('2026-12-31')
  })
  it('are proposals where the government has not decided yet', async () => {
    const { rows, sources } = await listOf({ country: 'RU', from: '2026-11-01' })
    const certainties = new Map(rows.map(({ date, certainty }) => [date, certainty]))
    expect(certainties.get('2026-11-04')).toBe('official')
    expect(certainties.get('2027-01-01')).toBe('estimated')
    expect(sources.map(({ certainty }) => certainty)).toEqual([
      'official',
      'estimated',
      'estimated',
    ])
  })
  it('propose the moved days that Russia expects, with their source, beside the calculated ones', async () => {
    const { rows, sources } = await listOf({
      country: 'RU',
      from: '2027-11-01',
      until: '2027-11-30',
      language: 'ru',
    })
    expect(rows.map(({ date, kind, certainty }) => `${date} ${kind} ${certainty}`)).toEqual([
      '2027-11-04 closed estimated',
      '2027-11-05 closed estimated',
      '2027-11-13 working estimated',
    ])
    expect(rows.at(-1)?.name).toBe('Рабочая суббота')
    expect(sources[0]).toMatchObject({ seen: '2025-12-28', certainty: 'estimated' })
  })
  it('leave out holidays of Slovakia that are working days in 2026', async () => {
    const days = await datesOf({ country: 'SK' })
    for (const day of ['2026-05-08', '2026-09-01', '2026-09-15', '2026-11-17', '2027-11-17'])
      expect(days).not.toContain(day)
    expect(days).toEqual(expect.arrayContaining(['2027-05-08', '2027-09-15']))
  })
  it('have the substitute days of Scotland and the day of the World Cup', async () => {
    expect(await datesOf({ country: 'GB', region: 'SCT' })).toEqual([
      '2026-01-01',
      '2026-01-02',
      '2026-04-03',
      '2026-05-04',
      '2026-05-25',
      '2026-06-15',
      '2026-08-03',
      '2026-11-30',
      '2026-12-25',
      '2026-12-28',
      '2027-01-01',
      '2027-01-04',
      '2027-03-26',
      '2027-05-03',
      '2027-05-31',
      '2027-08-02',
      '2027-11-30',
      '2027-12-27',
      '2027-12-28',
    ])
  })
  it('mark what depends on the moon', async () => {
    const { rows } = await listOf({ country: 'JO', from: '2027-01-01' })
    const certainties = rows.map(({ name, certainty }) => [name, certainty])
    expect(certainties).toContainEqual(['Labor Day', 'calculated'])
    expect(certainties).toContainEqual(['Eid al-Fitr', 'estimated'])
  })
  it('are named in the language of the company, or else in English', async () => {
    const nameOn = async (country: string, language: ListAsked['language'], date: string) =>
      (await listOf({ country, language })).rows.find((row) => row.date === date)?.name
    expect(await nameOn('IL', 'he', '2027-04-22')).toBe('פסח')
    expect(await nameOn('CZ', 'cs', '2026-12-24')).toBe('Štědrý den')
    expect(await nameOn('SK', 'cs', '2026-12-24')).toBe('Štedrý deň')
    expect(await nameOn('CZ', 'ru', '2026-12-24')).toBe('Christmas Eve')
    expect(await nameOn('CA', 'en', '2027-09-06')).toBe('Labour Day')
    expect(await nameOn('US', 'en', '2027-09-06')).toBe('Labor Day')
    expect(await nameOn('SA', 'ar', '2027-02-22')).toBe('يوم التأسيس')
    expect(await nameOn('RU', 'ru', '2026-12-31')).toBe('Перенесённый выходной день')
    const { rows } = await listOf({ country: 'IL', language: 'he', until: '2028-12-31' })
    expect(rows.find(({ date }) => date === '2028-05-02')?.name).toBe('יום העצמאות (בתאריך שהוזז)')
  })
  it('are those of Israel without the days between, evenings and school holidays', async () => {
    expect(await datesOf({ country: 'IL', until: '2026-12-31' })).toEqual([
      '2026-04-02',
      '2026-04-08',
      '2026-04-22',
      '2026-05-22',
      '2026-09-12',
      '2026-09-13',
      '2026-09-21',
      '2026-09-26',
      '2026-10-03',
    ])
  })
  it('exist for known countries and regions only', async () => {
    expect(await hasHolidayList('GB', 'SCT')).toBe(true)
    expect(await hasHolidayList('GB', 'XX')).toBe(false)
    expect(await hasHolidayList('XX', null)).toBe(false)
    expect(await holidayListOf({ ...asked, country: 'GB', region: 'toString' })).toBeNull()
    expect(await holidayListOf({ ...asked, country: 'XX' })).toBeNull()
  })
  const asked = { region: null, from: '2026-01-01', until: '2027-12-31', language: 'en' } as const

  it('fit the contract for every country and region, once a day, in order', async () => {
    for (const { country, regions } of await holidayCountries()) {
      for (const region of [null, ...regions.map((one) => one.region)]) {
        const { rows } = await listOf({ country, region, until: '2028-12-31' })
        const days = rows.map(({ date }) => date)
        expect(rows.every(({ name }) => name.length > 0 && name.length <= 200)).toBe(true)
        expect(new Set(days).size, `${country} ${region}`).toBe(days.length)
        expect(days.toSorted(), country).toEqual(days)
        expect(days.length).toBeLessThanOrEqual(MAX_SEEN_HOLIDAYS)
      }
    }
  })
  it('belong to regions that are named in full, in each language of the country', async () => {
    const regions = new Map(
      (await holidayCountries()).map((one) => [one.country, one.regions.map(({ name }) => name)]),
    )
    expect(regions.get('CA')).toContain('British Columbia / Colombie-Britannique')
    expect(regions.get('AT')).toContain('Wien')
    expect(regions.get('CH')).toEqual(expect.arrayContaining(['Bern / Berne', 'Zug']))
    for (const [country, names] of regions) {
      expect(new Set(names).size, country).toBe(names.length)
      expect(names.filter((name) => name.length < 5 && name === name.toUpperCase())).toEqual([])
    }
  })
  it('have a name for each official day', async () => {
    for (const { country, region = null, from, until } of officialLists)
      for (const { name, date } of (await listOf({ country, region, from, until })).rows)
        expect(name, `${country} ${date}`).not.toBe(date)
  })
})
