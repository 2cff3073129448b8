/**
 * Statements of the most used calls. Each message to the database is a round trip, and round trips
 * are the cost of a call: a call that needs more fails here. Opening (with the caller's identity)
 * and commit take two each. Pipelined messages are not counted.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AutomationAction } from '#contract/automation/actions.ts'
import { contract } from '#contract/index.ts'
import type { Endpoint, Input } from '#contract/endpoint.ts'
import { failedPerformance } from './failedPerformance.ts'
import type { Fixtures } from './fixtures.ts'
import { openTestAppWithFixtures } from './fixturesTemplate.ts'
import { sampleOf } from './samples.ts'
import { statementsOf } from './statements.ts'
import { urlOf, type TestApp } from './testApp.ts'

let testApp: TestApp
let own: Fixtures
let token: string
let full: FullThings

beforeAll(async () => {
  ;({ testApp, token, fixtures: own } = await openTestAppWithFixtures())
  await testApp.app.outbox.drain()
  full = await fillUp()
})
afterAll(() => testApp.close())

/** Entities with all optional parts, because the number of statements must not grow with those. */
interface FullThings {
  equipment: number
  procedure: number
  ticket: number
}

async function fillUp(): Promise<FullThings> {
  const { equipment, procedures, rrules, rtls, tickets } = contract
  const ask = <E extends Endpoint>(endpoint: E, input: Input<E>) =>
    testApp.ok(token, endpoint, input)
  const thing = await ask(equipment.createEquipment, {
    body: {
      name: 'Full pump',
      typeId: own.equipmentType ?? 0,
      statusId: own.equipmentStatus ?? 0,
      locationId: own.location ?? 0,
      tagIds: [own.tag ?? 0],
      metadata: [{ fieldId: own.metadataField ?? 0, value: 'for ever' }],
    },
  })
  await ask(rtls.placeEquipment, {
    params: { equipmentId: thing.id },
    body: { floorId: own.floor ?? 0, longitude: 14.0001, latitude: 50.0001 },
  })
  const home = await ask(procedures.getProcedure, { params: { id: own.procedure ?? 0 } })
  const rule = await ask(rrules.getRrule, { params: { id: own.rrule ?? 0 } })
  for (const name of ['weekly', 'monthly', 'yearly']) {
    const {
      id: _id,
      procedure: _procedure,
      meterType: _meterType,
      objectCount: _objects,
      openCount: _open,
      lateCount: _late,
      nextAt: _next,
      expected: _expected,
      createdAt: _created,
      updatedAt: _updated,
      version: _version,
      ...draft
    } = rule
    await ask(rrules.createRrule, { body: { ...draft, name } })
  }
  const made = await ask(procedures.createProcedure, {
    body: { name: 'Full check', typeId: home.type.id, target: 'either', questions: [] },
  })
  const filled = await ask(procedures.updateProcedure, {
    params: { id: made.id },
    body: {
      version: made.version,
      triggeredEvents: [
        {
          id: null,
          name: 'Everything',
          event: { kind: 'procedureDone' },
          filters: [],
          actions: [
            { kind: 'openTicket', ticketTypeId: own.ticketType, title: null, assign: null },
            { kind: 'changeStatus', statusId: own.equipmentStatus },
            { kind: 'invokeHook', hookId: own.apiHook },
            { kind: 'removeScheduled', procedureId: home.id },
            {
              kind: 'setAvailability',
              who: { by: 'user', userId: testApp.here.users.staff },
              availability: { kind: 'unlimited' },
            },
          ] as AutomationAction[], // ids of this test's database
          isActive: true,
          validFrom: null,
          validTo: null,
        },
      ],
    },
  })
  await ask(contract.procedureLogs.submitProcedureLog, { body: failedPerformance(own) })
  await testApp.app.outbox.drain()
  const newest = await ask(tickets.listTickets, { body: { limit: 1, sort: '-openedAt' } })
  const ticket = newest.rows[0]?.id ?? 0
  expect((await ask(tickets.getTicket, { params: { id: ticket } })).procedureLog).not.toBeNull()
  return { equipment: thing.id, procedure: filled.id, ticket }
}

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
  /** Additional round trips where a connection takes one message at a time. */
  alone?: number
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
  list('schedules', contract.rrules.listRrules, 4),
  list('occurrences', contract.rrules.listOccurrences),
  list('automations', contract.automations.listAutomations),
  list('runs of automations', contract.automations.listAutomationRuns),
  list('users', contract.people.listUsers),
  list('the journal', contract.journal.listJournal),
  detail('an equipment', contract.equipment.getEquipment, () => own.equipment),
  {
    ...detail(
      'an equipment with everything',
      contract.equipment.getEquipment,
      () => full.equipment,
    ),
    alone: 4,
  },
  detail('a location', contract.locations.getLocation, () => own.location),
  detail('a procedure', contract.procedures.getProcedure, () => own.procedure),
  detail('a procedure with everything', contract.procedures.getProcedure, () => full.procedure),
  detail('a ticket', contract.tickets.getTicket, () => own.ticket),
  detail('a ticket with everything', contract.tickets.getTicket, () => full.ticket),
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

describe('the database', () => {
  it.each(calls)('gets at most $most statements for $name', async ({ ask, most, alone = 2 }) => {
    const asked = await ask()
    // The embedded database takes one message at a time.
    const bound = testApp.database.kind === 'pglite' ? most + alone : most
    expect(asked.length, asked.join('\n')).toBeLessThanOrEqual(bound)
  })

  it('never reads all of a growing table to answer about each row', async () => {
    const ownId = (kind: string) => (own as unknown as Record<string, number>)[kind] ?? 1
    const found: string[] = []
    for (const [area, endpoints] of Object.entries(contract))
      for (const [name, endpoint] of Object.entries(endpoints as Record<string, Endpoint>)) {
        if (endpoint.kind !== 'query' || endpoint.wire !== 'json') continue
        const { params, body } = sampleOf(endpoint, ownId, 'least')
        const { texts } = await statementsOf(testApp.pool, () =>
          testApp.raw(token, endpoint.method, urlOf(endpoint.path, params), body),
        )
        for (const text of texts)
          for (const [set] of selected(text).matchAll(wholeTable))
            found.push(`${area}.${name}: ${set}`)
      }
    expect(found).toEqual([])
  })

  it('gets no more for a hundred waiting events than for a few', async () => {
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

/** A subquery that does not depend on the row: for every list, it reads all rows of the company. */
const wholeTable =
  /\bin \(select [^()]*\sfrom "(?:procedure_log|ticket|alert|automation_run|equipment|sensor)"\s+where "\w+"\."company_id" = \$\d+\)/g

/** Conditions applied to each row. Where rows are filtered, such a subquery is a join. */
function selected(text: string): string {
  let depth = 0
  for (const { 0: found, index } of text.matchAll(/[()]|\bfrom\b/g)) {
    if (found === '(') depth += 1
    else if (found === ')') depth -= 1
    else if (depth === 0) return text.slice(0, index)
  }
  return text
}
