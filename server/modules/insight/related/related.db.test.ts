import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import type { Id } from '#contract/ids.ts'
import { openHiddenTestApp, type HiddenTestApp } from '#tests/hiddenThings.ts'

let world: HiddenTestApp
let thing = 0 as Id<'equipment'>
beforeAll(async () => {
  world = await openHiddenTestApp()
  thing = world.plain.equipment as Id<'equipment'>
})
afterAll(() => world.testApp.close())

const related = (token: string, id = thing) =>
  world.testApp.call(token, contract.related.getRelated, { params: { id } })

describe('what is related to an equipment', () => {
  it('is collected with the counts of each list', async () => {
    const { testApp, admin, plain } = world
    const { status, body } = await related(admin)
    expect(status).toBe(200)
    const filter = { equipmentIds: [thing] }
    const tickets = await testApp.call(admin, contract.tickets.listTickets, { body: { filter } })
    const logs = await testApp.call(admin, contract.procedureLogs.listProcedureLogs, {
      body: { filter },
    })
    expect(body.tickets.count).toBe(tickets.body.count)
    expect(body.logs.count).toBe(logs.body.count)
    expect(body.logs.count).toBeGreaterThan(0)
    expect(body.fellows?.id).toBe(thing)
    expect(body.rules.map(({ id }) => id)).toContain(plain.rrule)
    const planned = await testApp.call(admin, contract.rrules.listOccurrences, {
      body: { equipmentId: thing, states: ['late', 'due', 'planned'] },
    })
    expect(body.occurrences.count).toBe(planned.body.count)
    expect(body.beacons.rows.map(({ id }) => id)).toEqual([plain.beacon])
  })

  it('names the dashboards that count it, first those that name it', async () => {
    const { testApp, admin, plain } = world
    const { body } = await related(admin)
    expect(body.boards.rows[0]).toMatchObject({
      kind: 'dashboard',
      id: plain.dashboard,
      isMeant: true,
      cards: [{ id: plain.dashboardItem }],
    })
    const other = await testApp.call(admin, contract.equipment.createEquipment, {
      body: { name: 'Another', typeId: plain.equipmentType ?? 0 },
    })
    const ofOther = (await related(admin, other.body.id)).body
    expect(ofOther.boards.rows.map(({ id, kind }) => `${kind} ${id}`)).not.toContain(
      `dashboard ${plain.dashboard}`,
    )
    expect(ofOther).toMatchObject({
      tickets: { count: 0, rows: [] },
      logs: { count: 0 },
      beacons: { count: 0 },
      inventory: { count: 0, rows: [] },
    })
  })

  it('counts what procedure logs used of the inventory', async () => {
    const { testApp, admin, plain } = world
    const log = await testApp.call(admin, contract.procedureLogs.getProcedureLog, {
      params: { id: plain.procedureLog as Id<'procedureLog'> },
    })
    const before = (await related(admin)).body.inventory.rows[0]?.amount ?? 0
    for (const amount of [2, 3])
      await testApp.call(admin, contract.procedureLogs.submitProcedureLog, {
        body: {
          clientKey: randomUUID(),
          procedureId: log.body.procedure.id,
          procedureVersion: plain.procedureVersion,
          equipmentId: thing,
          locationId: null,
          startedAt: testApp.clock.now().toISOString(),
          answers: log.body.answers as never,
          used: [{ itemId: plain.inventoryItem as never, amount, discardedDoses: 1 }],
        },
      })
    const { inventory } = (await related(admin)).body
    expect(inventory.rows).toMatchObject([
      { item: { id: plain.inventoryItem }, amount: before + 5 },
    ])
  })

  it('leaves automations out for users who do not manage them', async () => {
    expect((await related(world.admin)).body.automations).toMatchObject({
      rows: expect.any(Array) as unknown,
    })
    expect((await related(world.few)).body.automations).toBeNull()
  })

  it('is not found by users who may not see the equipment, nor in another company', async () => {
    const hidden = world.hidden.equipment as Id<'equipment'>
    expect((await related(world.limited, hidden)).status).toBe(404)
    const there = await world.testApp.signIn('administrator', 'there')
    expect((await related(there)).status).toBe(404)
  })
})
