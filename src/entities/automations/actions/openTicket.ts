import type { BlankAction } from '#contract/automation/actions.ts'
import type { ActionWords } from '../useWords.ts'
import { assigneeText } from './assign.ts'
import type { ActionPage } from './kind.ts'

export const openTicket = {
  phrase: ({ title, perFault }) => (title && perFault !== true ? 'openTitledTicket' : 'openTicket'),
  sentence({ ticketTypeId, title, priority, assign, ...many }, words) {
    const { t, format, naming } = words
    const type = naming.one('ticketType', ticketTypeId, 'ticketType')
    return {
      many: { words: manyText(many, words) },
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
  blanks: { many: 'own', ticketType: 'own', title: 'own', assignee: 'own' },
} satisfies ActionPage<'openTicket'>

function manyText(
  { ifOpen, perFault }: Pick<BlankAction<'openTicket'>, 'ifOpen' | 'perFault'>,
  { t }: ActionWords,
): string {
  if (perFault === true)
    return t(ifOpen === 'add' ? 'ticketMany.perFaultOrAdd' : 'ticketMany.perFault')
  return t(ifOpen === 'add' ? 'ticketMany.oneOrAdd' : 'ticketMany.one')
}
