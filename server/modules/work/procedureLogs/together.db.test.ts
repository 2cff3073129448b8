/** Submissions that arrive together share a transaction, and each has the verdict it has alone. */
import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import { hourlySchedule } from '#tests/hourlySchedule.ts'
import * as tables from '#db/schema/index.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import { failedPerformance } from '#tests/failedPerformance.ts'
import { openHiddenTestApp, type HiddenTestApp } from '#tests/hiddenThings.ts'
import { statementsOf } from '#tests/statements.ts'
import { runSchedules } from '../schedules/index.ts'

let hidden: HiddenTestApp
let tokens: Record<Who, string>
const { procedureLogs, rrules } = contract

beforeAll(async () => {
  hidden = await openHiddenTestApp()
  const { testApp, admin, limited, few } = hidden
  const gone = await testApp.signIn('technician')
  const technician = testApp.here.users.technician
  await asSystem(testApp.pool, (db) =>
    db
      .update(tables.session)
      .set({ endedAt: testApp.clock.now() })
      .where(eq(tables.session.userId, technician)),
  )
  tokens = { admin, limited, few, gone, stranger: await testApp.signIn('administrator', 'there') }
})
afterAll(() => hidden.testApp.close())

type Who = 'admin' | 'limited' | 'few' | 'gone' | 'stranger'
interface Planned {
  who: Who
  procedure: 'plain' | 'hidden'
  equipment: 'plain' | 'hidden' | 'none'
  location: 'plain' | 'none'
  answers: 'all' | 'one' | 'foreign' | 'twice'
  version: 0 | 5
}
const often = <T>(usual: T, ...others: T[]) =>
  fc.oneof({ weight: 6, arbitrary: fc.constant(usual) }, fc.constantFrom(...others))
const planned: fc.Arbitrary<Planned> = fc.record({
  who: fc.oneof(fc.constantFrom('admin', 'limited', 'few'), often('admin', 'gone', 'stranger')),
  procedure: often('plain', 'hidden'),
  equipment: often('plain', 'hidden', 'none'),
  location: often('none', 'plain'),
  answers: often('all', 'one', 'foreign', 'twice'),
  version: often(0, 5),
}) as fc.Arbitrary<Planned>

function bodyOf({ procedure, equipment, location, answers, version }: Planned) {
  const { plain } = hidden
  const body = failedPerformance(hidden[procedure])
  const [first] = body.answers
  const given = {
    all: body.answers,
    one: body.answers.slice(0, 1),
    foreign: body.answers.map((answer) => ({ ...answer, answerId: 1_000_000 })),
    twice: first ? [first, first] : [],
  }
  return {
    ...body,
    procedureVersion: body.procedureVersion + version,
    equipmentId: equipment === 'none' ? null : (hidden[equipment].equipment ?? null),
    locationId: location === 'none' ? null : (plain.location ?? null),
    answers: given[answers],
  }
}
type Body = ReturnType<typeof bodyOf>

const send = (who: Who, body: Body) =>
  hidden.testApp.call(tokens[who], procedureLogs.submitProcedureLog, { body })
type Answer = Awaited<ReturnType<typeof send>>

/** What does not depend on the logs of others. */
const verdictOf = ({ status, body }: Answer) => {
  const { id: _id, meanwhile: _meanwhile, ...rest } = body
  return { status, body: status === 200 ? rest : body }
}

const plain: Planned = {
  who: 'admin',
  procedure: 'plain',
  equipment: 'plain',
  location: 'none',
  answers: 'all',
  version: 0,
}
const transactions = (texts: readonly string[]) =>
  texts.filter((text) => text.startsWith('begin')).length

describe('submissions that arrive together', () => {
  it('have the verdict, the rights and the answer that each has alone', async () => {
    for (const set of fc.sample(fc.array(planned, { minLength: 2, maxLength: 12 }), {
      numRuns: 15,
      seed: 77,
    })) {
      const alone: Answer[] = []
      for (const one of set) alone.push(await send(one.who, bodyOf(one)))
      const together = await Promise.all(set.map((one) => send(one.who, bodyOf(one))))
      expect(together.map(verdictOf), JSON.stringify(set)).toEqual(alone.map(verdictOf))
    }
  })

  it('share a transaction', async () => {
    const set = Array.from({ length: 9 }, () => bodyOf(plain))
    const { result, texts } = await statementsOf(hidden.testApp.pool, () =>
      Promise.all(set.map((body) => send('admin', body))),
    )
    expect(result.map(({ status }) => status)).toEqual(set.map(() => 200))
    expect(transactions(texts)).toBe(2)
    expect(new Set(result.map(({ body }) => body.id)).size).toBe(9)
  })

  it('are each recorded once, with one journal entry and one event', async () => {
    const { testApp } = hidden
    await testApp.app.outbox.drain()
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => send('admin', bodyOf(plain))))
    await testApp.app.outbox.drain()
    const ids = `{${answers.map(({ body }) => body.id).join(',')}}`
    const counts = await asSystem(testApp.pool, (db) =>
      db.execute(sql`select
        (select count(*)::int from journal_entry where entity = 'procedureLog'
          and entity_id = any(${ids}::int[])) as entries,
        (select count(*)::int from outbox_event where payload->>'type' = 'procedure.performed'
          and (payload->>'procedureLogId')::int = any(${ids}::int[])) as events,
        (select count(*)::int from ticket where procedure_log_id = any(${ids}::int[])) as tickets`),
    )
    expect(counts.rows).toEqual([{ entries: 5, events: 5, tickets: 5 }])
  })

  it('under one key are one log, and under the key of another person they are refused', async () => {
    const body = bodyOf(plain)
    const all = ['admin', 'admin', 'limited', 'admin', 'limited', 'admin'] as const
    const answers = await Promise.all(all.map((who) => send(who, body)))
    const made = answers.filter(({ status }) => status === 200)
    expect(new Set(made.map((answer) => answer.body.id)).size).toBe(1)
    const winner = made[0]?.body.doneBy.id
    expect(answers.map(({ status }) => status)).toEqual(
      all.map((who) =>
        hidden.testApp.here.users[who === 'admin' ? 'administrator' : 'manager'] === winner
          ? 200
          : 409,
      ),
    )
  })

  it('stay in their companies', async () => {
    const { testApp } = hidden
    const count = async (companyId: number) =>
      (
        await asSystem(testApp.pool, (db) =>
          db.execute<{ count: number }>(
            sql`select count(*)::int as count from procedure_log where company_id = ${companyId}`,
          ),
        )
      ).rows[0]?.count ?? 0
    const [here, there] = [await count(testApp.here.id), await count(testApp.there.id)]
    const answers = await Promise.all(
      (['admin', 'stranger', 'admin', 'stranger', 'stranger', 'admin'] as const).map((who) =>
        send(who, bodyOf(plain)),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 404, 200, 404, 404, 200])
    expect(await count(testApp.here.id)).toBe(here + 3)
    expect(await count(testApp.there.id)).toBe(there)
  })

  it('on one place by several people name each other as if they had come one by one', async () => {
    const bodies = [bodyOf(plain), bodyOf(plain), bodyOf(plain)]
    const [first, ...rest] = bodies
    const answers = await Promise.all([
      send('admin', first ?? bodyOf(plain)),
      ...rest.map((body, place) => send(place === 0 ? 'admin' : 'limited', body)),
    ])
    const named = answers.flatMap(({ body }) =>
      body.meanwhile.map(({ id }): [number, number] => [body.id, id]),
    )
    const byLimited = answers[2]?.body.id ?? 0
    for (const { body } of answers.slice(0, 2))
      expect(named).toContainEqual([Math.max(byLimited, body.id), Math.min(byLimited, body.id)])
  })

  it('survive a fault of one of them in the database', async () => {
    const { testApp } = hidden
    const bodies = [1, 2, 3, 4, 5].map(() => bodyOf(plain))
    const bad = bodies[2]?.clientKey ?? ''
    await testApp.pool.query(`create function fail_one() returns trigger language plpgsql as $$
      begin if new.client_key = '${bad}' then raise exception 'broken'; end if; return new; end $$`)
    await testApp.pool.query(
      'create trigger fail_one before insert on procedure_log for each row execute function fail_one()',
    )
    const answers = await Promise.all(bodies.map((body) => send('admin', body)))
    await testApp.pool.query('drop trigger fail_one on procedure_log')
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 500, 200, 200])
    expect((await send('admin', bodies[2] ?? bodyOf(plain))).status).toBe(200)
  })

  it('complete an occurrence once, by the first of them', async () => {
    const { testApp } = hidden
    const body = { ...bodyOf(plain), startedAt: '2026-11-20T10:55:00Z' }
    const schedule = await testApp.ok(tokens.admin, rrules.createRrule, {
      body: hourlySchedule(body.procedureId, body.equipmentId ?? 0),
    })
    testApp.clock.advance(Date.parse('2026-11-20T10:00:30Z') - testApp.clock.now().getTime())
    await runSchedules(testApp.app.kernel)
    tokens.admin = await testApp.signIn('administrator')
    const elsewhere = { ...body, equipmentId: null, locationId: hidden.plain.location ?? null }
    const [, first, second] = await Promise.all(
      [elsewhere, body, body].map((one) =>
        send('admin', { ...one, clientKey: crypto.randomUUID() }),
      ),
    )
    expect([first?.status, second?.status]).toEqual([200, 200])
    const done = await asSystem(testApp.pool, (db) =>
      db
        .select({ log: tables.occurrence.procedureLogId })
        .from(tables.occurrence)
        .where(sql`${tables.occurrence.rruleId} = ${schedule.id} and state = 'done'`),
    )
    expect(done).toEqual([{ log: Math.min(first?.body.id ?? 0, second?.body.id ?? 0) }])
  })
})
