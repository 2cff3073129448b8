import { describe, expect, it } from 'vitest'
import fc from 'fast-check'
import { ticketViewSettings } from '#contract/ticketViews.ts'
import { readAddress, writeAddress } from '#lib/addressState.ts'
import { noFilters, ticketsQuestion, ticketsShape } from '../ticketsAddress.ts'
import { ticketQuestion } from '#contract/rules/ticketFilters.ts'
import { addressOf, settingsAt, settingsOf } from './viewSettings.ts'

const address =
  'list=all&search=pump&types=1.2&states=7&category=closed&assignees=3&equipment=9&place=6&org=4' +
  '&priorities=urgent.high&overdue=1&unable=1&repeated=1&reported=1&failure=5&ownField=8' +
  '&ownText=PO&sort=-state&view=board&columns=8.3'

describe('the settings of a saved view', () => {
  it('have every filter, the order and the layout, and not the open panel and the page', () => {
    const settings = settingsAt(`${address}&id=7&tab=work&page=3&size=20&new=1`)
    expect(settings).toEqual({
      list: 'all',
      search: 'pump',
      types: [1, 2],
      states: [7],
      category: 'closed',
      assignees: [3],
      equipment: [9],
      place: [6],
      org: [4],
      priorities: ['urgent', 'high'],
      overdue: true,
      unable: true,
      repeated: true,
      reported: true,
      failure: [5],
      ownField: 8,
      ownText: 'PO',
      sort: '-state',
      layout: 'board',
      columns: [8, 3],
    })
    expect(ticketViewSettings.parse(settings)).toEqual(settings)
    expect(settingsAt(addressOf(settings))).toEqual(settings)
  })

  it('are the same for the same filters in another order', () => {
    expect(addressOf(settingsAt('types=2.1&overdue=1'))).toBe(
      addressOf(settingsAt('overdue=1&types=1.2')),
    )
    expect(settingsAt('')).toEqual({})
    expect(addressOf({})).toBe('')
  })

  it('lose no filter that the list has', () => {
    const kept = Object.keys(settingsAt(`${address}&assignees=0`))
    for (const key of Object.keys(noFilters))
      if (key !== 'page' && key !== 'assignees') expect(kept, key).toContain(key)
    expect(settingsAt('assignees=0')).toEqual({ unassigned: true })
  })

  it('ask for the same tickets as the list that they were saved from', () => {
    const ids = fc.uniqueArray(fc.integer({ min: 1, max: 99 }), { maxLength: 4 })
    const state = fc.record({
      list: fc.constantFrom('open', 'mine', 'all'),
      types: ids,
      assignees: fc.oneof(ids, fc.constant<number[]>([0])),
      category: fc.constantFrom('any', 'waiting', 'closed'),
      place: ids,
      overdue: fc.boolean(),
      unable: fc.boolean(),
      ownText: fc.constantFrom('', 'PO'),
    })
    fc.assert(
      fc.property(state, (patch) => {
        const whole = readAddress(
          ticketsShape,
          writeAddress(ticketsShape, new URLSearchParams('ownField=8'), {
            ...patch,
            types: patch.types.sort((one, other) => one - other),
            assignees: patch.assignees.sort((one, other) => one - other),
            place: patch.place.sort((one, other) => one - other),
          } as never),
        )
        expect(ticketQuestion(settingsOf(whole))).toEqual(ticketsQuestion(whole))
      }),
    )
  })
})
