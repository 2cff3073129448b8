/**
 * What people are told: the list behind the bell, and following an equipment (spec sections 4 and
 * 6; decisions, 'Words').
 */
import { z } from 'zod'
import { alertLevels } from './automation/actions/sendAlert.ts'
import { mutation, query } from './endpoint.ts'
import { id, idParam, ids } from './ids.ts'
import type { IncidentKind } from './rules/sensors.ts'
import type { ZoneRuleKind } from './rules/zoneAlerts.ts'
import { instant, listAnswer, listQuestion } from './shapes.ts'

const named = <T extends z.ZodType>(idSchema: T) => z.object({ id: idSchema, name: z.string() })

/** What happens on an equipment one follows, or on a ticket that is one's own. */
export const happenings = [
  'statusChanged',
  'ticketOpened',
  'ticketMoved',
  'ticketGiven',
  'ticketCommented',
] as const
export type Happening = (typeof happenings)[number]

/** What lasts and ends by itself: a sensor beyond its limits or silent, a gateway that is down. */
export const incidentKinds = [
  'sensorTooLow',
  'sensorTooHigh',
  'sensorSilent',
  'gatewaySilent',
] as const satisfies readonly IncidentKind[]

/** What a rule of a zone tells; it ends by itself. */
export const zoneAlertKinds = {
  left: 'zoneLeft',
  idle: 'zoneIdle',
  fewer: 'zoneFewer',
} as const satisfies Record<ZoneRuleKind, string>
export type ZoneAlertKind = (typeof zoneAlertKinds)[ZoneRuleKind]

/** Sent to administrators once, by the upgrade that gave an act a right of its own. */
export const narrowedRights = ['exportNeedsRight', 'hooksNeedRight'] as const
export type NarrowedRight = (typeof narrowedRights)[number]

/**
 * `automation`: a rule said so. `nobodyEligible`: a ticket could be given to nobody. `stockLow`: a
 * place has less of an item than it should; it ends when it was filled up. `narrowedRights`: an
 * upgrade took from roles what their rights did not name; the text lists the roles.
 */
const alertKinds = [
  'automation',
  'nobodyEligible',
  'stockLow',
  ...narrowedRights,
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
   * What the rule says, the comment, the new status or state, what a sensor measured; null: the reader's language says what
   * was done, where, and how it scored.
   */
  text: z.string().nullable(),
  procedure: z.string().nullable(),
  thing: z.string().nullable(),
  score: z.number().nullable(),
  /** Whose rule it was, by name. */
  automation: z.string().nullable(),
  /** Who did it. */
  by: z.string().nullable(),
  equipment: named(id('equipment')).nullable(),
  ticket: z.object({ id: id('ticket'), title: z.string() }).nullable(),
  procedureLogId: id('procedureLog').nullable(),
  /** Which sensor it is of. */
  sensor: named(id('sensor')).nullable(),
  /** Which stock is low, by its item. */
  stock: named(id('stock')).nullable(),
  /** Of which rule of a zone it is, and of which place; null: not for this reader, or anywhere. */
  zone: z
    .object({
      rule: named(id('zoneRule')),
      place: z.string().nullable(),
      minimum: z.number().int(),
      minutes: z.number().int(),
    })
    .nullable(),
  /** Told in one with this, by the same rule at the same moment: how many more, and some by name. */
  others: z.object({ count: z.number().int(), names: z.array(z.string()) }),
  /** When what lasted was over; null: it lasts, or it was of a moment. */
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
    body: z.strictObject({ /** Null: all. */ alertIds: ids('alert').max(500).nullable() }),
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
