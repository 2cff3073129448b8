/** Formats used items: 'Gloves: 2 and Masks: 1'. */
import { asObject, numberOf } from '../storedVerdict.ts'
import type { FilterWords } from '../useWords.ts'

export function usedItemsText(
  saw: unknown,
  amount: 'amount' | 'discardedDoses',
  { t, format, naming }: FilterWords,
): string {
  const lines = Array.isArray(saw) ? saw.map(asObject) : []
  return lines.length === 0
    ? t('verdict.nothing')
    : format.list(
        lines.map(
          (line) =>
            `${naming.nameOf('inventoryItem', numberOf(line['itemId']) ?? 0)}: ${format.number(numberOf(line[amount]) ?? 0)}`,
        ),
      )
}
