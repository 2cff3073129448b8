import { sql } from 'drizzle-orm'
import ICAL from 'ical.js'
import { expect, it } from 'vitest'
import { zonedFormat } from '#contract/formatters.ts'
import { contract } from '#contract/index.ts'
import { replaceZone } from '#contract/timeZones/pinnedOffsets.ts'
import { fromStoredTable, offsetIn } from '#contract/timeZones/zoneTable.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import { openCalendar } from '#contract/recurrence/companyCalendar.ts'
import { withSchedules } from '#tests/scheduleFixtures.ts'
import { planInThread } from './inThread.ts'

const { rrules, auth } = contract
const { call, draft, goTo, make, makeProcedure, occurrencesOf, run, testApp } = withSchedules()
const DAY = 86_400_000

async function previewed(start: string, zone: string, isMadeUp: boolean) {
  const wanted = draft((await makeProcedure()).id, { start })
  if (!isMadeUp)
    return (await call(rrules.previewRrule, { body: { draft: wanted, id: null, limit: 3 } })).body
      .entries[0]?.at
  // Computes the plan in the preview's thread, which has its own copy of the zone data.
  const [outcome] = planInThread({
    timings: [wanted],
    time: { zone, weekStart: 'MO', calendar: openCalendar },
    range: { from: testApp().clock.now().toISOString(), limit: 3 },
  })
  return outcome !== undefined && 'entries' in outcome ? outcome.entries[0]?.at : undefined
}

async function expectOneClock(zone: string, at: string, isMadeUp = false): Promise<void> {
  await asSystem(testApp().pool, (db) =>
    db.execute(sql`update company set timezone = ${zone} where id = ${testApp().here.id}`),
  )
  await goTo(new Date(Date.parse(at) - DAY + 60_000).toISOString())
  const start = `${at.slice(0, 10)}T08:00`
  expect(await previewed(start, zone, isMadeUp)).toBe(at)
  const { rule } = await make({ start, name: zone })
  expect(rule.nextAt).toBe(at)

  const staff = await testApp().signIn('staff')
  const { url } = (await testApp().call(staff, rrules.createCalendarFeed, {})).body
  const feed = await testApp().raw(null, 'GET', new URL(url).pathname)
  const events = new ICAL.Component(ICAL.parse(String(feed.body)) as unknown[])
    .getAllSubcomponents('vevent')
    .map((component) => new ICAL.Event(component))
    .filter(({ summary }) => summary.includes(zone))
  expect(events[0]?.startDate.toJSDate().toISOString()).toBe(at)

  await goTo(new Date(Date.parse(at) + 30_000).toISOString())
  await run()
  const made = await occurrencesOf(rule.id)
  expect([...new Set(made.rows.map((row) => row.at))]).toEqual([at])
  expect(made.rows.map(({ dueBy }) => dueBy)).toContain(
    new Date(Date.parse(at) + 16 * 3_600_000 - 1).toISOString(),
  )

  const { company } = (await call(auth.getSession, {})).body
  const offset = offsetIn(fromStoredTable(company.zone), Date.parse(at))
  expect(new Date(Date.parse(at) + offset).toISOString().slice(11, 16)).toBe('08:00')
  expect(zonedFormat('en', zone, { timeStyle: 'short' }).format(new Date(at))).toBe('8:00 AM')
}

it.each([
  ['America/Vancouver', '15:00'],
  ['America/Edmonton', '14:00'],
  ['America/Winnipeg', '13:00'],
  ['America/Inuvik', '14:00'],
  ['America/Havana', '12:00'],
  ['Africa/Casablanca', '08:00'],
])('a daily 08:00 in %s is %sZ everywhere in December 2026', async (zone, utc) => {
  await expectOneClock(zone, `2026-12-01T${utc}:00.000Z`)
})

it.each([
  ['America/Vancouver', '2026-03-07', '16:00'],
  ['America/Edmonton', '2026-03-07', '15:00'],
  ['America/Winnipeg', '2026-03-07', '14:00'],
  ['America/Inuvik', '2026-03-07', '15:00'],
  ['Africa/Casablanca', '2026-09-19', '07:00'],
  ['America/Havana', '2028-01-10', '13:00'],
])('a daily 08:00 in %s is the former time before the change, on %s', async (zone, day, utc) => {
  await expectOneClock(zone, `${day}T${utc}:00.000Z`)
})

it('a daily 08:00 is the new time everywhere after a made-up change, which no runtime and no database knows', async () => {
  const restore = replaceZone('Europe/Prague', {
    changes: [Date.parse('2026-12-04T00:00Z')],
    offsets: [3_600_000, -3.5 * 3_600_000],
  })
  try {
    await expectOneClock('Europe/Prague', '2026-12-06T11:30:00.000Z', true)
  } finally {
    restore()
  }
})
