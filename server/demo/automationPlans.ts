import {
  actionKinds,
  type ActionKind,
  type AutomationAction,
} from '#contract/automation/actions.ts'
import { filledAction } from '#contract/automation/filledAction.ts'
import type { AutomationFilter } from '#contract/automation/filters.ts'
import type { Id } from '#contract/ids.ts'
import type { ReferenceKind } from '#contract/journal/references.ts'
import type * as tables from '#db/schema/index.ts'
import type { Campus } from './campus.ts'
import { checklist, type Checklist } from './procedures.ts'
import type { ReferenceIds } from './referenceData.ts'
import type { Seed } from './rows.ts'
import type { ProcedureKey, Words } from './words.ts'
import type { TicketKind } from './year.ts'

export interface Ground {
  lists: readonly Checklist[]
  kinds: { repair: TicketKind; safety: TicketKind; cleaning: TicketKind }
  roleIds: { manager: Id<'role'>; technician: Id<'role'>; administrator: Id<'role'> }
  statusIds: Campus['statusIds']
  reference: ReferenceIds
}
export interface Planned {
  procedure: ProcedureKey
  /** If null, the page shows the rule as a sentence. */
  name: string | null
  filters: AutomationFilter[]
  actions: AutomationAction[]
  isActive?: boolean
  missing?: (typeof tables.automation.$inferSelect)['missing']
}

/** Plans that cover every kind of action. A kind without a plan below gets a generated one. */
export function plansOf(
  { words, users }: Pick<Seed, 'words' | 'users'>,
  ground: Ground,
): Planned[] {
  const written = writtenPlans(words, ground)
  const planned = new Set(written.flatMap(({ actions }) => actions.map(({ kind }) => kind)))
  const others = actionKinds.filter((kind) => !planned.has(kind))
  return [...written, ...others.map((kind) => planOf(kind, ground, users[0]?.userId))]
}

function planOf(
  kind: ActionKind,
  { lists, kinds: { repair }, roleIds, reference, statusIds }: Ground,
  user: Id<'user'> | undefined,
): Planned {
  const ids: { [K in ReferenceKind]?: number | undefined } = {
    user,
    procedure: checklist(lists, 'pumpCheck').id,
    ticketType: repair.id,
    ticketState: found(repair.states[1]).id,
    equipmentStatus: statusIds.available,
    role: roleIds.manager,
    apiHook: reference.hook,
    assignRule: reference.agent,
    metadataField: reference.nextInspection,
    inventoryItem: Object.values(reference.items)[0],
  }
  const action = filledAction(kind, (its) => ids[its])
  if (action === null) throw new Error(`The demo needs a rule with the action ${kind}`)
  return { procedure: 'wardRound', name: null, filters: [], actions: [action] }
}

function writtenPlans(
  words: Words,
  { lists, kinds: { repair, safety, cleaning }, roleIds, reference, statusIds }: Ground,
): Planned[] {
  const names = words.automations
  const below = (value: number): AutomationFilter => ({
    kind: 'score',
    operator: 'lessThan',
    value,
  })
  const above = (value: number): AutomationFilter => ({
    kind: 'score',
    operator: 'greaterThan',
    value,
  })
  const tell = (
    change: Partial<Extract<AutomationAction, { kind: 'sendAlert' }>>,
    recipients: Partial<Extract<AutomationAction, { kind: 'sendAlert' }>['recipients']>,
  ): AutomationAction => ({
    kind: 'sendAlert',
    channels: [],
    level: 'warning',
    text: null,
    onlyWhoSeeEquipment: true,
    onlyWhoSeeLocation: true,
    ...change,
    recipients: {
      userIds: [],
      roleIds: [],
      available: false,
      followers: false,
      opener: false,
      assignee: false,
      ...recipients,
    },
  })
  const pump = checklist(lists, 'pumpCheck')
  const pads = found(
    checklist(lists, 'defibrillatorCheck').questions.find(
      ({ title }) => title === words.questions.pads,
    ),
  )
  return [
    {
      procedure: 'fridgeTemperature',
      name: names.fridge,
      filters: [below(60)],
      actions: [
        tell(
          {
            level: 'error',
            channels: ['email', 'sms'],
            text: names.coldChain,
          },
          { roleIds: [roleIds.manager, roleIds.administrator], followers: true },
        ),
        { kind: 'changeStatus', statusId: statusIds.calibrationDue },
      ],
    },
    {
      procedure: 'pumpCheck',
      name: names.pumpPassed,
      filters: [above(95)],
      actions: [
        { kind: 'changeStatus', statusId: statusIds.available },
        { kind: 'closeTickets', ticketTypeIds: [repair.id] },
        { kind: 'removeScheduled', procedureId: pump.id },
      ],
    },
    {
      procedure: 'pumpCheck',
      name: names.lookTwice,
      filters: [below(70)],
      actions: [
        {
          kind: 'scheduleProcedure',
          procedureId: pump.id,
          times: 2,
          within: { by: 'days', days: 7 },
        },
      ],
    },
    {
      procedure: 'pumpCheck',
      name: names.repairGoesOn,
      filters: [{ kind: 'score', operator: 'range', value: 60, to: 90 }],
      actions: [
        { kind: 'changeTicketState', ticketTypeId: repair.id, stateId: found(repair.states[1]).id },
      ],
    },
    {
      procedure: 'defibrillatorCheck',
      name: names.newPads,
      filters: [
        {
          kind: 'answer',
          questionId: pads.id as Id<'surveyQuestion'>,
          operator: 'isAnyOf',
          answerIds: [found(pads.answers[1]).id as Id<'surveyAnswer'>],
          value: null,
          to: null,
        },
      ],
      actions: [
        { kind: 'invokeHook', hookId: reference.hook },
        tell({ level: 'info' }, { roleIds: [roleIds.manager] }),
      ],
    },
    {
      procedure: 'defibrillatorCheck',
      name: names.onDuty,
      filters: [{ kind: 'time', days: [1, 2, 3, 4, 5], from: '06:00', to: '10:00' }],
      actions: [
        {
          kind: 'setAvailability',
          who: { by: 'performer' },
          availability: { kind: 'hours', hours: 8 },
        },
      ],
    },
    {
      procedure: 'wardRound',
      name: names.safetyFindSomebody,
      filters: [below(50), { kind: 'time', days: [1, 2, 3, 4, 5], from: null, to: null }],
      actions: [
        {
          kind: 'assignTicket',
          ticketTypeId: safety.id,
          assign: { by: 'rule', ruleId: reference.agent },
        },
      ],
    },
    {
      procedure: 'handHygiene',
      name: names.hygiene,
      filters: [below(90)],
      actions: [tell({}, { roleIds: [roleIds.administrator, roleIds.manager] })],
    },
    {
      procedure: 'extinguisherInspection',
      name: names.writeNext,
      filters: [],
      actions: [
        {
          kind: 'updateMetadata',
          fieldId: reference.nextInspection,
          change: { do: 'fromInterval', amount: 12, unit: 'months' },
        },
      ],
    },
    {
      procedure: 'fridgeTemperature',
      name: names.eachFault,
      filters: [],
      actions: [
        {
          kind: 'openTicket',
          ticketTypeId: repair.id,
          title: null,
          assign: null,
          ifOpen: 'add',
          perFault: true,
        },
      ],
    },
    {
      procedure: 'roomCleaning',
      name: names.cleaningUndone,
      filters: [below(50)],
      actions: [
        {
          kind: 'openTicket',
          ticketTypeId: cleaning.id,
          title: null,
          assign: { by: 'rule', ruleId: reference.agent },
        },
      ],
      isActive: false,
    },
    // The plan's role was deleted, so the rule waits for review.
    {
      procedure: 'wardRound',
      name: names.nightRounds,
      filters: [{ kind: 'time', days: [], from: '20:00', to: '06:00' }, below(80)],
      actions: [
        tell({ channels: ['sms'] }, { roleIds: [2_000_000_001 as Id<'role'>], available: true }),
      ],
      isActive: false,
      missing: [{ kind: 'role', id: 2_000_000_001, name: names.nightLead }],
    },
  ]
}

function found<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('The demo lacks something its rules speak of')
  return value
}
