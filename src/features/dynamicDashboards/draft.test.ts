import { expect, it } from 'vitest'
import { moveWidget, newWidget, resizeWidget } from './draft.ts'

const one = newWidget([], 'singleNumber')
const two = newWidget([one], 'barChart')

it('gives each widget a name of its own', () => {
  expect([one.id, two.id, newWidget([two], 'barChart').id]).toEqual(['w1', 'w2', 'w3'])
})

it('moves a widget and loses none', () => {
  const three = newWidget([one, two], 'barChart')
  expect(moveWidget([one, two, three], 'w1', 2).map(({ id }) => id)).toEqual(['w2', 'w3', 'w1'])
  expect(moveWidget([one, two], 'w9', 0)).toEqual([one, two])
})

it('keeps a widget within the columns and rows', () => {
  expect(resizeWidget([two], 'w2', 40, 40)[0]).toMatchObject({ width: 12, height: 4 })
  expect(resizeWidget([two], 'w2', -40, -40)[0]).toMatchObject({ width: 2, height: 1 })
})
