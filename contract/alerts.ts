/**
 * Alerts: the list behind the bell, and following equipment (spec sections 4 and 6; decisions,
 * 'Words').
 */
import { z } from 'zod'
import { alertLevels } from './automation/actions/sendAlert.ts'
import { callEnd } from './duties/dutyCall.ts'
import { mutation, query } from './endpoint.ts'
import { id, idParam, ids } from './ids.ts'
import type { IncidentKind } from './rules/sensors.ts'
import type { ZoneRuleKind } from './rules/zoneAlerts.ts'
import { instant, listAnswer, listQuestion } from './shapes.ts'

const named = <T extends z.ZodType>(idSchema: T) => z.object({ id: idSchema, name: z.string() })

export const happenings = [
  'statusChanged',
  'ticketOpened',
  'ticketMoved',
  'ticketGiven',
  'ticketCommented',
  'ticketRepeated',
] as const
export type Happening = (typeof happenings)[number]

/**
 * Alerts that last until their cause ends: a sensor beyond its limits or silent, a gateway down.
 */
export const incidentKinds = [
  'sensorTooLow',
  'sensorTooHigh',
  'sensorSilent',
  'gatewaySilent',
] as const satisfies readonly IncidentKind[]

/** Lasting alerts that rules begin with. */
export const causeKinds = [...incidentKinds, 'stockLow'] as const
export type CauseKind = (typeof causeKinds)[number]

/** Alert kind for each kind of zone rule. These alerts end by themselves. */
export const zoneAlertKinds = {
  left: 'zoneLeft',
  idle: 'zoneIdle',
  fewer: 'zoneFewer',
} as const satisfies Record<ZoneRuleKind, string>
export type ZoneAlertKind = (typeof zoneAlertKinds)[ZoneRuleKind]

/** Sent to administrators once, by the upgrade that gave an action its own permission. */
export const narrowedRights = ['exportNeedsRight', 'hooksNeedRight'] as const
export type NarrowedRight = (typeof narrowedRights)[number]

/** `text` of a hole or swap is an ISO 8601 interval, in UTC. */
export const dutyAlertKinds = [
  'dutyHole',
  'dutySwapOffered',
  'dutySwapAccepted',
  'dutySwapDeclined',
  'dutyAbsence',
] as const
export type DutyAlertKind = (typeof dutyAlertKinds)[number]

/**
 * `automation`: raised by an automation. `nobodyEligible`: no user was eligible for a ticket.
 * `automationBusy`: a rule had more runs in an hour than it may, and rests.
 * `stockLow`: a stock is below its minimum; ends when it is refilled. `narrowedRights`: an upgrade
 * removed actions from roles without the new permission; `text` lists the roles.
 */
const alertKinds = [
  'automation',
  'nobodyEligible',
  'automationBusy',
  'stockLow',
  ...narrowedRights,
  ...dutyAlertKinds,
  'dutyCalled',
  ...happenings,
  ...incidentKinds,
  zoneAlertKinds.left,
  zoneAlertKinds.idle,
  zoneAlertKinds.fewer,
] as const
export type AlertKind = (typeof alertKinds)[number]

const alertRow = z.object({
  id: id('alert'),
  at: instant,
  kind: z.enum(alertKinds),
  level: z.enum(alertLevels),
  /**
   * The automation's text, the comment, the new status or state, the measured value, or what is
   * left of a stock. If null, the page builds a sentence from `cause`, or from `procedure`, `thing`
   * and `score`.
   */
  text: z.string().nullable(),
  procedure: z.string().nullable(),
  thing: z.string().nullable(),
  score: z.number().nullable(),
  automation: z.string().nullable(),
  by: z.string().nullable(),
  equipment: named(id('equipment')).nullable(),
  ticket: z.object({ id: id('ticket'), title: z.string() }).nullable(),
  procedureLogId: id('procedureLog').nullable(),
  sensor: named(id('sensor'))
    .extend({
      /**
       * The measured quantity, like a sensor type's metric. Plain text keeps the metric list out of
       * every page's bundle.
       */
      metric: z.string(),
    })
    .nullable(),
  stock: named(id('stock')).nullable(),
  /**
   * The zone rule and the name of its location. `zone` is null if the reader may not see the rule;
   * `place` is null if it applies anywhere.
   */
  zone: z
    .object({
      rule: named(id('zoneRule')),
      place: z.string().nullable(),
      minimum: z.number().int(),
      minutes: z.number().int(),
    })
    .nullable(),
  duty: named(id('duty')).nullable(),
  /**
   * The lasting alert that the rule answered; `sensor` and `stock` are its. `text` is null if the
   * reader may not see them.
   */
  cause: z
    .object({
      kind: z.enum(causeKinds),
      text: z.string().nullable(),
      endedAt: instant.nullable(),
    })
    .nullish(),
  /** Null if the alert calls nobody. `isOpen`: nobody has said that they have it. */
  call: z
    .object({ isOpen: z.boolean(), takenBy: z.string().nullable(), end: callEnd.nullish() })
    .nullable(),
  /**
   * Further alerts by the same rule at the same moment, merged into this row: their count and some
   * of the names.
   */
  others: z.object({ count: z.number().int(), names: z.array(z.string()) }),
  /** When a lasting alert ended. Null while it lasts, and for alerts about a single event. */
  endedAt: instant.nullable(),
  seenAt: instant.nullable(),
})
export type AlertRow = z.output<typeof alertRow>

const follow = z.object({ follows: z.boolean(), followers: z.number().int() })
const one = { params: z.object({ id: idParam('equipment') }), response: follow } as const

export const alerts = {
  listAlerts: query({
    method: 'POST',
    path: '/api/alerts/get',
    access: 'session',
    summary: 'What I was told, newest first; what a rule of a zone told of many at once is one row',
    body: listQuestion(['at'])
      .omit({ search: true })
      .extend({ isUnseen: z.boolean().optional(), equipmentId: id('equipment').optional() })
      .strict(),
    response: listAnswer(alertRow).extend({ unseen: z.number().int() }),
    keptOnDevice: true,
    reads: ['Alert'],
  }),
  seeAlerts: mutation({
    method: 'POST',
    idempotent: true,
    path: '/api/alerts/see',
    access: 'session',
    summary: 'I have seen these, or all',
    body: z.strictObject({
      /* Null marks all alerts as seen. */ alertIds: ids('alert').max(500).nullable(),
    }),
    response: z.object({ seen: z.number().int() }),
    writes: ['Alert', 'Equipment'],
  }),
  getEquipmentFollow: query({
    method: 'GET',
    path: '/api/equipment/{id}/follow',
    access: 'session',
    summary: 'Do I follow this equipment',
    ...one,
    reads: ({ params }) => [{ type: 'Equipment', id: params.id }],
  }),
  setEquipmentFollow: mutation({
    method: 'PUT',
    path: '/api/equipment/{id}/follow',
    access: 'session',
    summary: 'Follow an equipment, or stop',
    ...one,
    body: z.strictObject({ follows: z.boolean() }),
    writes: ({ params }) => [{ type: 'Equipment', id: params.id }],
  }),
}
