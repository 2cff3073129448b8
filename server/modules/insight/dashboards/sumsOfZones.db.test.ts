import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { replaceZone } from '#contract/timeZones/pinnedOffsets.ts'
import * as tables from '#db/schema/index.ts'
import { systemActor } from '#kernel/access/actor.ts'
import { makeScope } from '#kernel/access/scope.ts'
import { asSystem, inCompany } from '#kernel/data/transaction.ts'
import { openTestApp, type TestApp } from '#tests/testApp.ts'
import { numberOf } from './numbers.ts'
import { unrestricted } from './questions.ts'
import { updateRollups } from './sums.ts'

const HOUR = 3_600_000
const ZONE = 'Asia/Jerusalem'
let testApp: TestApp
let facts: { procedureId: number; equipmentId: number }

const first = <T>(rows: readonly T[]): T => {
  const [row] = rows
  if (row === undefined) throw new Error('Not made')
  return row
}

beforeAll(async () => {
  testApp = await openTestApp()
  const companyId = testApp.here.id
  facts = await asSystem(testApp.pool, async (db) => {
    const named = { companyId, name: 'Pump' }
    const type = first(await db.insert(tables.equipmentType).values(named).returning())
    const kind = first(await db.insert(tables.procedureType).values(named).returning())
    const thing = first(
      await db
        .insert(tables.equipment)
        .values({ ...named, typeId: type.id })
        .returning(),
    )
    const procedure = first(
      await db
        .insert(tables.procedure)
        .values({ ...named, typeId: kind.id, target: 'either' })
        .returning(),
    )
    await db
      .update(tables.company)
      .set({ timezone: ZONE })
      .where(sql`${tables.company.id} = ${companyId}`)
    return { procedureId: procedure.id, equipmentId: thing.id }
  })
})
afterAll(() => testApp.close())

const addLog = (doneAt: string) =>
  asSystem(testApp.pool, (db) =>
    db.execute(sql`insert into procedure_log (company_id, client_key, procedure_id, equipment_id,
        done_by, procedure_version, started_at, done_at, points, maximum, score, questions, answers, breakdown)
      values (${testApp.here.id}, ${randomUUID()}, ${facts.procedureId}, ${facts.equipmentId},
        ${testApp.here.users.staff}, 1, ${doneAt}, ${doneAt}, 0, 100, 50, '[]', '[]', '[]')`),
  )

const countedIn = (day: string): Promise<number> =>
  inCompany(testApp.pool, testApp.here.id, async (db) => {
    const shown = await numberOf(
      makeScope({
        actor: systemActor(testApp.here.id, ZONE, 'en', { kind: 'system', id: null, name: 'Test' }),
        clock: testApp.clock,
        db,
        tags: [],
        open: () => {
          throw new Error('Not here')
        },
      }),
      {
        type: 'averageScore',
        range: 'MONTH',
        filters: [],
        restrictions: unrestricted,
        accessScope: 'company',
        at: day,
      },
    )
    return shown.counted
  })

it('a change of the zone data moves the days of a card at once, and its rollups are made again', async () => {
  await addLog('2026-05-31T20:30:00Z') // 23:30 in Jerusalem
  await updateRollups(testApp.app.kernel)
  expect([await countedIn('2026-05-15'), await countedIn('2026-06-15')]).toEqual([1, 0])
  expect(await updateRollups(testApp.app.kernel)).toBe(0)
  const restore = replaceZone(ZONE, { changes: [], offsets: [5 * HOUR] })
  try {
    expect([await countedIn('2026-05-15'), await countedIn('2026-06-15')]).toEqual([0, 1])
    expect(await updateRollups(testApp.app.kernel)).toBeGreaterThan(0)
    expect([await countedIn('2026-05-15'), await countedIn('2026-06-15')]).toEqual([0, 1])
  } finally {
    restore()
  }
  await updateRollups(testApp.app.kernel)
  expect([await countedIn('2026-05-15'), await countedIn('2026-06-15')]).toEqual([1, 0])
})

it('a rollup of a server that let the database convert days is not used, and is replaced', async () => {
  await updateRollups(testApp.app.kernel)
  const before = await countedIn('2026-05-15')
  await asSystem(testApp.pool, (db) =>
    db.update(tables.summedSpan).set({ beginsAt: null, endsAt: null }),
  )
  await addLog('2026-05-15T12:00:00Z')
  expect(await countedIn('2026-05-15')).toBe(before + 1)
  expect(await updateRollups(testApp.app.kernel)).toBeGreaterThan(0)
  expect(await countedIn('2026-05-15')).toBe(before + 1)
  const { rows } = await asSystem(testApp.pool, (db) =>
    db.execute(sql`select from summed_span where begins_at is null`),
  )
  expect(rows).toEqual([])
})
