import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  recordChange,
  historyFrom,
  MAX_STEPS,
  redoNext,
  typedPath,
  undoLast,
  type History,
} from './history.ts'

const groups = fc.constantFrom(null, 'title', 'icon')
const edits = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: fc.tuple(fc.constant('change' as const), fc.nat(9), groups) },
    { weight: 2, arbitrary: fc.tuple(fc.constant('undo' as const)) },
    { weight: 1, arbitrary: fc.tuple(fc.constant('redo' as const)) },
  ),
  { maxLength: 300, size: 'max' },
)
type Edit = typeof edits extends fc.Arbitrary<(infer E)[]> ? E : never
const apply = (history: History<number>, edit: Edit): History<number> => {
  if (edit[0] === 'change') return recordChange(history, edit[1], edit[2])
  return edit[0] === 'undo' ? undoLast(history) : redoNext(history)
}
const histories = edits.map((list) => list.reduce(apply, historyFrom(0)))
const seen = ({ now, past, future }: History<number>) => ({ now, past, future })

describe('the history of an editor', () => {
  it('returns to the same state by undo and redo, and by redo and undo', () => {
    fc.assert(
      fc.property(histories, (history) => {
        if (history.past.length > 0)
          expect(seen(redoNext(undoLast(history)))).toEqual(seen(history))
        if (history.future.length > 0)
          expect(seen(undoLast(redoNext(history)))).toEqual(seen(history))
      }),
    )
  })

  it('returns to the same end all the way back and forward', () => {
    fc.assert(
      fc.property(histories, (history) => {
        let other = history
        for (const _step of history.past) other = undoLast(other)
        expect(other.past).toEqual([])
        expect(undoLast(other)).toBe(other)
        for (const _step of history.past) other = redoNext(other)
        expect(seen(other)).toEqual(seen(history))
      }),
    )
  })

  it('drops the redo steps at a new change, and keeps them if nothing changed', () => {
    fc.assert(
      fc.property(histories, groups, (history, group) => {
        expect(recordChange(history, history.now + 1, group).future).toEqual([])
        expect(recordChange(history, history.now, group)).toBe(history)
      }),
    )
  })

  it('undoes a separate change to what was before it', () => {
    fc.assert(
      fc.property(histories, (history) => {
        expect(undoLast(recordChange(history, history.now + 1)).now).toBe(history.now)
      }),
    )
  })

  it('keeps no more steps than its bound', () => {
    fc.assert(
      fc.property(histories, ({ past, future }) => {
        expect(past.length + future.length).toBeLessThanOrEqual(MAX_STEPS)
      }),
    )
  })
})

it('the history forgets the oldest step first', () => {
  let history = historyFrom(0)
  for (let step = 1; step <= MAX_STEPS + 5; step += 1) history = recordChange(history, step)
  expect(history.past).toHaveLength(MAX_STEPS)
  expect(history.past[0]).toBe(5)
})

it('the history undoes typing in one field at once, and each field by itself', () => {
  const typed = recordChange(
    recordChange(recordChange(historyFrom(''), 'W', 'title'), 'Wa', 'title'),
    'other',
    'icon',
  )
  expect(undoLast(typed).now).toBe('Wa')
  expect(undoLast(undoLast(typed)).now).toBe('')
  expect(undoLast(recordChange(undoLast(typed), 'Wat', 'title')).now).toBe('Wa')
})

it('the history returns to an empty beginning', () => {
  expect(undoLast(recordChange(historyFrom<string | null>(null), 'written')).now).toBeNull()
})

it.each([
  ['one text', { a: { b: 'x' }, c: 1 }, { a: { b: 'xy' }, c: 1 }, '/a/b'],
  ['one number in a list', [{ n: 1 }], [{ n: 12 }], '/0/n'],
  ['a choice', { on: true }, { on: false }, null],
  ['a first value', { n: null }, { n: 1 }, null],
  ['two texts', { a: 'x', b: 'x' }, { a: 'y', b: 'y' }, null],
  ['an added one', ['x'], ['x', 'y'], null],
])(
  'the history distinguishes typing in one place from other changes: %s',
  (_what, before, after, at) => {
    expect(typedPath(before, after)).toBe(at)
  },
)
