import { describe, expect, it } from 'vitest'
import { timeInStates, type StateChange } from './stateTimes.ts'

const created = (at: number, isImport = false): StateChange => ({
  at,
  left: null,
  isCreation: true,
  isImport,
})
const leaves = (left: string, at: number): StateChange => ({
  at,
  left,
  isCreation: false,
  isImport: false,
})
const timesOf = (ticket: Parameters<typeof timeInStates>[0], ...changes: StateChange[]) => {
  const times = timeInStates(ticket, changes)
  return times === null ? null : Object.fromEntries(times)
}

describe('the time of a ticket in each state', () => {
  it('adds up to the time it was open, with states that it was in twice', () => {
    expect(
      timesOf(
        { openedAt: 0, until: 100, state: 'Done' },
        created(0),
        leaves('New', 10),
        leaves('In work', 40),
        leaves('Ordered', 60),
        leaves('In work', 100),
      ),
    ).toEqual({ New: 10, 'In work': 70, Ordered: 20 })
  })

  it('counts the present state of an open ticket until now', () => {
    expect(
      timesOf({ openedAt: 5, until: 50, state: 'In work' }, created(7), leaves('New', 20)),
    ).toEqual({ New: 15, 'In work': 30 })
  })

  it('counts a closed state only if the ticket was opened again', () => {
    const again = [leaves('New', 10), leaves('Done', 30), leaves('In work', 50)]
    expect(timesOf({ openedAt: 0, until: 50, state: 'Done' }, created(0), ...again)).toEqual({
      New: 10,
      Done: 20,
      'In work': 20,
    })
    // moved from one closed state to another after it was closed
    expect(
      timesOf(
        { openedAt: 0, until: 10, state: 'Checked' },
        created(0),
        leaves('New', 10),
        leaves('Done', 90),
      ),
    ).toEqual({ New: 10 })
  })

  it('begins with the import of a ticket that was opened in another system', () => {
    expect(
      timesOf({ openedAt: 0, until: 500, state: 'Open' }, created(400, true), leaves('New', 450)),
    ).toEqual({ New: 50, Open: 50 })
    expect(timesOf({ openedAt: 0, until: 90, state: 'Done' }, created(400, true))).toEqual({})
  })

  it('is unknown if the journal no longer has the beginning', () => {
    expect(timesOf({ openedAt: 0, until: 90, state: 'Done' }, leaves('New', 50))).toBeNull()
  })
})
