/**
 * Ten companies on one server, one of which floods it: how long the other nine wait from submission
 * to ticket, with and without the flood, in one run.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { equipment } from '#contract/equipment/equipment.ts'
import { procedures } from '#contract/procedures/procedures.ts'
import { referenceLists } from '#contract/referenceLists/referenceLists.ts'
import { tickets } from '#contract/tickets.ts'
import { type Api, signIn } from '#tests/apiClient.ts'
import {
  failProcedure,
  makeRuledProcedure,
  ticketsOf,
  type RuledProcedure,
} from '#tests/mainJob.ts'
import { type Backend, onBoth } from './backends.ts'
import { paced, percentiles, round, type Row } from './measures.ts'
import { makeTenants, PASSWORD } from './tenants.ts'

const COMPANIES = 10
const SECONDS = 20
/** Parallel clients of the flooding company. */
const FLOODING = 8
/** A demo may not share a database with other companies. */
const NO_DEMO = { DEMO: '0' }

interface Tenant {
  api: Api
  job: RuledProcedure
}

export async function measureCompanies(checkout: string): Promise<Row[]> {
  return (await onBoth(checkout, measure)).flat()
}

async function measure(backend: Backend): Promise<Row[]> {
  const first = await backend.start(NO_DEMO)
  await first.stop()
  await makeTenants(
    backend,
    Array.from({ length: COMPANIES }, (_none, number) => ({
      name: `Bench ${number}`,
      emails: [addressOf(number)],
    })),
  )
  const server = await backend.start(NO_DEMO)
  try {
    const tenants: Tenant[] = []
    for (let number = 0; number < COMPANIES; number += 1) {
      const api = await signIn(server.url, addressOf(number), PASSWORD)
      tenants.push({ api, job: await addRuledProcedure(api) })
    }
    const [flooding, ...others] = tenants
    if (!flooding) throw new Error('There is no company')
    await perform(others, 5)
    const alone = await perform(others, SECONDS)
    const flood = startFlood(flooding)
    await wait(2_000)
    const beside = await perform(others, SECONDS)
    const flooded = await flood.stop()
    const ratio = (of: 'answers' | 'effects') =>
      round((percentiles(beside[of])['p99'] ?? 0) / (percentiles(alone[of])['p99'] ?? 1))
    const row = (what: string, values: Row['values']): Row => {
      console.log(`    ${backend.name}, ${what}: ${JSON.stringify(values)}`)
      return { part: 'companies', what, where: backend.name, values }
    }
    return [
      row('nine companies alone, to the ticket', percentiles(alone.effects)),
      row('beside one that floods, to the ticket', {
        ...percentiles(beside.effects),
        'p99 times': ratio('effects'),
      }),
      row('nine companies alone, answered', percentiles(alone.answers)),
      row('beside one that floods, answered', {
        ...percentiles(beside.answers),
        'p99 times': ratio('answers'),
      }),
      row('the flood', { 'a second': round(flooded.performed / flooded.seconds) }),
    ]
  } finally {
    await server.stop()
  }
}

const addressOf = (number: number) => `administrator@bench${number}.test`

async function addRuledProcedure(api: Api): Promise<RuledProcedure> {
  const type = await api.call(referenceLists.createEquipmentType, { body: { name: 'Pump' } })
  await api.call(referenceLists.createProcedureType, { body: { name: 'Round', isTracer: false } })
  await api.call(tickets.createTicketType, {
    body: {
      name: 'Repair',
      colour: 'red',
      states: [
        { id: null, name: 'New', category: 'open', colour: 'blue', next: null },
        { id: null, name: 'Done', category: 'closed', colour: 'green', next: null },
      ],
    },
  })
  await api.call(equipment.createEquipment, { body: { name: 'Pump 1', typeId: type.id } })
  const job = await makeRuledProcedure(api, `Measured ${randomUUID().slice(0, 8)}`)
  await api.call(procedures.getProcedure, { params: { id: job.procedure.id } })
  return job
}

/**
 * Each of these companies submits once a second. Measures the response, and the time to the ticket.
 */
async function perform(
  tenants: readonly Tenant[],
  seconds: number,
): Promise<{ answers: number[]; effects: number[] }> {
  const answers: number[] = []
  const begun: { api: Api; logId: number; at: number }[] = []
  await paced(seconds * tenants.length, tenants.length, async (turn) => {
    const tenant = tenants[turn % tenants.length]
    if (!tenant) return
    const at = Date.now()
    const { id } = await failProcedure(tenant.api, tenant.job)
    answers.push(Date.now() - at)
    begun.push({ api: tenant.api, logId: id, at })
  })
  const effects: number[] = []
  for (const { api, logId, at } of begun) effects.push((await ticketOpened(api, logId)) - at)
  return { answers, effects }
}

async function ticketOpened(api: Api, logId: number): Promise<number> {
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; await wait(20)) {
    const [ticket] = await ticketsOf(api, logId)
    if (ticket) return Date.parse(ticket.openedAt)
  }
  throw new Error('No ticket was seen within a minute.')
}

function startFlood({ api, job }: Tenant) {
  let isOn = true
  let performed = 0
  const begun = Date.now()
  const client = async () => {
    while (isOn) {
      await failProcedure(api, job)
      performed += 1
    }
  }
  const clients = Promise.all(Array.from({ length: FLOODING }, client))
  return {
    async stop() {
      isOn = false
      const seconds = (Date.now() - begun) / 1_000
      await clients
      return { performed, seconds }
    },
  }
}
