/**
 * Changes the status of the event's equipment. An automation may have only one, because a second
 * would override the first.
 */
import { z } from 'zod'
import { id } from '#contract/ids.ts'
import type { ActionOf } from './kind.ts'

export const changeStatus = z.strictObject({
  kind: z.literal('changeStatus'),
  statusId: id('equipmentStatus'),
})

export const changeStatusKind: ActionOf<z.infer<typeof changeStatus>> = {
  listedUnder: 'status',
  names: { statusId: 'equipmentStatus' },
  fresh: () => ({ kind: 'changeStatus', statusId: null }),
  faults: ({ statusId }) => (statusId === null ? ['statusMissing'] : []),
}
