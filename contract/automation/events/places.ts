import { z } from 'zod'
import { id, ids } from '#contract/ids.ts'
import { whenOver, type EventOf } from './kind.ts'

/** Sixty days, as for rules of zones. */
export const MAX_PLACE_MINUTES = 86_400

const shape = {
  /** Includes everything inside it. */
  locationId: id('location'),
  /** An empty list means mobile equipment of any type. */
  equipmentTypeIds: ids('equipmentType').max(100),
  /** 0 means at once: when it enters or leaves. */
  minutes: z.number().int().min(0).max(MAX_PLACE_MINUTES),
  whenOver,
}
/** Has been there without a break for so many minutes. */
export const equipmentInPlace = z.strictObject({ kind: z.literal('equipmentInPlace'), ...shape })
/** Was there, and has been elsewhere or without a signal for so many minutes. */
export const equipmentAway = z.strictObject({ kind: z.literal('equipmentAway'), ...shape })

const ofPlace = {
  names: { locationId: 'location', equipmentTypeIds: 'equipmentType' },
  everythingWithout: ['equipmentTypeIds'],
  faults: ({ locationId }: { locationId: number | null }) =>
    locationId === null ? (['placeMissing'] as const) : [],
} as const
const blank = { locationId: null, equipmentTypeIds: [], minutes: 0, whenOver: 'nothing' } as const

export const equipmentInPlaceKind: EventOf<z.infer<typeof equipmentInPlace>> = {
  ...ofPlace,
  faults: (draft) => [...ofPlace.faults(draft)],
  fresh: () => ({ ...blank, kind: 'equipmentInPlace', equipmentTypeIds: [] }),
}
export const equipmentAwayKind: EventOf<z.infer<typeof equipmentAway>> = {
  ...ofPlace,
  faults: (draft) => [...ofPlace.faults(draft)],
  fresh: () => ({ ...blank, kind: 'equipmentAway', equipmentTypeIds: [] }),
}
