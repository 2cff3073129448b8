import { assigneeText } from './assign.ts'
import type { ActionPage } from './kind.ts'

export const openTicket = {
  phrase: ({ title }) => (title ? 'openTitledTicket' : 'openTicket'),
  sentence({ ticketTypeId, title, priority, assign }, words) {
    const { t, format, naming } = words
    const type = naming.one('ticketType', ticketTypeId, 'ticketType')
    return {
      ticketType:
        priority === undefined
          ? type
          : {
              ...type,
              words: `${format.isolate(type.words)} (${t(`tickets:priority.${priority}`)})`,
            },
      ...(title && { title: { words: title } }),
      assignee: assigneeText(assign, words),
    }
  },
  blanks: { ticketType: 'own', title: 'own', assignee: 'own' },
} satisfies ActionPage<'openTicket'>
