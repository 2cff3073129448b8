import { z } from 'zod'
import { id, ids } from '#contract/ids.ts'
import { MAX_EVENT_HOURS, whenOver, type EventOf } from './kind.ts'

const ticketTypeIds = ids('ticketType').max(100)

export const ticketOpened = z.strictObject({ kind: z.literal('ticketOpened'), ticketTypeIds })
export const ticketNotTakenUp = z.strictObject({
  kind: z.literal('ticketNotTakenUp'),
  ticketTypeIds,
  whenOver,
})
export const ticketOverdue = z.strictObject({
  kind: z.literal('ticketOverdue'),
  ticketTypeIds,
  whenOver,
})
export const ticketInState = z.strictObject({
  kind: z.literal('ticketInState'),
  ticketTypeId: id('ticketType'),
  stateId: id('ticketState'),
  hours: z.number().int().min(1).max(MAX_EVENT_HOURS),
  whenOver,
})

const ofTypes = {
  names: { ticketTypeIds: 'ticketType' },
  everythingWithout: ['ticketTypeIds'],
  faults: () => [],
} as const

export const ticketOpenedKind: EventOf<z.infer<typeof ticketOpened>> = {
  ...ofTypes,
  fresh: () => ({ kind: 'ticketOpened', ticketTypeIds: [] }),
}
export const ticketNotTakenUpKind: EventOf<z.infer<typeof ticketNotTakenUp>> = {
  ...ofTypes,
  fresh: () => ({ kind: 'ticketNotTakenUp', ticketTypeIds: [], whenOver: 'nothing' }),
}
export const ticketOverdueKind: EventOf<z.infer<typeof ticketOverdue>> = {
  ...ofTypes,
  fresh: () => ({ kind: 'ticketOverdue', ticketTypeIds: [], whenOver: 'nothing' }),
}
export const ticketInStateKind: EventOf<z.infer<typeof ticketInState>> = {
  names: { ticketTypeId: 'ticketType', stateId: 'ticketState' },
  fresh: () => ({
    kind: 'ticketInState',
    ticketTypeId: null,
    stateId: null,
    hours: 24,
    whenOver: 'nothing',
  }),
  faults: ({ ticketTypeId, stateId }) =>
    ticketTypeId === null ? ['ticketTypeMissing'] : stateId === null ? ['stateMissing'] : [],
}
