import { describe, expect, it } from 'vitest'
import type { ListedHoliday } from '#contract/company/holidayLists.ts'
import { changesOfList, initialSelection, isTaken, withListed } from './holidayList.ts'

const listed = (date: string, change: Partial<ListedHoliday> = {}): ListedHoliday => ({
  date,
  name: `Day ${date}`,
  kind: 'closed',
  certainty: 'official',
  ...change,
})
const own = (date: string, yearly = false) => ({ date, name: 'Own', yearly })

describe('the list of public holidays', () => {
  it('knows a day that the company has, also as a yearly one', () => {
    expect(isTaken(listed('2027-12-24'), [own('2027-12-24')])).toBe(true)
    expect(isTaken(listed('2027-12-24'), [own('2020-12-24', true)])).toBe(true)
    expect(isTaken(listed('2027-12-24'), [{ ...own('2027-12-24'), kind: 'working' }])).toBe(false)
  })
  it('has fresh days that were neither taken over nor shown before', () => {
    const rows = [listed('2027-01-01'), listed('2027-02-01'), listed('2027-03-01')]
    const { fresh } = changesOfList(rows, [own('2027-01-01')], ['2027-02-01'])
    expect(fresh.map(({ date }) => date)).toEqual(['2027-03-01'])
  })
  it('names days that it no longer has, and only days that came from it', () => {
    const rows = [listed('2027-01-01'), listed('2027-09-01')]
    const moved = own('2027-03-09')
    const written = own('2027-03-10')
    const past = own('2026-03-09')
    const { gone } = changesOfList(rows, [moved, written, past], ['2027-03-09', '2026-03-09'])
    expect(gone).toEqual([moved])
  })
  it('chooses new days at first, but no proposals', () => {
    const rows = [listed('2027-01-01'), listed('2027-03-09', { certainty: 'estimated' })]
    expect([...initialSelection(rows, [], [])]).toEqual(['2027-01-01'])
  })
  it('adds days to the list and removes chosen ones, and leaves the others', () => {
    const [kept, gone] = [own('2027-05-05'), own('2027-03-09')]
    expect(withListed([kept, gone], [listed('2027-02-20', { kind: 'working' })], [gone])).toEqual([
      { date: '2027-02-20', name: 'Day 2027-02-20', yearly: false, kind: 'working' },
      kept,
    ])
  })
})
