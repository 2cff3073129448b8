import { z } from 'zod'
import { ids } from '#contract/ids.ts'
import { whenOver, type EventOf } from './kind.ts'

export const statusChanged = z.strictObject({
  kind: z.literal('statusChanged'),
  statusIds: ids('equipmentStatus').min(1).max(100),
  whenOver,
})
/** Its deadline passed before it was done. An empty list means any procedure. */
export const procedureMissed = z.strictObject({
  kind: z.literal('procedureMissed'),
  procedureIds: ids('procedure').max(100),
  whenOver,
})

export const statusChangedKind: EventOf<z.infer<typeof statusChanged>> = {
  names: { statusIds: 'equipmentStatus' },
  fresh: () => ({ kind: 'statusChanged', statusIds: [], whenOver: 'nothing' }),
  faults: ({ statusIds }) => (statusIds.length === 0 ? ['statusMissing'] : []),
}
export const procedureMissedKind: EventOf<z.infer<typeof procedureMissed>> = {
  names: { procedureIds: 'procedure' },
  everythingWithout: ['procedureIds'],
  fresh: () => ({ kind: 'procedureMissed', procedureIds: [], whenOver: 'nothing' }),
  faults: () => [],
}
