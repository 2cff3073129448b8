import { expect, it, vi } from 'vitest'
import { tableOf } from './csvFile.ts'

it('rows of any width are read as they are, and no error is made for one', async () => {
  const stacks = vi.spyOn(Error, 'captureStackTrace')
  const { headings, rows } = await tableOf('name,type\npump\n\n"a, b",c,d,\n,,,,\nlast,one\n')
  expect(stacks).not.toHaveBeenCalled()
  stacks.mockRestore()
  expect(headings).toEqual(['name', 'type'])
  expect(rows).toEqual([
    { row: 2, cells: ['pump'] },
    { row: 4, cells: ['a, b', 'c', 'd', ''] },
    { row: 6, cells: ['last', 'one'] },
  ])
})
