import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import { codesIn } from '#tests/codesIn.ts'
import { openRuleApp, ruleDraft, type RuleApp } from '#tests/ruleApp.ts'
import * as tables from '#db/schema/index.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import { deliverHooks } from '../../foundation/hooks/index.ts'
import { signatureOf } from '../../foundation/hooks/signature.ts'
import { deleteOldRuns } from './runRetention.ts'

const { automations, referenceData, hooks, procedures, tickets } = contract

let app: RuleApp
beforeAll(async () => {
  app = await openRuleApp()
})
afterAll(() => app.testApp.close())

describe('a run of an automation', () => {
  it('opens a ticket as urgent as the rule says, or as its type has it', async () => {
    const ticketOf = async (priority?: 'urgent') => {
      await app.rule([
        {
          kind: 'openTicket',
          ticketTypeId: app.own.ticketType,
          title: null,
          assign: null,
          ...(priority !== undefined && { priority }),
        },
      ])
      const opened = (await app.perform())?.effects[0]?.ticketIds[0]
      return (
        await app.testApp.call(app.admin, tickets.getTicket, {
          params: { id: opened ?? (0 as never) },
        })
      ).body.priority
    }
    expect(await ticketOf('urgent')).toBe('urgent')
    expect(await ticketOf()).toBe('normal')
  })
  it('fails by itself, stops no other, and is retried where it failed', async () => {
    const bare = (
      await app.testApp.call(app.admin, tickets.createTicketType, {
        body: {
          name: 'Bare',
          colour: 'red',
          states: [
            { id: null, name: 'Open', category: 'open', colour: 'blue', next: null },
            { id: null, name: 'Done', category: 'closed', colour: 'green', next: null },
          ],
        },
      })
    ).body
    await app.rule([
      { kind: 'openTicket', ticketTypeId: app.own.ticketType, title: 'Kept', assign: null },
      { kind: 'openTicket', ticketTypeId: bare.id, title: 'Broken', assign: null },
    ])
    const states = await asSystem(
      app.testApp.pool,
      async (db) =>
        (
          await db.execute(
            sql`with gone as (delete from ticket_state where ticket_type_id = ${bare.id}
              returning *) select * from gone`,
          )
        ).rows,
    )
    const run = await app.perform()
    expect(run).toMatchObject({
      outcome: 'failed',
      canRetry: true,
      effects: [{ outcome: 'done' }, { outcome: 'failed', code: 'noStates' }],
    })
    for (const state of states)
      await asSystem(app.testApp.pool, (db) =>
        db.execute(
          sql`insert into ticket_state (company_id, id, ticket_type_id, position, name, category,
            colour) overriding system value
            values (${state['company_id']}, ${state['id']}, ${bare.id}, ${state['position']},
            ${state['name']}, ${state['category']}, ${state['colour']})`,
        ),
      )
    expect(
      (
        await app.testApp.call(app.admin, automations.retryAutomationRun, {
          params: { id: run?.id ?? 0 },
          body: { version: 'then' },
        })
      ).body,
    ).toEqual({ queued: true })
    await app.testApp.app.outbox.drain()
    const again = (
      await app.testApp.call(app.admin, automations.listAutomationRuns, {
        body: { id: run?.id ?? 0 },
      })
    ).body.rows[0]
    expect(again).toMatchObject({
      outcome: 'done',
      retries: 1,
      canRetry: false,
      effects: [{ outcome: 'done', ticketIds: run?.effects[0]?.ticketIds }, { outcome: 'done' }],
    })
    expect(
      (
        await app.testApp.call(app.admin, automations.retryAutomationRun, {
          params: { id: run?.id ?? 0 },
          body: { version: 'now' },
        })
      ).status,
    ).toBe(409)
  })
  it('that a guard against loops stopped is not retried', async () => {
    await app.rule(
      [{ kind: 'openTicket', ticketTypeId: app.own.ticketType, title: 'Loop', assign: null }],
      { filters: [{ kind: 'score', operator: 'lessThan', value: 50 }] },
    )
    const run = await app.perform()
    const retry = () =>
      app.testApp.call(app.admin, automations.retryAutomationRun, {
        params: { id: run?.id ?? 0 },
        body: { version: 'now' },
      })
    const guard = JSON.stringify([{ kind: 'tooMany', expected: 60, saw: 61, passed: false }])
    await asSystem(app.testApp.pool, (db) =>
      db.execute(sql`update automation_run set verdicts = ${guard}::jsonb
        where id = ${run?.id ?? 0}`),
    )
    const refused = await retry()
    expect(refused.status).toBe(409)
    expect(codesIn(refused.body)).toEqual(['guarded'])
  })
  it('that did not apply runs with the present rule', async () => {
    await app.rule(
      [{ kind: 'openTicket', ticketTypeId: app.own.ticketType, title: 'Late', assign: null }],
      { filters: [{ kind: 'score', operator: 'lessThan', value: 50 }] },
    )
    const run = await app.perform()
    expect(run).toMatchObject({ outcome: 'filtered', canRetry: true })
    const mended = ruleDraft(
      [{ kind: 'openTicket', ticketTypeId: app.own.ticketType, title: 'Late', assign: null }],
      { id: run?.automation?.id ?? null },
    )
    const { version } = (
      await app.testApp.call(app.admin, procedures.getProcedure, {
        params: { id: app.round.now.id },
      })
    ).body
    app.round.now = (
      await app.testApp.call(app.admin, procedures.updateProcedure, {
        params: { id: app.round.now.id },
        body: { version, triggeredEvents: [mended] },
      })
    ).body
    expect(
      (
        await app.testApp.call(app.admin, automations.retryAutomationRun, {
          params: { id: run?.id ?? 0 },
          body: { version: 'then' },
        })
      ).status,
    ).toBe(409)
    await app.testApp.call(app.admin, automations.retryAutomationRun, {
      params: { id: run?.id ?? 0 },
      body: { version: 'now' },
    })
    await app.testApp.app.outbox.drain()
    expect(
      (
        await app.testApp.call(app.admin, automations.listAutomationRuns, {
          body: { id: run?.id ?? 0 },
        })
      ).body.rows[0],
    ).toMatchObject({ outcome: 'done', effects: [{ kind: 'openTicket', outcome: 'done' }] })
  })
  it('happens once, however often its event is processed', async () => {
    await app.rule([
      { kind: 'openTicket', ticketTypeId: app.own.ticketType, title: 'Once', assign: null },
      { kind: 'invokeHook', hookId: app.own.apiHook },
    ])
    const before = (await app.ticketsOf()).length
    const run = await app.perform()
    await asSystem(app.testApp.pool, (db) =>
      db
        .update(tables.outboxEvent)
        .set({ handledAt: null })
        .where(
          sql`${tables.outboxEvent.payload}->>'procedureLogId' = ${String(run?.procedureLogId)}`,
        ),
    )
    await Promise.all([app.testApp.app.outbox.drain(), app.testApp.app.outbox.drain()])
    expect((await app.ticketsOf()).length).toBe(before + 1)
    expect(
      (
        await app.testApp.call(app.admin, hooks.listHookDeliveries, {
          body: { automationId: run?.automation?.id ?? 0 },
        })
      ).body.count,
    ).toBe(1)
  })
  it('is removed by outcome: many that did not apply replace no others', async () => {
    await deleteOldRuns(app.testApp.app.kernel, {
      filtered: 0,
      asleep: 0,
      done: 1_000,
      failed: 1_000,
    })
    const { outcomes } = (
      await app.testApp.call(app.admin, automations.listAutomationRuns, { body: {} })
    ).body
    expect(outcomes).toMatchObject({ filtered: 0 })
    expect(outcomes.done).toBeGreaterThan(3)
  })
})

describe('the hook of an automation', () => {
  it('is called with its signature, retried until it answers, always with the same key', async () => {
    await deliverHooks(app.testApp.app.kernel)
    await app.perform()
    app.calls.length = 0
    app.outside.answer = () => Promise.resolve({ status: 503, body: 'later' })
    await deliverHooks(app.testApp.app.kernel)
    const [waiting] = (await app.testApp.call(app.admin, hooks.listHookDeliveries, { body: {} }))
      .body.rows
    expect(waiting).toMatchObject({
      state: 'waiting',
      attempts: 1,
      status: 503,
      error: 'Answered 503',
    })
    expect(await deliverHooks(app.testApp.app.kernel)).toBe(0)
    app.testApp.clock.advance(6_000)
    app.outside.answer = () => Promise.resolve({ status: 200, body: 'thanks' })
    await deliverHooks(app.testApp.app.kernel)
    const detail = (
      await app.testApp.call(app.admin, hooks.getHookDelivery, { params: { id: waiting?.id ?? 0 } })
    ).body
    expect(detail).toMatchObject({
      state: 'delivered',
      attempts: 2,
      tries: [{ response: { status: 503 } }, { response: { status: 200, body: 'thanks' } }],
    })
    expect(app.calls.map(({ headers }) => headers['idempotency-key'])).toEqual([
      detail.key,
      detail.key,
    ])
    const { headers, body } = app.calls[1] ?? { headers: {} as Record<string, string>, body: '' }
    expect(headers['x-plantroom-signature']).toBe(
      signatureOf('OURS a secret of its own', Number(headers['x-plantroom-timestamp']), body ?? ''),
    )
    expect(JSON.parse(body ?? '')).toMatchObject({
      event: 'procedure.performed',
      isTest: false,
      procedure: { name: 'Round' },
      equipment: { name: 'OURS pump 1' },
    })
    expect(JSON.stringify(detail)).not.toContain(headers['x-plantroom-signature']?.split('v1=')[1])
  })
  it('is tried with a past procedure log, and sent again by hand', async () => {
    const test = await app.testApp.call(app.admin, hooks.testApiHook, {
      params: { id: app.own.apiHook ?? 0 },
      body: { procedureLogId: app.own.procedureLog ?? 0 },
    })
    app.outside.answer = () => Promise.reject(new Error('no route'))
    await deliverHooks(app.testApp.app.kernel)
    expect(
      (await app.testApp.call(app.admin, hooks.getHookDelivery, { params: { id: test.body.id } }))
        .body,
    ).toMatchObject({
      isTest: true,
      state: 'waiting',
      error: 'no route',
      payload: expect.stringContaining('"isTest":true') as string,
    })
    app.outside.answer = () => Promise.resolve({ status: 200, body: '' })
    await app.testApp.call(app.admin, hooks.resendHookDelivery, { params: { id: test.body.id } })
    await deliverHooks(app.testApp.app.kernel)
    expect(
      (await app.testApp.call(app.admin, hooks.getHookDelivery, { params: { id: test.body.id } }))
        .body.state,
    ).toBe('delivered')
  })
  it('that is switched off is not called, and the run says so', async () => {
    const hook = (
      await app.testApp.call(app.admin, referenceData.listApiHooks, { body: {} })
    ).body.rows.find(({ id }) => id === app.own.apiHook)
    await app.testApp.call(app.admin, referenceData.updateApiHook, {
      params: { id: app.own.apiHook ?? 0 },
      body: { version: hook?.version ?? 0, isActive: false },
    })
    expect((await app.perform())?.effects).toMatchObject([
      { outcome: 'done' },
      { outcome: 'skipped', code: 'hookOff' },
    ])
  })
})
