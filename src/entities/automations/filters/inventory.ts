import type { BlankFilter } from '#contract/automation/filters.ts'
import { inventoryOperators } from '#contract/automation/filters/inventory.ts'
import { numberOf, memberOrUndefined } from '../storedVerdict.ts'
import type { FilterWords } from '../useWords.ts'
import type { FilterPage } from './kind.ts'
import { usedItemsText } from './usedItems.ts'

export const inventory = {
  sentence: (filter, words) => ({
    item: words.naming.oneOrAll('inventoryItem', filter.itemId, 'anyItem'),
    amount: { words: amountText(filter, words) },
  }),
  blanks: {
    item: 'itemId',
    amount: 'own',
  },
  verdict: ({ expected, saw }, words) => ({
    wanted: amountText(
      {
        operator: memberOrUndefined(inventoryOperators, expected['operator']) ?? 'equal',
        value: numberOf(expected['value']) ?? 0,
        to: numberOf(expected['to']),
      },
      words,
    ),
    saw: usedItemsText(saw, 'amount', words),
  }),
} satisfies FilterPage<'inventory'>

const amountText = (
  { operator, value, to }: Pick<BlankFilter<'inventory'>, 'operator' | 'value' | 'to'>,
  { t, format }: FilterWords,
): string =>
  t(`amount.${operator}`, { value: format.number(value), to: format.number(to ?? value) })
