import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from 'drizzle-orm'
import { openTestApp, type TestApp } from '#tests/testApp.ts'
import { readInParts } from './readInParts.ts'
import { asSystem } from './transaction.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(() => testApp.close())

const partsOf = (rows: number, size: number) =>
  asSystem(testApp.pool, async (db) => {
    const parts: number[][] = []
    const query = sql`select n from generate_series(1, ${rows}::int) as n order by n`
    for await (const part of readInParts<{ n: number }>(db, 'numbers', query, size))
      parts.push(part.map(({ n }) => n))
    return parts
  })

describe('readInParts', () => {
  it('returns every row once and in order, in parts of the given size', async () => {
    expect(await partsOf(5, 2)).toEqual([[1, 2], [3, 4], [5]])
    expect(await partsOf(4, 2)).toEqual([
      [1, 2],
      [3, 4],
    ])
    expect(await partsOf(0, 2)).toEqual([])
  })

  it('can be read again in the same transaction, and does not see what is written meanwhile', async () => {
    const read = await asSystem(testApp.pool, async (db) => {
      const found: number[] = []
      await db.execute(sql`create temporary table part_test(n int) on commit drop`)
      await db.execute(sql`insert into part_test values (1), (2)`)
      for (let time = 0; time < 2; time += 1)
        for await (const [row] of readInParts<{ n: number }>(
          db,
          'written',
          sql`select n from part_test order by n`,
          1,
        )) {
          found.push(row?.n ?? 0)
          await db.execute(sql`insert into part_test select max(n) + 1 from part_test`)
        }
      return found
    })
    expect(read).toEqual([1, 2, 1, 2, 3, 4])
  })
})
