import fc from 'fast-check'
import { expect, it } from 'vitest'
import { moveState, removeState } from './ticketStates.ts'

const states = [
  { name: 'new', next: [1] },
  { name: 'work', next: [0, 2] },
  { name: 'done', next: null },
]
const summary = (list: readonly { name: string; next: readonly number[] | null }[]) =>
  list.map(({ name, next }) => [
    name,
    next === null ? null : next.map((place) => list[place]?.name),
  ])

it('moving a ticket state keeps what each leads to', () => {
  expect(summary(moveState(states, 2, 0))).toEqual([
    ['done', null],
    ['new', ['work']],
    ['work', ['new', 'done']],
  ])
})
it('removing a ticket state takes it out of what leads to it; one that led only there may go anywhere', () => {
  expect(summary(removeState(states, 1))).toEqual([
    ['new', null],
    ['done', null],
  ])
  expect(summary(removeState(states, 0))).toEqual([
    ['work', ['done']],
    ['done', null],
  ])
})
it('every ticket state leads to the same ones as before, after any moves', () => {
  const list = fc.array(fc.array(fc.nat({ max: 4 }), { minLength: 1, maxLength: 3 }), {
    minLength: 5,
    maxLength: 5,
  })
  fc.assert(
    fc.property(list, fc.nat({ max: 4 }), fc.nat({ max: 4 }), (nexts, from, to) => {
      const before = nexts.map((next, index) => ({ name: String(index), next: [...new Set(next)] }))
      const byName = (entries: ReturnType<typeof summary>) =>
        new Map(entries.map(([name, next]) => [name, JSON.stringify(next)]))
      expect(byName(summary(moveState(before, from, to)))).toEqual(byName(summary(before)))
    }),
  )
})
