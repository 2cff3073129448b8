import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import { openRuleApp, type RuleApp } from '#tests/ruleApp.ts'
import { statementsOf } from '#tests/statements.ts'
import { asSystem } from '#kernel/data/transaction.ts'

const { automations, equipment, procedureLogs, referenceData, referenceLists } = contract

let app: RuleApp
let status: number
const recipients = {
  userIds: [] as number[],
  roleIds: [],
  available: false,
  followers: false,
  opener: false,
  assignee: false,
}

beforeAll(async () => {
  app = await openRuleApp()
  status = (
    await app.testApp.call(app.admin, referenceLists.createEquipmentStatus, {
      body: { name: 'Broken', colour: 'red', isUsable: false },
    })
  ).body.id
  const due = (
    await app.testApp.call(app.admin, referenceData.createMetadataField, {
      body: { name: 'Next check', dataType: 'date', choices: [], unit: null, equipmentTypeIds: [] },
    })
  ).body
  await app.rule([
    { kind: 'openTicket', ticketTypeId: app.own.ticketType, title: null, assign: null },
    { kind: 'changeStatus', statusId: status },
    {
      kind: 'sendAlert',
      channels: ['email'],
      level: 'warning',
      text: 'Look at it',
      recipients: { ...recipients, userIds: [app.testApp.here.users.technician] },
      onlyWhoSeeEquipment: true,
      onlyWhoSeeLocation: true,
    },
    {
      kind: 'updateMetadata',
      fieldId: due.id,
      change: { do: 'fromInterval', amount: 6, unit: 'months' },
    },
    { kind: 'invokeHook', hookId: app.own.apiHook },
  ])
})
afterAll(() => app.testApp.close())

const pump = async () =>
  (
    await app.testApp.call(app.admin, equipment.createEquipment, {
      body: {
        name: `Pump ${crypto.randomUUID().slice(0, 13)}`,
        typeId: app.own.equipmentType ?? 0,
      },
    })
  ).body.id

async function performOn(equipmentId: number): Promise<number> {
  const [clean] = app.round.now.questions
  const log = await app.testApp.call(app.technician, procedureLogs.submitProcedureLog, {
    body: {
      clientKey: crypto.randomUUID(),
      procedureId: app.round.now.id,
      procedureVersion: app.round.now.version,
      equipmentId,
      locationId: null,
      startedAt: '2026-11-20T08:55:00Z',
      answers: [
        {
          kind: 'singleChoice',
          questionId: clean?.id ?? 0,
          answerId: clean?.answers[0]?.id ?? 0,
        },
      ],
    },
  })
  expect(log.status).toBe(200)
  return log.body.id
}

async function runOf(procedureLogId: number) {
  const { rows } = (
    await app.testApp.call(app.admin, automations.listAutomationRuns, { body: { procedureLogId } })
  ).body
  expect(rows).toHaveLength(1)
  return rows[0]
}
const outcomesOf = (run: { effects: { kind: string; outcome: string }[] } | undefined) =>
  run?.effects.map(({ kind, outcome }) => [kind, outcome])

async function authorsOf(equipmentId: number): Promise<(number | null)[]> {
  const { rows } = await asSystem(app.testApp.pool, (db) =>
    db.execute<{ by_id: number | null }>(sql`select by_id from journal_entry
      where entity = 'equipment' and entity_id = ${equipmentId} and by_kind = 'automation'
      order by id`),
  )
  return rows.map(({ by_id: id }) => id)
}

describe('procedure logs processed in one set', () => {
  it('have every action done once for each, in the name of its own run', async () => {
    const pumps = [await pump(), await pump(), await pump()]
    const logs: number[] = []
    for (const id of pumps) logs.push(await performOn(id))
    await app.testApp.app.outbox.drain()
    const tickets = new Set<number>()
    for (const [at, log] of logs.entries()) {
      const run = await runOf(log)
      expect(outcomesOf(run)).toEqual([
        ['openTicket', 'done'],
        ['changeStatus', 'done'],
        ['sendAlert', 'done'],
        ['updateMetadata', 'done'],
        ['invokeHook', 'done'],
      ])
      expect(run?.effects[1]?.details).toEqual({ from: null, to: 'Broken' })
      expect(run?.effects[2]?.details).toMatchObject({ count: 1, names: 'technician here' })
      tickets.add(run?.effects[0]?.ticketIds[0] ?? 0)
      expect(await authorsOf(pumps[at] ?? 0)).toEqual([run?.id, run?.id])
      const thing = (
        await app.testApp.call(app.admin, equipment.getEquipment, {
          params: { id: pumps[at] ?? 0 },
        })
      ).body
      expect(thing).toMatchObject({
        status: { name: 'Broken' },
        metadata: [{ name: 'Next check', value: '2027-05-20' }],
      })
    }
    expect(tickets.size).toBe(3)
  })

  it('of which one fails are processed for the others all the same, and once', async () => {
    const pumps = [await pump(), await pump(), await pump()]
    const logs: number[] = []
    for (const id of pumps) logs.push(await performOn(id))
    const gone = pumps[1] ?? 0
    expect(
      (await app.testApp.call(app.admin, equipment.deleteEquipment, { params: { id: gone } }))
        .status,
    ).toBe(200)
    await app.testApp.app.outbox.drain()
    const [first, second, third] = [
      await runOf(logs[0] ?? 0),
      await runOf(logs[1] ?? 0),
      await runOf(logs[2] ?? 0),
    ]
    for (const run of [first, third])
      expect(outcomesOf(run)?.map(([, outcome]) => outcome)).toEqual(Array(5).fill('done'))
    expect(outcomesOf(second)).toEqual([
      ['openTicket', 'failed'],
      ['changeStatus', 'failed'],
      ['sendAlert', 'done'],
      ['updateMetadata', 'failed'],
      ['invokeHook', 'done'],
    ])
    const { rows } = await asSystem(app.testApp.pool, (db) =>
      db.execute<{ run: number; alerts: number; calls: number; tickets: number }>(sql`
        select r.id as run,
          (select count(*)::int from alert where run_id = r.id) as alerts,
          (select count(*)::int from hook_delivery where run_id = r.id) as calls,
          (select count(*)::int from ticket where automation_run_id = r.id) as tickets
        from automation_run r where r.procedure_log_id in (${logs[0]}, ${logs[1]}, ${logs[2]})
        order by r.id`),
    )
    expect(rows.map(({ alerts, calls, tickets }) => [alerts, calls, tickets])).toEqual([
      [1, 1, 1],
      [1, 1, 0],
      [1, 1, 1],
    ])
  })

  it('need as many statements for twelve as for three', async () => {
    const asked = async (times: number) => {
      for (let turn = 0; turn < times; turn += 1) await performOn(await pump())
      const { statements } = await statementsOf(app.testApp.pool, () =>
        app.testApp.app.outbox.drain(),
      )
      return statements.length
    }
    const three = await asked(3)
    expect(await asked(12)).toBeLessThanOrEqual(three)
  })

  it('on equipment that moves together are processed one after the other', async () => {
    const [owner, along] = [await pump(), await pump()]
    const type = (
      await app.testApp.call(app.admin, contract.fellows.createFellowType, {
        body: {
          name: 'Battery',
          ownerTypeIds: [app.own.equipmentType ?? 0],
          fellowTypeIds: [app.own.equipmentType ?? 0],
          maximum: 5,
          statusFollows: true,
        },
      })
    ).body
    await asSystem(app.testApp.pool, (db) =>
      db.execute(sql`insert into fellow (company_id, equipment_id, owner_id, fellow_type_id)
        values (${app.testApp.here.id}, ${along}, ${owner}, ${type.id})`),
    )
    const logs = [await performOn(along), await performOn(owner)]
    await app.testApp.app.outbox.drain()
    for (const log of logs)
      expect(outcomesOf(await runOf(log))?.[1]).toEqual(['changeStatus', 'done'])
  })
})

describe('one procedure log with many effects', () => {
  it('opens and closes its tickets in a few statements, and notifies about each', async () => {
    const opened = { kind: 'openTicket' as const, ticketTypeId: app.own.ticketType, assign: null }
    const titles = Array.from({ length: 15 }, (_, index) => `Part ${index + 1}`)
    await app.rule([
      ...titles.map((title) => ({ ...opened, title })),
      { kind: 'closeTickets', ticketTypeIds: [app.own.ticketType] },
    ])
    const id = await pump()
    await performOn(id)
    const { statements } = await statementsOf(app.testApp.pool, () =>
      app.testApp.app.outbox.drain(),
    )
    expect(statements.length).toBeLessThan(50)
    const { rows } = await asSystem(app.testApp.pool, (db) =>
      db.execute<{ title: string; closed: boolean; told: string[] }>(sql`
        select title, closed_at is not null as closed, (
          select array_agg(change order by id) from journal_entry
          where entity = 'ticket' and entity_id = ticket.id) as told
        from ticket where equipment_id = ${id} order by id`),
    )
    expect(rows.map(({ title }) => title)).toEqual(titles)
    for (const row of rows)
      expect(row).toMatchObject({ closed: true, told: ['created', 'updated'] })
  })
})
