import { expect, it } from 'vitest'
import { betweenLists } from './betweenLists.ts'

it('betweenLists() names what left and what came, by meaning', () => {
  expect(betweenLists(['a', { x: 1, y: 2 }], [{ y: 2, x: 1 }, 'b'])).toEqual({
    removed: ['a'],
    added: ['b'],
    isReordered: false,
  })
})

it('betweenLists() counts what is there twice', () => {
  expect(betweenLists(['a', 'a'], ['a'])).toEqual({ removed: ['a'], added: [], isReordered: false })
})

it('betweenLists() distinguishes another order from another list', () => {
  expect(betweenLists(['a', 'b'], ['b', 'a']).isReordered).toBe(true)
})
