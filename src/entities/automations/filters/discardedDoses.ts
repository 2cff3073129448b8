import type { FilterPage } from './kind.ts'
import { usedItemsText } from './usedItems.ts'

export const discardedDoses = {
  sentence: ({ itemId }, { naming }) => ({
    item: naming.oneOrAll('inventoryItem', itemId, 'anyItem'),
  }),
  blanks: { item: 'itemId' },
  verdict: ({ saw }, words) => ({
    wanted: words.t('verdict.moreThanNone'),
    saw: usedItemsText(saw, 'discardedDoses', words),
  }),
} satisfies FilterPage<'discardedDoses'>
