/**
 * The product's main job over the API: a procedure with a rule, performed badly, opens a ticket.
 */
import { randomUUID } from 'node:crypto'
import { equipment } from '#contract/equipment/equipment.ts'
import { referenceLists } from '#contract/referenceLists/referenceLists.ts'
import type { Output } from '#contract/endpoint.ts'
import { procedureLogs } from '#contract/procedures/procedureLogs.ts'
import { procedures } from '#contract/procedures/procedures.ts'
import { tickets } from '#contract/tickets.ts'
import type { Api } from './apiClient.ts'

export interface RuledProcedure {
  procedure: Output<typeof procedures.updateProcedure>
  equipmentId: number
}

export async function makeRuledProcedure(
  administrator: Api,
  name: string,
): Promise<RuledProcedure> {
  const types = await administrator.call(referenceLists.listProcedureTypes, { body: {} })
  const ticketTypes = await administrator.call(tickets.getTicketTypes)
  const things = await administrator.call(equipment.listEquipment, { body: { limit: 1 } })
  const made = await administrator.call(procedures.createProcedure, {
    body: {
      name,
      typeId: first(types.rows).id,
      target: 'equipment',
      questions: [
        {
          id: -1,
          kind: 'singleChoice',
          title: 'Is it clean?',
          help: null,
          required: true,
          unit: null,
          minimum: null,
          maximum: null,
          numberScore: null,
          visibility: null,
          answers: [
            { id: -2, title: 'Yes', score: 10 },
            { id: -3, title: 'No', score: 0 },
          ],
        },
      ],
    },
  })
  const procedure = await administrator.call(procedures.updateProcedure, {
    params: { id: made.id },
    body: {
      version: made.version,
      triggeredEvents: [
        {
          id: null,
          name: null,
          event: { kind: 'procedureDone' },
          filters: [{ kind: 'score', operator: 'lessThan', value: 60 }],
          actions: [
            {
              kind: 'openTicket',
              ticketTypeId: first(ticketTypes.rows).id,
              title: null,
              assign: null,
            },
          ],
          isActive: true,
          validFrom: null,
          validTo: null,
        },
      ],
    },
  })
  return { procedure, equipmentId: first(things.rows).id }
}

export function failProcedure(
  staff: Api,
  { procedure, equipmentId }: RuledProcedure,
  clientKey: string = randomUUID(),
): Promise<Output<typeof procedureLogs.submitProcedureLog>> {
  const question = first(procedure.questions)
  const worst = first(question.answers.toSorted((a, b) => a.score - b.score))
  return staff.call(procedureLogs.submitProcedureLog, {
    body: {
      clientKey,
      procedureId: procedure.id,
      procedureVersion: procedure.version,
      equipmentId,
      locationId: null,
      startedAt: new Date().toISOString(),
      answers: [{ questionId: question.id, kind: 'singleChoice', answerId: worst.id }],
    },
  })
}

export async function ticketsOf(
  person: Api,
  procedureLogId: number,
): Promise<Output<typeof tickets.listTickets>['rows']> {
  return (await person.call(tickets.listTickets, { body: { procedureLogId } })).rows
}

function first<T>(list: readonly T[]): T {
  const [entry] = list
  if (entry === undefined) throw new Error('The demo company lacks what the main job needs.')
  return entry
}
