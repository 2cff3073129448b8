import { z } from 'zod'
import { id } from '#contract/ids.ts'
import { addDays } from '#contract/dashboards/periods.ts'
import { clockTime, isTimeOfDay } from '../clockTime.ts'
import { whenOver, type EventOf } from './kind.ts'

export const MAX_EVENT_DAYS = 3_650

/** Days that every equipment may have. `lifeEndsOn` follows from others (`lifeEnd()`). */
export const equipmentDays = [
  'producedOn',
  'purchasedOn',
  'warrantyUntil',
  'lifeEndsOn',
  'retiredOn',
] as const

const shape = {
  days: z.number().int().min(0).max(MAX_EVENT_DAYS),
  side: z.enum(['before', 'after']),
  /** In the company's time zone. */
  at: clockTime,
  whenOver,
}
/** So many days before or after a date of equipment. */
export const dateComes = z.strictObject({
  kind: z.literal('dateComes'),
  date: z.discriminatedUnion('of', [
    z.strictObject({ of: z.literal('field'), field: z.enum(equipmentDays) }),
    z.strictObject({ of: z.literal('metadata'), fieldId: id('metadataField') }),
  ]),
  ...shape,
})
/** So many days before or after the expiry date of a lot in stock. */
export const stockExpires = z.strictObject({ kind: z.literal('stockExpires'), ...shape })

type Offset = Pick<z.infer<typeof stockExpires>, 'days' | 'side'>

/** The day on which the event comes. Days are `yyyy-mm-dd`. */
export const dayOfEvent = (day: string, { days, side }: Offset): string =>
  addDays(day, side === 'before' ? -days : days)
/** The date whose event comes on this day. */
export const dayBehind = (day: string, { days, side }: Offset): string =>
  addDays(day, side === 'before' ? days : -days)

const fresh = { days: 14, side: 'before', at: '08:00', whenOver: 'nothing' } as const
const unreadable = ({ at }: { at: string }) =>
  isTimeOfDay(at) ? [] : (['timeUnreadable'] as const)

export const dateComesKind: EventOf<z.infer<typeof dateComes>> = {
  names: { 'date.fieldId': 'metadataField' },
  fresh: () => ({ ...fresh, kind: 'dateComes', date: { of: 'field', field: 'warrantyUntil' } }),
  faults: (draft) => [
    ...(draft.date.of === 'metadata' && draft.date.fieldId === null
      ? (['fieldMissing'] as const)
      : []),
    ...unreadable(draft),
  ],
}
export const stockExpiresKind: EventOf<z.infer<typeof stockExpires>> = {
  names: {},
  fresh: () => ({ ...fresh, kind: 'stockExpires' }),
  faults: (draft) => [...unreadable(draft)],
}
