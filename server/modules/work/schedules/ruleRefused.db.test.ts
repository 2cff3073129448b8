import { describe, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import type { RruleDraft } from '#contract/rrules/rruleShapes.ts'
import { withSchedules } from '#tests/scheduleFixtures.ts'

const { companies, rrules } = contract
const { call, draft, make, makeProcedure } = withSchedules()

const rolling = { kind: 'rolling', rule: null, every: { amount: 1, unit: 'days' } } as const
const workingDays = [0, 1, 2, 3, 4]
const work = async (days = workingDays) => {
  const { version } = (await call(companies.getCompany, {})).body
  const workingHours = days.map((day) => ({ day, from: '08:00', to: '16:00' }))
  await call(companies.updateCompany, { body: { version, workingHours } })
}

describe('a schedule', () => {
  it.each([
    ['FREQ=DAILY;COUNT=0', 'outOfRange'],
    ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', 'neverMatches'],
    ['FREQ=DAILY;BYHOUR=24', 'outOfRange'],
    ['FREQ=DAILY;FREQ=WEEKLY', 'duplicatePart'],
    ['every Tuesday', 'unknownLine'],
    ['FREQ=SECONDLY', 'noSeconds'],
    ['', 'empty'],
    ['FREQ=YEARLY;COUNT=500', 'endsTooFar'],
    ['DTSTART;TZID=America/New_York:20261120T080000\nRRULE:FREQ=DAILY', 'otherZone'],
    ['DTSTART:20261120T080000Z\nRRULE:FREQ=DAILY', 'otherZone'],
    ['DTSTART:20261120T090000\nRRULE:FREQ=DAILY', 'otherStart'],
  ])('with %s is refused: %s', async (rule, code) => {
    const procedure = await makeProcedure()
    const answer = await call(rrules.createRrule, {
      body: draft(procedure.id, { rule }),
    })
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ errors: [{ path: 'body.rule', code }] })
    expect(
      (
        await call(rrules.previewRrule, {
          body: { id: null, draft: draft(procedure.id, { rule }) },
        })
      ).body.faults,
    ).toMatchObject([{ code }])
  })
  it.each<[string, Partial<RruleDraft>, string]>([
    ['allExcluded', { rule: 'FREQ=DAILY;COUNT=2\nEXDATE:20261120T080000,20261121T080000' }, 'rule'],
    ['neverMatches', { rule: 'FREQ=YEARLY;BYMONTH=12;UNTIL=20261130T080000' }, 'rule'],
    ['endBeforeStart', { ...rolling, end: '2026-11-19' }, 'end'],
    ['alwaysSkipped', { rule: 'FREQ=WEEKLY;BYDAY=SA', onNonWorkingDay: 'skip' }, 'rule'],
    [
      'alwaysSkipped',
      { ...rolling, start: '2026-11-21T08:00', end: '2026-11-21', onNonWorkingDay: 'moveToNext' },
      'rule',
    ],
  ])('is refused if it has no occurrence: %s %j', async (code, change, field) => {
    await work()
    const body = draft((await makeProcedure()).id, change)
    expect(await call(rrules.createRrule, { body })).toMatchObject({
      status: 400,
      body: { errors: [{ path: `body.${field}`, code }] },
    })
    const { faults } = (await call(rrules.previewRrule, { body: { id: null, draft: body } })).body
    expect(faults).toMatchObject([{ code }])
  })
  it('stays if the days off were changed after it was made, until its timing changes', async () => {
    await work([...workingDays, 6])
    const timing = { rule: 'FREQ=WEEKLY;BYDAY=SA', onNonWorkingDay: 'skip' } as const
    const { procedure, rule } = await make(timing)
    await work()
    const renamed = draft(procedure.id, { ...timing, name: 'On Saturdays' })
    const { body: preview } = await call(rrules.previewRrule, {
      body: { id: rule.id, draft: renamed, limit: 5 },
    })
    expect(preview).toMatchObject({ faults: [], entries: { length: 5 } })
    expect(preview.skippedLeftOut).toBeGreaterThan(900)
    const update = (body: ReturnType<typeof draft>, version: number) =>
      call(rrules.updateRrule, { params: { id: rule.id }, body: { ...body, version } })
    const { status, body: kept } = await update(renamed, rule.version)
    expect([status, kept.name, kept.nextAt]).toEqual([200, 'On Saturdays', null])
    expect(await update({ ...renamed, start: '2026-11-20T09:00' }, kept.version)).toMatchObject({
      status: 400,
      body: { errors: [{ code: 'alwaysSkipped' }] },
    })
  })
  it('on Saturdays is accepted if one Saturday is a working day, and occurs on that day', async () => {
    await work()
    const { version } = (await call(companies.getCompany, {})).body
    const holidays = [
      { date: '2026-12-19', name: 'Moved', yearly: false, kind: 'working' as const },
      { date: '2026-12-26', name: 'Stored by an earlier version', yearly: false },
    ]
    const saved = await call(companies.updateCompany, { body: { version, holidays } })
    expect(saved.body.holidays).toEqual(holidays)
    const { rule } = await make({
      rule: 'FREQ=WEEKLY;BYDAY=SA',
      onHoliday: 'skip',
      onNonWorkingDay: 'skip',
    })
    expect(rule.nextAt?.slice(0, 10)).toBe('2026-12-19')
    const after = (await call(companies.getCompany, {})).body
    await call(companies.updateCompany, { body: { version: after.version, holidays: [] } })
  })
  it('stays with a DTSTART equal to its start', async () => {
    const { rule } = await make({
      rule: 'DTSTART;TZID=Asia/Jerusalem:20261120T080000\nRRULE:FREQ=DAILY;',
      start: '2026-11-20T08:00',
    })
    expect(rule.start).toBe('2026-11-20T08:00')
  })
  it('is refused if its objects cannot have the procedure', async () => {
    const procedure = await makeProcedure('equipment')
    expect((await call(rrules.createRrule, { body: draft(procedure.id) })).body).toMatchObject({
      errors: [{ path: 'body.objects', code: 'wrongTarget' }],
    })
  })
})
