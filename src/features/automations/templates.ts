/** Templates, each for one ability of the product. Company-specific parts stay blank. */
import { freshAction, type BlankAction } from '#contract/automation/actions.ts'
import { freshEvent, type BlankEvent } from '#contract/automation/events.ts'
import { freshFilter, type BlankFilter } from '#contract/automation/filters.ts'
import type { ZoneRuleRow } from '#contract/zones.ts'
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

/** What the product alerts about by itself, as rules to copy. */
const builtIn = {
  builtInSensor: {
    event: { ...freshEvent('sensorBeyondLimit'), minutes: 0 },
    filters: () => [],
    actions: () => [alert({ level: 'error', to: { followers: true } })],
  },
  builtInSilent: {
    event: { ...freshEvent('deviceSilent'), minutes: 0 },
    filters: () => [],
    actions: () => [alert({ to: { followers: true } })],
  },
  builtInStock: {
    event: { ...freshEvent('stockLow'), minutes: 0 },
    filters: () => [],
    actions: () => [alert({ to: { available: true } })],
  },
} satisfies Record<string, Template>

const ordinary = {
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
  comesBack: {
    event: { ...freshEvent('equipmentAway'), minutes: 60, whenOver: 'close' },
    filters: () => [],
    actions: () => [openTicket()],
  },
  warrantyEnds: {
    event: { ...freshEvent('dateComes'), days: 30 },
    filters: () => [],
    actions: () => [openTicket()],
  },
  lifeEnds: {
    event: {
      ...freshEvent('dateComes'),
      date: { of: 'field', field: 'lifeEndsOn' },
      days: 180,
    },
    filters: () => [],
    actions: () => [openTicket()],
  },
  useFirst: {
    event: { ...freshEvent('stockExpires'), whenOver: 'close' },
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

const templates = { ...builtIn, ...ordinary }
export type TemplateName = keyof typeof templates
export const templateNames = Object.keys(ordinary) as (keyof typeof ordinary)[]
export const builtInNames = Object.keys(builtIn) as (keyof typeof builtIn)[]

/** A built-in alert of a zone as a rule. Null for what only the built-in alert can count. */
export function sentenceFromZoneRule(
  rule: Pick<ZoneRuleRow, 'kind' | 'locationId' | 'equipmentTypeId' | 'minutes'>,
): SentenceDraft | null {
  const { kind, locationId, equipmentTypeId, minutes } = rule
  if (kind === 'fewer' || locationId === null) return null
  const event: BlankEvent = {
    ...freshEvent(kind === 'left' ? 'equipmentAway' : 'equipmentInPlace'),
    locationId,
    equipmentTypeIds: equipmentTypeId === null ? [] : [equipmentTypeId],
    minutes,
  }
  return newSentence(null, [], [alert({ to: { followers: true } })], event)
}

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
