import { sql } from 'drizzle-orm'
import ICAL from 'ical.js'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { rrules } from '#contract/rrules/rrules.ts'
import { replaceZone, zoneTableForPage, zoneRelease } from '#contract/timeZones/pinnedOffsets.ts'
import * as tables from '#db/schema/index.ts'
import { systemActor } from '#kernel/access/actor.ts'
import { makeScope, type Scope } from '#kernel/access/scope.ts'
import { asSystem, inCompany } from '#kernel/data/transaction.ts'
import { openTestApp, type TestApp } from '#tests/testApp.ts'
import { selectWaiting } from './occurrences.ts'
import { statementsOf } from '#tests/statements.ts'
import { evaluateRule, runSchedules } from './runner.ts'
import { makeScheduleRun } from './runnerJob.ts'
import { describeUpgrade, firstTable, planZoneUpgrade, upgradeZones } from './zoneUpgrade.ts'

const HOUR = 3_600_000
const ZONE = 'Africa/Casablanca'
/** Morocco's offset before it left UTC+1. */
const former = { changes: [], offsets: [60] }
let testApp: TestApp
let ruleId: number
let equipmentId: number

const first = <T>(rows: readonly T[]): T => {
  const [row] = rows
  if (row === undefined) throw new Error('Not made')
  return row
}
const rows = () =>
  asSystem(testApp.pool, (db) =>
    db.select().from(tables.occurrence).orderBy(tables.occurrence.plannedAt),
  )
const stored = (release: string, zones: object) =>
  asSystem(testApp.pool, async (db) => {
    await db.execute(sql`delete from installation where key in ('zone release', 'zone tables')`)
    await db.insert(tables.installation).values([
      { key: 'zone release', value: release },
      { key: 'zone tables', value: JSON.stringify(zones) },
    ])
  })
const follows = () =>
  stored('2025c', {
    [ZONE]: { table: former, first: former },
    'Asia/Jerusalem': both('Asia/Jerusalem'),
  })
const both = (zone: string) => ({ table: zoneTableForPage(zone), first: zoneTableForPage(zone) })
const occurrence = (
  plannedAt: string,
  more: Partial<typeof tables.occurrence.$inferInsert> = {},
) => ({
  companyId: testApp.here.id,
  rruleId: ruleId as never,
  procedureId: procedureId as never,
  equipmentId: equipmentId as never,
  plannedAt: new Date(plannedAt),
  at: new Date(plannedAt),
  state: 'due' as const,
  ...more,
})
let procedureId: number
/** What a log that was done then may complete. */
const waitingFor = (doneAt: string) =>
  inCompany(testApp.pool, testApp.here.id, async (db) => {
    const log = sql`(select ${testApp.here.id}::int as company_id, ${procedureId}::int as procedure_id,
      ${equipmentId}::int as equipment_id, ${doneAt}::timestamptz as done_at) as procedure_log`
    const [found] = await db.select({ waiting: selectWaiting('equipment') }).from(log)
    return found?.waiting
  })

const within = <T>(work: (scope: Scope) => Promise<T>): Promise<T> =>
  inCompany(testApp.pool, testApp.here.id, (db) =>
    work(
      makeScope({
        actor: systemActor(testApp.here.id, ZONE, 'en', { kind: 'system', id: null, name: 'Test' }),
        clock: testApp.clock,
        db,
        tags: [],
        open: () => {
          throw new Error('Not here')
        },
      }),
    ),
  )
async function given(list: readonly ReturnType<typeof occurrence>[]) {
  await asSystem(testApp.pool, async (db) => {
    await db.execute(sql`delete from installation where key in ('zone release', 'zone tables')`)
    await db.delete(tables.occurrence)
    await db.delete(tables.journalEntry)
    if (list.length > 0) await db.insert(tables.occurrence).values([...list])
  })
  await follows()
}
const goTo = (at: string) => testApp.clock.advance(Date.parse(at) - testApp.clock.now().getTime())
const now = () => testApp.clock.now().toISOString()

beforeAll(async () => {
  testApp = await openTestApp()
  const companyId = testApp.here.id
  await asSystem(testApp.pool, async (db) => {
    const named = { companyId, name: 'Pump' }
    const type = first(await db.insert(tables.equipmentType).values(named).returning())
    const kind = first(await db.insert(tables.procedureType).values(named).returning())
    equipmentId = first(
      await db
        .insert(tables.equipment)
        .values({ ...named, typeId: type.id })
        .returning(),
    ).id
    procedureId = first(
      await db
        .insert(tables.procedure)
        .values({ ...named, typeId: kind.id, target: 'either' })
        .returning(),
    ).id
    ruleId = first(
      await db
        .insert(tables.rrule)
        .values({
          companyId,
          procedureId: procedureId as never,
          data: {},
          objects: 'equipment',
          kind: 'specific',
          rule: 'FREQ=DAILY',
          start: '2026-11-01T08:00',
          deadline: { kind: 'endOfDay' },
          onHoliday: 'keep',
          onNonWorkingDay: 'keep',
          whenOverdue: 'keepOpen',
          userIds: [],
          roleIds: [],
          isActive: true,
          activeFrom: new Date('2026-11-01T00:00:00Z'),
        })
        .returning(),
    ).id
    await db
      .update(tables.company)
      .set({ timezone: ZONE })
      .where(sql`${tables.company.id} = ${companyId}`)
    await db
      .update(tables.company)
      .set({ timezone: 'Asia/Jerusalem' })
      .where(sql`${tables.company.id} <> ${companyId}`)
  })
})
afterAll(() => testApp.close())

describe('a new release of the tz database', () => {
  beforeEach(() => {
    goTo('2026-12-01T07:30:00Z')
  })

  it('leaves a due occurrence as it is, and the runner does not make it twice', async () => {
    // 08:00 was 07:00Z, half an hour ago; it is 08:00Z now.
    await given([occurrence('2026-12-01T07:00:00Z')])
    const [before] = await rows()
    expect((await upgradeZones(testApp.pool, testApp.clock.now())).outcome).toBe('moved')
    const [after] = await rows()
    expect(after).toEqual({ ...before, plannedAt: new Date('2026-12-01T08:00:00Z') })
    goTo('2026-12-01T09:00:00Z')
    await within((scope) => evaluateRule(scope, ruleId as never))
    expect((await rows()).map(({ at }) => at.toISOString())).toEqual(['2026-12-01T07:00:00.000Z'])
    goTo('2026-12-02T08:00:01Z')
    await within((scope) => evaluateRule(scope, ruleId as never))
    expect((await rows()).map(({ at }) => at.toISOString())).toEqual([
      '2026-12-01T07:00:00.000Z',
      '2026-12-02T08:00:00.000Z',
    ])
  })

  it('moves an occurrence that has not begun, with its deadline, and keeps its id and its reminder that was sent', async () => {
    await given([
      occurrence('2026-12-02T07:00:00Z', {
        state: 'planned',
        dueBy: new Date('2026-12-02T22:59:59.999Z'),
        remindAt: new Date('2026-12-01T07:15:00Z'),
        remindedAt: new Date('2026-12-01T07:15:00Z'),
      }),
      occurrence('2026-12-03T07:00:00Z', {
        state: 'planned',
        remindAt: new Date('2026-12-03T06:00:00Z'),
      }),
    ])
    const before = await rows()
    const report = await upgradeZones(testApp.pool, testApp.clock.now())
    expect(report).toMatchObject({ from: '2025c', schedules: 1, occurrences: 2 })
    const after = await rows()
    expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id))
    expect(after[0]).toMatchObject({
      plannedAt: new Date('2026-12-02T08:00:00Z'),
      at: new Date('2026-12-02T08:00:00Z'),
      dueBy: new Date('2026-12-02T23:59:59.999Z'),
      remindAt: new Date('2026-12-01T07:15:00Z'),
      remindedAt: new Date('2026-12-01T07:15:00Z'),
      version: 2,
    })
    expect(after[1]).toMatchObject({ remindAt: new Date('2026-12-03T07:00:00Z') })
  })

  it('leaves what was done, missed or closed, and moves hourly occurrences out of each other’s way', async () => {
    await given([
      occurrence('2026-11-30T07:00:00Z', {
        state: 'done',
        doneAt: new Date('2026-11-30T07:10:00Z'),
      }),
      occurrence('2026-11-29T07:00:00Z', { state: 'missed' }),
      ...[8, 9, 10].map((hour) =>
        occurrence(`2026-12-01T${String(hour).padStart(2, '0')}:00:00Z`, { state: 'planned' }),
      ),
    ])
    await upgradeZones(testApp.pool, testApp.clock.now())
    expect(
      (await rows()).map(({ at, state }) => `${at.toISOString().slice(8, 13)} ${state}`),
    ).toEqual(['29T07 missed', '30T07 done', '01T09 planned', '01T10 planned', '01T11 planned'])
  })

  it('lets a device complete what it did without a network before the upgrade', async () => {
    await given([occurrence('2026-12-01T07:00:00Z')])
    const [before] = await rows()
    await upgradeZones(testApp.pool, testApp.clock.now())
    expect(await waitingFor('2026-12-01T07:10:00Z')).toEqual([{ id: before?.id, rruleId: ruleId }])
  })

  it('lets a device complete, at the former time, what the upgrade moved to a later one', async () => {
    await given([
      occurrence('2026-12-02T07:00:00Z', { state: 'planned' }),
      occurrence('2026-12-03T07:00:00Z', { state: 'planned' }),
    ])
    const [before] = await rows()
    expect(await waitingFor('2026-12-02T07:10:00Z')).toEqual([])
    await upgradeZones(testApp.pool, testApp.clock.now())
    expect(await waitingFor('2026-12-02T06:50:00Z')).toEqual([])
    expect(await waitingFor('2026-12-02T07:10:00Z')).toEqual([{ id: before?.id, rruleId: ruleId }])
  })

  it('is journaled on each schedule, once', async () => {
    await given([])
    await upgradeZones(testApp.pool, testApp.clock.now())
    expect((await upgradeZones(testApp.pool, testApp.clock.now())).outcome).toBe('current')
    const entries = await asSystem(testApp.pool, (db) => db.select().from(tables.journalEntry))
    expect(entries).toHaveLength(1)
    expect(entries[0]).toMatchObject({
      entity: 'rrule',
      entityId: ruleId,
      changes: [
        {
          field: 'zoneData',
          before: '2025c, 2026-09-20: UTC+01:00',
          after: `${zoneRelease}, 2026-09-20: UTC+00:00`,
        },
      ],
    })
  })

  it('is applied once by two servers that start together', async () => {
    await given([occurrence('2026-12-02T07:00:00Z', { state: 'planned' })])
    const both = await Promise.all(
      [0, 1].map(() => upgradeZones(testApp.pool, testApp.clock.now())),
    )
    expect(both.map(({ outcome }) => outcome).toSorted()).toEqual(['current', 'moved'])
    const [moved] = await rows()
    expect(moved).toMatchObject({ at: new Date('2026-12-02T08:00:00Z'), version: 2 })
    const entries = await asSystem(testApp.pool, (db) => db.select().from(tables.journalEntry))
    expect(entries).toHaveLength(1)
  })

  it('is journaled with the first date that moves, before and after', async () => {
    await given([
      occurrence('2026-12-03T07:00:00Z', { state: 'planned' }),
      occurrence('2026-12-02T07:00:00Z', { state: 'planned' }),
      occurrence('2026-12-01T07:00:00Z'),
    ])
    await upgradeZones(testApp.pool, testApp.clock.now())
    const [entry] = await asSystem(testApp.pool, (db) => db.select().from(tables.journalEntry))
    expect(entry?.changes).toContainEqual({
      field: 'nextDate',
      before: '2026-12-02T07:00:00.000Z',
      after: '2026-12-02T08:00:00.000Z',
    })
  })

  it('leaves the UIDs of the calendar feed as they were, while the events move', async () => {
    await given([occurrence('2026-12-02T07:00:00Z', { state: 'planned' })])
    await asSystem(testApp.pool, (db) =>
      db.execute(sql`update rrule set data = ${JSON.stringify({ equipmentIds: [equipmentId] })}::jsonb,
        user_ids = array[${testApp.here.users.technician}::int]`),
    )
    const token = await testApp.signIn('technician')
    const { url } = (await testApp.call(token, rrules.createCalendarFeed, {})).body
    const feed = async () => {
      const { body } = await testApp.raw(null, 'GET', new URL(url).pathname)
      return new Map(
        new ICAL.Component(ICAL.parse(String(body)) as unknown[])
          .getAllSubcomponents('vevent')
          .map((component) => new ICAL.Event(component))
          .map(({ uid, startDate }) => [uid, startDate.toJSDate().toISOString()]),
      )
    }
    const restore = replaceZone(ZONE, { changes: [], offsets: [HOUR] })
    const before = await feed()
    restore()
    await upgradeZones(testApp.pool, testApp.clock.now())
    const after = await feed()
    const shared = [...before].filter(([uid]) => after.has(uid))
    expect(shared.length).toBeGreaterThan(50)
    expect(before.size - shared.length).toBeLessThanOrEqual(1)
    for (const [uid, at] of shared)
      expect(Date.parse(after.get(uid) ?? '') - Date.parse(at), uid).toBe(HOUR)
  })

  it('is described by a dry run, which writes nothing', async () => {
    await given([occurrence('2026-12-02T07:00:00Z', { state: 'planned' })])
    const before = await rows()
    const plan = await planZoneUpgrade(testApp.pool, testApp.clock.now())
    expect(describeUpgrade(plan, true)).toBe(
      `The tz database ${zoneRelease} will replace 2025c: Africa/Casablanca from 2026-09-20 on UTC+00:00 (UTC+01:00 before). It will move the future dates of 1 schedules and 1 stored occurrences.`,
    )
    expect(await rows()).toEqual(before)
    expect((await upgradeZones(testApp.pool, testApp.clock.now())).outcome).toBe('moved')
  })

  it('keeps the offsets that calendar UIDs are made with', async () => {
    await given([])
    await upgradeZones(testApp.pool, testApp.clock.now())
    const table = await asSystem(testApp.pool, (db) => firstTable(db, ZONE))
    expect(table).toEqual({ changes: [], offsets: [HOUR] })
  })

  it('follows a made-up change that no runtime knows', async () => {
    await given([occurrence('2026-12-05T07:00:00Z', { state: 'planned' })])
    const restore = replaceZone(ZONE, {
      changes: [Date.parse('2026-12-04T00:00:00Z')],
      offsets: [HOUR, 4.5 * HOUR],
    })
    try {
      const report = await upgradeZones(testApp.pool, testApp.clock.now())
      expect(report.zones[0]?.change).toMatchObject({ from: Date.parse('2026-12-04T00:00:00Z') })
      expect((await rows())[0]?.at.toISOString()).toBe('2026-12-05T03:30:00.000Z')
    } finally {
      restore()
    }
  })

  it('leaves an older server unable to write occurrences, by its runner and by the database', async () => {
    await given([])
    await stored('2099a', { [ZONE]: both(ZONE) })
    expect(await upgradeZones(testApp.pool, testApp.clock.now())).toMatchObject({
      outcome: 'newer',
      from: '2099a',
    })
    expect(await runSchedules(testApp.app.kernel)).toBe(0)
    await expect(within((scope) => evaluateRule(scope, ruleId as never))).rejects.toMatchObject({
      cause: { message: expect.stringContaining('Occurrences follow the tz database 2099a') },
    })
    expect(await rows()).toEqual([])
    await stored(zoneRelease, { [ZONE]: both(ZONE), 'Asia/Jerusalem': both('Asia/Jerusalem') })
    await within((scope) => evaluateRule(scope, ruleId as never))
    expect((await rows()).length).toBeGreaterThan(0)
    await stored('2099a', {})
    await asSystem(testApp.pool, (db) => db.update(tables.occurrence).set({ state: 'closed' }))
    expect(now()).toBe('2026-12-01T07:30:00.000Z')
  })
})

it('the runner compares zones at its start, after a company changed, and every ten minutes', async () => {
  const { kernel } = testApp.app
  const run = makeScheduleRun(kernel)
  const compares = async () =>
    (await statementsOf(testApp.pool, run)).texts.some((text) => text.includes('zone data'))
  expect(await compares()).toBe(true)
  expect(await compares()).toBe(false)
  kernel.live.publish(testApp.here.id, ['Company'])
  await expect.poll(compares).toBe(true)
  expect(await compares()).toBe(false)
  testApp.clock.advance(600_000)
  expect(await compares()).toBe(true)
})
