/** The side list of the automation area (spec section 2). Which kinds exist follows from the actions the contract has. */
import type { ActionKind } from '#contract/automation/actions'
import type { Automation } from '#contract/automation'

export const automationKinds = [
  'mostUsed', 'schedules', 'surveyQuestions', 'alerts', 'tickets', 'status', 'ticketAssignee', 'apiHook', 'equipmentData',
] as const
export type AutomationKind = (typeof automationKinds)[number]

const kindOfAction: Record<ActionKind, AutomationKind> = { openTicket: 'tickets' }
const built = new Set<AutomationKind>(['mostUsed', ...Object.values(kindOfAction)])

export const isBuilt = (kind: AutomationKind): boolean => built.has(kind)

export function kindsOf(automation: Pick<Automation, 'actions'>): Set<AutomationKind> {
  return new Set(automation.actions.map((action) => kindOfAction[action.kind]))
}

export function countsOf(automations: readonly Pick<Automation, 'actions'>[]): Record<AutomationKind, number> {
  const counts: Record<AutomationKind, number> = {
    mostUsed: automations.length, schedules: 0, surveyQuestions: 0, alerts: 0, tickets: 0, status: 0, ticketAssignee: 0, apiHook: 0, equipmentData: 0,
  }
  for (const automation of automations) for (const kind of kindsOf(automation)) counts[kind] += 1
  return counts
}

/** What the middle shows: one kind's, or all by how often they ran. */
export function inKind(automations: readonly Automation[], kind: AutomationKind): Automation[] {
  return kind === 'mostUsed' ? automations.toSorted((left, right) => right.runs - left.runs) : automations.filter((automation) => kindsOf(automation).has(kind))
}
