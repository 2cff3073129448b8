import { z } from 'zod'
import { mutation, query } from '#contract/endpoint.ts'
import { id, idParam, ids } from '#contract/ids.ts'
import { referenceListCalls } from '#contract/referenceLists/referenceLists.ts'
import { markKinds, readingKinds } from '#contract/rules/meterTotals.ts'
import { givenInstant, instant, listAnswer, listQuestion, version } from '#contract/shapes.ts'
import { LARGEST_METER_VALUE, meterSources } from './meterSources.ts'
import { meterType } from './meterTypes.ts'

const named = <T extends z.ZodType>(idSchema: T) => z.object({ id: idSchema, name: z.string() })
const value = z.number().min(0).max(LARGEST_METER_VALUE)

const meterRow = z.object({
  id: id('meter'),
  equipment: named(id('equipment')),
  type: named(id('meterType')).extend({
    unit: z.string(),
    source: z.enum(meterSources),
    rollsOverAt: z.number().nullable(),
  }),
  /** What the counter shows; null before its first reading, and for meters that count hours. */
  value: z.number().nullable(),
  /** Use since the meter exists, through resets, replacements and rollovers. */
  total: z.number(),
  readAt: instant.nullable(),
  /** Hours count at the moment. */
  isRunning: z.boolean(),
  /** Use of the last 90 days, or since the first reading. */
  recentUse: z.number(),
  /** Readings that contradict a neighbour and wait for an explanation. */
  unclear: z.number().int(),
  version,
})
export type MeterRow = z.output<typeof meterRow>

export const readingSources = ['hand', 'answer', 'sensor', 'history'] as const

const meterReading = z.object({
  id: id('meterReading'),
  at: instant,
  value: z.number(),
  kind: z.enum([...readingKinds, ...markKinds]),
  startsAt: z.number().nullable(),
  endsAt: z.number().nullable(),
  total: z.number(),
  source: z.enum(readingSources),
  by: named(id('user')).nullable(),
  procedureLogId: id('procedureLog').nullable(),
  version,
})
export type MeterReadingRow = z.output<typeof meterReading>

const given = {
  value,
  /** A plain reading that contradicts its neighbours is refused, and the user says why. */
  kind: z.enum(['read', 'reset', 'replaced', 'rolledOver']),
  /** Reset or replaced: what the counter showed when it began again; null for 0. */
  startsAt: value.nullable(),
  /** Replaced: the last value of the old counter; null if nobody read it. */
  endsAt: value.nullable(),
  /** The user confirms a reading that is far above the previous one. */
  isSure: z.boolean().optional(),
}

const one = z.object({ id: idParam('meter') })
const oneReading = z.object({ id: idParam('meterReading') })
const touches = ['Meter', 'Rrule', 'Occurrence', 'Journal'] as const

/** Open work by use of the equipment that began at the reading or later. It stays open. */
const openWork = z.number().int()

export const meters = {
  ...referenceListCalls('MeterType', 'MeterTypes', meterType),
  previewMeterType: query({
    method: 'POST',
    path: '/api/meter-types/preview',
    access: 'can:editor|management',
    summary: 'How many meters a meter type would add and remove',
    body: z.strictObject({
      /** Null for a new meter type. */
      id: id('meterType').nullable(),
      equipmentTypeIds: ids('equipmentType'),
    }),
    response: z.object({
      /** Equipment that gets the meter. */
      added: z.number().int(),
      /** Equipment that loses a meter that nobody has read. */
      removed: z.number().int(),
      /** Equipment that has as many meters as it may have. */
      full: z.number().int(),
    }),
    reads: ['Meter', 'MeterType', 'Equipment'],
  }),
  listMeters: query({
    method: 'POST',
    path: '/api/meters/get',
    access: 'session',
    summary: 'Meters of equipment, with total use and the use of the last 90 days',
    body: listQuestion(['equipment', 'total', 'readAt'])
      .extend({
        equipmentId: id('equipment').optional(),
        typeId: id('meterType').optional(),
        ids: ids('meter').optional(),
      })
      .strict(),
    response: listAnswer(meterRow),
    keptOnDevice: true,
    reads: ['Meter', 'MeterType', 'Equipment'],
  }),
  addMeter: mutation({
    method: 'POST',
    path: '/api/meters',
    access: 'can:editor|equipment',
    summary: 'Give one equipment a meter that its type does not have',
    body: z.strictObject({ equipmentId: id('equipment'), typeId: id('meterType') }),
    response: meterRow,
    writes: [...touches, 'MeterType'],
  }),
  deleteMeter: mutation({
    method: 'DELETE',
    path: '/api/meters/{id}',
    access: 'can:editor|equipment',
    summary: 'Remove a meter with its readings; 409 if its equipment type has the meter',
    params: one,
    response: z.object({ deleted: z.literal(true) }),
    writes: [...touches, 'MeterType'],
  }),
  listMeterReadings: query({
    method: 'POST',
    path: '/api/meters/{id}/readings/get',
    access: 'session',
    summary: 'Readings of a meter, newest first',
    params: one,
    body: listQuestion(['at']).omit({ search: true }).strict(),
    response: listAnswer(meterReading),
    reads: ['Meter'],
  }),
  addMeterReading: mutation({
    method: 'POST',
    path: '/api/meters/{id}/readings',
    access: 'can:performer|procedures',
    summary:
      'Add a reading; 400 `belowLast` or `aboveNext` if it contradicts its neighbours, `farAbove` if it needs `isSure`, `beforeEquipment` if it is older than the equipment can be',
    params: one,
    body: z.strictObject({
      ...given,
      /** Made on the device, so that a second send adds nothing. */
      clientKey: z.uuid(),
      /** When it was read, by a clock corrected with the server's `Date` header. Omit for now. */
      at: givenInstant.optional(),
    }),
    response: meterReading.extend({
      /** The given time was in the future, so the reading counts as made now. */
      isTimeCorrected: z.boolean(),
    }),
    writes: touches,
  }),
  updateMeterReading: mutation({
    method: 'PUT',
    path: '/api/meter-readings/{id}',
    access: 'can:editor|equipment',
    summary: 'Correct a reading, or say why it contradicts its neighbours',
    params: oneReading,
    body: z.strictObject({ ...given, version }),
    response: meterReading.extend({ openWork }),
    writes: touches,
  }),
  deleteMeterReading: mutation({
    method: 'DELETE',
    path: '/api/meter-readings/{id}',
    access: 'can:editor|equipment',
    summary: 'Remove a mistyped reading',
    params: oneReading,
    response: z.object({ deleted: z.literal(true), openWork }),
    writes: touches,
  }),
}
