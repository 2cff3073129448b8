import { assigneeText } from './assign.ts'
import type { ActionPage } from './kind.ts'

export const assignTicket = {
  phrase: ({ assign }) => (assign === null ? 'unassignTicket' : 'assignTicket'),
  sentence: ({ ticketTypeId, assign }, words) => ({
    ticketType: words.naming.oneOrAll('ticketType', ticketTypeId, 'anyType'),
    assignee: assigneeText(assign, words),
  }),
  blanks: {
    ticketType: 'ticketTypeId',
    assignee: 'own',
  },
} satisfies ActionPage<'assignTicket'>
