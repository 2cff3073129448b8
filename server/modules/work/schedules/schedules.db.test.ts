import { describe, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import type { Id } from '#contract/ids.ts'
import { withSchedules } from '#tests/scheduleFixtures.ts'

const { rrules, locations, companies } = contract
const { call, draft, goTo, ids, make, makeProcedure, occurrencesOf, perform, rooms, run } =
  withSchedules()

describe('a schedule', () => {
  it('includes what fits, becomes due once, and is done in time, late or missed', async () => {
    await goTo('2026-11-20T09:00:00Z')
    const { procedure, rule } = await make({ start: '2026-11-21T08:00' })
    expect(rule).toMatchObject({ objectCount: 3, nextAt: '2026-11-21T06:00:00.000Z' })
    await run()
    expect((await occurrencesOf(rule.id)).count).toBe(0)
    await goTo('2026-11-21T06:00:30Z')
    await run()
    await run()
    const due = await occurrencesOf(rule.id)
    expect(
      due.rows.map(({ location, state, at, dueBy }) => [location?.name, state, at, dueBy]),
    ).toEqual(
      ['A1', 'A2', 'A3'].map((name) => [
        name,
        'due',
        '2026-11-21T06:00:00.000Z',
        '2026-11-21T21:59:59.999Z',
      ]),
    )
    expect((await perform(procedure, rooms[0] ?? 0)).status).toBe(200)
    expect((await occurrencesOf(rule.id, { states: ['done'] })).rows).toMatchObject([
      { location: { name: 'A1' }, isLate: false, procedureLogId: expect.any(Number) as number },
    ])
    await goTo('2026-11-21T22:30:00Z') // 00:30 in the company's time zone
    await run()
    expect(
      (await occurrencesOf(rule.id, { states: ['late'] })).rows.map(
        ({ location }) => location?.name,
      ),
    ).toEqual(['A2', 'A3'])
    await perform(procedure, rooms[1] ?? 0)
    expect(
      (await occurrencesOf(rule.id, { states: ['done'] })).rows.map(({ location, isLate }) => [
        location?.name,
        isLate,
      ]),
    ).toEqual([
      ['A1', false],
      ['A2', true],
    ])
  })
  it('catches a long pause up once: the newest is due, the others are missed', async () => {
    await goTo('2026-12-01T05:00:00Z')
    const { rule } = await make({
      start: '2026-12-01T08:00',
      rruleData: { locationIds: [rooms[0] as Id<'location'>] },
    })
    await goTo('2026-12-08T07:00:00Z') // the runner was down for a week
    await run()
    const { rows } = await occurrencesOf(rule.id)
    expect(rows.map(({ state }) => state)).toEqual([
      'missed',
      'missed',
      'missed',
      'missed',
      'missed',
      'missed',
      'late',
      'due',
    ])
    const before = JSON.stringify(rows)
    await run()
    expect(JSON.stringify((await occurrencesOf(rule.id)).rows)).toBe(before)
  })
  it('gives an equipment that comes later its own beginning, and drops one that leaves', async () => {
    await goTo('2026-12-10T05:00:00Z')
    const { rule } = await make({ start: '2026-12-10T08:00' })
    await goTo('2026-12-10T06:01:00Z')
    await run()
    const late = (
      await call(locations.createLocation, {
        body: { name: 'A4', code: 'A4', typeId: ids.room, parentId: ids.building },
      })
    ).body
    await goTo('2026-12-10T07:00:00Z')
    await run()
    expect((await occurrencesOf(rule.id)).rows.map(({ location }) => location?.name)).toEqual([
      'A1',
      'A2',
      'A3',
    ])
    await goTo('2026-12-11T06:01:00Z')
    await run()
    expect((await occurrencesOf(rule.id, { locationId: late.id })).rows).toMatchObject([
      { state: 'due', at: '2026-12-11T06:00:00.000Z' },
    ])
    await call(locations.updateLocation, {
      params: { id: late.id },
      body: { version: late.version, parentId: ids.other },
    })
    await goTo('2026-12-11T06:30:00Z')
    await run()
    expect(
      (await occurrencesOf(rule.id)).rows.filter(({ location }) => location?.name === 'A4'),
    ).toMatchObject([{ state: 'closed' }])
    await call(locations.deleteLocation, { params: { id: late.id } })
  })
  it('follows the company’s days off, and says why', async () => {
    const settings = (await call(companies.getCompany, {})).body
    await call(companies.updateCompany, {
      body: {
        version: settings.version,
        holidays: [{ date: '2026-12-22', name: 'Feast', yearly: false }],
        workingHours: [0, 1, 2, 3, 4].map((day) => ({ day, from: '08:00', to: '16:00' })),
      },
    })
    await goTo('2026-12-15T05:00:00Z')
    const procedure = await makeProcedure()
    const preview = (
      await call(rrules.previewRrule, {
        body: {
          id: null,
          limit: 4,
          draft: draft(procedure.id, {
            rule: 'FREQ=WEEKLY;BYDAY=TU,FR',
            start: '2026-12-15T08:00',
            onHoliday: 'skip',
            onNonWorkingDay: 'moveToPrevious',
          }),
        },
      })
    ).body
    expect(
      preview.entries.map(({ at, outcome, because }) => [
        at.slice(0, 10),
        outcome,
        because.map(({ kind }) => kind),
      ]),
    ).toEqual([
      ['2026-12-15', 'due', []],
      ['2026-12-17', 'moved', ['nonWorkingDay']],
      ['2026-12-22', 'skipped', ['holiday']],
      ['2026-12-24', 'moved', ['nonWorkingDay']],
      ['2026-12-29', 'due', []],
    ])
    expect(preview.objectCount).toBe(3)
  })
  it('previews what an edit moves, adds and removes, and keeps existing occurrences', async () => {
    await goTo('2027-01-04T05:00:00Z')
    const { procedure, rule } = await make({
      rule: 'FREQ=WEEKLY;BYDAY=TU',
      start: '2027-01-05T08:00',
    })
    const edited = draft(procedure.id, { rule: 'FREQ=WEEKLY;BYDAY=WE', start: '2027-01-05T08:00' })
    const { changes } = (
      await call(rrules.previewRrule, {
        body: { id: rule.id, limit: 3, draft: edited },
      })
    ).body
    expect([changes.length, ...new Set(changes.map(({ kind }) => kind))]).toEqual([400, 'moved'])
    await goTo('2027-01-05T06:01:00Z')
    await run()
    expect(
      (
        await call(rrules.updateRrule, {
          params: { id: rule.id },
          body: { ...edited, version: rule.version + 7 },
        })
      ).status,
    ).toBe(409)
    expect(
      (
        await call(rrules.updateRrule, {
          params: { id: rule.id },
          body: { ...edited, version: rule.version },
        })
      ).status,
    ).toBe(200)
    await goTo('2027-01-06T06:01:00Z')
    await run()
    expect(
      (await occurrencesOf(rule.id, { locationId: rooms[0] })).rows.map(({ at }) => at),
    ).toEqual(['2027-01-05T06:00:00.000Z', '2027-01-06T06:00:00.000Z'])
    const shown = (
      await call(rrules.getRruleTimeline, {
        body: { from: '2027-01-05T00:00:00Z', to: '2027-01-14T00:00:00Z', rruleIds: [rule.id] },
      })
    ).body
    expect(shown.rows[0]?.entries.map(({ at, made }) => [at.slice(0, 10), made])).toEqual([
      ['2027-01-05', 3],
      ['2027-01-06', 3],
      ['2027-01-13', 0],
    ])
    expect(shown.rows[0]).toMatchObject({ objects: 'locations', objectCount: 3 })
  })
  it('previews what a shortened one removes, though every remaining date stays', async () => {
    await goTo('2027-02-01T05:00:00Z')
    const { procedure, rule } = await make({
      rule: 'FREQ=DAILY;COUNT=100',
      start: '2027-02-02T08:00',
    })
    const changed = async (text: string) =>
      (
        await call(rrules.previewRrule, {
          body: {
            id: rule.id,
            limit: 20,
            draft: draft(procedure.id, { rule: text, start: '2027-02-02T08:00' }),
          },
        })
      ).body
    const counts = ({ changes }: Awaited<ReturnType<typeof changed>>) =>
      Object.fromEntries(
        ['kept', 'moved', 'added', 'removed'].map((kind) => [
          kind,
          changes.filter((change) => change.kind === kind).length,
        ]),
      )
    const [shorter, unlimited, endless] = [
      await changed('FREQ=DAILY;COUNT=3'),
      await changed('FREQ=DAILY;COUNT=50'),
      await changed('FREQ=DAILY'),
    ]
    expect([counts(shorter), shorter.comparedUntil]).toEqual([
      { kept: 3, moved: 0, added: 0, removed: 97 },
      null,
    ])
    expect(counts(unlimited)).toEqual({ kept: 50, moved: 0, added: 0, removed: 50 })
    const off = await call(rrules.previewRrule, {
      body: {
        id: rule.id,
        limit: 20,
        draft: draft(procedure.id, {
          rule: 'FREQ=DAILY;COUNT=100',
          start: '2027-02-02T08:00',
          isActive: false,
        }),
      },
    })
    expect(counts(off.body)).toEqual({ kept: 0, moved: 0, added: 0, removed: 100 })
    expect(endless).toMatchObject({
      comparedUntil: '2028-03-08T06:00:00.000Z',
      entries: { length: 20 },
    })
    expect(counts(endless)).toEqual({ kept: 100, moved: 0, added: 300, removed: 0 })
  })
  it('ends: open occurrences close, done ones stay', async () => {
    await goTo('2027-01-10T05:00:00Z')
    const { procedure, rule } = await make({ start: '2027-01-10T08:00' })
    await goTo('2027-01-10T06:01:00Z')
    await run()
    await perform(procedure, rooms[0] ?? 0)
    expect((await call(rrules.deleteRrule, { params: { id: rule.id } })).status).toBe(200)
    expect((await call(rrules.getRrule, { params: { id: rule.id } })).status).toBe(404)
    expect((await occurrencesOf(rule.id)).rows.map(({ state }) => state).sort()).toEqual([
      'closed',
      'closed',
      'done',
    ])
  })
})
