import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from 'drizzle-orm'
import { contract } from '#contract/index.ts'
import type { Id } from '#contract/ids.ts'
import { ticketDimensions } from '#contract/ticketWork/ticketReports.ts'
import * as tables from '#db/schema/index.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import { exportAsCsv } from '#tests/listExport.ts'
import { openWorkDesk, type WorkDesk } from '#tests/workDesk.ts'

const { ticketReports: calls, ticketCostCalls } = contract
const range = { from: '2026-11-01', to: '2026-11-30' }
const earlier = { from: '2026-10-01', to: '2026-10-31' }
let desk: WorkDesk
let first: Id<'ticket'>

beforeAll(async () => {
  desk = await openWorkDesk()
  const { here } = desk.testApp
  const [one, two] = [await desk.open(), await desk.open()]
  first = one.id
  const entry = (ticketId: Id<'ticket'>, at: string, minutes: number) => ({
    companyId: here.id,
    ticketId,
    userId: here.users.administrator,
    startedAt: new Date(at),
    endedAt: new Date(Date.parse(at) + minutes * 60_000),
    minutes,
  })
  await asSystem(desk.testApp.pool, (db) =>
    db.insert(tables.workEntry).values([
      entry(one.id, '2026-11-05T08:00:00Z', 80),
      entry(one.id, '2026-11-06T08:00:00Z', 25),
      // Midnight in Jerusalem is two hours earlier: this is 1 November there.
      entry(two.id, '2026-10-31T22:30:00Z', 15),
      entry(two.id, '2026-10-20T08:00:00Z', 60),
    ]),
  )
  for (const [ticketId, day, amount] of [
    [one.id, '2026-11-10', 0.1],
    [one.id, '2026-11-10', 0.2],
    [two.id, '2026-10-10', 99.95],
  ] as const)
    await desk.testApp.ok(desk.as.admin, ticketCostCalls.addCost, {
      params: { id: ticketId },
      body: { day, amount, text: 'Part' },
    })
})
afterAll(() => desk.testApp.close())

const report = (body: object, by = desk.as.admin) =>
  desk.testApp.call(by, calls.getTicketReport, {
    body: { measure: 'hours', ranges: [range, earlier], ...body },
  })

describe('the report of tickets', () => {
  it('adds up minutes by the company’s days, as SQL does', async () => {
    const { body } = await report({ by: 'ticketType' })
    expect(body.ranges.map(({ value, tickets }) => [value, tickets])).toEqual([
      [120, 2],
      [60, 1],
    ])
    const { rows } = await asSystem(desk.testApp.pool, (db) =>
      db.execute<{ sum: number }>(sql`select sum(minutes)::int as sum from work_entry
        where started_at >= '2026-10-31T22:00:00Z' and started_at < '2026-11-30T22:00:00Z'`),
    )
    expect(body.ranges[0]?.value).toBe(rows[0]?.sum)
  })

  it('adds up costs exactly, and names the currency', async () => {
    const { body } = await report({ measure: 'costs' })
    expect(body).toMatchObject({
      currency: 'EUR',
      ranges: [
        { value: 0.3, tickets: 1 },
        { value: 99.95, tickets: 1 },
      ],
    })
  })

  it.each(ticketDimensions)('has groups by %s that add up to the whole', async (by) => {
    for (const measure of ['hours', 'costs']) {
      const { status, body } = await report({ measure, by })
      expect(status).toBe(200)
      for (const [index, whole] of body.ranges.entries())
        expect(
          body.groups.reduce((sum, { values }) => sum + (values[index]?.value ?? 0), 0),
        ).toBeCloseTo(whole.value, 6)
    }
  })

  it('opens the tickets behind a number, largest first', async () => {
    const { body } = await desk.testApp.call(desk.as.admin, calls.listTicketReportRows, {
      body: { measure: 'hours', range },
    })
    expect(body).toMatchObject({ count: 2, value: 120, rows: [{ id: first, value: 105 }, {}] })
  })

  it('needs the right to see what it adds up', async () => {
    const hoursOnly = await desk.grant('viewer|reports', 'viewer|work')
    expect((await report({}, hoursOnly)).status).toBe(200)
    expect((await report({ measure: 'costs' }, hoursOnly)).status).toBe(403)
    const costsOnly = await desk.grant('viewer|reports', 'viewer|costs')
    expect((await report({}, costsOnly)).status).toBe(403)
    expect((await report({ measure: 'costs' }, costsOnly)).status).toBe(200)
  })
})

describe('the export of tickets', () => {
  it('has hours and costs for those who may see them, and no column for others', async () => {
    const file = (by: string) => exportAsCsv(desk.testApp, by, { list: 'tickets', question: {} })
    const whole = await file(desk.as.admin)
    const heading = whole.split('\r\n')[0] ?? ''
    expect(heading).toContain(',workHours,costs')
    expect(whole).toContain(',1.75,0.3')
    const plain = await file(await desk.grant())
    expect(plain.split('\r\n')[0]).not.toMatch(/workHours|costs/)
  })
})
