import { sql } from 'drizzle-orm'
import ICAL from 'ical.js'
import { expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import { withSchedules } from '#tests/scheduleFixtures.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import { MAX_EVENTS } from './feedOrder.ts'

const { rrules } = contract
const { goTo, make, rooms, testApp } = withSchedules()

it('the calendar feed shows every open occurrence and tomorrow’s only one, and says what it leaves out', async () => {
  await goTo('2027-05-03T05:00:00Z')
  const old = await make({ start: '2027-05-01T08:00', isActive: false, name: 'Old' })
  const insert = (state: 'done' | 'late', many: number, begin: string) =>
    asSystem(testApp().pool, (db) =>
      db.execute(sql`insert into occurrence
        (company_id, rrule_id, procedure_id, location_id, planned_at, at, state)
        select ${testApp().here.id}::int, ${old.rule.id}::int, ${old.procedure.id}::int,
          ${rooms[0]}::int, day, day, ${state}
        from (select ${begin}::timestamptz + number * interval '10 minutes' as day
          from generate_series(1, ${many}::int) as number) as days`),
    )
  await insert('done', 2_100, '2027-04-10T00:00:00Z')
  await insert('late', 35, '2027-03-01T00:00:00Z')
  for (let index = 0; index < 21; index += 1)
    await make({ start: '2027-05-01T08:00', name: `Daily ${index}` })
  await make({ start: '2027-05-04T10:00', rule: 'FREQ=DAILY;COUNT=1', name: 'Only once' })

  const staff = await testApp().signIn('staff')
  const { url } = (await testApp().call(staff, rrules.createCalendarFeed, {})).body
  const { body } = await testApp().raw(null, 'GET', new URL(url).pathname)
  const events = new ICAL.Component(ICAL.parse(String(body)) as unknown[])
    .getAllSubcomponents('vevent')
    .map((component) => new ICAL.Event(component))
  const open = events.filter(({ component }) =>
    String(component.getFirstPropertyValue('url')).includes('/perform?'),
  )
  expect(open).toHaveLength(35)
  expect(events.filter(({ summary }) => summary.includes('Only once'))).toHaveLength(1)
  expect(events).toHaveLength(MAX_EVENTS + 1)
  const [notice] = events.filter(({ startDate }) => startDate.isDate)
  expect(notice?.summary).toBe('Some of your work is not in this calendar')
  const days = 119
  const rest = 2_100 + 21 * days + 1 + 35 - MAX_EVENTS
  const numbers = (notice?.description ?? '').match(/\d+/g)?.map(Number) ?? []
  expect(numbers.reduce((sum, one) => sum + one, 0)).toBe(rest)
})
