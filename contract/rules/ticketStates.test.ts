import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ticketStateFaults } from './ticketStates.ts'

const state = (name: string, category: string, next: number[] | null = null) => ({
  name,
  category,
  next,
})

describe('the states of a ticket type', () => {
  it.each([
    ['fit together', [state('New', 'open'), state('Done', 'closed')], []],
    ['need a beginning', [state('Done', 'closed')], ['noOpen']],
    ['need an end', [state('New', 'open')], ['noClosed']],
    ['have names of their own', [state('New', 'open'), state(' new ', 'closed')], ['sameName']],
    [
      'lead only to each other',
      [state('New', 'open', [2]), state('Done', 'closed')],
      ['unknownNext'],
    ],
    [
      'may go by a way around',
      [state('New', 'open', [1]), state('Work', 'inProgress', [0, 2]), state('Done', 'closed', [])],
      [],
    ],
    [
      'never hold a ticket for ever',
      [state('New', 'open', [1]), state('Work', 'inProgress', [0]), state('Done', 'closed')],
      ['deadEnd'],
    ],
    [
      'never hold a ticket in one state',
      [state('New', 'open', []), state('Done', 'closed')],
      ['deadEnd'],
    ],
  ])('%s', (_what, states, faults) => expect(ticketStateFaults(states)).toEqual(faults))

  it('fit together whenever every move is allowed', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.string({ minLength: 1 }), {
          minLength: 2,
          maxLength: 9,
          selector: (name) => name.trim().toLowerCase(),
        }),
        (names) =>
          ticketStateFaults(
            names.map((name, place) => state(name, place === 0 ? 'open' : 'closed')),
          ).length === 0,
      ),
    )
  })
})
