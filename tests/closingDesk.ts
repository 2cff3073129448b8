/** A ticket desk whose type asks for a problem on closing, with a procedure to be done before. */
import { contract } from '#contract/index.ts'
import type { Input } from '#contract/endpoint.ts'
import type { Id } from '#contract/ids.ts'
import type { TicketDetail } from '#contract/tickets.ts'
import { yesNo } from './fixtures.ts'
import { openTicketDesk, stateDrafts, stateNamed } from './ticketDesk.ts'

const { equipment, procedureLogs, procedures, referenceLists, tickets } = contract
export type GivenFailures = NonNullable<Input<typeof tickets.changeTicketState>['body']['failure']>
export type ClosingDesk = Awaited<ReturnType<typeof openClosingDesk>>

export async function openClosingDesk() {
  const desk = await openTicketDesk()
  const { testApp, as, typeId } = desk
  const { admin } = as
  const code = (kind: 'problem' | 'cause' | 'remedy', name: string) => ({
    id: null,
    kind,
    name,
    isRetired: false,
  })
  const type = async () => {
    const { rows } = await testApp.ok(as.admin, tickets.listTicketTypes, {
      body: { ids: [typeId], limit: 1 },
    })
    if (rows[0] === undefined) throw new Error('The ticket type is gone')
    return rows[0]
  }
  const saveType = async (
    change: Omit<Input<typeof tickets.updateTicketType>['body'], 'version'>,
  ) =>
    testApp.ok(as.admin, tickets.updateTicketType, {
      params: { id: typeId },
      body: { ...change, version: (await type()).version },
    })
  const saved = await saveType({
    problemAsk: 'required',
    causeAsk: 'optional',
    remedyAsk: 'optional',
    failureCodes: [
      code('problem', 'Leak'),
      code('problem', 'Never seen'),
      code('cause', 'Worn seal'),
    ],
  })
  const codeNamed = (name: string) =>
    saved.failureCodes.find((one) => one.name === name)?.id ?? (0 as Id<'failureCode'>)
  const foreign = await testApp.ok(as.stranger, tickets.createTicketType, {
    body: {
      name: 'Repair',
      colour: 'red',
      states: stateDrafts,
      failureCodes: [code('problem', 'Theirs')],
    },
  })
  const { id: equipmentType } = await testApp.ok(admin, referenceLists.createEquipmentType, {
    body: { name: 'Pump' },
  })
  const pumps = await Promise.all(
    ['Pump 1', 'Pump 2'].map((name) =>
      testApp.ok(admin, equipment.createEquipment, { body: { name, typeId: equipmentType } }),
    ),
  )
  const { id: procedureType } = await testApp.ok(admin, referenceLists.createProcedureType, {
    body: { name: 'Check', isTracer: false },
  })
  const procedure = await testApp.ok(admin, procedures.createProcedure, {
    body: {
      name: 'Final check',
      typeId: procedureType,
      target: 'either',
      questions: [yesNo(-1, 'Dry?')],
    },
  })
  const tryToPerform = (of: { equipmentId: Id<'equipment'>; ticketId?: Id<'ticket'> }) =>
    testApp.call(as.admin, procedureLogs.submitProcedureLog, {
      body: {
        clientKey: crypto.randomUUID(),
        procedureId: procedure.id,
        procedureVersion: procedure.version,
        locationId: null,
        startedAt: testApp.clock.now().toISOString(),
        answers: [
          {
            kind: 'singleChoice',
            questionId: procedure.questions[0]?.id ?? 0,
            answerId: procedure.questions[0]?.answers[0]?.id ?? 0,
          },
        ],
        ...of,
      },
    })
  return {
    ...desk,
    states: stateDrafts,
    type,
    saveType,
    procedure,
    codes: { leak: codeNamed('Leak'), worn: codeNamed('Worn seal') },
    foreignCode: foreign.failureCodes[0]?.id ?? (0 as Id<'failureCode'>),
    pump: pumps[0]?.id ?? (0 as Id<'equipment'>),
    otherPump: pumps[1]?.id ?? (0 as Id<'equipment'>),
    tryToPerform,
    async perform(of: Parameters<typeof tryToPerform>[0]) {
      const answer = await tryToPerform(of)
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
      return answer.body
    },
    async inWork(facts: object): Promise<TicketDetail> {
      const made = await desk.open(facts)
      return (await desk.move(made, stateNamed(made, 'In work'))).body
    },
    close: (ticket: TicketDetail, failure?: GivenFailures) =>
      testApp.call(as.admin, tickets.changeTicketState, {
        params: { id: ticket.id },
        body: {
          stateId: stateNamed(ticket, 'Done'),
          version: ticket.version,
          ...(failure && { failure }),
        },
      }),
  }
}
