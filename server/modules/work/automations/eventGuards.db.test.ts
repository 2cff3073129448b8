import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EventRuleDraft } from '#contract/automation/automation.ts'
import type { WatchedEvent } from '#contract/automation/events.ts'
import { contract } from '#contract/index.ts'
import type { Id } from '#contract/ids.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import { openRuleApp, type RuleApp } from '#tests/ruleApp.ts'
import { statementsOf } from '#tests/statements.ts'
import { makeLook } from './index.ts'

const { alerts, automations, equipment, procedures, referenceLists, tickets } = contract
let app: RuleApp
let look: () => Promise<void>
let admin: string
beforeAll(async () => {
  app = await openRuleApp()
  admin = app.admin
  look = makeLook(app.testApp.app.kernel)
})
afterAll(() => app.testApp.close())

const typeId = () => (app.own.ticketType ?? 0) as Id<'ticketType'>
const thing = () => (app.own.equipment ?? 0) as Id<'equipment'>
const open = { kind: 'openTicket' as const, title: null, assign: null }
const draft = (
  name: string,
  event: WatchedEvent,
  change: Partial<EventRuleDraft> = {},
): EventRuleDraft => ({
  name,
  event,
  filters: [],
  actions: [{ ...open, ticketTypeId: typeId(), title: name }],
  isActive: true,
  validFrom: null,
  validTo: null,
  ...change,
})
const save = async (body: EventRuleDraft) => {
  app.testApp.clock.advance(1_000)
  const saved = await app.testApp.call(admin, automations.createAutomation, { body })
  expect(saved.status).toBe(200)
  return saved.body
}
const drop = (id: Id<'automation'>) =>
  app.testApp.call(admin, automations.deleteAutomation, { params: { id } })
const settle = async (own = look) => {
  for (let times = 0; times < 6; times += 1) {
    await own()
    await app.testApp.app.outbox.drain()
  }
}
const runsOf = async (automationId: Id<'automation'>) =>
  (
    await app.testApp.call(admin, automations.listAutomationRuns, {
      body: { automationId, limit: 200 },
    })
  ).body
const openTicket = async (title: string) =>
  (
    await app.testApp.call(admin, tickets.openTicket, {
      body: { title, ticketTypeId: typeId(), equipmentId: thing() },
    })
  ).body
const setStatus = (statusId: Id<'equipmentStatus'> | null) => {
  app.testApp.clock.advance(1_000)
  return app.testApp.call(admin, equipment.bulkUpdateStatus, {
    body: { equipmentIds: [thing()], statusId },
  })
}
const newStatus = async (name: string) =>
  (
    await app.testApp.call(admin, referenceLists.createEquipmentStatus, {
      body: { name, colour: 'red', isUsable: true } as never,
    })
  ).body.id

const ticketOpened: WatchedEvent = { kind: 'ticketOpened', ticketTypeIds: [] }

describe('rules that lead to each other', () => {
  it('a rule does not answer the ticket that it opened, and says so', async () => {
    const rule = await save(draft('Echo', ticketOpened))
    await settle()
    await openTicket('First')
    await settle()
    const { rows, outcomes } = await runsOf(rule.id)
    expect(outcomes).toMatchObject({ done: 1, filtered: 1 })
    expect(rows.find(({ outcome }) => outcome === 'filtered')?.verdicts).toMatchObject([
      { kind: 'ownEffect', passed: false },
    ])
    await drop(rule.id)
  })

  it('a chain of rules ends after three', async () => {
    const rules = []
    for (const name of ['One', 'Two', 'Three', 'Four'])
      rules.push(
        await save(
          draft(name, ticketOpened, {
            filters: [{ kind: 'time', days: [], from: null, to: null }],
          }),
        ),
      )
    await settle()
    await openTicket('Begins a chain')
    await settle()
    const kinds = new Set<string>()
    let done = 0
    for (const { id } of rules) {
      const { rows } = await runsOf(id)
      for (const { verdicts } of rows) for (const { kind } of verdicts) kinds.add(kind)
      done += rows.filter(({ outcome }) => outcome === 'done').length
    }
    // each of four answers the ticket, then three of each, then two of each
    expect(done).toBe(4 + 4 * 3 + 4 * 3 * 2)
    expect([...kinds].toSorted()).toEqual(['longChain', 'ownEffect', 'time'])
    for (const { id } of rules) await drop(id)
  })

  it('a rule rests after sixty runs in an hour, with one alert', async () => {
    const rule = await save(
      draft('Busy', ticketOpened, {
        actions: [
          {
            kind: 'sendAlert',
            channels: [],
            level: 'info',
            text: null,
            onlyWhoSeeEquipment: false,
            onlyWhoSeeLocation: false,
            recipients: {
              userIds: [],
              roleIds: [],
              available: false,
              followers: false,
              opener: true,
              assignee: false,
            },
          },
        ],
      }),
    )
    await settle()
    for (let count = 0; count < 64; count += 1) await openTicket(`Many ${count}`)
    await settle()
    expect((await runsOf(rule.id)).outcomes).toMatchObject({ done: 60, filtered: 4 })
    const told = await app.testApp.call(admin, alerts.listAlerts, { body: { limit: 100 } })
    expect(told.body.rows.filter(({ kind }) => kind === 'automationBusy')).toHaveLength(1)
    expect(told.body.rows.find(({ kind }) => kind === 'automation')?.text).toBe(
      'A ticket was opened.',
    )
    await drop(rule.id)
  })
})

describe('an event of equipment', () => {
  it('acts at each change to the status, once for two servers, and not for others', async () => {
    const broken = await newStatus('Out of order')
    const fine = await newStatus('Fine again')
    const rule = await save(
      draft('Broken', { kind: 'statusChanged', statusIds: [broken], whenOver: 'close' }),
    )
    const other = makeLook(app.testApp.app.kernel)
    await settle()
    await setStatus(fine)
    await setStatus(broken)
    await setStatus(fine)
    await setStatus(broken)
    await Promise.all([look(), other()])
    await settle(other)
    await settle(makeLook(app.testApp.app.kernel))
    const { rows } = await runsOf(rule.id)
    expect(rows.map(({ outcome }) => outcome)).toEqual(['done', 'done'])
    expect(rows[0]).toMatchObject({ subject: { kind: 'equipment', id: thing() } })
    const ticketIds = rows.flatMap(({ effects }) => effects.flatMap((one) => one.ticketIds))
    await setStatus(fine)
    await settle()
    for (const id of ticketIds) {
      const ticket = (await app.testApp.call(admin, tickets.getTicket, { params: { id } })).body
      expect(ticket.state.category).toBe('closed')
    }
    const tried = await app.testApp.call(admin, automations.backTestAutomation, {
      body: { procedureId: null, event: rule.event, filters: [], actions: [] },
    })
    expect(tried.body).toMatchObject({ matched: 2, evaluated: 2 })
    await drop(rule.id)
  })

  it('acts when a scheduled check is not done by its deadline, and not if it is done', async () => {
    const rule = await save(
      draft('Missed', { kind: 'procedureMissed', procedureIds: [], whenOver: 'close' }),
    )
    const now = app.testApp.clock.now().getTime()
    const at = (minutes: number) => new Date(now + minutes * 60_000)
    const made = await asSystem(app.testApp.pool, (db) =>
      db
        .insert(tables.occurrence)
        .values(
          [10, 20].map((minutes) => ({
            companyId: app.testApp.here.id,
            rruleId: (app.own.rrule ?? 0) as Id<'rrule'>,
            procedureId: app.round.now.id,
            equipmentId: thing(),
            plannedAt: at(minutes),
            at: at(minutes),
            dueBy: at(minutes + 5),
            state: 'due' as const,
          })),
        )
        .returning({ id: tables.occurrence.id }),
    )
    await settle(makeLook(app.testApp.app.kernel))
    expect((await runsOf(rule.id)).rows).toHaveLength(0)
    const done = (id: number, doneAt: Date) =>
      asSystem(app.testApp.pool, (db) =>
        db
          .update(tables.occurrence)
          .set({ state: 'done', doneAt })
          .where(
            ofCompany(tables.occurrence, app.testApp.here.id, sql`${tables.occurrence.id} = ${id}`),
          ),
      )
    await done(made[0]?.id ?? 0, at(12))
    app.testApp.clock.advance(30 * 60_000)
    admin = await app.testApp.signIn('administrator')
    await settle(makeLook(app.testApp.app.kernel))
    const { rows } = await runsOf(rule.id)
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({
      outcome: 'done',
      procedure: 'Round',
      subject: { kind: 'occurrence', id: app.round.now.id },
    })
    await done(made[1]?.id ?? 0, at(29))
    await settle(makeLook(app.testApp.app.kernel))
    const id = rows[0]?.effects[0]?.ticketIds[0] as Id<'ticket'>
    const { body } = await app.testApp.call(admin, tickets.getTicket, { params: { id } })
    expect(body.state.category).toBe('closed')
    await drop(rule.id)
  })

  it('keeps what it waits for when another rule is saved, and forgets it with another event', async () => {
    await asSystem(app.testApp.pool, (db) =>
      db
        .update(tables.ticketType)
        .set({ targets: [{ priority: 'normal', respondHours: null, resolveHours: 2 }] })
        .where(
          ofCompany(tables.ticketType, app.testApp.here.id, eq(tables.ticketType.id, typeId())),
        ),
    )
    const event: WatchedEvent = {
      kind: 'ticketOverdue',
      ticketTypeIds: [typeId()],
      whenOver: 'nothing',
    }
    const rule = await save(
      draft('Late', event, { actions: [{ ...open, ticketTypeId: typeId(), title: 'Late' }] }),
    )
    await openTicket('In time')
    await settle()
    const waits = () =>
      asSystem(app.testApp.pool, (db) =>
        db
          .select()
          .from(tables.automationWait)
          .where(
            ofCompany(
              tables.automationWait,
              app.testApp.here.id,
              eq(tables.automationWait.automationId, rule.id),
            ),
          ),
      )
    const before = await waits()
    expect(before.length).toBeGreaterThan(0)
    const another = await save(draft('Another', event, { isActive: false }))
    await app.testApp.call(admin, automations.updateAutomation, {
      params: { id: rule.id },
      body: draft('Renamed', event),
    })
    await settle()
    expect(new Set((await waits()).map(({ id }) => id))).toEqual(
      new Set(before.map(({ id }) => id)),
    )
    await app.testApp.call(admin, automations.updateAutomation, {
      params: { id: rule.id },
      body: draft('Renamed', { kind: 'ticketOpened', ticketTypeIds: [] }),
    })
    expect(await waits()).toEqual([])
    await drop(rule.id)
    await drop(another.id)
  })
})

describe('a look at many rules', () => {
  it('asks no more for a hundred rules of one event than for one', async () => {
    const rule = await save(draft('Of many', ticketOpened, { isActive: true }))
    const looking = async () => {
      const own = makeLook(app.testApp.app.kernel)
      await settle(own)
      await openTicket('Seen by all')
      return (await statementsOf(app.testApp.pool, own)).statements.length
    }
    const alone = await looking()
    await asSystem(app.testApp.pool, (db) =>
      db.execute(sql`insert into automation (company_id, procedure_id, name, event, watches_since,
        filters, actions, is_active) select company_id, null, 'Copy ' || n, event, now() + interval '1 year',
        filters, actions, true from automation, generate_series(1, 99) as n where id = ${rule.id}
        and company_id = ${app.testApp.here.id}`),
    )
    expect(await looking()).toBeLessThanOrEqual(alone)
    await asSystem(app.testApp.pool, (db) =>
      db.execute(sql`delete from automation where name like 'Copy %'`),
    )
    await drop(rule.id)
  })
})

describe('a rule that begins with an event', () => {
  it('is refused if a condition or an action needs a procedure log', async () => {
    const refused = await app.testApp.call(admin, automations.createAutomation, {
      body: draft('Scored', ticketOpened, {
        filters: [{ kind: 'score', operator: 'lessThan', value: 60 }],
      }),
    })
    expect(refused.status).toBe(400)
    const { id, version } = app.round.now
    const procedure = await app.testApp.call(admin, procedures.updateProcedure, {
      params: { id },
      body: { version, triggeredEvents: [{ ...draft('Of none', ticketOpened), id: null }] },
    })
    expect(procedure.status).toBe(400)
  })

  it('is reviewed when what its event names is deleted', async () => {
    const gone = await newStatus('Soon gone')
    const rule = await save(
      draft('Names it', { kind: 'statusChanged', statusIds: [gone], whenOver: 'nothing' }),
    )
    const uses = await app.testApp.call(admin, referenceLists.listEquipmentStatusUses, {
      params: { id: gone },
      body: {},
    } as never)
    expect(JSON.stringify(uses.body)).toContain('Names it')
    await app.testApp.call(admin, referenceLists.deleteEquipmentStatus, {
      params: { id: gone },
    })
    const { body } = await app.testApp.call(admin, automations.getAutomation, {
      params: { id: rule.id },
    })
    expect(body).toMatchObject({
      needsReview: true,
      isActive: false,
      missing: [{ kind: 'equipmentStatus', name: 'Soon gone' }],
    })
    await drop(rule.id)
  })

  it('is unknown in another company, and its conflict is told', async () => {
    const rule = await save(draft('Ours', ticketOpened))
    const stranger = await app.testApp.signIn('administrator', 'there')
    const read = await app.testApp.call(stranger, automations.getAutomation, {
      params: { id: rule.id },
    })
    expect(read.status).toBe(404)
    const stale = await app.testApp.call(admin, automations.updateAutomation, {
      params: { id: rule.id },
      body: { ...draft('Ours', ticketOpened), updatedAt: '2026-01-01T00:00:00.000Z' },
    })
    expect(stale.status).toBe(409)
    await drop(rule.id)
  })
})
