import type { ActionPage } from './kind.ts'

export const changeTicketState = {
  sentence: ({ ticketTypeId, stateId }, { naming }) => ({
    ticketType: naming.one('ticketType', ticketTypeId, 'ticketType'),
    state: naming.one('ticketState', stateId, 'state'),
  }),
  blanks: { ticketType: 'own', state: 'own' },
} satisfies ActionPage<'changeTicketState'>
