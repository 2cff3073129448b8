/**
 * What the commonest calls ask of the database. Each message to it is a round trip, and round trips
 * are what a call costs: one that begins to ask more fails here. The opening, which also asks who
 * it is, and the commit are two of each. What goes along with another is not counted.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '#contract/index'
import type { Endpoint, Input } from '#contract/endpoint'
import { failedPerformance } from './failedPerformance.ts'
import { createFixtures, type Fixtures } from './fixtures.ts'
import { statementsOf } from './statements.ts'
import { openTestApp, type TestApp } from './testApp.ts'

let testApp: TestApp
let own: Fixtures
let token: string

beforeAll(async () => {
  testApp = await openTestApp()
  token = await testApp.signIn('administrator')
  own = await createFixtures(testApp, testApp.here, token, 'OURS')
  await testApp.app.outbox.drain()
})
afterAll(() => testApp.close())

async function askedBy<E extends Endpoint>(endpoint: E, input: Input<E>): Promise<string[]> {
  const { result, statements } = await statementsOf(testApp.pool, () =>
    testApp.call(token, endpoint, input),
  )
  expect(result.status, JSON.stringify(result.body)).toBe(200)
  return statements
}

const openTickets = async () =>
  (await testApp.call(token, contract.tickets.listTickets, { body: { limit: 1 } })).body.count

interface Call {
  name: string
  most: number
  ask: () => Promise<string[]>
}
const list = (name: string, endpoint: Endpoint, most = 5): Call => ({
  name,
  most,
  ask: () => askedBy(endpoint, { body: {} } as Input<Endpoint>), // every list takes an empty body
})
const detail = (
  name: string,
  endpoint: Endpoint,
  id: () => number | undefined,
  most = 4,
): Call => ({
  name,
  most,
  // every detail takes an id
  ask: () => askedBy(endpoint, { params: { id: id() ?? 0 } } as unknown as Input<Endpoint>),
})

const calls: Call[] = [
  list('equipment', contract.equipment.listEquipment, 4),
  list('locations', contract.locations.listLocations, 4),
  list('procedures', contract.procedures.listProcedures),
  list('procedure logs', contract.procedureLogs.listProcedureLogs),
  list('tickets', contract.tickets.listTickets),
  list('alerts', contract.alerts.listAlerts),
  // counts what its rules are about, by the company's clock
  list('schedules', contract.rrules.listRrules),
  list('occurrences', contract.rrules.listOccurrences),
  list('automations', contract.automations.listAutomations),
  list('runs of automations', contract.automations.listAutomationRuns),
  list('users', contract.people.listUsers),
  list('the journal', contract.journal.listJournal),
  // with where it is now: position, room, and who is beside it
  detail('an equipment', contract.equipment.getEquipment, () => own.equipment, 5),
  detail('a location', contract.locations.getLocation, () => own.location),
  // with its questions, automations and what those name
  detail('a procedure', contract.procedures.getProcedure, () => own.procedure),
  // with its type's states and its photos
  detail('a ticket', contract.tickets.getTicket, () => own.ticket),
  detail('a procedure log', contract.procedureLogs.getProcedureLog, () => own.procedureLog),
  {
    name: 'a performance',
    most: 4,
    ask: () => askedBy(contract.procedureLogs.submitProcedureLog, { body: failedPerformance(own) }),
  },
  {
    name: 'a report',
    most: 12,
    ask: () =>
      askedBy(contract.tickets.openTicket, {
        body: {
          title: 'It leaks',
          ticketTypeId: own.ticketType ?? 0,
          equipmentId: own.equipment ?? null,
        },
      }),
  },
  {
    name: 'a search',
    most: 9,
    ask: () => askedBy(contract.search.search, { params: { q: 'OURS' } }),
  },
]

describe('the database is asked', () => {
  it.each(calls)('at most $most times for $name', async ({ ask, most }) => {
    const asked = await ask()
    // The embedded database takes one message at a time.
    const alone = testApp.database.kind === 'pglite' ? 2 : 0
    expect(asked.length, asked.join('\n')).toBeLessThanOrEqual(most + alone)
  })

  it('no more for a hundred events that wait than for a few', async () => {
    await testApp.app.outbox.drain()
    for (let turn = 0; turn < 100; turn += 1)
      await testApp.call(token, contract.procedureLogs.submitProcedureLog, {
        body: failedPerformance(own),
      })
    const before = await openTickets()
    const { statements } = await statementsOf(testApp.pool, () => testApp.app.outbox.drain())
    expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(25)
    expect((await openTickets()) - before).toBe(100)
  })
})
