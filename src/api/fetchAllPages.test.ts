import { expect, it } from 'vitest'
import { fetchAllPages } from './fetchAllPages.ts'

const listOf =
  (rows: readonly number[]) =>
  ({ limit, offset }: { limit: number; offset: number }) =>
    Promise.resolve({ count: rows.length, rows: rows.slice(offset, offset + limit) })

it('fetchAllPages() reads all 1,829 rows, 500 at a time', async () => {
  const all = Array.from({ length: 1_829 }, (_row, index) => index)
  expect(await fetchAllPages(listOf(all))).toEqual(all)
})

it('fetchAllPages() ends with a list that shrinks while it is read', async () => {
  expect(
    await fetchAllPages(({ offset }) =>
      Promise.resolve({ count: 900, rows: offset === 0 ? [1, 2] : [] }),
    ),
  ).toEqual([1, 2])
})
