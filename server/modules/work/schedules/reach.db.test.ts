import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import type { RruleDraft } from '#contract/rrules/rruleShapes.ts'
import { withSchedules } from '#tests/scheduleFixtures.ts'
import * as tables from '#db/schema/index.ts'
import { asSystem } from '#kernel/data/transaction.ts'

const { procedures, rrules } = contract
const { call, draft, goTo, make, makeProcedure, occurrencesOf, run, testApp } = withSchedules()

const rolling = { kind: 'rolling', rule: null, every: { amount: 1, unit: 'days' } } as const
const tooLong = { amount: 101, unit: 'years' } as const

describe('a span of more than a hundred years', () => {
  it.each<[string, Partial<RruleDraft>]>([
    ['deadline', { deadline: { kind: 'custom', ...tooLong } }],
    ['reminder', { reminder: { from: 'afterStart', ...tooLong } }],
    ['every', { ...rolling, every: { amount: 10_000, unit: 'months' } }],
    ['restartAfter', { ...rolling, restartAfter: { amount: 5_201, unit: 'weeks' } }],
  ])('is refused as %s, in the preview too', async (field, change) => {
    const body = draft((await makeProcedure()).id, change)
    const refused = { errors: [{ path: `body.${field}`, code: 'spanTooLong' }] }
    const created = await call(rrules.createRrule, { body })
    expect(created).toMatchObject({ status: 400, body: refused })
    const { status, body: answer } = await call(rrules.previewRrule, {
      body: { id: null, draft: body },
    })
    expect(status).toBe(400)
    expect(answer).toMatchObject({ errors: [{ path: `body.draft.${field}`, code: 'spanTooLong' }] })
  })
  it('is taken up to a hundred years', async () => {
    const { rule } = await make({ deadline: { kind: 'custom', amount: 1_200, unit: 'months' } })
    expect(rule.deadline).toEqual({ kind: 'custom', amount: 1_200, unit: 'months' })
  })
})

describe('a longer span that was stored earlier', () => {
  const stored = (
    id: Awaited<ReturnType<typeof make>>['rule']['id'],
    change: Partial<RruleDraft>,
  ) =>
    asSystem(testApp().pool, (db) =>
      db.update(tables.rrule).set(change).where(eq(tables.rrule.id, id)),
    )
  const shown = (id: Awaited<ReturnType<typeof make>>['rule']['id']) =>
    call(rrules.getRruleTimeline, {
      body: { from: '2026-11-20T00:00:00Z', to: '2026-11-24T00:00:00Z', rruleIds: [id] },
    })

  it('ends with the year 2199, and its occurrences are made', async () => {
    await goTo('2026-11-20T03:00:00Z')
    const { rule } = await make({ start: '2026-11-20T08:00' })
    await stored(rule.id, {
      deadline: { kind: 'custom', amount: 10_000, unit: 'years' },
      reminder: { from: 'afterStart', amount: 10_000, unit: 'years' },
    })
    const timeline = await shown(rule.id)
    expect(timeline.status).toBe(200)
    expect(timeline.body.rows[0]?.entries[0]).toMatchObject({
      at: '2026-11-20T06:00:00.000Z',
      dueBy: '2199-12-31T23:59:59.999Z',
      remindAt: '2199-12-31T23:59:59.999Z',
    })
    await goTo('2026-11-20T06:01:00Z')
    await run()
    expect((await occurrencesOf(rule.id)).rows.map(({ state, dueBy }) => [state, dueBy])).toEqual([
      ['due', '2199-12-31T23:59:59.999Z'],
      ['due', '2199-12-31T23:59:59.999Z'],
      ['due', '2199-12-31T23:59:59.999Z'],
    ])
    expect((await shown(rule.id)).status).toBe(200)
  })
  it('lets a rolling schedule come once and no more', async () => {
    const { rule } = await make({ ...rolling, start: '2026-11-21T08:00' })
    await stored(rule.id, { every: { amount: 173, unit: 'years' } })
    const { status, body } = await shown(rule.id)
    expect(status).toBe(200)
    expect(body.rows[0]?.entries.map(({ at }) => at)).toEqual(['2026-11-21T06:00:00.000Z'])
    expect((await call(rrules.getRrule, { params: { id: rule.id } })).status).toBe(200)
  })
})

describe('a stored schedule that would be refused now', () => {
  const never = { rule: 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30' }
  it.each<[string, Partial<RruleDraft>]>([
    ['neverMatches', never],
    ['spanTooLong', { deadline: { kind: 'custom', ...tooLong } }],
    ['spanTooLong', { ...rolling, every: tooLong }],
  ])(
    'is renamed and switched off, and judged once its timing changes: %s',
    async (code, timing) => {
      const { procedure, rule } = await make()
      await asSystem(testApp().pool, (db) =>
        db.update(tables.rrule).set(timing).where(eq(tables.rrule.id, rule.id)),
      )
      const off = draft(procedure.id, { ...timing, name: 'No more', isActive: false })
      const update = (body: typeof off, version: number) =>
        call(rrules.updateRrule, { params: { id: rule.id }, body: { ...body, version } })
      const kept = await update(off, rule.version)
      expect([kept.status, kept.body.name, kept.body.isActive]).toEqual([200, 'No more', false])
      expect(await update({ ...off, start: '2026-11-20T09:00' }, kept.body.version)).toMatchObject({
        status: 400,
        body: { errors: [{ code }] },
      })
      // The preview explains, without an error, why there are no dates.
      const preview = await call(rrules.previewRrule, { body: { id: rule.id, draft: off } })
      expect(preview.status).toBe(200)
    },
  )
  it('continues counting from where it did when it is renamed', async () => {
    const { procedure, rule } = await make({ ...rolling, every: { amount: 3, unit: 'days' } })
    const begun = new Date('2026-11-01T00:00:00Z')
    const own = eq(tables.rrule.id, rule.id)
    const activeFrom = () =>
      asSystem(testApp().pool, (db) =>
        db.select({ at: tables.rrule.activeFrom }).from(tables.rrule).where(own),
      )
    await asSystem(testApp().pool, (db) =>
      db.update(tables.rrule).set({ activeFrom: begun }).where(own),
    )
    const named = draft(procedure.id, {
      ...rolling,
      every: { amount: 3, unit: 'days' },
      name: 'Every third day',
    })
    const { status } = await call(rrules.updateRrule, {
      params: { id: rule.id },
      body: { ...named, version: rule.version },
    })
    expect(status).toBe(200)
    expect(await activeFrom()).toEqual([{ at: begun }])
  })
  it('is switched off if its procedure is performed on other objects by now', async () => {
    const { procedure, rule } = await make()
    const { status } = await call(procedures.updateProcedure, {
      params: { id: procedure.id },
      body: { target: 'equipment', version: procedure.version },
    })
    expect(status).toBe(200)
    const update = (body: ReturnType<typeof draft>) =>
      call(rrules.updateRrule, {
        params: { id: rule.id },
        body: { ...body, version: rule.version },
      })
    const elsewhere = { rruleData: {}, isActive: false }
    expect((await update(draft(procedure.id, elsewhere))).body).toMatchObject({
      errors: [{ code: 'wrongTarget' }],
    })
    expect(await update(draft(procedure.id, { isActive: false }))).toMatchObject({
      status: 200,
      body: { isActive: false },
    })
  })
})
