import { z } from 'zod'
import { id } from '#contract/ids.ts'
import type { FilterOf } from './kind.ts'

export const discardedDoses = z.strictObject({
  kind: z.literal('discardedDoses'),
  itemId: id('inventoryItem').nullable(),
})

export const discardedDosesKind: FilterOf<z.infer<typeof discardedDoses>> = {
  names: { itemId: 'inventoryItem' },
  everythingWithout: ['itemId'],
  fresh: () => ({ kind: 'discardedDoses', itemId: null }),
  faults: () => [],
  judge({ itemId }, { used }) {
    const asked = used.filter(
      (line) => (itemId === null || line.itemId === itemId) && line.discardedDoses > 0,
    )
    return { expected: { itemId }, saw: asked, passed: asked.length > 0 }
  },
}
