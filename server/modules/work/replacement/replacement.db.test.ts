import fc from 'fast-check'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import type { Id } from '#contract/ids.ts'
import type { ReplacementDimension, ReplacementRow } from '#contract/replacement.ts'
import { lifeEnd } from '#contract/rules/lifeEnd.ts'
import * as tables from '#db/schema/index.ts'
import { lifeEndsOn } from '#kernel/data/lifeEndsOn.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import { exportAsCsv } from '#tests/listExport.ts'
import { openWorkDesk, type WorkDesk } from '#tests/workDesk.ts'

const { equipment, journal, locations, referenceLists, replacement, ticketCostCalls, tickets } =
  contract
const DAY = 86_400_000

let desk: WorkDesk
let admin: string
let pumps: Id<'equipmentType'>
let beds: Id<'equipmentType'>
let year: number
const ids: Record<string, Id<'equipment'>> = {}
const day = (days: number) =>
  new Date(desk.testApp.clock.now().getTime() + days * DAY).toISOString().slice(0, 10)

const make = async (name: string, typeId: Id<'equipmentType'>, facts: object = {}) => {
  const { id } = await desk.testApp.ok(admin, equipment.createEquipment, {
    body: { name, typeId, ...facts },
  })
  ids[name] = id
  return id
}
const bought = (years: number) => ({ purchasedOn: `${year - years}-12-31`, expectedYears: 10 })
const plan = (body: object = {}, by = admin) =>
  desk.testApp.call(by, replacement.getReplacementPlan, { body })
const rowsOf = (body: object = {}, by = admin) =>
  desk.testApp.ok(by, replacement.listReplacements, { body })
const rowOf = async (name: string, by = admin): Promise<ReplacementRow> => {
  const { rows } = await rowsOf({ alone: ids[name], limit: 1 }, by)
  const [row] = rows
  if (row === undefined) throw new Error(`${name} is not in the plan`)
  return row
}
const partOf = ({ parts }: ReplacementRow, part: string) => parts.find((one) => one.part === part)
const planned = (name: string, to: number | null, version: number, note: string | null = null) =>
  desk.testApp.call(admin, replacement.planReplacement, {
    params: { id: ids[name] ?? 0 },
    body: { year: to, note, version },
  })

beforeAll(async () => {
  desk = await openWorkDesk()
  const { testApp } = desk
  admin = desk.as.admin
  year = testApp.clock.now().getUTCFullYear()
  const type = async (name: string) =>
    (await testApp.ok(admin, referenceLists.createEquipmentType, { body: { name } })).id
  ;[pumps, beds] = [await type('Plan pump'), await type('Plan bed')]
  const place = await testApp.ok(admin, locations.listLocations, { body: { limit: 1 } })
  const locationId = place.rows[0]?.id
  await make('Old pump', pumps, { ...bought(11), price: 1_000.1, locationId })
  await make('Next pump', pumps, { ...bought(9), price: 2_000.2, warrantyUntil: day(-1) })
  await make('New pump', pumps, { ...bought(1), price: 3_000, warrantyUntil: day(30) })
  await make('Unpriced bed', beds, bought(9))
  await make('Unknown bed', beds)
  await make('Retired bed', beds, { ...bought(9), price: 9_999, retiredOn: day(-1) })
  // Known for a year: the old pump failed twice and was down for twenty days, of which ten planned.
  await asSystem(testApp.pool, async (db) => {
    const companyId = testApp.here.id
    const at = (days: number) => new Date(testApp.clock.now().getTime() + days * DAY)
    await db
      .update(tables.equipment)
      .set({ createdAt: at(-500) })
      .where(ofCompany(tables.equipment, companyId))
    await db.insert(tables.downtimeMark).values({ companyId, knownSince: at(-500) })
    const down = (from: number, to: number | null, isPlanned = false) => ({
      companyId,
      equipmentId: ids['Old pump'] ?? (0 as Id<'equipment'>),
      since: at(from),
      until: to === null ? null : at(to),
      status: 'Broken',
      isPlanned,
    })
    await db
      .insert(tables.downtime)
      .values([down(-400, -390), down(-100, -95), down(-90, -80, true), down(-5, null)])
  })
})
afterAll(() => desk.testApp.close())

describe('the plan of replacement', () => {
  it('has sums of prices by year, names what has no price, and counts retired equipment', async () => {
    const { body } = await plan({ filter: { equipmentTypeIds: [pumps, beds] } })
    expect(body).toMatchObject({ currency: 'EUR', hasMoney: true, retired: 1, leftOut: 0 })
    const cell = (bucket: unknown) => body.whole.find((one) => one.bucket === bucket)
    expect(cell('overdue')).toMatchObject({ count: 1, price: 1_000.1, unpriced: 0 })
    expect(cell(year + 1)).toMatchObject({ count: 2, price: 2_000.2, unpriced: 1 })
    expect(cell('later')).toMatchObject({ count: 1, price: 3_000 })
    expect(cell('none')).toMatchObject({ count: 1, price: 0, unpriced: 1 })
    expect(body.groups.map(({ name }) => name)).toEqual(['Plan pump', 'Plan bed'])
  })

  it.each([
    'equipmentType',
    'location',
    'locationType',
    'orgEntity',
  ] satisfies ReplacementDimension[])(
    'has groups by %s that add up to the whole, and each number opens its rows',
    async (by) => {
      const { body } = await plan({ by })
      for (const [index, whole] of body.whole.entries()) {
        const cells = body.groups.map(({ cells: of }) => of[index])
        expect(cells.reduce((sum, cell) => sum + (cell?.count ?? 0), 0)).toBe(whole.count)
        expect(cells.reduce((sum, cell) => sum + (cell?.price ?? 0), 0)).toBeCloseTo(
          whole.price ?? 0,
        )
        expect(await rowsOf({ by, bucket: whole.bucket })).toMatchObject({
          count: whole.count,
          price: whole.price,
          unpriced: whole.unpriced,
        })
      }
      for (const group of body.groups)
        for (const cell of group.cells.filter(({ count }) => count > 0))
          expect(await rowsOf({ by, bucket: cell.bucket, group: group.id })).toMatchObject({
            count: cell.count,
            price: cell.price,
          })
    },
  )

  it('adds up what SQL adds up', async () => {
    const { body } = await plan()
    const { rows } = await asSystem(desk.testApp.pool, (db) =>
      db.execute<{ sum: number; n: number }>(sql`select coalesce(sum(price), 0)::float8 as sum,
        count(*)::int as n from equipment where company_id = ${desk.testApp.here.id}
        and deleted_at is null and (retired_on is null or retired_on >= ${day(0)}::date)`),
    )
    expect(body.whole.reduce((sum, { price }) => sum + (price ?? 0), 0)).toBeCloseTo(
      rows[0]?.sum ?? -1,
    )
    expect(body.whole.reduce((sum, { count }) => sum + count, 0)).toBe(rows[0]?.n)
  })
})

describe('the score of equipment', () => {
  it('compares failures and unplanned downtime of the last year with its type', async () => {
    const [old, next] = [await rowOf('Old pump'), await rowOf('Next pump')]
    const failures = partOf(old, 'failures')
    expect(failures?.value).toBeCloseTo((2 * 365.25) / 365)
    expect(failures).toMatchObject({ compared: 0, points: 100 })
    expect(partOf(old, 'downtime')?.value).toBeCloseTo((100 * 10) / 365, 1)
    // Its two neighbours have one failure a year each.
    expect(partOf(next, 'failures')).toMatchObject({ value: 0, points: 0 })
    expect(partOf(next, 'failures')?.compared).toBeCloseTo(365.25 / 365)
    expect(old.score ?? 0).toBeGreaterThan(next.score ?? 100)
  })

  it('is not changed by the filter, and says what is not known', async () => {
    const { rows } = await rowsOf({ filter: { equipmentIds: [ids['Old pump']] } })
    expect(rows).toEqual([await rowOf('Old pump')])
    const unknown = await rowOf('Unknown bed')
    expect(unknown).toMatchObject({ score: null, knownWeight: 30, year: null })
    expect(partOf(unknown, 'age')).toMatchObject({ points: null })
    expect(partOf(unknown, 'warranty')).toMatchObject({ points: null })
  })

  it('knows costs once somebody records them, as a share of the price', async () => {
    expect(partOf(await rowOf('New pump'), 'cost')?.points).toBeNull()
    const ticketTypeId = (await desk.open()).type.id
    const spend = async (name: string, amount: number, days: number) => {
      const { id } = await desk.testApp.ok(admin, tickets.openTicket, {
        body: { title: 'Repair', ticketTypeId, equipmentId: ids[name] ?? 0 },
      })
      await asSystem(desk.testApp.pool, (db) =>
        db.execute(sql`update ticket set opened_at = ${day(days)}::date where id = ${id}`),
      )
      await desk.testApp.ok(admin, ticketCostCalls.addCost, {
        params: { id },
        body: { day: day(days), amount, text: 'Part' },
      })
    }
    await spend('New pump', 750, -10)
    await spend('New pump', 5_000, -800)
    expect(partOf(await rowOf('New pump'), 'cost')).toEqual({
      part: 'cost',
      points: 50,
      value: 750,
      compared: 3_000,
    })
    expect(partOf(await rowOf('Next pump'), 'cost')).toMatchObject({ points: 0, value: 0 })
    expect(partOf(await rowOf('Unpriced bed'), 'cost')).toMatchObject({ points: null })
  })

  it('sorts the list, with unknown scores last in both directions', async () => {
    for (const sort of ['score', '-score'] as const) {
      const { rows } = await rowsOf({ sort, limit: 500 })
      const scores = rows.map(({ score }) => score)
      const known = scores.filter((score) => score !== null)
      expect(scores.slice(0, known.length)).toEqual(
        known.toSorted((a, b) => (sort === 'score' ? a - b : b - a)),
      )
    }
    const { rows } = await rowsOf({ sort: 'year', limit: 1 })
    expect(rows[0]).toMatchObject({ name: 'Old pump', isOverdue: true })
  })
})

describe('a year that a person plans', () => {
  it('goes before the expected life, is journaled, and can be taken back', async () => {
    const before = await rowOf('New pump')
    const first = await planned('New pump', year + 2, before.version, ' Out of support ')
    expect(first.status).toBe(200)
    expect(await rowOf('New pump')).toMatchObject({
      year: year + 2,
      by: 'hand',
      plannedYear: year + 2,
      note: 'Out of support',
    })
    expect((await planned('New pump', 2050, before.version)).status).toBe(409)
    const { rows } = await desk.testApp.ok(admin, journal.listJournal, {
      body: { entity: 'equipment', entityId: ids['New pump'], limit: 1, offset: 0 },
    })
    expect(rows[0]?.changes.map(({ field }) => field)).toEqual(['replaceIn', 'replaceNote'])
    expect((await planned('New pump', null, first.body.version)).status).toBe(200)
    expect(await rowOf('New pump')).toMatchObject({ year: before.year, by: 'life', note: null })
  })

  it('stays when the equipment is edited, and needs the right to edit equipment', async () => {
    const { version } = await rowOf('New pump')
    await planned('New pump', year + 3, version)
    await desk.testApp.ok(admin, equipment.updateEquipment, {
      params: { id: ids['New pump'] ?? 0 },
      body: { name: 'New pump', typeId: pumps, version: version + 1, price: 3_000 },
    })
    expect(await rowOf('New pump')).toMatchObject({ plannedYear: year + 3 })
    const reader = await desk.grant('viewer|reports')
    const refused = await desk.testApp.call(reader, replacement.planReplacement, {
      params: { id: ids['New pump'] ?? 0 },
      body: { year: null, note: null, version: version + 2 },
    })
    expect(refused.status).toBe(403)
  })
})

describe('prices and costs in the plan', () => {
  it('are hidden without the right to see costs, also in the export', async () => {
    const reader = await desk.grant('viewer|reports')
    const { body } = await plan({}, reader)
    expect(body).toMatchObject({ hasMoney: false, currency: null })
    expect(body.whole.every(({ price }) => price === null)).toBe(true)
    const row = await rowOf('New pump', reader)
    expect(row.price).toBeNull()
    expect(partOf(row, 'cost')).toMatchObject({ points: null, value: null, compared: null })
    const file = await exportAsCsv(desk.testApp, reader, { list: 'replacementPlan', question: {} })
    expect(file.split('\r\n')[0]).not.toMatch(/price|costs/)
  })

  it('are exported for those who may see them, in the order of the list', async () => {
    const file = await exportAsCsv(desk.testApp, admin, {
      list: 'replacementPlan',
      question: { filter: { equipmentTypeIds: [pumps] }, sort: 'name' },
    })
    const lines = file.trim().split('\r\n')
    expect(lines[0]).toContain('price,costs24Months,replacementScore,knownWeight,points_age')
    expect(lines.slice(1).map((line) => /(Old|Next|New) pump/.exec(line)?.[0])).toEqual([
      'New pump',
      'Next pump',
      'Old pump',
    ])
    expect(lines[1]).toContain(',3000,750,')
  })

  it('are not exported without the right to see reports', async () => {
    const other = await desk.grant('viewer|costs')
    await expect(
      exportAsCsv(desk.testApp, other, { list: 'replacementPlan', question: {} }),
    ).rejects.toThrow('403')
  })
})

it('the end of the expected life is the same day in SQL and in the contract', async () => {
  const someDay = fc
    .date({ min: new Date('1950-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10))
  const lives = fc.sample(
    fc.record({
      purchasedOn: fc.option(someDay, { nil: null }),
      expectedYears: fc.option(
        fc.oneof(fc.integer({ min: -1, max: 60 }), fc.double({ min: 0, max: 200, noNaN: true })),
        { nil: null },
      ),
      retiredOn: fc.option(someDay, { nil: null }),
    }),
    { numRuns: 400, seed: 90 },
  )
  const companyId = desk.testApp.here.id
  await asSystem(desk.testApp.pool, async (db) => {
    await db
      .insert(tables.equipment)
      .values(lives.map((life) => ({ companyId, typeId: beds, name: 'Life', ...life })))
    const rows = await db
      .select({ stored: tables.equipment, end: sql<string | null>`${lifeEndsOn}::text` })
      .from(tables.equipment)
      .where(ofCompany(tables.equipment, companyId, eq(tables.equipment.name, 'Life')))
    expect(rows).toHaveLength(lives.length)
    for (const { stored, end } of rows)
      expect([stored.id, end]).toEqual([stored.id, lifeEnd(stored)])
    await db
      .delete(tables.equipment)
      .where(ofCompany(tables.equipment, companyId, eq(tables.equipment.name, 'Life')))
  })
})
