import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AutomationAction } from '#contract/automation/actions.ts'
import { combinedEffect, splitSet, type Doing } from './together.ts'

const answer = (id: number, doing: Doing, ...places: string[]) => ({ id, doing, places })
const idsOf = (list: readonly { id: number }[]) => list.map(({ id }) => id)

describe('events processed together', () => {
  it('are all that only add something, even at one place', () => {
    const { now, later } = splitSet([
      answer(1, 'adds', 'pump'),
      answer(2, 'nothing', 'pump'),
      answer(3, 'adds', 'pump'),
    ])
    expect(idsOf(now)).toEqual([1, 2, 3])
    expect(later).toEqual([])
  })

  it('are of one place no more once something was changed there', () => {
    const { now, later } = splitSet([
      answer(1, 'changes', 'pump', 'ward'),
      answer(2, 'nothing', 'pump'),
      answer(3, 'adds', 'bed', 'ward'),
      answer(4, 'changes', 'bed'),
      answer(5, 'adds', 'monitor'),
    ])
    expect(idsOf(now)).toEqual([1, 5])
    expect(idsOf(later)).toEqual([2, 3, 4])
  })

  it('keep a change waiting for what was added before it', () => {
    const { now, later } = splitSet([answer(1, 'adds', 'pump'), answer(2, 'changes', 'pump')])
    expect([idsOf(now), idsOf(later)]).toEqual([[1], [2]])
  })

  it('wait behind one that changes a person, wherever they are, and it behind those before it', () => {
    const off = answer(2, 'changesAll', 'ward')
    const { now, later } = splitSet([answer(1, 'adds', 'pump'), off, answer(3, 'nothing', 'bed')])
    expect([idsOf(now), idsOf(later)]).toEqual([[1], [2, 3]])
    expect(idsOf(splitSet(later).now)).toEqual([2])
  })

  it('never overtake one another at a place, and the first always goes', () => {
    const one = fc.record({
      doing: fc.constantFrom<Doing>('nothing', 'adds', 'changes', 'changesAll'),
      places: fc.uniqueArray(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 2 }),
    })
    fc.assert(
      fc.property(fc.array(one, { minLength: 1, maxLength: 30 }), (drawn) => {
        const answers = drawn.map((each, id) => ({ ...each, id }))
        const { now, later } = splitSet(answers)
        expect(now[0]?.id).toBe(0)
        expect([...now, ...later].toSorted((a, b) => a.id - b.id)).toEqual(answers)
        for (const early of later)
          for (const late of now)
            if (late.id > early.id)
              expect(late.places.some((place) => early.places.includes(place))).toBe(false)
        for (const [index, one] of now.entries())
          for (const other of now.slice(index + 1))
            if (one.places.some((place) => other.places.includes(place))) {
              expect(one.doing).not.toBe('changes')
              if (one.doing === 'adds') expect(other.doing).not.toBe('changes')
            }
        if (now.some(({ doing }) => doing === 'changesAll')) expect(now).toHaveLength(1)
      }),
    )
  })
})

describe('the effect of a rule on its place', () => {
  const opens = { kind: 'openTicket' } as AutomationAction
  const tells = (opener: boolean) =>
    ({ kind: 'sendAlert', recipients: { opener, assignee: false } }) as AutomationAction

  it('is nothing without actions, and a change as soon as one action changes', () => {
    expect(combinedEffect([])).toBe('nothing')
    expect(combinedEffect([[opens]])).toBe('adds')
    expect(combinedEffect([[opens, { kind: 'changeStatus' } as AutomationAction]])).toBe('changes')
    const signsOff = { kind: 'setAvailability' } as AutomationAction
    expect(combinedEffect([[opens], [opens, signsOff]])).toBe('changesAll')
  })

  it('needs the open tickets there when it notifies their people and opened none itself', () => {
    expect(combinedEffect([[tells(false)]])).toBe('adds')
    expect(combinedEffect([[tells(true)]])).toBe('changes')
    expect(combinedEffect([[opens, tells(true)]])).toBe('adds')
    // a ticket opened by another rule does not belong to this run
    expect(combinedEffect([[opens], [tells(true)]])).toBe('changes')
  })
})
