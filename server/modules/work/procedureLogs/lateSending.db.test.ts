/**
 * A phone that was offline: late submissions use the questions and times of when the work was done.
 */
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import { hourlySchedule } from '#tests/hourlySchedule.ts'
import type { Id } from '#contract/ids.ts'
import type { SurveyQuestion } from '#contract/procedures/survey.ts'
import * as tables from '#db/schema/index.ts'
import { systemActor } from '#kernel/access/actor.ts'
import { rightsOf } from '#kernel/access/rights.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { asSystem, inCompany } from '#kernel/data/transaction.ts'
import { yesNo, type Fixtures } from '#tests/fixtures.ts'
import { openTestAppWithFixtures } from '#tests/fixturesTemplate.ts'
import type { TestApp } from '#tests/testApp.ts'
import { runSchedules } from '../schedules/index.ts'
import { selectDoneMeanwhile } from './meanwhile.ts'

let testApp: TestApp
let own: Fixtures
const byServer = { kind: 'system' as const, id: null, name: 'Plantroom' }
let admin: string
const { procedures, procedureLogs, rrules } = contract

beforeAll(async () => {
  ;({ testApp, token: admin, fixtures: own } = await openTestAppWithFixtures())
})
afterAll(() => testApp.close())

const make = async (questions: SurveyQuestion[] = [yesNo(-1, 'Clean?'), yesNo(-2, 'Sealed?')]) =>
  (
    await testApp.call(admin, procedures.createProcedure, {
      body: { name: 'Round', typeId: own.procedureType ?? 0, target: 'equipment', questions },
    })
  ).body
type Made = Awaited<ReturnType<typeof make>>
const answers = (questions: readonly SurveyQuestion[]) =>
  questions.map(({ id, answers: [first] }) => ({
    kind: 'singleChoice' as const,
    questionId: id,
    answerId: first?.id ?? 0,
  }))
const send = (made: Made, change: object = {}, token = admin) =>
  testApp.call(token, procedureLogs.submitProcedureLog, {
    body: {
      clientKey: crypto.randomUUID(),
      procedureId: made.id,
      procedureVersion: made.version,
      equipmentId: own.equipment ?? 0,
      locationId: null,
      startedAt: '2026-11-20T08:55:00Z',
      answers: answers(made.questions),
      ...change,
    },
  })
const change = async (made: Made, body: object) => {
  const { version } = (
    await testApp.call(admin, procedures.getProcedure, { params: { id: made.id } })
  ).body
  return testApp.call(admin, procedures.updateProcedure, {
    params: { id: made.id },
    body: { version, ...body },
  })
}
const rule = (isActive: boolean, id: number | null = null) => ({
  id,
  name: 'Rule',
  event: { kind: 'procedureDone' },
  filters: [],
  actions: [{ kind: 'closeTickets', ticketTypeIds: [own.ticketType] }],
  isActive,
  validFrom: null,
  validTo: null,
})

describe('a late submission and the version of its questions', () => {
  it('are compared by questions: switching or editing an automation refuses nothing', async () => {
    const made = await make()
    const on = await change(made, { triggeredEvents: [rule(true)] })
    expect(on.status).toBe(200)
    await change(made, { triggeredEvents: [rule(false, on.body.triggeredEvents[0]?.id)] })
    await change(made, { description: 'Once a shift' })
    const log = await send(made)
    expect(log.status, JSON.stringify(log.body)).toBe(200)
    expect(log.body.questions.map(({ title }) => title)).toEqual(['Clean?', 'Sealed?'])
  })

  it('use the former questions, score and all', async () => {
    const made = await make()
    const [clean] = made.questions
    const changed = await change(made, {
      questions: [
        {
          ...clean,
          title: 'Spotless?',
          answers: clean?.answers.map((answer) => ({ ...answer, score: answer.score * 3 })),
        },
        yesNo(-5, 'Dry?'),
      ],
    })
    await change(made, { triggeredEvents: [rule(true)] })
    const again = await change(made, { questions: [yesNo(-8, 'Only this?')] })
    const then = await send(made)
    expect(then.status, JSON.stringify(then.body)).toBe(200)
    expect(then.body).toMatchObject({ score: 100, points: 20, procedureVersion: made.version })
    expect(then.body.questions.map(({ title }) => title)).toEqual(['Clean?', 'Sealed?'])
    const between = await send(changed.body)
    expect(between.body.questions.map(({ title }) => title)).toEqual(['Spotless?', 'Dry?'])
    expect((await send(again.body)).body.questions.map(({ title }) => title)).toEqual([
      'Only this?',
    ])
  })

  it('refuse an answer that the former questions did not have', async () => {
    const made = await make()
    const changed = await change(made, { questions: [...made.questions, yesNo(-5, 'Dry?')] })
    const mixed = await send(made, { answers: answers(changed.body.questions) })
    expect(mixed.status).toBe(400)
    expect((await send(changed.body, { procedureVersion: changed.body.version + 4 })).status).toBe(
      409,
    )
  })

  it('are found too if one question was changed by itself', async () => {
    const made = await make()
    const [clean] = made.questions
    const changed = await testApp.call(admin, procedures.updateSurveyQuestion, {
      params: { id: clean?.id ?? 0 },
      body: { version: made.version, title: 'Spotless?' },
    })
    expect(changed.body).toMatchObject({ title: 'Spotless?' })
    expect((await send(made)).body.questions[0]?.title).toBe('Clean?')
    expect((await send({ ...made, version: changed.body.version })).body.questions[0]?.title).toBe(
      'Spotless?',
    )
  })

  it('accept what was begun before the procedure was retired, and nothing begun after', async () => {
    const made = await make()
    const retired = await change(made, { isActive: false })
    expect((await send(made)).status).toBe(200)
    expect((await send(made, { procedureVersion: retired.body.version })).status).toBe(409)
    const renamed = await change(made, { name: 'Old round' })
    expect((await send(made, { procedureVersion: renamed.body.version })).status).toBe(409)
    const back = await change(made, { isActive: true })
    expect((await send(back.body)).status).toBe(200)
  })
})

describe('a submission that arrives again', () => {
  it('is recorded once, also while its procedure is deleted; with other answers it is refused and names the first', async () => {
    const made = await make()
    const clientKey = crypto.randomUUID()
    const first = await send(made, { clientKey })
    const again = await send(made, { clientKey, answers: answers(made.questions).toReversed() })
    expect(again.body.id).toBe(first.body.id)

    const others = made.questions.map(({ id, answers: [, second] }) => ({
      kind: 'singleChoice' as const,
      questionId: id,
      answerId: second?.id ?? 0,
    }))
    const refused = await send(made, { clientKey, answers: others })
    expect(refused).toMatchObject({
      status: 409,
      body: { errors: [{ code: 'recordedDifferently', message: String(first.body.id) }] },
    })
    expect((await send(made, { answers: others })).body.id).not.toBe(first.body.id)
  })
})

describe('two logs of the same work', () => {
  const seen = async (id: Id<'procedureLog'>) =>
    (
      await testApp.call(admin, procedureLogs.getProcedureLog, { params: { id } })
    ).body.meanwhile.map((other) => other.id)

  it('name each other, each with the other’s log', async () => {
    const made = await make()
    const technician = await testApp.signIn('technician')
    // One user begins offline; the other begins and finishes before the first submission arrives.
    const other = await send(made, { startedAt: '2026-11-20T08:40:00Z' }, technician)
    const late = await send(made, {
      startedAt: '2026-11-20T08:30:00Z',
      doneAt: '2026-11-20T08:35:00Z',
    })
    expect(await seen(late.body.id)).toEqual([other.body.id])
    expect(await seen(other.body.id)).toEqual([late.body.id])
    expect(late.body.meanwhile[0]?.doneBy.name).toBe('technician here')
  })

  it('are not linked if one began after the other had arrived, or both are of one user', async () => {
    const made = await make()
    const technician = await testApp.signIn('technician')
    const first = await send(made, { startedAt: '2026-11-20T08:30:00Z' }, technician)
    testApp.clock.advance(60_000)
    const after = await send(made, { startedAt: testApp.clock.now().toISOString() })
    const again = await send(made, { startedAt: '2026-11-20T08:30:00Z' }, technician)
    testApp.clock.advance(-60_000)
    for (const log of [first, after, again]) expect(await seen(log.body.id)).toEqual([])
  })

  it('are searched among the logs that arrived since, not among a month of them', async () => {
    const made = await make()
    const { id } = (await send(made)).body
    const companyId = testApp.here.id
    await asSystem(testApp.pool, (db) =>
      db.execute(sql`insert into procedure_log (company_id, client_key, procedure_id,
          procedure_version, equipment_id, done_by, started_at, done_at, points, maximum, questions,
          answers, breakdown, created_at)
        select company_id, gen_random_uuid(), procedure_id, procedure_version, equipment_id, done_by,
          started_at - age, done_at - age, points, maximum, questions, answers, breakdown,
          created_at - age
        from procedure_log, lateral (select interval '10 minutes' * n as age
          from generate_series(10, 2000) as n) as ages where id = ${id}`),
    )
    await asSystem(testApp.pool, (db) => db.execute(sql`analyze procedure_log`))
    const read = await inCompany(testApp.pool, companyId, async (db) => {
      const readSoFar = async () => {
        const { rows } = await db.execute<{ read: number }>(
          sql`select (seq_tup_read + idx_tup_fetch)::int as read from pg_stat_xact_user_tables
            where relname = 'procedure_log'`,
        )
        return rows[0]?.read ?? 0
      }
      const before = await readSoFar()
      const from = rightsOf(systemActor(companyId, 'UTC', 'en', byServer))
      await db
        .select({ meanwhile: selectDoneMeanwhile({ from }) })
        .from(tables.procedureLog)
        .where(ofCompany(tables.procedureLog, companyId, eq(tables.procedureLog.id, id)))
      return (await readSoFar()) - before
    })
    expect(read).toBeLessThan(10)
  })
})

describe('the time of a procedure log', () => {
  it('is when the user submitted it; its arrival is stored beside it', async () => {
    const made = await make()
    const log = await send(made, {
      startedAt: '2026-11-19T21:50:00Z',
      doneAt: '2026-11-19T22:00:00Z',
    })
    expect(log.body).toMatchObject({
      startedAt: '2026-11-19T21:50:00.000Z',
      doneAt: '2026-11-19T22:00:00.000Z',
      receivedAt: '2026-11-20T09:00:00.000Z',
    })
    const yesterday = await testApp.call(admin, procedureLogs.listProcedureLogs, {
      body: {
        filter: { procedureIds: [made.id] },
        from: '2026-11-19T00:00:00Z',
        to: '2026-11-19T23:59:59Z',
      },
    })
    expect(yesterday.body.rows.map(({ id }) => id)).toEqual([log.body.id])
    expect((await send(made)).body).toMatchObject({
      doneAt: '2026-11-20T09:00:00.000Z',
      receivedAt: '2026-11-20T09:00:00.000Z',
    })
  })

  it('lets work be in time that was done in time, though it arrives after it was called missed', async () => {
    const made = await make()
    const schedule = await testApp.call(admin, rrules.createRrule, {
      body: hourlySchedule(made.id, own.equipment ?? 0),
    })
    expect(schedule.status, JSON.stringify(schedule.body)).toBe(200)
    const goTo = async (at: string) => {
      testApp.clock.advance(Date.parse(at) - testApp.clock.now().getTime())
      await runSchedules(testApp.app.kernel)
    }
    await goTo('2026-11-20T10:00:30Z')
    await goTo('2026-11-20T11:00:30Z')
    admin = await testApp.signIn('administrator')
    const states = async () =>
      (
        await testApp.call(admin, rrules.listOccurrences, {
          body: { rruleId: schedule.body.id, sort: 'at', limit: 50 },
        })
      ).body.rows
        .filter(({ at }) => at < '2026-11-20T11:30')
        .map(({ state, isLate, doneAt }) => ({ state, isLate, doneAt }))
    expect((await states())[0]).toMatchObject({ state: 'missed' })
    await send(made, { startedAt: '2026-11-20T10:10:00Z', doneAt: '2026-11-20T10:15:00Z' })
    expect(await states()).toEqual([
      { state: 'done', isLate: false, doneAt: '2026-11-20T10:15:00.000Z' },
      { state: 'due', isLate: false, doneAt: null },
    ])
  })
})
