/** Templates, each for one ability of the product. Company-specific parts stay blank. */
import { freshAction, type BlankAction } from '#contract/automation/actions.ts'
import { freshEvent, type BlankEvent } from '#contract/automation/events.ts'
import { freshFilter, type BlankFilter } from '#contract/automation/filters.ts'
import { newSentence, type SentenceDraft } from './editor/sentenceDraft.ts'

interface Template {
  event?: BlankEvent
  filters: (workDays: readonly number[]) => BlankFilter[]
  actions: () => BlankAction[]
}

const below = (value: number): BlankFilter => ({ kind: 'score', operator: 'lessThan', value })
const alert = (
  change: Partial<BlankAction<'sendAlert'>> & {
    to: Partial<BlankAction<'sendAlert'>['recipients']>
  },
): BlankAction => {
  const { to, ...others } = change
  const fresh = freshAction('sendAlert')
  return { ...fresh, ...others, recipients: { ...fresh.recipients, ...to } }
}
const openTicket = (change: Partial<BlankAction<'openTicket'>> = {}): BlankAction => ({
  ...freshAction('openTicket'),
  ...change,
})

const templates = {
  overdue: {
    event: freshEvent('ticketOverdue'),
    filters: () => [],
    actions: () => [alert({ channels: ['email'], to: { opener: true, assignee: true } })],
  },
  notTakenUp: {
    event: freshEvent('ticketNotTakenUp'),
    filters: () => [],
    actions: () => [alert({ level: 'error', channels: ['sms'], to: { available: true } })],
  },
  missedCheck: {
    event: { ...freshEvent('procedureMissed'), whenOver: 'close' },
    filters: () => [],
    actions: () => [openTicket()],
  },
  warmFridge: {
    event: { ...freshEvent('sensorBeyondLimit'), whenOver: 'note' },
    filters: () => [],
    actions: () => [openTicket()],
  },
  lowScore: { filters: () => [below(60)], actions: () => [openTicket()] },
  onCall: {
    filters: (workDays) => [{ ...freshFilter('time'), days: [...workDays] }, below(60)],
    actions: () => [
      openTicket({ assign: { by: 'question', questionId: null } }),
      alert({ channels: ['sms'], to: { assignee: true } }),
    ],
  },
  nightAlarm: {
    filters: () => [{ kind: 'time', days: [], from: '20:00', to: '06:00' }, below(80)],
    actions: () => [alert({ channels: ['sms'], level: 'error', to: { available: true } })],
  },
  badAnswer: { filters: () => [freshFilter('answer')], actions: () => [openTicket()] },
  eachFault: { filters: () => [], actions: () => [openTicket({ perFault: true })] },
  outOfUse: {
    filters: () => [below(50)],
    actions: () => [freshAction('changeStatus'), openTicket()],
  },
  backInUse: {
    filters: () => [{ kind: 'score', operator: 'greaterThan', value: 90 }],
    actions: () => [freshAction('changeStatus'), freshAction('closeTickets')],
  },
  repeatCheck: {
    filters: () => [below(70)],
    actions: () => [
      { ...freshAction('scheduleProcedure'), times: 3, within: { by: 'days', days: 7 } },
    ],
  },
  stopRepeats: {
    filters: () => [{ kind: 'score', operator: 'greaterThan', value: 90 }],
    actions: () => [freshAction('removeScheduled')],
  },
  nextService: {
    filters: () => [],
    actions: () => [
      {
        ...freshAction('updateMetadata'),
        change: { do: 'fromInterval', amount: 12, unit: 'months' },
      },
    ],
  },
  keepReading: { filters: () => [], actions: () => [freshAction('updateMetadata')] },
  agentAssigns: {
    filters: () => [below(60)],
    actions: () => [openTicket({ assign: { by: 'rule', ruleId: null } })],
  },
  tellFollowers: {
    filters: () => [below(70)],
    actions: () => [alert({ to: { followers: true } })],
  },
  moveOn: { filters: () => [], actions: () => [freshAction('changeTicketState')] },
  onDuty: {
    filters: () => [],
    actions: () => [
      {
        ...freshAction('setAvailability'),
        who: { by: 'performer' },
        availability: { kind: 'hours', hours: 8 },
      },
    ],
  },
  reorder: {
    filters: () => [freshFilter('inventory')],
    actions: () => [freshAction('invokeHook')],
  },
  wastedDoses: {
    filters: () => [freshFilter('discardedDoses')],
    actions: () => [alert({ level: 'warning', channels: ['email'], to: {} })],
  },
} satisfies Record<string, Template>

export type TemplateName = keyof typeof templates
export const templateNames = Object.keys(templates) as TemplateName[]

export const sentenceFromTemplate = (
  name: TemplateName,
  procedureId: number | null,
  workDays: readonly number[],
): SentenceDraft => {
  const template: Template = templates[name]
  return newSentence(procedureId, template.filters(workDays), template.actions(), template.event)
}

export const isTemplate = (name: string | null): name is TemplateName =>
  templateNames.some((template) => template === name)
