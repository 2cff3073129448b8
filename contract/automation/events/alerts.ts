import { z } from 'zod'
import { ids } from '#contract/ids.ts'
import { whenOver, type EventOf } from './kind.ts'

export const MAX_EVENT_MINUTES = 10_080

const lasting = {
  /** Since the alert began. */
  minutes: z.number().int().min(0).max(MAX_EVENT_MINUTES),
  whenOver,
}

/** An empty list means sensors of any type. */
export const sensorBeyondLimit = z.strictObject({
  kind: z.literal('sensorBeyondLimit'),
  sensorTypeIds: ids('sensorType').max(100),
  ...lasting,
})
/** A sensor, or a gateway with what sends through it. */
export const deviceSilent = z.strictObject({ kind: z.literal('deviceSilent'), ...lasting })
export const stockLow = z.strictObject({ kind: z.literal('stockLow'), ...lasting })

export const sensorBeyondLimitKind: EventOf<z.infer<typeof sensorBeyondLimit>> = {
  names: { sensorTypeIds: 'sensorType' },
  everythingWithout: ['sensorTypeIds'],
  fresh: () => ({
    kind: 'sensorBeyondLimit',
    sensorTypeIds: [],
    minutes: 10,
    whenOver: 'nothing',
  }),
  faults: () => [],
}
export const deviceSilentKind: EventOf<z.infer<typeof deviceSilent>> = {
  names: {},
  fresh: () => ({ kind: 'deviceSilent', minutes: 10, whenOver: 'nothing' }),
  faults: () => [],
}
export const stockLowKind: EventOf<z.infer<typeof stockLow>> = {
  names: {},
  fresh: () => ({ kind: 'stockLow', minutes: 10, whenOver: 'nothing' }),
  faults: () => [],
}
