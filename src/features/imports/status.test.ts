import { expect, it } from 'vitest'
import { statusText } from './status.ts'

it('an import counts as undone if no row of it had to stay', () => {
  const told = (undone: number, undoLeft: number) =>
    statusText({ status: 'undone', undone, undoLeft })
  expect([told(3, 0), told(2, 1), told(0, 3), told(0, 0)]).toEqual([
    'undone',
    'undonePartly',
    'undoneNone',
    'undone',
  ])
  expect(statusText({ status: 'done', undone: 0, undoLeft: 0 })).toBe('done')
})
