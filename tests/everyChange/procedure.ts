import { contract } from '#contract/index.ts'
import { of, type Changer } from './changer.ts'

const { procedures } = contract

export async function changeProcedure({ testApp, own, ok }: Changer): Promise<void> {
  const before = await ok(procedures.getProcedure, of(own.procedure))
  const [first, second] = before.questions
  if (!first || !second) throw new Error('No questions')
  const questions = [
    {
      ...second,
      required: false,
      answers: second.answers.map((answer) => ({ ...answer, score: answer.score + 5 })),
    },
    {
      ...first,
      id: -1,
      answers: first.answers.map((answer, index) => ({ ...answer, id: -2 - index })),
      title: 'Dry?',
    },
  ]
  const changed = await ok(procedures.updateProcedure, {
    ...of(own.procedure),
    body: { version: before.version, description: 'Every week', target: 'equipment', questions },
  })
  const old = changed.triggeredEvents[0]
  if (!old) throw new Error('No automation')
  const { id, name, event } = old
  const toWhom = {
    userIds: [testApp.here.users.technician],
    roleIds: [own.role ?? 0],
    available: true,
    followers: true,
    opener: false,
    assignee: false,
  }
  await ok(procedures.updateProcedure, {
    ...of(own.procedure),
    body: {
      version: changed.version,
      triggeredEvents: [
        {
          id,
          name,
          event,
          isActive: true,
          validFrom: '2026-12-01T00:00:00Z',
          validTo: '2027-12-01T00:00:00Z',
          filters: [
            {
              kind: 'objects',
              filter: { equipmentIds: [own.equipment ?? 0], tagIds: [own.tag ?? 0] },
            },
            { kind: 'score', operator: 'lessThan', value: 70 },
            { kind: 'time', days: [1, 2], from: '08:00', to: '16:00' },
            {
              kind: 'answer',
              questionId: second.id,
              operator: 'isAnyOf',
              answerIds: [second.answers[0]?.id ?? 0],
              value: null,
              to: null,
            },
            {
              kind: 'inventory',
              itemId: own.inventoryItem ?? 0,
              operator: 'greaterOrEqual',
              value: 3,
              to: null,
            },
            { kind: 'discardedDoses', itemId: null },
            { kind: 'performer', userIds: [testApp.here.users.staff], roleIds: [] },
          ],
          actions: [
            {
              kind: 'openTicket',
              ticketTypeId: own.ticketType ?? 0,
              title: 'Look',
              assign: { by: 'user', userId: testApp.here.users.technician },
            },
            {
              kind: 'assignTicket',
              ticketTypeId: null,
              assign: { by: 'rule', ruleId: own.assignRule ?? 0 },
            },
            { kind: 'closeTickets', ticketTypeIds: [own.ticketType ?? 0] },
            {
              kind: 'setAvailability',
              who: { by: 'performer' },
              availability: { kind: 'hours', hours: 3 },
            },
            { kind: 'changeStatus', statusId: own.equipmentStatus ?? 0 },
            {
              kind: 'sendAlert',
              channels: ['email'],
              level: 'warning',
              text: 'Mind it',
              onlyWhoSeeEquipment: true,
              onlyWhoSeeLocation: true,
              recipients: toWhom,
            },
            {
              kind: 'scheduleProcedure',
              procedureId: own.procedure ?? 0,
              times: 2,
              within: { by: 'days', days: 4 },
            },
            { kind: 'removeScheduled', procedureId: own.procedure ?? 0 },
            { kind: 'updateMetadata', fieldId: own.metadataField ?? 0, change: { do: 'remove' } },
            { kind: 'invokeHook', hookId: own.apiHook ?? 0 },
          ],
        },
      ],
    } as never,
  })
}
