import { z } from 'zod'
import { id } from '#contract/ids.ts'
import type { ActionOf } from './kind.ts'

export const removeScheduled = z.strictObject({
  kind: z.literal('removeScheduled'),
  procedureId: id('procedure'),
})

export const removeScheduledKind: ActionOf<z.infer<typeof removeScheduled>> = {
  listedUnder: 'schedules',
  names: { procedureId: 'procedure' },
  fresh: () => ({ kind: 'removeScheduled', procedureId: null }),
  faults: ({ procedureId }) => (procedureId === null ? ['procedureMissing'] : []),
}
