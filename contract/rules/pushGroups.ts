/** Kinds of alerts that a user chooses for web push. */
import type { AlertKind } from '#contract/alerts.ts'

export const pushGroups = [
  'tickets',
  'equipment',
  'automations',
  'sensors',
  'zones',
  'stock',
  'administration',
] as const
export type PushGroup = (typeof pushGroups)[number]

/** What a user gets who chose nothing. A group of a later version is not added here. */
export const firstPushGroups: readonly PushGroup[] = [
  'tickets',
  'equipment',
  'automations',
  'sensors',
  'zones',
  'stock',
  'administration',
]

export const pushGroupOf: Record<AlertKind, PushGroup> = {
  ticketOpened: 'tickets',
  ticketMoved: 'tickets',
  ticketGiven: 'tickets',
  ticketCommented: 'tickets',
  ticketRepeated: 'tickets',
  statusChanged: 'equipment',
  automation: 'automations',
  sensorTooLow: 'sensors',
  sensorTooHigh: 'sensors',
  sensorSilent: 'sensors',
  gatewaySilent: 'sensors',
  zoneLeft: 'zones',
  zoneIdle: 'zones',
  zoneFewer: 'zones',
  stockLow: 'stock',
  dutySwapOffered: 'automations',
  dutySwapAccepted: 'automations',
  dutySwapDeclined: 'automations',
  dutyCalled: 'tickets',
  dutyHole: 'administration',
  dutyAbsence: 'administration',
  nobodyEligible: 'administration',
  automationBusy: 'administration',
  exportNeedsRight: 'administration',
  hooksNeedRight: 'administration',
}
