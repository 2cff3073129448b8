/**
 * A campus larger than one response: 8 buildings of 10 floors, and rooms, 1,000 of them on the
 * first floor.
 */
import { sql } from 'drizzle-orm'
import { asSystem } from '#kernel/data/transaction.ts'
import type { TestApp } from './testApp.ts'

export async function makePlaces(
  testApp: TestApp,
  typeId: number | undefined,
  places: number,
): Promise<void> {
  const companyId = testApp.here.id
  const rooms = places - 1 - 8 - 80
  await asSystem(testApp.pool, async (db) => {
    /** With the path from the root, as the locations module maintains it. */
    const insert = async (select: ReturnType<typeof sql>) => {
      const { rows } = await db.execute<{ from: number }>(
        sql`select coalesce(max(id), 0) as from from location`,
      )
      await db.execute(sql`
        insert into location (company_id, name, code, type_id, parent_id, created_at, updated_at)
        select ${companyId}::int, name, code, ${typeId ?? 0}::int, parent_id, now(), now() from (${select}) as made (name, code, parent_id)`)
      await db.execute(sql`
        update location l set path = coalesce(o.path, '{}') || l.id
        from location me left join location o on o.company_id = me.company_id and o.id = me.parent_id
        where me.id = l.id and me.company_id = l.company_id and l.company_id = ${companyId}
          and l.id > ${rows[0]?.from ?? 0}`)
    }
    const parent = (code: ReturnType<typeof sql>) =>
      sql`(select id from location where company_id = ${companyId} and code = ${code})`
    await insert(sql`select 'Campus', 'K', null::int`)
    await insert(
      sql`select 'Building ' || n, 'K' || n, ${parent(sql`'K'`)} from generate_series(1, 8) n`,
    )
    await insert(
      sql`select 'Floor ' || n, 'F' || n, ${parent(sql`'K' || (1 + n / 10)`)} from generate_series(0, 79) n`,
    )
    await insert(
      sql`select 'Room ' || n, 'R' || n, ${parent(sql`'F' || case when n <= 1000 then 0 else n % 79 + 1 end`)} from generate_series(1, ${rooms}::int) n`,
    )
  })
}
