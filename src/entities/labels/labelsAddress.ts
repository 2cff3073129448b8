/** What is printed on labels, in an address: chosen things, those of a list, or places. */
import { labelSizes, MAX_LABELS } from '#contract/rules/labels.ts'
import { inAddress } from '#lib/addressState.ts'
import { filterAddress } from '#entities/filterObject/filterAddress.ts'

export const labelsAddress = {
  of: inAddress.oneOf(['equipment', 'locations'], 'equipment'),
  search: inAddress.text(),
  ...filterAddress,
  /** Only what this import wrote. */
  import: inAddress.id(),
  things: inAddress.integers(MAX_LABELS),
  /** The one place, without what lies inside it. */
  alone: inAddress.flag(),
  size: inAddress.oneOf(labelSizes, 'L7160'),
  /** The first free place of a used sheet. */
  from: inAddress.count(1),
  /** So many are printed at once; then come the next ones. */
  part: inAddress.count(1),
}
