import type { ActionPage } from './kind.ts'

export const closeTickets = {
  sentence: ({ ticketTypeIds }, { naming }) => ({
    ticketTypes: naming.many('ticketType', ticketTypeIds, 'ticketType'),
  }),
  blanks: { ticketTypes: 'ticketTypeIds' },
} satisfies ActionPage<'closeTickets'>
