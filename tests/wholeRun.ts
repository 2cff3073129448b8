/**
 * Rules with every lasting effect: counts what each performance must cause once, where users would
 * look.
 */
import { randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import { alerts } from '#contract/alerts.ts'
import { automations } from '#contract/automation/automation.ts'
import { referenceData } from '#contract/referenceLists/referenceData.ts'
import { equipment } from '#contract/equipment/equipment.ts'
import { journal } from '#contract/journal/journal.ts'
import { referenceLists } from '#contract/referenceLists/referenceLists.ts'
import { people } from '#contract/people/people.ts'
import { procedureLogs } from '#contract/procedures/procedureLogs.ts'
import { procedures } from '#contract/procedures/procedures.ts'
import { rrules } from '#contract/rrules/rrules.ts'
import { tickets } from '#contract/tickets.ts'
import type { Api } from './apiClient.ts'

export interface Receiver {
  url: string
  calls: { key: string; log: number; body: string }[]
  close(): Promise<void>
}

export async function listenForHooks(): Promise<Receiver> {
  const calls: Receiver['calls'] = []
  const server: Server = createServer((request, response) => {
    let body = ''
    request
      .setEncoding('utf8')
      .on('data', (part: string) => {
        body += part
      })
      .on('end', () => {
        const { log } = JSON.parse(body) as { log: { id: number } } // the product's own payload
        calls.push({ key: String(request.headers['idempotency-key']), log: log.id, body })
        response.end('taken')
      })
  })
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done)
  })
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('The receiver has no port')
  return {
    url: `http://127.0.0.1:${address.port}/`,
    calls,
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

export type WholeRule = Awaited<ReturnType<typeof makeWholeRule>>
export type Traces = Record<
  'runs' | 'tickets' | 'statuses' | 'metadata' | 'alerts' | 'messages' | 'schedules' | 'hookKeys',
  number
>
/** Traces of one performance. The two alerts are the rule's own and the technician's new ticket. */
export const ONCE: Traces = {
  runs: 1,
  tickets: 1,
  statuses: 1,
  metadata: 1,
  alerts: 2,
  messages: 1,
  schedules: 1,
  hookKeys: 1,
}

export async function makeWholeRule(administrator: Api, name: string, hookUrl: string) {
  const procedureType = await administrator.call(referenceLists.createProcedureType, {
    body: { name, isTracer: false },
  })
  const equipmentType = await administrator.call(referenceLists.createEquipmentType, {
    body: { name },
  })
  const ticketType = await administrator.call(tickets.createTicketType, {
    body: {
      name,
      colour: 'red',
      states: [
        { id: null, name: 'Open', category: 'open', colour: 'blue', next: null },
        { id: null, name: 'Done', category: 'closed', colour: 'green', next: null },
      ],
    },
  })
  const [technician] = (
    await administrator.call(people.listUsers, {
      body: { search: 'technician@plantroom.demo', limit: 1 },
    })
  ).rows
  if (!technician) throw new Error('The company has no technician.')
  const status = await administrator.call(referenceLists.createEquipmentStatus, {
    body: { name: `${name}: taken out`, colour: 'red', isUsable: false },
  })
  const field = await administrator.call(referenceData.createMetadataField, {
    body: {
      name: `${name}: next check`,
      dataType: 'date',
      choices: [],
      unit: null,
      equipmentTypeIds: [],
    },
  })
  const hook = await administrator.call(referenceData.createApiHook, {
    body: { name: `${name}: hook`, url: hookUrl, method: 'POST', isActive: true },
  })
  const question = {
    id: -1,
    kind: 'text' as const,
    title: 'What is wrong?',
    help: null,
    required: false,
    unit: null,
    minimum: null,
    maximum: null,
    numberScore: null,
    visibility: null,
    answers: [],
  }
  const follow = await administrator.call(procedures.createProcedure, {
    body: {
      name: `${name}: follow-up`,
      typeId: procedureType.id,
      target: 'equipment',
      questions: [question],
    },
  })
  const made = await administrator.call(procedures.createProcedure, {
    body: { name, typeId: procedureType.id, target: 'equipment', questions: [question] },
  })
  const procedure = await administrator.call(procedures.updateProcedure, {
    params: { id: made.id },
    body: {
      version: made.version,
      triggeredEvents: [
        {
          id: null,
          name,
          event: { kind: 'procedureDone' },
          filters: [],
          isActive: true,
          validFrom: null,
          validTo: null,
          actions: [
            {
              kind: 'openTicket',
              ticketTypeId: ticketType.id,
              title: null,
              assign: { by: 'user', userId: technician.id },
            },
            { kind: 'changeStatus', statusId: status.id },
            {
              kind: 'sendAlert',
              channels: ['email'],
              level: 'warning',
              text: null,
              onlyWhoSeeEquipment: true,
              onlyWhoSeeLocation: true,
              recipients: {
                userIds: [technician.id],
                roleIds: [],
                available: false,
                followers: false,
                opener: false,
                assignee: false,
              },
            },
            {
              kind: 'scheduleProcedure',
              procedureId: follow.id,
              times: 2,
              within: { by: 'days', days: 4 },
            },
            {
              kind: 'updateMetadata',
              fieldId: field.id,
              change: { do: 'fromInterval', amount: 6, unit: 'months' },
            },
            { kind: 'invokeHook', hookId: hook.id },
          ],
        },
      ],
    },
  })
  return { procedure, followId: follow.id, equipmentTypeId: equipmentType.id, hookId: hook.id }
}

/**
 * Each performance has its own equipment, so that every change of it belongs to this performance.
 */
export async function makeThing(administrator: Api, rule: WholeRule) {
  return administrator.call(equipment.createEquipment, {
    body: { name: `Pump ${randomUUID().slice(0, 13)}`, typeId: rule.equipmentTypeId },
  })
}
export type Thing = Awaited<ReturnType<typeof makeThing>>

export function performOn(person: Api, { procedure }: WholeRule, thing: Pick<Thing, 'id'>) {
  return person.call(procedureLogs.submitProcedureLog, {
    body: {
      clientKey: randomUUID(),
      procedureId: procedure.id,
      procedureVersion: procedure.version,
      equipmentId: thing.id,
      locationId: null,
      startedAt: new Date().toISOString(),
      answers: [],
    },
  })
}

/**
 * All logs of the rule's procedure on this equipment. A performance without acknowledgement may
 * have been recorded.
 */
export async function logsOf(person: Api, thing: Thing): Promise<number[]> {
  return (
    await person.call(procedureLogs.listProcedureLogs, {
      body: { limit: 10, filter: { equipmentIds: [thing.id] } },
    })
  ).rows.map(({ id }) => id)
}

export async function tracesOf(
  url: string,
  administrator: Api,
  technician: Api,
  rule: WholeRule,
  receiver: Receiver,
  thing: Thing,
): Promise<Traces> {
  const [log] = await logsOf(administrator, thing)
  const runs = await administrator.call(automations.listAutomationRuns, {
    body: { equipmentId: thing.id, limit: 100 },
  })
  const opened = await administrator.call(tickets.listTickets, {
    body: { filter: { equipmentIds: [thing.id] } },
  })
  const written = await administrator.call(journal.listJournal, {
    body: { entity: 'equipment', entityId: thing.id, limit: 100 },
  })
  const changesOf = (field: string) =>
    written.rows.filter(
      ({ by, changes }) =>
        by.kind === 'automation' && changes.some((change) => change.field === field),
    ).length
  const listed = await technician.call(alerts.listAlerts, { body: { equipmentId: thing.id } })
  const rules = await administrator.call(rrules.listRrules, {
    body: { procedureIds: [rule.followId], limit: 500 },
  })
  const { rows: messages } = (await (await fetch(`${url}/api/public/outbox`)).json()) as {
    rows: { text: string; subject: string | null }[]
  }
  return {
    runs: runs.count,
    tickets: opened.count,
    statuses: changesOf('status'),
    metadata: changesOf('metadata'),
    alerts: listed.count,
    messages: messages.filter(({ text, subject }) =>
      `${subject ?? ''} ${text}`.includes(thing.name),
    ).length,
    schedules: rules.rows.filter(({ rruleData }) => rruleData.equipmentIds?.includes(thing.id))
      .length,
    hookKeys: new Set(receiver.calls.filter((call) => call.log === log).map(({ key }) => key)).size,
  }
}
