import fc from 'fast-check'
import { asc, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import type { Id } from '#contract/ids.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import { stateDrafts } from '#tests/ticketDesk.ts'
import { openTestApp, type TestApp } from '#tests/testApp.ts'
import { countDowntime, recountDowntime } from './index.ts'

const { equipment, referenceLists, reliability, journal } = contract
const HOUR = 3_600_000
const START = Date.parse('2026-11-20T09:00:00Z')

let testApp: TestApp
let admin: string
let typeId: Id<'equipmentType'>
const ids = {} as Record<'ready' | 'broken' | 'repair' | 'cleaning', Id<'equipmentStatus'>>

/** Sessions end within a day, so a later hour has its own. */
async function at(hours: number): Promise<void> {
  testApp.clock.advance(START + hours * HOUR - testApp.clock.now().getTime())
  admin = await testApp.signIn('administrator')
}
const status = async (name: string, isUsable: boolean, isPlanned = false) =>
  (
    await testApp.ok(admin, referenceLists.createEquipmentStatus, {
      body: { name, colour: 'blue', isUsable, isPlanned },
    })
  ).id
const make = async (name: string, statusId: Id<'equipmentStatus'> | null = ids.ready) => {
  const { id } = await testApp.ok(admin, equipment.createEquipment, {
    body: { name, typeId, statusId },
  })
  // The database's clock is not the test's.
  await asSystem(testApp.pool, (db) =>
    db.execute(sql`update equipment set created_at = ${testApp.clock.now().toISOString()}
      where company_id = ${testApp.here.id} and id = ${id}`),
  )
  return id
}
const setStatus = (id: Id<'equipment'>, statusId: Id<'equipmentStatus'> | null) =>
  testApp.ok(admin, equipment.bulkUpdateStatus, { body: { equipmentIds: [id], statusId } })
const count = () => countDowntime(testApp.app.kernel, testApp.here.id)
const stored = () =>
  asSystem(testApp.pool, (db) =>
    db
      .select({
        equipmentId: tables.downtime.equipmentId,
        since: tables.downtime.since,
        until: tables.downtime.until,
        status: tables.downtime.status,
        isPlanned: tables.downtime.isPlanned,
        note: tables.downtime.note,
      })
      .from(tables.downtime)
      .orderBy(asc(tables.downtime.equipmentId), asc(tables.downtime.since)),
  )
const range = { from: '2026-11-20', to: '2026-12-31' }
const figures = (body: object = {}) =>
  testApp.ok(admin, reliability.getReliability, { body: { range, ...body } })
const panel = (id: Id<'equipment'>) =>
  testApp.ok(admin, reliability.getEquipmentReliability, { params: { id } })

beforeAll(async () => {
  testApp = await openTestApp()
  await at(0)
  typeId = (
    await testApp.ok(admin, referenceLists.createEquipmentType, { body: { name: 'Lathe' } })
  ).id
  ids.ready = await status('Ready', true)
  ids.broken = await status('Broken', false)
  ids.repair = await status('In repair', false)
  ids.cleaning = await status('Cleaning', false, true)
})
afterAll(() => testApp.close())

it('three failures and planned work give availability, MTBF and MTTR of one equipment', async () => {
  await at(0)
  const id = await make('Lathe 1')
  for (const begin of [10, 30, 50]) {
    await at(begin)
    await setStatus(id, ids.broken)
    await at(begin + 1)
    await setStatus(id, ids.repair)
    await at(begin + 2)
    await setStatus(id, ids.ready)
  }
  await at(60)
  await setStatus(id, ids.cleaning)
  await at(64)
  await setStatus(id, ids.ready)
  await at(110)
  await count()
  const found = await panel(id)
  expect(found).toMatchObject({
    observedSeconds: 110 * 3_600,
    downSeconds: 10 * 3_600,
    plannedSeconds: 4 * 3_600,
    failures: 3,
    mttr: { mean: 2 * 3_600 },
    remaining: 0,
  })
  expect(found.availability).toBeCloseTo(100 * (100 / 110))
  expect(found.mtbf?.mean).toBeCloseTo((100 * 3_600) / 3)
  expect(found.downtimes.map((row) => [row.status, row.isPlanned, row.seconds / 3_600])).toEqual([
    ['Cleaning', true, 4],
    ['Broken', false, 2],
    ['Broken', false, 2],
    ['Broken', false, 2],
  ])
})

it('two failures give no mean, and a downtime that lasts is counted until now', async () => {
  await at(120)
  const id = await make('Lathe 2')
  await at(121)
  await setStatus(id, ids.broken)
  await at(123)
  await setStatus(id, ids.ready)
  await at(125)
  await setStatus(id, ids.broken)
  await at(130)
  await count()
  expect(await panel(id)).toMatchObject({
    downSeconds: 7 * 3_600,
    failures: 2,
    mtbf: null,
    mttr: null,
  })
  await at(131)
  expect((await panel(id)).downSeconds).toBe(8 * 3_600)
})

it('a correction by a person counts, is journaled, and stays when downtime is derived again', async () => {
  await at(140)
  const id = await make('Lathe 3')
  await at(141)
  await setStatus(id, ids.broken)
  await at(143)
  await setStatus(id, ids.ready)
  await count()
  const [row] = (await panel(id)).downtimes
  const correct = (version: number) =>
    testApp.call(admin, reliability.correctDowntime, {
      params: { id: row?.id ?? 0 },
      body: { isPlanned: true, note: 'Inspection by the maker', version },
    })
  expect((await correct(row?.version ?? 0)).status).toBe(200)
  expect((await correct(row?.version ?? 0)).status).toBe(409)
  await recountDowntime(testApp.app.kernel, testApp.here.id)
  expect(await panel(id)).toMatchObject({
    failures: 0,
    plannedSeconds: 2 * 3_600,
    downtimes: [{ isPlanned: true, isPlannedByHand: true, note: 'Inspection by the maker' }],
  })
  const { rows } = await testApp.ok(admin, journal.listJournal, {
    body: { entity: 'equipment', entityId: id, limit: 1, offset: 0 },
  })
  expect(rows[0]?.changes.map(({ field }) => field)).toEqual(['downtimeIsPlanned', 'downtimeNote'])
})

it('the ticket of a downtime is the first one opened in it', async () => {
  await at(150)
  const id = await make('Lathe 4')
  await at(151)
  await setStatus(id, ids.broken)
  await at(152)
  const { id: ticketTypeId } = await testApp.ok(admin, contract.tickets.createTicketType, {
    body: { name: 'Repair', colour: 'red', states: stateDrafts },
  })
  const { id: ticketId } = await testApp.ok(admin, contract.tickets.openTicket, {
    body: { title: 'Spindle is loud', ticketTypeId, equipmentId: id },
  })
  await at(153)
  await setStatus(id, ids.ready)
  await count()
  expect((await panel(id)).downtimes).toMatchObject([
    { ticket: { id: ticketId, title: 'Spindle is loud', cause: null } },
  ])
})

it('the cause of a downtime is that of its ticket, unless a person wrote another', async () => {
  const [equipmentOf] = (await figures({ limit: 500 })).rows.filter(
    ({ name }) => name === 'Lathe 4',
  )
  const id = (equipmentOf?.id ?? 0) as Id<'equipment'>
  const row = async () => (await panel(id)).downtimes[0]
  const ticketId = (await row())?.ticket?.id ?? (0 as Id<'ticket'>)
  const cause = await asSystem(testApp.pool, async (db) => {
    const ofTicket = ofCompany(tables.ticket, testApp.here.id, eq(tables.ticket.id, ticketId))
    const [ticket] = await db.select().from(tables.ticket).where(ofTicket)
    const [code] = await db
      .insert(tables.failureCode)
      .values({
        companyId: testApp.here.id,
        ticketTypeId: ticket?.typeId ?? (0 as Id<'ticketType'>),
        kind: 'cause',
        position: 0,
        name: 'Worn bearing',
      })
      .returning()
    await db
      .update(tables.ticket)
      .set({ causeId: code?.id ?? null, remedyText: 'Replaced it' })
      .where(ofTicket)
    return code?.id ?? null
  })
  expect((await row())?.ticket).toMatchObject({
    problem: null,
    cause: 'Worn bearing',
    remedy: 'Replaced it',
  })
  const byCause = async () => (await figures({ by: 'cause' })).rows
  expect(await byCause()).toContainEqual(
    expect.objectContaining({ id: cause, name: 'Worn bearing', failures: 1, availability: null }),
  )
  const behind = (group: number | null) =>
    testApp.ok(admin, reliability.listDowntimes, {
      body: { by: 'cause', group, range, limit: 500, offset: 0 },
    })
  expect((await behind(cause)).rows.map(({ equipment: { name } }) => name)).toEqual(['Lathe 4'])
  const { id: downtimeId = 0, version = 0 } = (await row()) ?? {}
  await testApp.ok(admin, reliability.correctDowntime, {
    params: { id: downtimeId },
    body: { isPlanned: null, note: 'Power failure', version },
  })
  expect((await byCause()).some(({ id: group }) => group === cause)).toBe(false)
  expect((await behind(cause)).count).toBe(0)
  const { rows, whole } = await figures({ by: 'cause' })
  expect(rows.reduce((sum, { downSeconds }) => sum + downSeconds, 0)).toBeCloseTo(whole.downSeconds)
  expect(rows.reduce((sum, { failures }) => sum + failures, 0)).toBe(whole.failures)
})

it('a status counts by the name that it had then, and as what it is today', async () => {
  await at(160)
  const id = await make('Lathe 5')
  const lent = await status('Lent', false)
  await at(161)
  await setStatus(id, lent)
  await at(163)
  await setStatus(id, ids.ready)
  await at(164)
  const change = (name: string, isUsable: boolean, version: number) =>
    testApp.ok(admin, referenceLists.updateEquipmentStatus, {
      params: { id: lent },
      body: { name, colour: 'blue', isUsable, version },
    })
  await change('On loan', false, 1)
  await at(165)
  await count()
  expect((await panel(id)).downtimes).toMatchObject([{ status: 'Lent', seconds: 2 * 3_600 }])
  await at(166)
  await change('On loan', true, 2)
  await count()
  expect((await panel(id)).downtimes).toEqual([])
})

it('a status that was replaced counts as its replacement', async () => {
  await at(170)
  const id = await make('Lathe 6')
  const smashed = await status('Smashed', false)
  await at(171)
  await setStatus(id, smashed)
  await at(173)
  await setStatus(id, ids.ready)
  await at(174)
  await testApp.ok(admin, referenceLists.replaceEquipmentStatus, {
    params: { id: smashed },
    body: { by: ids.broken },
  })
  await count()
  expect((await panel(id)).downtimes).toMatchObject([{ status: 'Smashed', seconds: 2 * 3_600 }])
})

it('random histories are derived step by step as they are derived at once, and add up', async () => {
  const steps = fc.sample(
    fc.record({
      thing: fc.integer({ min: 0, max: 5 }),
      to: fc.constantFrom('ready', 'broken', 'repair', 'cleaning', null),
      later: fc.integer({ min: 0, max: 9 }),
      isCounted: fc.boolean(),
    }),
    { numRuns: 60, seed: 5 },
  )
  await at(200)
  const things = await Promise.all(
    Array.from({ length: 6 }, async (_, index) => make(`Mill ${index}`)),
  )
  let hours = 200
  for (const { thing, to, later, isCounted } of steps) {
    hours += later
    await at(hours)
    await setStatus(things[thing] ?? (0 as Id<'equipment'>), to === null ? null : ids[to])
    if (isCounted) await count()
  }
  await at(hours + 1)
  await count()
  const once = await stored()
  await recountDowntime(testApp.app.kernel, testApp.here.id)
  expect(await stored()).toEqual(once)
  await asSystem(testApp.pool, (db) => db.delete(tables.downtime))
  await recountDowntime(testApp.app.kernel, testApp.here.id)
  const withoutNotes = once.map((row) => ({ ...row, note: null }))
  expect(await stored()).toEqual(withoutNotes)

  for (const by of ['equipment', 'equipmentType', 'location', 'orgEntity'] as const) {
    const { rows, whole } = await figures({ by, limit: 500 })
    const sum = (key: 'downSeconds' | 'failures' | 'observedSeconds' | 'equipmentCount') =>
      rows.reduce((all, row) => all + row[key], 0)
    expect(sum('downSeconds')).toBeCloseTo(whole.downSeconds)
    expect(sum('observedSeconds')).toBeCloseTo(whole.observedSeconds)
    expect(sum('failures')).toBe(whole.failures)
    expect(sum('equipmentCount')).toBe(whole.equipmentCount)
    for (const row of rows.slice(0, 5)) {
      const { rows: behind } = await testApp.ok(admin, reliability.listDowntimes, {
        body: { by, group: row.id, range, limit: 500, offset: 0 },
      })
      expect([by, behind.reduce((all, { seconds }) => all + seconds, 0)]).toEqual([
        by,
        expect.closeTo(row.downSeconds),
      ])
    }
  }
})

it('downtime stays when the journal is shortened, and figures say since when statuses are known', async () => {
  const known = (await figures()).knownSince
  expect(known).not.toBeNull()
  const before = await stored()
  const cut = new Date(START + 205 * HOUR)
  await asSystem(testApp.pool, (db) =>
    db.delete(tables.journalEntry).where(sql`${tables.journalEntry.at} < ${cut.toISOString()}`),
  )
  await recountDowntime(testApp.app.kernel, testApp.here.id)
  expect(await stored()).toEqual(before)
  expect((await figures()).knownSince).toBe(known)
  await asSystem(testApp.pool, (db) => db.delete(tables.downtimeMark))
  await count()
  const { knownSince } = await figures()
  expect(Date.parse(knownSince ?? '')).toBeGreaterThanOrEqual(cut.getTime())
  expect(await stored()).toEqual(before)
})

it('the page of figures has the ten worst first, and nothing of another company', async () => {
  const { rows } = await figures({ limit: 10 })
  expect(rows.map(({ downSeconds }) => downSeconds)).toEqual(
    rows.map(({ downSeconds }) => downSeconds).toSorted((a, b) => b - a),
  )
  const foreign = await testApp.signIn('administrator', 'there')
  const answer = await testApp.ok(foreign, reliability.getReliability, { body: { range } })
  expect(answer).toMatchObject({ count: 0, whole: { failures: 0, downSeconds: 0 } })
})
