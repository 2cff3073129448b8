import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { asSystem } from '#kernel/data/transaction.ts'
import { root } from '#tests/root.ts'
import { openTestApp, type TestApp } from '#tests/testApp.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(() => testApp.close())

const folder = join(root, 'server/db/migrations')
const file =
  readdirSync(folder).find((name) => name.endsWith('_identifiers-without-marks.sql')) ?? ''

it('the upgrade removes invisible marks from identifiers, unless two would be the same', async () => {
  const { here, pool } = testApp
  await asSystem(pool, async (db) => {
    await db.execute(sql`insert into equipment_type (company_id, name, model)
      values (${here.id}, 'Pump', E'M\\u200e-1')`)
    await db.execute(sql`insert into equipment (company_id, name, type_id, equipment_id, serial_number, lot)
      select ${here.id}, v.name, t.id, v.number, v.serial, v.lot
      from equipment_type t, (values
        ('Plain', 'A-1', E'\\u202eSN-1\\u202c', 'L1'),
        ('Marked', E'A\\u200f-2', E'\\ufeffSN 2 ', E'\\u2066'),
        ('Same', E'\\u200ea-1', null, 'שלום‏')) as v (name, number, serial, lot)
      where t.company_id = ${here.id} and t.name = 'Pump'`)
    await db.execute(sql`insert into location_type (company_id, name) values (${here.id}, 'Room')`)
    await db.execute(sql`insert into location (company_id, name, code, type_id)
      select ${here.id}, 'Room 1', E'R\\u200e1', id from location_type where company_id = ${here.id}`)
  })
  for (const statement of readFileSync(join(folder, file), 'utf8').split(
    '--> statement-breakpoint',
  ))
    await pool.query(statement)
  const read = (query: ReturnType<typeof sql>) =>
    asSystem(pool, async (db) => (await db.execute(query)).rows)
  expect(
    await read(sql`select equipment_id, serial_number, lot from equipment
      where company_id = ${here.id} order by id`),
  ).toEqual([
    { equipment_id: 'A-1', serial_number: 'SN-1', lot: 'L1' },
    { equipment_id: 'A-2', serial_number: 'SN 2', lot: null },
    { equipment_id: '\u200ea-1', serial_number: null, lot: 'שלום' },
  ])
  expect(
    await read(
      sql`select model from equipment_type where company_id = ${here.id} and name = 'Pump'`,
    ),
  ).toEqual([{ model: 'M-1' }])
  expect(
    await read(sql`select code from location where company_id = ${here.id} and name = 'Room 1'`),
  ).toEqual([{ code: 'R1' }])
})
