/**
 * Numbers from rollups equal a count of every row, whatever was written and whenever the rollups
 * were computed.
 */
import fc from 'fast-check'
import { sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cardRanges } from '#contract/dashboards/periods.ts'
import type { FilterObject } from '#contract/filter.ts'
import type { Id } from '#contract/ids.ts'
import * as tables from '#db/schema/index.ts'
import { systemActor, type Actor } from '#kernel/access/actor.ts'
import { makeScope, type Scope } from '#kernel/access/scope.ts'
import { asSystem, inCompany } from '#kernel/data/transaction.ts'
import { openTestApp, type TestApp } from '#tests/testApp.ts'
import { numberOf } from './numbers.ts'
import type { CardQuestion } from './questions.ts'
import { updateRollups } from './sums.ts'

const HOUR = 3_600_000
let testApp: TestApp
let world: Awaited<ReturnType<typeof createFixtures>>

beforeAll(async () => {
  testApp = await openTestApp()
  world = await createFixtures(testApp.here.id)
  await createFixtures(testApp.there.id)
})
afterAll(() => testApp.close())

const one = <T>(rows: readonly T[], index: number): T => {
  const row = rows[index % rows.length]
  if (row === undefined) throw new Error('Not made')
  return row
}

async function createFixtures(companyId: Id<'company'>) {
  return asSystem(testApp.pool, async (db) => {
    const named = (names: string[]) => names.map((name) => ({ companyId, name }))
    const types = await db
      .insert(tables.equipmentType)
      .values(named(['Pump', 'Monitor']))
      .returning()
    const placeTypes = await db
      .insert(tables.locationType)
      .values(named(['Ward', 'Room']))
      .returning()
    const kinds = await db
      .insert(tables.procedureType)
      .values(named(['Round', 'Check']))
      .returning()
    const tags = await db
      .insert(tables.tag)
      .values([{ companyId, name: 'Critical', colour: 'red' }])
      .returning()
    const places = await db
      .insert(tables.location)
      .values(
        [0, 1, 2].map((n) => ({
          companyId,
          name: `Place ${n}`,
          typeId: one(placeTypes, n).id,
          path: [],
        })),
      )
      .returning()
    await db.execute(sql`update location set path = array[id] where company_id = ${companyId}`)
    const things = await db
      .insert(tables.equipment)
      .values(
        [0, 1, 2, 3].map((n) => ({
          companyId,
          name: `Thing ${n}`,
          typeId: one(types, n).id,
          tagIds: n === 0 ? [one(tags, 0).id] : [],
        })),
      )
      .returning()
    const procedures = await db
      .insert(tables.procedure)
      .values(
        [0, 1, 2].map((n) => ({
          companyId,
          name: `Procedure ${n}`,
          typeId: one(kinds, n).id,
          target: 'either' as const,
        })),
      )
      .returning()
    const rules = await db
      .insert(tables.rrule)
      .values({
        companyId,
        procedureId: one(procedures, 0).id,
        data: {},
        objects: 'equipment',
        kind: 'specific',
        rule: 'FREQ=DAILY',
        start: '2026-01-01T08:00',
        deadline: { kind: 'none' },
        onHoliday: 'keep',
        onNonWorkingDay: 'keep',
        whenOverdue: 'keepOpen',
        userIds: [],
        roleIds: [],
        isActive: false,
        activeFrom: new Date('2022-01-01'),
      })
      .returning()
    return { types, placeTypes, kinds, tags, places, things, procedures, ruleId: one(rules, 0).id }
  })
}

const states = ['done', 'done', 'late', 'missed', 'due', 'closed', 'planned'] as const
/**
 * Random rows: time, procedure and target. Some lie at the very edge of a month or year in the
 * company's zone.
 */
const writing = fc.record({
  hoursAgo: fc.oneof(
    fc.integer({ min: -400, max: 10_500 }),
    fc.constantFrom(
      ...[0, 1, 2, 3, 10].map((hours) => 9 + 24 * 19 - 2 + hours),
      ...[0, 1, 2, 3].map((hours) => 24 * 323 + 9 - 2 + hours),
    ),
  ),
  procedure: fc.nat(2),
  object: fc.nat(6),
  score: fc.option(
    fc.integer({ min: 0, max: 10_000 }).map((n) => n / 100),
    { freq: 6 },
  ),
  state: fc.constantFrom(...states),
  isLate: fc.boolean(),
})
type Writing = typeof writing extends fc.Arbitrary<infer W> ? W : never

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('write' as const),
      rows: fc.array(writing, { minLength: 1, maxLength: 25 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('edit' as const), pick: fc.nat(30), to: writing }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('delete' as const), pick: fc.nat(30) }) },
  { weight: 4, arbitrary: fc.constant({ kind: 'sum' as const }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('retype' as const),
      thing: fc.nat(3),
      type: fc.nat(1),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('zone' as const),
      zone: fc.constantFrom('Asia/Jerusalem', 'America/New_York', 'Pacific/Auckland'),
    }),
  },
)

const at = ({ hoursAgo }: Writing) => new Date(testApp.clock.now().getTime() - hoursAgo * HOUR)
const where = ({ object }: Writing) =>
  object < 4
    ? { equipmentId: one(world.things, object).id, locationId: null }
    : { equipmentId: null, locationId: one(world.places, object - 4).id }

function logOf(row: Writing) {
  return {
    companyId: testApp.here.id,
    clientKey: randomUUID(),
    procedureId: one(world.procedures, row.procedure).id,
    ...where(row),
    procedureVersion: 1,
    doneBy: testApp.here.users.staff,
    startedAt: at(row),
    doneAt: at(row),
    points: 0,
    maximum: 100,
    score: row.score,
    questions: [],
    answers: [],
    breakdown: [] as never,
  }
}
function occurrenceOf(row: Writing, n: number) {
  const due = row.isLate ? null : new Date(at(row).getTime() + 8 * HOUR)
  return {
    companyId: testApp.here.id,
    rruleId: world.ruleId,
    procedureId: one(world.procedures, row.procedure).id,
    ...where(row),
    plannedAt: new Date(at(row).getTime() + n),
    at: at(row),
    dueBy: due,
    state: row.state,
    doneAt:
      row.state === 'done' ? new Date(at(row).getTime() + (n % 2 === 0 ? 2 : 12) * HOUR) : null,
  }
}

let written = 0
async function carryOut(
  what: typeof step extends fc.Arbitrary<infer S> ? S : never,
): Promise<void> {
  const companyId = testApp.here.id
  if (what.kind === 'sum') return void (await updateRollups(testApp.app.kernel))
  if (what.kind === 'zone')
    return void (await asSystem(testApp.pool, (db) =>
      db
        .update(tables.company)
        .set({ timezone: what.zone })
        .where(sql`${tables.company.id} = ${companyId}`),
    ))
  await inCompany(testApp.pool, companyId, async (db) => {
    const picked = (table: 'procedure_log' | 'occurrence', n: number) =>
      sql`(select id from ${sql.raw(table)} order by id offset ${n} limit 1)`
    switch (what.kind) {
      case 'write':
        await db.insert(tables.procedureLog).values(what.rows.map(logOf))
        await db
          .insert(tables.occurrence)
          .values(what.rows.map((row) => occurrenceOf(row, (written += 1))))
        return
      case 'edit': {
        const { doneAt, score, equipmentId, locationId, procedureId } = logOf(what.to)
        await db
          .update(tables.procedureLog)
          .set({ doneAt, score, equipmentId, locationId, procedureId })
          .where(sql`${tables.procedureLog.id} = ${picked('procedure_log', what.pick)}`)
        const { at: due, dueBy, state, doneAt: done } = occurrenceOf(what.to, 0)
        await db
          .update(tables.occurrence)
          .set({ at: due, dueBy, state, doneAt: done })
          .where(sql`${tables.occurrence.id} = ${picked('occurrence', what.pick)}`)
        return
      }
      case 'delete':
        await db
          .delete(tables.procedureLog)
          .where(sql`${tables.procedureLog.id} = ${picked('procedure_log', what.pick)}`)
        await db
          .delete(tables.occurrence)
          .where(sql`${tables.occurrence.id} = ${picked('occurrence', what.pick)}`)
        return
      case 'retype':
        await db
          .update(tables.equipment)
          .set({ typeId: one(world.types, what.type).id })
          .where(sql`${tables.equipment.id} = ${one(world.things, what.thing).id}`)
    }
  })
}

const pick = <T extends { id: number }>(rows: readonly T[]) =>
  fc.subarray(
    rows.map(({ id }) => id),
    { minLength: 1 },
  )
const question = () =>
  fc.record({
    type: fc.constantFrom('averageScore' as const, 'scheduleDone' as const),
    range: fc.constantFrom(...cardRanges, 'YEAR' as const, 'MONTH' as const),
    daysAgo: fc.integer({ min: -30, max: 500 }),
    isCompany: fc.boolean(),
    filters: fc.array(
      fc.record(
        {
          equipmentIds: pick(world.things),
          equipmentTypeIds: pick(world.types),
          locationIds: pick(world.places),
          locationTypeIds: pick(world.placeTypes),
          procedureIds: pick(world.procedures),
          procedureTypeIds: pick(world.kinds),
          tagIds: pick(world.tags),
        },
        { requiredKeys: [] },
      ),
      { maxLength: 2 },
    ),
    restrictions: fc.record({
      equipmentTypeIds: fc.option(pick(world.types), { freq: 1, nil: null }),
      locationTypeIds: fc.constant(null),
      procedureTypeIds: fc.option(pick(world.kinds), { freq: 1, nil: null }),
    }),
    rights: fc.constantFrom<Partial<Actor>>(
      {},
      {},
      {
        equipmentTypeIds: [one(world.types, 0).id],
        locationTypeIds: [one(world.placeTypes, 1).id],
      },
      { procedureTypeIds: [one(world.kinds, 1).id] },
      { equipmentTypeIds: [], procedureTypeIds: [one(world.kinds, 0).id] },
    ),
  })

async function asked(work: (scope: Scope) => Promise<void>, rights: Partial<Actor>): Promise<void> {
  const zone = await asSystem(
    testApp.pool,
    async (db) =>
      (
        await db
          .select({ zone: tables.company.timezone })
          .from(tables.company)
          .where(sql`${tables.company.id} = ${testApp.here.id}`)
      )[0]?.zone ?? 'UTC',
  )
  const actor = {
    ...systemActor(testApp.here.id, zone, 'en', { kind: 'system', id: null, name: 'Test' }),
    ...rights,
  }
  await inCompany(testApp.pool, testApp.here.id, (db) =>
    work(
      makeScope({
        actor,
        clock: testApp.clock,
        db,
        tags: [],
        open: () => {
          throw new Error('Not here')
        },
      }),
    ),
  )
}

describe('the numbers of cards with rollups', () => {
  it('equal a full count, after any writes, edits, deletions, changes of type and zone, for any filters, rights and periods', async () => {
    const steps = fc.sample(
      fc.tuple(
        fc.array(step, { minLength: 1, maxLength: 3 }),
        fc.array(question(), { minLength: 4, maxLength: 4 }),
      ),
      { numRuns: 20, seed: 17 },
    )
    let summed = 0
    let compared = 0
    for (const [writes, questions] of steps) {
      for (const write of writes) await carryOut(write)
      for (const { filters, daysAgo, isCompany, rights, restrictions, ...kind } of questions) {
        const day = new Date(testApp.clock.now().getTime() - daysAgo * 24 * HOUR)
          .toISOString()
          .slice(0, 10)
        const card: CardQuestion = {
          ...kind,
          filters: filters as FilterObject[],
          restrictions,
          at: day,
          accessScope: isCompany ? 'company' : 'viewer',
        }
        await asked(async (scope) => {
          const shown = await numberOf(scope, card)
          const spans = await scope.db.select().from(tables.summedSpan)
          await scope.db.delete(tables.summedSpan)
          const counted = await numberOf(scope, card)
          throw Object.assign(new Error('taken back'), { shown, counted, spans: spans.length })
        }, rights).catch((error: unknown) => {
          const { shown, counted, spans } = error as {
            shown?: unknown
            counted?: unknown
            spans?: number
          }
          if (shown === undefined) throw error
          expect(shown, JSON.stringify({ card, rights })).toEqual(counted)
          compared += 1
          summed += spans ?? 0
        })
      }
    }
    expect(compared).toBe(20 * 4)
    expect(summed).toBeGreaterThan(300)
  })

  it('count a write without a rollup at once, and the rollup is made again', async () => {
    await carryOut({
      kind: 'write',
      rows: [{ hoursAgo: 8_000, procedure: 0, object: 0, score: 40, state: 'done', isLate: false }],
    })
    await updateRollups(testApp.app.kernel)
    const card: CardQuestion = {
      type: 'averageScore',
      range: 'YEAR',
      filters: [],
      restrictions: { equipmentTypeIds: null, locationTypeIds: null, procedureTypeIds: null },
      accessScope: 'company',
    }
    const count = async () => {
      let n = -1
      await asked(async (scope) => {
        n = (await numberOf(scope, card)).history.reduce((sum, { counted }) => sum + counted, 0)
      }, {})
      return n
    }
    const before = await count()
    await inCompany(testApp.pool, testApp.here.id, (db) =>
      db.insert(tables.procedureLog).values({
        ...logOf({
          hoursAgo: 0,
          procedure: 0,
          object: 0,
          score: 50,
          state: 'done',
          isLate: false,
        }),
        doneAt: new Date('2026-06-15T12:00:00Z'),
      }),
    )
    expect(await count()).toBe(before + 1)
    expect(await updateRollups(testApp.app.kernel)).toBe(2)
    expect(await count()).toBe(before + 1)
    expect(
      await asSystem(testApp.pool, (db) =>
        db
          .select()
          .from(tables.summedMark)
          .where(sql`${tables.summedMark.companyId} = ${testApp.here.id}`),
      ),
    ).toEqual([])
  })

  it('keep what was written while rollups were being made', async () => {
    const card: CardQuestion = {
      type: 'averageScore',
      range: 'MONTH',
      filters: [],
      restrictions: { equipmentTypeIds: null, locationTypeIds: null, procedureTypeIds: null },
      accessScope: 'company',
      at: '2025-06-10',
    }
    const count = async () => {
      let n = -1
      await asked(async (scope) => {
        n = (await numberOf(scope, card)).counted
      }, {})
      return n
    }
    const before = await count()
    if (testApp.database.kind === 'pglite') return // the embedded database has one session, so nothing runs concurrently
    const client = await testApp.pool.connect()
    try {
      await client.query(
        `begin; set local role plantroom_tenant; select set_config('app.company_id', '${testApp.here.id}', true)`,
      )
      const log = logOf({
        hoursAgo: 0,
        procedure: 0,
        object: 0,
        score: 50,
        state: 'done',
        isLate: false,
      })
      await client.query(
        `insert into procedure_log (company_id, client_key, procedure_id, equipment_id, done_by, procedure_version, started_at, done_at, points, maximum, score, questions, answers, breakdown)
        values ($1, $2, $3, $4, $5, 1, '2025-06-05', '2025-06-05', 0, 100, 50, '[]', '[]', '[]')`,
        [log.companyId, log.clientKey, log.procedureId, log.equipmentId, log.doneBy],
      )
      await updateRollups(testApp.app.kernel)
      await client.query('commit')
    } finally {
      client.release()
    }
    expect(await count()).toBe(before + 1)
    await updateRollups(testApp.app.kernel)
    expect(await count()).toBe(before + 1)
  })
})
