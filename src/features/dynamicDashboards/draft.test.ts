import { expect, it } from 'vitest'
import { changeWidget, mergeBoards, moveWidget, newWidget, resizeWidget } from './draft.ts'

const one = newWidget([], 'singleNumber')
const two = newWidget([one], 'barChart')

it('the board’s draft gives each widget a name of its own', () => {
  expect([one.id, two.id, newWidget([two], 'barChart').id]).toEqual(['w1', 'w2', 'w3'])
})

it('the board’s draft moves a widget and loses none', () => {
  const three = newWidget([one, two], 'barChart')
  expect(moveWidget([one, two, three], 'w1', 2).map(({ id }) => id)).toEqual(['w2', 'w3', 'w1'])
  expect(moveWidget([one, two], 'w9', 0)).toEqual([one, two])
})

it('the board’s draft keeps a widget within the columns and rows', () => {
  expect(resizeWidget([two], 'w2', 40, 40)[0]).toMatchObject({ width: 12, height: 4 })
  expect(resizeWidget([two], 'w2', -40, -40)[0]).toMatchObject({ width: 2, height: 1 })
})

it('the board’s draft saves our changes on top of theirs, and keeps what each of two added', () => {
  const from = { title: 'Ward', icon: 'gauge' as const, widgets: [one] }
  const mine = { ...from, widgets: [...changeWidget([one], 'w1', { title: 'Ours' }), two] }
  const theirs = {
    ...from,
    title: 'Wards',
    widgets: [...changeWidget([one], 'w1', { width: 6 }), { ...two, title: 'Theirs' }],
  }
  const { title, widgets } = mergeBoards(from, mine, theirs)
  expect(title).toBe('Wards')
  expect(widgets).toMatchObject([
    { id: 'w1', title: 'Ours', width: 6 },
    { id: 'w3', title: '' },
    { id: 'w2', title: 'Theirs' },
  ])
})
