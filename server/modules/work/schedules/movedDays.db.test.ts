/** Holidays of a country with moved days, from the list to schedules, calendars and tickets. */
import ICAL from 'ical.js'
import { expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import { workDaysOf } from '#contract/rules/workDays.ts'
import type { Language } from '#contract/languages.ts'
import { instantOf } from '#contract/timeZones/wallTime.ts'
import { withSchedules } from '#tests/scheduleFixtures.ts'
import { stateDrafts } from '#tests/ticketDesk.ts'

const { rrules, companies, holidayLists, tickets } = contract
const { call, draft, goTo, make, makeProcedure, occurrencesOf, run, testApp } = withSchedules()

interface Case {
  country: string
  language: Language
  timezone: string
  /** Working days in order; the days between them are off. */
  days: readonly string[]
}

const cases: Record<string, Case> = {
  'Russia over New Year': {
    country: 'RU',
    language: 'ru',
    timezone: 'Europe/Moscow',
    days: ['2026-12-29', '2026-12-30', '2027-01-11', '2027-01-12'],
  },
  'Israel over Pesach': {
    country: 'IL',
    language: 'he',
    timezone: 'Asia/Jerusalem',
    days: ['2027-04-20', '2027-04-21', '2027-04-25', '2027-04-26', '2027-04-27', '2027-04-29'],
  },
  'Saudi Arabia over Eid': {
    country: 'SA',
    language: 'ar',
    timezone: 'Asia/Riyadh',
    days: ['2027-03-07', '2027-03-08', '2027-03-15', '2027-03-16'],
  },
  'Slovakia on days that became working days': {
    country: 'SK',
    language: 'sk',
    timezone: 'Europe/Bratislava',
    days: ['2027-08-31', '2027-09-01', '2027-09-02', '2027-09-03', '2027-09-06'],
  },
  'Russia with a working Saturday': {
    country: 'RU',
    language: 'ru',
    timezone: 'Europe/Moscow',
    days: [
      '2027-11-02',
      '2027-11-03',
      '2027-11-08',
      '2027-11-09',
      '2027-11-10',
      '2027-11-11',
    ].concat(['2027-11-12', '2027-11-13', '2027-11-15']),
  },
}

it.each(Object.entries(cases))(
  'a daily schedule in %s occurs on the same days in preview, timeline, feed and runner',
  async (_name, { country, language, timezone, days }) => {
    const at = (day: string, hour: number) =>
      new Date(instantOf(Date.parse(`${day}T00:00Z`) + hour * 3_600_000, timezone)).toISOString()
    const [start = '', second = '', third = ''] = days
    const end = days.at(-1) ?? ''
    await goTo(at(start, 1))
    const { version } = (await call(companies.getCompany, {})).body
    const list = (await call(holidayLists.getHolidayList, { params: { country } })).body.rows
    const settled = await call(companies.updateCompany, {
      body: {
        version,
        timezone,
        workingHours: workDaysOf(language).map((day) => ({ day, from: '08:00', to: '16:00' })),
        holidays: list.map(({ date, name, kind }) => ({ date, name, kind, yearly: false })),
      },
    })
    expect(settled.status).toBe(200)
    await goTo(at(start, 1.5))

    const timing = {
      start: `${start}T08:00`,
      onHoliday: 'skip',
      onNonWorkingDay: 'skip',
      deadline: { kind: 'workingHours', hours: 16 },
    } as const
    const planned = days.map((day) => at(day, 8))
    const due = (entries: readonly { at: string; outcome: string }[]) =>
      entries.flatMap((entry) =>
        entry.outcome === 'due' && entry.at <= at(end, 8) ? entry.at : [],
      )
    const preview = await call(rrules.previewRrule, {
      body: { id: null, limit: 40, draft: draft((await makeProcedure()).id, timing) },
    })
    expect(due(preview.body.entries)).toEqual(planned)
    expect(preview.body.entries.find((entry) => entry.at === planned[1])?.dueBy).toBe(at(third, 16))

    const { rule } = await make({ ...timing, name: `Every day in ${country} ${start}` })
    const timeline = await call(rrules.getRruleTimeline, {
      body: { from: at(start, 0), to: at(end, 12), rruleIds: [rule.id] },
    })
    expect(due(timeline.body.rows[0]?.entries ?? [])).toEqual(planned)

    const staff = await testApp().signIn('staff')
    const { url } = (await testApp().call(staff, rrules.createCalendarFeed, {})).body
    const feed = await testApp().raw(null, 'GET', new URL(url).pathname)
    const begins = new ICAL.Component(ICAL.parse(String(feed.body)) as unknown[])
      .getAllSubcomponents('vevent')
      .map((component) => new ICAL.Event(component))
      .filter(({ summary }) => summary.includes(`Every day in ${country} ${start}`))
      .map(({ startDate }) => startDate.toJSDate().toISOString())
    expect([...new Set(begins)].filter((one) => one <= at(end, 8)).toSorted()).toEqual(planned)

    await goTo(at(second, 8))
    const type = await call(tickets.createTicketType, {
      body: {
        name: `Repair ${country} ${start}`,
        colour: 'red',
        states: stateDrafts,
        targetClock: 'working',
        targets: [{ priority: 'normal', respondHours: null, resolveHours: 16 }],
      },
    })
    const ticket = await call(tickets.openTicket, {
      body: { title: 'It leaks', ticketTypeId: type.body.id },
    })
    expect(ticket.body).toMatchObject({ dueBy: at(third, 16) })

    for (const day of days) {
      await goTo(at(day, 8.01))
      await run()
    }
    const made = await occurrencesOf(rule.id)
    expect([...new Set(made.rows.map((row) => row.at))]).toEqual(planned)
  },
)
